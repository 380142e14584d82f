//! Human evaluations: a line per paragraph, with the outputs and ratings of all systems.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use super::documents::{DocumentId, only};
use super::layout::{Layout, Paragraphs, Place};
use super::paragraphs::unbroken;
use super::ratings::{self, Rating};
use super::{Set, ids, is_reference};
use crate::corpus::json_lines::{Record, records};
use crate::corpus::model::ErrorSpan;
use crate::corpus::{
    CHECK_PATH, Corpus, CorpusError, JudgeNames, Judgments, TextFile, Texts, Warnings, check_cells,
    check_columns, marked,
};
use crate::formats::pairs::Pairs;
use crate::formats::source::WmtCriterion;
use crate::formats::wmt_xml::{Sparse, all_texts};
use crate::words::counted;

const HELP: &str = "write the document's id, then `_#_` and the number of the paragraph from 0";

/// Documents and texts of a human evaluation, which has a paragraph on each line.
pub(super) fn texts(
    files: &[PathBuf],
    wanted: Option<&str>,
    warnings: &mut Warnings,
) -> Result<Set, CorpusError> {
    let mut pairs = Pairs::new(wanted);
    // Documents in order of appearance, with the texts of their paragraphs.
    let mut documents: Vec<(String, BTreeMap<usize, Texted>)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for path in files {
        let file = TextFile::read(path, "human evaluation", CHECK_PATH)?.without_mark();
        for record in records(&file) {
            let record = record?;
            let (document, number) = segment(&record)?;
            if !pairs.takes(&pair(&record, document)?) {
                continue;
            }
            let place = places.entry(document.to_owned()).or_insert_with(|| {
                documents.push((document.to_owned(), BTreeMap::new()));
                documents.len() - 1
            });
            let paragraphs = &mut documents[*place].1;
            if let std::collections::btree_map::Entry::Vacant(place) = paragraphs.entry(number) {
                place.insert(Texted::read(&record)?);
            }
        }
    }
    let path = files[0].clone();
    let pair = only(pairs, &path)?;
    let (mut layout, mut source) = (Layout::new(path.clone()), Texts::default());
    let mut columns: BTreeMap<String, Sparse> = BTreeMap::new();
    let mut incomplete = 0;
    for (id, paragraphs) in documents {
        let numbers: Vec<usize> = paragraphs.keys().copied().collect();
        // Numbers are from 0: without a gap, the last is below how many there are.
        incomplete += usize::from(numbers.last().is_some_and(|last| *last >= numbers.len()));
        for (index, paragraph) in (layout.segments()..).zip(paragraphs.into_values()) {
            source.push(paragraph.src_text.as_deref());
            for (name, text) in paragraph.outputs() {
                columns.entry(name).or_default().insert(index, text);
            }
        }
        let domain = ids::parse(&id).map(|parsed| parsed.domain.to_owned());
        layout.push(id, domain, Paragraphs::Listed(numbers));
    }
    if incomplete > 0 {
        let message = format!("{} without some of the paragraphs", counted(incomplete, "document"));
        warnings.add(&path, message, "the others are taken: add what is missing");
    }
    check_columns(&path, columns.len())?;
    check_cells(&path, columns.len(), layout.segments())?;
    let (mut references, mut systems) = (BTreeMap::new(), BTreeMap::new());
    for (name, column) in columns {
        let texts = all_texts(&column, layout.segments());
        let columns = if is_reference(&name) { &mut references } else { &mut systems };
        columns.insert(name, texts);
    }
    Ok(Set { pair, layout, source, references, systems })
}

/// The texts of a line.
#[derive(Deserialize)]
struct Texted {
    src_text: Option<String>,
    /// By system.
    tgt_text: Option<BTreeMap<String, Option<String>>>,
}

impl Texted {
    fn read(record: &Record<'_>) -> Result<Self, CorpusError> {
        record.read("write {\"src_text\": \"...\", \"tgt_text\": {\"SYSTEM\": \"...\"}}")
    }

    /// Outputs and references that there are.
    fn outputs(self) -> impl Iterator<Item = (String, String)> {
        let texts = self.tgt_text.into_iter().flatten();
        texts.filter_map(|(name, text)| Some((name, text?)))
    }
}

