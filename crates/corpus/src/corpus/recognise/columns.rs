//! What the columns of a file of rows are, by their names, whether they hold numbers, and how these lie over
//! the rows of an output.

mod names;
mod values;

use std::collections::BTreeMap;
use std::path::Path;

use super::folder::is_reference;
use crate::corpus::error::CorpusError;
use crate::corpus::rows::RowFile;
use crate::corpus::source::{CorpusFormat, MqmRaters, MqmSource, TableLayout, TableSource};
use crate::table::{CorpusRow, InputKind, TableRow};
use names::{is_criterion, no_score, rank, role};
use values::{Columns, Groups};

/// What a guess makes no use of in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// Names of columns, by what they seem to be.
    pub columns: Vec<(String, Vec<String>)>,
    /// Where outputs have several ratings and no column is named as one of judges.
    pub judges: Option<UnknownJudges>,
}

/// Several ratings of outputs, by who knows whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownJudges {
    /// Most ratings of an output.
    pub ratings: usize,
    /// Columns that may have the judges: no two ratings of an output have the same value there. The one with the
    /// fewest values is first.
    pub candidates: Vec<String>,
    /// The column that says what each of them measures: they are no ratings of one thing.
    pub measure: Option<String>,
}

/// Names of columns that say what the score of a row measures.
const MEASURES: [&str; 4] = ["metric", "measure", "criterion", "dimension"];

/// The format of a file of rows, if it is a corpus in Parquet that this program wrote or its columns
/// make sense. The tables of results are no corpora.
pub(super) fn guess(path: &Path, layout: TableLayout) -> Result<Option<CorpusFormat>, CorpusError> {
    let file = RowFile::read(path, layout, "file")?;
    if let Some(name) = file.input().and_then(|input| input.table()) {
        let source = TableSource { path: path.to_owned(), ..TableSource::default() };
        return Ok((name == CorpusRow::NAME).then_some(CorpusFormat::Table(source)));
    }
    let is_mqm = match layout {
        TableLayout::Tsv => is_mqm(&file.header()?),
        TableLayout::Jsonl => is_list_of_ratings(&file.header()?),
        _ => false,
    };
    if is_mqm {
        return Ok(Some(CorpusFormat::Mqm(MqmSource {
            files: vec![path.to_owned()],
            references: None,
            weights: BTreeMap::new(),
            raters: MqmRaters::Separate,
            quoted: false,
        })));
    }
    Ok(table(path, &columns(&file)?).map(|(table, _)| CorpusFormat::Table(table)))
}

/// What the guess at the table that `source` names makes no use of.
///
/// # Errors
///
/// If the file cannot be read.
pub fn unread_columns(source: &TableSource) -> Result<Unread, CorpusError> {
    let Some(layout) = TableLayout::of_file(&source.path).filter(|_| source.names_columns()) else {
        return Ok(Unread::default());
    };
    let file = RowFile::read(&source.path, layout, "file")?;
    Ok(table(&source.path, &columns(&file)?).map(|(_, unread)| unread).unwrap_or_default())
}

/// The columns whose fields can be read.
fn columns(file: &RowFile) -> Result<Columns, CorpusError> {
    let names = match file.input() {
        None => file.header()?,
        Some(input) => {
            let is_read = |kind: &InputKind| !matches!(kind, InputKind::Other(_));
            let columns = input.columns().iter().filter(|(_, kind)| is_read(kind));
            columns.map(|(name, _)| name.clone()).collect()
        }
    };
    match Columns::read(file, names.clone()) {
        // What is too large is refused where it is read; its names tell what it is.
        Err(CorpusError::Limit { .. }) => Ok(Columns::unseen(names)),
        read => read,
    }
}

fn is_list_of_ratings(keys: &[String]) -> bool {
    ["system_id", "segment_id", "rater_id", "hypothesis", "errors"]
        .into_iter()
        .all(|name| keys.iter().any(|known| known == name))
}

fn is_mqm(header: &[String]) -> bool {
    ["system", "doc", "rater", "category", "severity"]
        .into_iter()
        .all(|name| header.iter().any(|known| known == name))
}

