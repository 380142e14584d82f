//! A corpus that was written as one Parquet file, [`crate::table::CorpusRow`] by row.
//!
//! Rows may be in any order, except that a column of texts or scores is declared (by its row
//! without segment or document) before its first value, that judges are declared in order, and that
//! the segments stand in the order of the corpus. Files of older versions have no names of judges and no marked errors.

mod fields;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::corpus::documents::DocumentsBuilder;
use crate::corpus::limits::LIMITS;
use crate::corpus::model::ErrorSpan;
use crate::corpus::{
    BySystem, Corpus, CorpusError, Document, NamedTexts, Unit, check_cells, check_columns, marked,
};
use crate::table::{CorpusRow, InputFile, TableRow};
use fields::{Fields, Row};

/// Texts of a column by segment.
type Column<'a> = Vec<Option<&'a str>>;

/// Reads the corpus in `input`, which is the file `path`.
pub(super) fn read(path: &Path, input: &InputFile) -> Result<Corpus, CorpusError> {
    if input.table() != Some(CorpusRow::NAME) {
        let cause = "no column is named, and this is no corpus that `runner corpus convert` wrote";
        let help = "say what the columns are for: `system`, `hypothesis`, `scores`, ...";
        return Err(CorpusError::malformed(path, None, cause, help));
    }
    let fields = Fields::read(path, input)?;
    // First, since every column has room for all segments.
    let documents = documents(path, &fields)?;
    let mut reader = Reader::new(path, documents);
    for index in 0..input.rows() {
        let row = fields.row(index)?;
        reader.row(&row)?;
    }
    Ok(reader.finish())
}

/// The documents, from the rows of segments.
fn documents(path: &Path, fields: &Fields<'_>) -> Result<Vec<Document>, CorpusError> {
    let mut builder = DocumentsBuilder::new(path, Unit::Row);
    let mut count = 0;
    for index in 0..fields.rows() {
        let row = fields.row(index)?;
        if row.kind != "segment" {
            continue;
        }
        if row.segment != Some(count) {
            let cause = format!("segment {} does not stand here", count + 1);
            let help = "number the segments from 1 in the order of their rows";
            return Err(row.malformed(cause, help));
        }
        count += 1;
        if count > LIMITS.segments {
            return Err(row.malformed("there are too many segments", "take at most 2^24 of them"));
        }
        builder.push(row.domain, row.required(row.document, "document")?, row.number)?;
    }
    Ok(builder.finish())
}

/// Room for columns of texts or scores.
struct Room<'a> {
    path: &'a Path,
    segments: usize,
    documents: BTreeMap<String, usize>,
    columns: usize,
}

impl Room<'_> {
    /// An empty column of `entries` entries, if there is room for one more.
    fn column<T: Clone>(&mut self, entries: usize) -> Result<Vec<Option<T>>, CorpusError> {
        self.columns += 1;
        check_cells(self.path, self.columns, self.segments)?;
        Ok(vec![None; entries])
    }
}

/// Named columns of texts in the order in which they are declared.
#[derive(Default)]
struct TextColumns<'a> {
    all: Vec<(&'a str, Column<'a>)>,
    places: BTreeMap<&'a str, usize>,
}

impl<'a> TextColumns<'a> {
    fn row(&mut self, row: &Row<'a>, room: &mut Room<'_>) -> Result<(), CorpusError> {
        let name = match row.kind {
            "source" => "",
            _ => row.required(row.name, "name")?,
        };
        let place = self.places.get(name);
        let refused =
            |how: &str, help| Err(row.malformed(format!("{} `{name}` is {how}", row.kind), help));
        match (place, row.segment) {
            (None, None) => {
                self.places.insert(name, self.all.len());
                self.all.push((name, room.column(room.segments)?));
                check_columns(room.path, self.all.len())
            }
            (Some(place), Some(segment)) => set(row, &mut self.all[*place].1, segment, row.text),
            (Some(_), None) => refused("declared twice", TWICE),
            (None, Some(_)) => refused("not declared", DECLARE),
        }
    }

    fn finish(self) -> Vec<NamedTexts> {
        let named = self.all.into_iter().map(|(name, column)| NamedTexts {
            name: name.to_owned(),
            texts: column.into_iter().collect(),
        });
        named.collect()
    }
}

struct Reader<'a> {
    room: Room<'a>,
    source: TextColumns<'a>,
    references: TextColumns<'a>,
    systems: TextColumns<'a>,
    /// Names of judges, each once.
    judges: BTreeMap<&'a str, Arc<str>>,
    /// What is read besides.
    corpus: Corpus,
}