/// Document and number of the paragraph on a line.
fn segment<'a>(record: &'a Record<'_>) -> Result<(&'a str, usize), CorpusError> {
    let DocumentId { doc_id: id } = record.read(HELP)?;
    ids::parse_segment(id).ok_or_else(|| {
        record
            .malformed(format!("\"doc_id\" `{id}` does not end in the number of a paragraph"), HELP)
    })
}

fn pair(record: &Record<'_>, document: &str) -> Result<String, CorpusError> {
    super::documents::language_pair(record, document)?.ok_or_else(|| {
        let cause = format!("`{document}` does not say the language pair");
        record.malformed(cause, "write PAIR_#_DOMAIN_#_NAME as the document's id")
    })
}

/// Reads the ratings in `files`, and the outputs of systems that `set` lacks.
pub(super) fn read(
    files: &[PathBuf],
    criteria: &[WmtCriterion],
    set: &mut Set,
    corpus: &mut Corpus,
    warnings: &mut Warnings,
) -> Result<(), CorpusError> {
    let Some(first) = files.first() else { return Ok(()) };
    let mut evaluation = Evaluation { criteria, ..Evaluation::default() };
    for path in files {
        evaluation.file(path, set, warnings)?;
    }
    let count = set.layout.segments();
    for (name, column) in &evaluation.texts {
        let texts = all_texts(column, count);
        let columns = if is_reference(name) { &mut set.references } else { &mut set.systems };
        columns.insert(name.clone(), texts);
    }
    evaluation.finish(first, count, corpus, warnings)
}

/// A criterion's value and its judge, by judge and segment.
type Rated = BTreeMap<(usize, usize), (f64, Option<Arc<str>>)>;

/// What was read so far.
#[derive(Default)]
struct Evaluation<'a> {
    criteria: &'a [WmtCriterion],
    /// By criterion and system.
    ratings: BTreeMap<(String, String), Rated>,
    annotators: BTreeMap<String, Arc<str>>,
    /// Outputs of systems without a file.
    texts: BTreeMap<String, Sparse>,
    /// File and line of the ratings of each segment, those of control sets apart.
    seen: BTreeMap<(usize, bool), (PathBuf, usize)>,
    /// Ratings without the name of an annotator.
    nameless: usize,
    /// What was marked, by system and segment.
    marked: BTreeMap<String, BTreeMap<usize, Vec<ErrorSpan>>>,
}