/// The columns of a row per system and segment, or per rating of it, and which rows are of the same output and
/// segment.
struct Long {
    document: Option<usize>,
    segment: Option<usize>,
    system: usize,
    judge: Option<usize>,
    hypothesis: Option<usize>,
    outputs: Groups,
    segments: Groups,
}

fn table(path: &Path, columns: &Columns) -> Option<(TableSource, Unread)> {
    let all = || 0..columns.names().len();
    let name = |column: usize| columns.names()[column].clone();
    let first = |wanted: &str| candidates(columns, wanted).first().copied();
    let is_text_of = |column: &usize, reference: bool| {
        let name = &columns.names()[*column];
        let is_text = !columns.is_of_numbers(*column) && role(name).is_none();
        is_text && is_reference(name) == reference
    };
    let document = first("document");
    let mut table = TableSource {
        path: path.to_owned(),
        document: document.map(name),
        domain: first("domain").filter(|_| document.is_some()).map(name),
        source: first("source").map(name),
        references: all().filter(|column| is_text_of(column, true)).map(name).collect(),
        ..TableSource::default()
    };
    let mut unread = Unread::default();
    if let Some(system) = first("system") {
        let long = Long::new(columns, system, document);
        table.system = Some(name(system));
        table.segment = long.segment.map(name);
        table.hypothesis = long.hypothesis.map(name);
        table.judge = long.judge.map(name);
        let left_out = numbers(columns, &long, &mut table);
        unread.columns = left_out;
        if table.judgments.is_empty() {
            table.judge = None;
        } else if long.judge.is_none() && long.outputs.largest() > 1 {
            unread.judges = Some(unknown_judges(columns, &long, &table));
        }
    } else {
        table.segment = first("segment").map(name);
        table.systems = all().filter(|column| is_text_of(column, false)).map(name).collect();
        table.systems.extend(first("hypothesis").map(name));
    }
    let says_something = table.hypothesis.is_some()
        || !table.systems.is_empty()
        || !table.judgments.is_empty()
        || !table.scores.is_empty();
    says_something.then(|| {
        list_others(columns, &table, &mut unread);
        (table, unread)
    })
}

/// The columns that a role is named for, the best name first.
fn candidates(columns: &Columns, wanted: &str) -> Vec<usize> {
    let names = columns.names();
    let mut places: Vec<usize> =
        (0..names.len()).filter(|column| role(&names[*column]) == Some(wanted)).collect();
    places.sort_by_key(|column| rank(&names[*column]));
    places
}

impl Long {
    fn new(columns: &Columns, system: usize, document: Option<usize>) -> Self {
        let segment_columns = |segment: usize| -> Vec<usize> {
            document.into_iter().chain(std::iter::once(segment)).collect()
        };
        // What systems have in common; numbers of rows are of one system each.
        let is_shared = |segment: &usize| {
            let groups = columns.groups(&segment_columns(*segment));
            columns.distinct(system) < 2 || !columns.is_constant(&groups, system)
        };
        let segments = candidates(columns, "segment");
        let judges = candidates(columns, "judge");
        let named = segments.iter().copied().find(is_shared).or(segments.first().copied());
        let text = candidates(columns, "source").first().copied();
        let segment = named.or(text.filter(|_| !judges.is_empty()));
        let hypothesis = candidates(columns, "hypothesis").first().copied();
        let (segments, outputs) = match segment {
            Some(segment) => {
                let output_columns = [&segment_columns(segment)[..], &[system]].concat();
                (columns.groups(&segment_columns(segment)), columns.groups(&output_columns))
            }
            None => (Groups::none(), Groups::none()),
        };
        let judges = judges.into_iter().filter(|_| segment.is_some());
        let judges: Vec<usize> = judges.collect();
        let is_judge = |judge: &usize| columns.is_distinct(&outputs, *judge);
        let judge = judges.iter().copied().find(is_judge).or(judges.first().copied());
        Self { document, segment, system, judge, hypothesis, outputs, segments }
    }