const TWICE: &str = "keep one of the rows";
const DECLARE: &str =
    "put the row that declares it, without segment or document, before its values";

impl<'a> Reader<'a> {
    fn new(path: &'a Path, documents: Vec<Document>) -> Self {
        let segments = documents.last().map_or(0, |last| last.segments.end);
        let names = documents.iter().map(|document| document.id.clone());
        let room = Room { path, segments, documents: names.zip(0..).collect(), columns: 0 };
        Self {
            room,
            source: TextColumns::default(),
            references: TextColumns::default(),
            systems: TextColumns::default(),
            judges: BTreeMap::new(),
            corpus: Corpus { documents, ..Corpus::default() },
        }
    }

    fn row(&mut self, row: &Row<'a>) -> Result<(), CorpusError> {
        match row.kind {
            "segment" => Ok(()),
            "source" => self.source.row(row, &mut self.room),
            "reference" => self.references.row(row, &mut self.room),
            "system" => self.systems.row(row, &mut self.room),
            "judgment" => self.judgment(row),
            "score" => self.score(row),
            "document-score" => self.document_score(row),
            "error" => self.error(row),
            "system-without-text" => {
                let name = row.required(row.name, "name")?.to_owned();
                self.corpus.systems_without_text.push(name);
                check_columns(self.room.path, self.corpus.systems_without_text.len())
            }
            "human-system" => {
                let name = row.required(row.name, "name")?.to_owned();
                self.corpus.human_systems.insert(name);
                Ok(())
            }
            "rating-seconds" => {
                let name = row.required(row.name, "name")?.to_owned();
                let seconds = row.score.ok_or_else(|| {
                    let cause = format!("a rating on `{name}` takes no time that is known");
                    row.malformed(cause, "write the seconds as its score, or remove the row")
                })?;
                self.corpus.rating_seconds.insert(name, seconds);
                Ok(())
            }
            "lower-is-better" => {
                let name = row.required(row.name, "name")?.to_owned();
                self.corpus.lower_is_better.insert(name);
                Ok(())
            }
            "weight" => match (&mut self.corpus.weights, row.segment) {
                (Some(weights), Some(segment)) => set(row, weights, segment, row.score),
                (weights @ None, None) => {
                    *weights = Some(self.room.column(self.room.segments)?);
                    Ok(())
                }
                (None, Some(_)) => Err(row.malformed("the weights are not declared", DECLARE)),
                (Some(_), None) => Err(row.malformed("the weights are declared twice", TWICE)),
            },
            "synthetic" => {
                self.corpus.synthetic = true;
                Ok(())
            }
            kind => {
                let help = "known are segment, source, reference, system, system-without-text, \
                            human-system, judgment, score, document-score, error, rating-seconds, \
                            weight, lower-is-better and synthetic";
                Err(row.malformed(format!("there is no kind `{kind}`"), help))
            }
        }
    }

    fn judgment(&mut self, row: &Row<'a>) -> Result<(), CorpusError> {
        let name = row.required(row.name, "name")?;
        let systems = entry(&mut self.corpus.judgments, name);
        let Some(system) = row.system else { return Ok(()) };
        let judges = &mut entry(systems, system).judges;
        let Some(judge) = row.judge else {
            // An empty text says that these judges have names.
            if row.text.is_some() && judges.is_empty() {
                entry(entry(&mut self.corpus.judge_names, name), system);
            }
            return Ok(());
        };
        let names = self.corpus.judge_names.get_mut(name).and_then(|by| by.get_mut(system));
        let declared = judges.len();
        match (judges.get_mut(judge), row.segment) {
            (Some(column), Some(segment)) => {
                set(row, column, segment, row.score)?;
                match (names, row.text) {
                    (None, None) => {}
                    (Some(names), Some(who)) => {
                        names[judge][segment] = Some(intern(&mut self.judges, who));
                    }
                    (None, Some(_)) => {
                        let cause =
                            format!("the judges of `{name}` of system `{system}` have no names");
                        let help = "put an empty text on the row that declares its judgments, or \
                                    none on this one";
                        return Err(row.malformed(cause, help));
                    }
                    (Some(_), None) => {
                        let cause =
                            format!("a judgment on `{name}` of system `{system}` has no judge");
                        return Err(row.malformed(cause, "put the name of the judge as its text"));
                    }
                }
                Ok(())
            }
            (None, None) if judge == declared => {
                judges.push(self.room.column(self.room.segments)?);
                if let Some(names) = names {
                    names.push(self.room.column(self.room.segments)?);
                }
                Ok(())
            }
            (None, Some(_)) => {
                let cause = format!("judge {} of `{name}` is not declared", judge + 1);
                Err(row.malformed(cause, DECLARE))
            }
            (_, None) => {
                let cause = format!("judge {} of `{name}` would be next", declared + 1);
                Err(row.malformed(cause, "declare every judge once, in order from 1"))
            }
        }
    }