impl Evaluation<'_> {
    fn file(&mut self, path: &Path, set: &Set, warnings: &mut Warnings) -> Result<(), CorpusError> {
        let file = TextFile::read(path, "human evaluation", CHECK_PATH)?.without_mark();
        let (mut unknown, mut parts) = (0, 0);
        let (mut other_sources, mut other_outputs) = (Other::default(), Other::default());
        for record in records(&file) {
            let record = record?;
            let (document, number) = segment(&record)?;
            if pair(&record, document)? != set.pair {
                continue;
            }
            let Some(place) = set.layout.places.get(document) else {
                unknown += 1;
                continue;
            };
            let segment = match set.layout.place(*place, number) {
                Place::Segment(segment) => segment,
                Place::Part => {
                    parts += 1;
                    continue;
                }
                Place::Beyond(count) => {
                    let place = format!("document `{document}`, line {}", record.line);
                    let cause = format!("paragraph {} of {count}", number.saturating_add(1));
                    return Err(CorpusError::misaligned(path, &set.layout.path, &place, &cause));
                }
            };
            let texted = Texted::read(&record)?;
            other_sources.compare(&record, texted.src_text.as_deref(), set.source.get(segment));
            for (name, text) in texted.outputs() {
                match set.systems.get(&name).or_else(|| set.references.get(&name)) {
                    Some(known) => {
                        other_outputs.compare(&record, Some(&text), known.get(segment));
                    }
                    None => {
                        self.texts.entry(name).or_default().insert(segment, text);
                    }
                }
            }
            let ratings = ratings::read(&record, self.criteria)?;
            for is_control in [false, true] {
                if ratings.iter().any(|rating| rating.is_control == is_control) {
                    self.once(&record, path, (segment, is_control))?;
                }
            }
            for rating in &ratings {
                self.rating(segment, rating);
            }
        }
        for (count, why, help) in [
            (
                unknown,
                "not in the test set",
                "use the human evaluation of the same test set if this is not meant",
            ),
            (
                parts,
                "whose documents are one segment",
                "leave outputs out that do not have the paragraphs of the source",
            ),
        ] {
            if count > 0 {
                warnings.add(path, format!("{} left out, {why}", counted(count, "segment")), help);
            }
        }
        let help = "check that the human evaluation is of the same test set";
        other_sources.warn(path, "source", help, warnings);
        let help = "the outputs in files are taken: check that they are those that were rated";
        other_outputs.warn(path, "output", help, warnings);
        Ok(())
    }

    /// Refuses a second line of ratings of the same kind for a segment.
    fn once(
        &mut self,
        record: &Record<'_>,
        path: &Path,
        rated: (usize, bool),
    ) -> Result<(), CorpusError> {
        let here = (path.to_owned(), record.line);
        let Some((file, line)) = self.seen.insert(rated, here) else { return Ok(()) };
        let cause = format!("the segment is rated on line {line} of {} already", file.display());
        Err(record.malformed(cause, "keep one line for every segment"))
    }

    fn rating(&mut self, segment: usize, rating: &Rating<'_>) {
        let judge = rating.annotator.map(|name| {
            let entry = self.annotators.entry(name.to_owned());
            entry.or_insert_with(|| Arc::from(name)).clone()
        });
        self.nameless += usize::from(judge.is_none());
        if !rating.marked.is_empty() {
            let marked = self.marked.entry(rating.system.to_owned()).or_default();
            marked.entry(segment).or_default().extend(rating.marked.iter().cloned());
        }
        for (criterion, value) in self.criteria.iter().zip(&rating.values) {
            let Some(value) = value else { continue };
            let control = if rating.is_control { "control-" } else { "" };
            let key = (format!("{control}{}", criterion.name()), rating.system.to_owned());
            let rated = self.ratings.entry(key).or_default();
            rated.insert((rating.judge, segment), (*value, judge.clone()));
        }
    }

    /// Adds the judgments to `corpus`.
    fn finish(
        self,
        path: &Path,
        count: usize,
        corpus: &mut Corpus,
        warnings: &mut Warnings,
    ) -> Result<(), CorpusError> {
        let judges = |rated: &Rated| rated.keys().next_back().map_or(0, |(judge, _)| judge + 1);
        let columns = self.ratings.values().map(judges).sum();
        check_cells(path, columns, count)?;
        for (system, by_segment) in self.marked {
            for (segment, errors) in by_segment {
                marked::add(&mut corpus.error_spans, (&*system, count), segment, errors);
            }
        }
        for ((criterion, system), rated) in self.ratings {
            let mut values = vec![vec![None; count]; judges(&rated)];
            let mut names: JudgeNames = vec![vec![None; count]; values.len()];
            for ((judge, segment), (value, name)) in rated {
                values[judge][segment] = Some(value);
                names[judge][segment] = name;
            }
            if self.nameless == 0 {
                let names_by_system = corpus.judge_names.entry(criterion.clone()).or_default();
                names_by_system.insert(system.clone(), names);
            }
            let by_system = corpus.judgments.entry(criterion).or_default();
            by_system.insert(system, Judgments { judges: values });
        }
        if self.nameless > 0 && !self.annotators.is_empty() {
            let ratings = counted(self.nameless, "rating");
            let message = format!("{ratings} without the name of an annotator");
            warnings.add(path, message, "no names are used: add the names that are missing");
        }
        Ok(())
    }
}

/// Texts that differ from those of the test set or the outputs.
#[derive(Default)]
struct Other {
    all: usize,
    differing: usize,
    first: usize,
}

impl Other {
    /// Compares words: blanks and line breaks may differ.
    fn compare(&mut self, record: &Record<'_>, found: Option<&str>, expected: Option<&str>) {
        let (Some(found), Some(expected)) = (found, expected) else { return };
        self.all += 1;
        let (found, expected) = (unbroken(found), unbroken(expected));
        if !found.split_whitespace().eq(expected.split_whitespace()) {
            self.differing += 1;
            self.first = if self.differing == 1 { record.line } else { self.first };
        }
    }

    fn warn(&self, path: &Path, what: &str, help: &str, warnings: &mut Warnings) {
        if self.differing > 0 {
            let Self { all, differing, first } = self;
            let message =
                format!("{differing} of {all} {what} texts differ, first on line {first}");
            warnings.add(path, message, help);
        }
    }
}