    /// The columns that a table takes for something.
    fn roles(&self) -> Vec<usize> {
        let optional = [self.document, self.segment, self.judge, self.hypothesis];
        optional.into_iter().flatten().chain(std::iter::once(self.system)).collect()
    }
}

/// Puts columns of numbers into `table` as judgments or scores; the others, by what they seem to be.
fn numbers(columns: &Columns, long: &Long, table: &mut TableSource) -> Vec<(String, Vec<String>)> {
    let mut left_out: Vec<(String, Vec<String>)> = Vec::new();
    let mut leave_out = |what: &str, name: &str| match left_out.iter_mut().find(|(w, _)| w == what)
    {
        Some((_, names)) => names.push(name.to_owned()),
        None => left_out.push((what.to_owned(), vec![name.to_owned()])),
    };
    let has_several = long.outputs.largest() > 1;
    let among_ratings = has_several || long.judge.is_some();
    let has_systems = !columns.is_constant(&long.segments, long.system);
    let (mut others, mut varying) = (Vec::new(), Vec::new());
    let numbers = (0..columns.names().len()).filter(|column| columns.is_of_numbers(*column));
    for column in numbers {
        let name = &columns.names()[column];
        if role(name).is_some() {
            continue;
        }
        let is_of_segment = has_systems && columns.is_constant(&long.segments, column);
        if let Some(what) = no_score(name) {
            leave_out(what, name);
        } else if is_criterion(name, among_ratings) {
            table.judgments.push(name.clone());
        } else if is_of_segment {
            leave_out("the same for all systems", name);
        } else if has_several && !columns.is_constant(&long.outputs, column) {
            varying.push(name.clone());
        } else {
            others.push(name.clone());
        }
    }
    // Where no column is named as a judgment, the ratings are what varies with them.
    if table.judgments.is_empty() && !varying.is_empty() {
        table.judgments.append(&mut varying);
    } else if table.judgments.is_empty() && long.judge.is_some() && !has_several {
        table.judgments.append(&mut others);
    }
    for name in &varying {
        leave_out("not the same in all ratings of an output", name);
    }
    table.scores = others;
    left_out
}

/// Lists columns that `table` does not name.
fn list_others(columns: &Columns, table: &TableSource, unread: &mut Unread) {
    let optional = [
        &table.document,
        &table.domain,
        &table.segment,
        &table.source,
        &table.system,
        &table.hypothesis,
        &table.judge,
    ];
    let lists = [&table.references, &table.systems, &table.judgments, &table.scores];
    let named = optional.into_iter().flatten().chain(lists.into_iter().flatten());
    let listed = unread.columns.iter().flat_map(|(_, names)| names);
    let used: Vec<&String> = named.chain(listed).collect();
    let others = columns.names().iter().filter(|name| !used.contains(name));
    let mut more: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in others {
        let what = match role(name) {
            Some(role) => format!("another column of the {role}"),
            None => "not recognised".to_owned(),
        };
        more.entry(what).or_default().push(name.clone());
    }
    unread.columns.extend(more);
}

/// Who may have judged outputs with several ratings.
fn unknown_judges(columns: &Columns, long: &Long, table: &TableSource) -> UnknownJudges {
    const MOST: usize = 5;
    let roles = long.roles();
    let may_be = |column: &usize| {
        let values = columns.distinct(*column);
        !roles.contains(column)
            && !table.judgments.contains(&columns.names()[*column])
            && (2..=columns.rows() / 2).contains(&values)
            && columns.is_distinct(&long.outputs, *column)
    };
    let mut places: Vec<usize> = (0..columns.names().len()).filter(may_be).collect();
    places.sort_by_key(|column| columns.distinct(*column));
    let name = |column: &usize| columns.names()[*column].clone();
    let is_measure = |column: &&usize| MEASURES.contains(&&*name(column).to_lowercase());
    let measure = places.iter().find(is_measure).map(name);
    places.retain(|column| !is_measure(&column));
    let candidates = places.iter().take(MOST).map(name).collect();
    UnknownJudges { ratings: long.outputs.largest(), candidates, measure }
}