    fn score(&mut self, row: &Row<'a>) -> Result<(), CorpusError> {
        let name = row.required(row.name, "name")?;
        let systems = entry(&mut self.corpus.external, name);
        scores(row, systems, &mut self.room, |room| room.segments, |_| Ok(row.segment))
    }

    fn document_score(&mut self, row: &Row<'a>) -> Result<(), CorpusError> {
        let name = row.required(row.name, "name")?;
        let systems = entry(&mut self.corpus.external_documents, name);
        scores(
            row,
            systems,
            &mut self.room,
            |room| room.documents.len(),
            |room| {
                let Some(document) = row.document else { return Ok(None) };
                let place = room.documents.get(document).copied().map(Some);
                place.ok_or_else(|| {
                    let cause = format!("document `{document}` has no segment");
                    row.malformed(cause, "add rows of kind `segment`, or remove this one")
                })
            },
        )
    }

    /// An error that a judge marked.
    fn error(&mut self, row: &Row<'a>) -> Result<(), CorpusError> {
        let system = row.required(row.system, "system")?;
        let severity = row.required(row.name, "name")?.to_owned();
        let segments = self.room.segments;
        let Some(segment) = row.segment.filter(|segment| *segment < segments) else {
            let cause = format!("an error of system `{system}` is in no segment of {segments}");
            return Err(row.malformed(cause, "fill in `segment`, or remove the row"));
        };
        let [start, end] = row.place.map(|place| place.unwrap_or(marked::AT_THE_END));
        if end < start {
            let cause = format!("an error of system `{system}` ends before it begins");
            return Err(row.malformed(cause, "exchange `start` and `end`"));
        }
        if !self.corpus.error_spans.contains_key(system) {
            // It takes as much room as a column.
            self.room.column::<()>(0)?;
        }
        let error = ErrorSpan { start, end, severity, category: row.text.map(str::to_owned) };
        marked::add(&mut self.corpus.error_spans, (system, segments), segment, [error]);
        Ok(())
    }

    fn finish(self) -> Corpus {
        Corpus {
            source: self.source.finish().pop().map(|column| column.texts),
            references: self.references.finish(),
            systems: self.systems.finish(),
            ..self.corpus
        }
    }
}

/// `name`, in one place however often it comes.
fn intern<'a>(known: &mut BTreeMap<&'a str, Arc<str>>, name: &'a str) -> Arc<str> {
    known.entry(name).or_insert_with(|| name.into()).clone()
}

/// The value of `key`, entered if it is not there.
fn entry<'m, T: Default>(map: &'m mut BTreeMap<String, T>, key: &str) -> &'m mut T {
    // Called for every row: the key is copied only where it is new.
    if !map.contains_key(key) {
        map.insert(key.to_owned(), T::default());
    }
    map.get_mut(key).expect("it has just been entered")
}

/// Declares the scores of a system, or puts one at its `place`.
fn scores(
    row: &Row<'_>,
    systems: &mut BySystem<Vec<Option<f64>>>,
    room: &mut Room<'_>,
    entries: impl Fn(&Room<'_>) -> usize,
    place: impl Fn(&Room<'_>) -> Result<Option<usize>, CorpusError>,
) -> Result<(), CorpusError> {
    let Some(system) = row.system else { return Ok(()) };
    let refused = |how: &str, help| {
        row.malformed(format!("{} of system `{system}` is {how}", row.kind), help)
    };
    if let Some(place) = place(room)? {
        let column = systems.get_mut(system);
        return set(row, column.ok_or_else(|| refused("not declared", DECLARE))?, place, row.score);
    }
    let entries = entries(room);
    match systems.insert(system.to_owned(), room.column(entries)?) {
        None => Ok(()),
        Some(_) => Err(refused("declared twice", TWICE)),
    }
}

/// Puts `value` in its place.
fn set<T>(
    row: &Row<'_>,
    column: &mut [Option<T>],
    place: usize,
    value: Option<T>,
) -> Result<(), CorpusError> {
    let count = column.len();
    let Some(slot) = column.get_mut(place) else {
        let cause = format!("segment {} of {count}", place + 1);
        return Err(row.malformed(cause, "add rows of kind `segment`, or remove this one"));
    };
    if slot.is_some() {
        return Err(row.malformed("this has been said before", TWICE));
    }
    *slot = value;
    Ok(())
}
