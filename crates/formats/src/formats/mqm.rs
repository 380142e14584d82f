//! Error annotations (MQM): one row per error, in the two headers in use.
//!
//! ```text
//! system doc doc_id   seg_id      rater source target category severity ...
//! system doc docSegId globalSegId rater source target category severity ...
//! ```
//!
//! The score of a segment is minus the sum of the weights of its errors, averaged over raters
//! (Freitag et al. 2021, "Experts, Errors, and Context"). A row whose severity is
//! `No-error` says that a rater found none. Texts are those of the rows without the marks
//! `<v>` and `</v>` around the error; segments without a rating are not in the corpus. Rows of severity
//! `HOTW-test` are attention checks, and rate nothing. Files that end in `.jsonl` are lists of ratings
//! ([`records`]).

mod records;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::judge_files::{Judged, NamedRatings};
use super::mqm_weights::{weight, weights};
use super::source::{MqmRaters, MqmSource, TableLayout};
use crate::corpus::documents::DocumentsBuilder;
use crate::corpus::file_names::looks_human;
use crate::corpus::model::ErrorSpan;
use crate::corpus::rows::RowFile;
use crate::corpus::{
    Corpus, CorpusError, Digest, Document, NamedTexts, Unit, Warnings, check_cells, check_columns,
    judges, marked,
};
use crate::words::{counted, listing};

/// Name of the criterion.
const CRITERION: &str = "mqm";

/// Severity of rows that only say whether a rater found a planted error.
const CHECK: &str = "hotw-test";

/// Severity of rows that say that there is no error.
const NO_ERROR: &str = "no-error";

/// Reads the files that `source` names.
pub(super) fn read(
    name: &str,
    source: &MqmSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let weights = weights(name, &source.weights)?;
    let layout = if source.quoted { TableLayout::QuotedTsv } else { TableLayout::Tsv };
    let mut ratings = Ratings::default();
    for path in &source.files {
        if TableLayout::of_name(path) == Some(TableLayout::Jsonl) {
            records::read(&data_dir.join(path), &source.weights, &mut ratings)?;
            continue;
        }
        let file = RowFile::read(&data_dir.join(path), layout, "ratings file")?;
        ratings.read(&file, &weights)?;
    }
    let Some(path) = ratings.path.clone() else {
        let help = "name files with ratings in them".to_owned();
        return Err(CorpusError::Empty { name: name.to_owned(), help });
    };
    ratings.warn(&path, warnings);
    // The corpus has the names of those who are separate.
    if source.raters == MqmRaters::Average {
        warnings.extend(judges::alike(ratings.raters.iter().map(String::as_str)));
    }
    ratings.into_corpus(&path, source)
}

/// What a rated segment is: its number in the test set, its document by order of appearance and
/// its number in the document. Their order is that of the corpus.
type Key = (u64, usize, u64);

/// A system's output for a segment, the sum of weights by each rater, and what they marked.
struct Rated {
    text: String,
    sums: BTreeMap<String, f64>,
    /// Errors that were marked in it.
    marked: Vec<ErrorSpan>,
}

/// A segment.
struct Segment {
    source: String,
    /// Line on which it is met first.
    line: usize,
}

/// All ratings read so far.
#[derive(Default)]
struct Ratings {
    path: Option<PathBuf>,
    documents: BTreeMap<String, usize>,
    segments: BTreeMap<Key, Segment>,
    /// Number in the test set of each segment of a document, and the way back.
    numbers: BTreeMap<(usize, u64), u64>,
    places: BTreeMap<u64, (usize, u64)>,
    systems: BTreeMap<String, BTreeMap<Key, Rated>>,
    raters: BTreeSet<String>,
    /// Rows whose text differs from that of an earlier row, and line of the first.
    differing: Option<(usize, usize)>,
    /// Errors that were met, by rater, output, marked text and kind.
    errors: BTreeSet<Digest>,
    /// Rows with an error that another row of the rater has, and line of the first.
    repeated: Option<(usize, usize)>,
    /// Rows of attention checks.
    checks: usize,
}

impl Ratings {
    fn read(&mut self, file: &RowFile, weights: &BTreeMap<String, f64>) -> Result<(), CorpusError> {
        let header = file.header()?;
        let [in_document, in_set] = [("doc_id", "docSegId"), ("seg_id", "globalSegId")]
            .map(|(one, other)| if header.iter().any(|name| name == other) { other } else { one });
        let named = ["system", "doc", "rater", "source", "target", "category", "severity"];
        let columns = [&named[..], &[in_document, in_set]].concat();
        self.path.get_or_insert_with(|| file.path().to_owned());
        file.each(&columns, &mut |line, fields| {
            let with_marks = [3, 4].map(|index| fields[index].as_deref().unwrap_or(""));
            let fields: Vec<&str> =
                fields.iter().map(|field| field.as_deref().unwrap_or("").trim()).collect();
            let [system, document, rater, _, _, category, severity, in_document, in_set] =
                fields[..]
            else {
                unreachable!("a field for each column");
            };
            let malformed =
                |cause: String, help: &str| CorpusError::malformed(file.path(), line, cause, help);
            for (field, column) in fields.iter().zip(&columns).take(3) {
                if field.is_empty() {
                    let cause = format!("column `{column}` is empty");
                    return Err(malformed(cause, "fill it in, or remove the row"));
                }
            }
            if severity.eq_ignore_ascii_case(CHECK) {
                self.checks += 1;
                return Ok(());
            }
            let number = |field: &str, column: &str| {
                field.parse::<u64>().map_err(|_| {
                    let cause = format!("`{field}` in column `{column}`");
                    malformed(cause, "number segments from 1")
                })
            };
            let (in_document, in_set) =
                (number(in_document, columns[7])?, number(in_set, columns[8])?);
            let weight = weight(weights, severity, category).ok_or_else(|| {
                let cause = format!("severity `{severity}` has no weight");
                malformed(cause, "give it one in `weights`, 0 if it does not count")
            })?;
            let key = self.key(document, in_document, in_set);
            let key =
                key.map_err(|cause| malformed(cause, "number segments through the test set"))?;
            // What has no weight changes nothing, however often it is there.
            if weight != 0.0 {
                let place = format!("{key:?}");
                let error = [system, rater, category, severity, &*place].into_iter();
                if !self.errors.insert(Digest::of_parts(error.chain(with_marks))) {
                    self.repeated.get_or_insert((0, line)).0 += 1;
                }
            }
            let texts = with_marks.map(unmarked);
            self.add(line, key, [system, rater], texts, weight);
            if !severity.eq_ignore_ascii_case(NO_ERROR) {
                self.mark(system, &key, marked::between_marks(with_marks[1], severity, category));
            }
            check_columns(file.path(), self.systems.len().max(self.raters.len()))
        })
    }

    /// The key of a segment; an error if it, or another one, has had another number.
    fn key(&mut self, name: &str, in_document: u64, in_set: u64) -> Result<Key, String> {
        let next = self.documents.len();
        let document = *self.documents.entry(name.to_owned()).or_insert(next);
        let number = *self.numbers.entry((document, in_document)).or_insert(in_set);
        if number != in_set {
            return Err(format!(
                "segment {in_document} of document `{name}` is number {in_set} here and {number} \
                 before"
            ));
        }
        let place = *self.places.entry(in_set).or_insert((document, in_document));
        if place != (document, in_document) {
            return Err(format!("number {in_set} has been that of another segment before"));
        }
        Ok((in_set, document, in_document))
    }

    fn add(
        &mut self,
        line: usize,
        key: Key,
        [system, rater]: [&str; 2],
        [source, target]: [Cow<'_, str>; 2],
        weight: f64,
    ) {
        let segment = self.segments.entry(key);
        let segment = segment.or_insert_with(|| Segment { source: source.to_string(), line });
        let rated = self.systems.entry(system.to_owned()).or_default().entry(key);
        let rated = rated.or_insert_with(|| Rated {
            text: target.to_string(),
            sums: BTreeMap::new(),
            marked: Vec::new(),
        });
        if segment.source != source || rated.text != target {
            self.differing.get_or_insert((0, line)).0 += 1;
        }
        *rated.sums.entry(rater.to_owned()).or_insert(0.0) += weight;
        self.raters.insert(rater.to_owned());
    }

    /// Adds an error that was marked in an output that is there.
    fn mark(&mut self, system: &str, key: &Key, error: ErrorSpan) {
        let rated = self.systems.get_mut(system).and_then(|segments| segments.get_mut(key));
        if let Some(rated) = rated {
            rated.marked.push(error);
        }
    }

    fn warn(&self, path: &Path, warnings: &mut Warnings) {
        if self.checks > 0 {
            let message = format!("left out: {}", counted(self.checks, "attention check"));
            warnings.note(path, message, "they rate nothing: nothing to do");
        }
        if let Some((count, line)) = self.repeated {
            let rows = counted(count, "row");
            let repeat = if count == 1 { "repeats" } else { "repeat" };
            let message = format!(
                "{rows} {repeat} an earlier one: same rater, output, marked text, category and severity, \
                 first line {line}"
            );
            let help = "each counts as an error: remove the copies";
            warnings.add(path, message, help);
        }
        if let Some((count, line)) = self.differing {
            let rows = counted(count, "row");
            let have = if count == 1 { "has" } else { "have" };
            let message = format!(
                "{rows} {have} another text than an earlier row of the same segment, first line {line}"
            );
            warnings.add(
                path,
                message,
                "the first text is taken: look whether the rows are of one segment",
            );
        }
        let mut gaps = BTreeSet::new();
        let mut previous: Option<(usize, u64)> = None;
        for (document, number) in self.numbers.keys() {
            if previous.is_some_and(|(d, n)| d == *document && n.checked_add(1) != Some(*number)) {
                gaps.insert(*document);
            }
            previous = Some((*document, *number));
        }
        if !gaps.is_empty() {
            let documents = counted(gaps.len(), "document");
            let have = if gaps.len() == 1 { "has" } else { "have" };
            let message = format!("{documents} {have} segments without a rating");
            warnings.add(
                path,
                message,
                "they are not in the corpus: sizes count rated segments alone",
            );
        }
    }

    fn into_corpus(self, path: &Path, source: &MqmSource) -> Result<Corpus, CorpusError> {
        let count = self.segments.len();
        let judges = match source.raters {
            MqmRaters::Average => 1,
            MqmRaters::Separate => {
                let rated = self.systems.values().flat_map(BTreeMap::values);
                rated.map(|rated| rated.sums.len()).max().unwrap_or(0)
            }
        };
        check_cells(path, self.systems.len().saturating_mul(judges), count)?;
        let documents = self.documents_in_order(path)?;
        let human = self.human(path, source.references.as_deref())?;
        let mut corpus = Corpus { documents, ..Corpus::default() };
        corpus.source = Some(self.segments.values().map(|segment| &*segment.source).collect());
        for (system, rated) in &self.systems {
            let texts = self.segments.keys().map(|key| rated.get(key).map(|r| &*r.text)).collect();
            corpus.systems.push(NamedTexts { name: system.clone(), texts });
        }
        for name in &human {
            let texts = corpus.system(name).cloned().unwrap_or_default();
            corpus.references.push(NamedTexts { name: name.clone(), texts });
        }
        let looks = corpus.systems.iter().map(|system| &system.name).filter(|n| looks_human(n));
        corpus.human_systems = looks.chain(&human).cloned().collect();
        for (segment, key) in self.segments.keys().enumerate() {
            for (system, rated) in &self.systems {
                let marked = rated.get(key).into_iter().flat_map(|rated| rated.marked.clone());
                marked::add(&mut corpus.error_spans, (&**system, count), segment, marked);
            }
        }
        let judged = self.judged(source.raters);
        (corpus.judgments, corpus.judge_names) = (judged.judgments, judged.names);
        Ok(corpus)
    }

    fn documents_in_order(&self, path: &Path) -> Result<Vec<Document>, CorpusError> {
        let mut names = vec![""; self.documents.len()];
        for (name, index) in &self.documents {
            names[*index] = name;
        }
        let mut documents = DocumentsBuilder::new(path, Unit::Line);
        for ((_, document, _), segment) in &self.segments {
            documents.push(None, names[*document], segment.line)?;
        }
        Ok(documents.finish())
    }

    /// Names of the references.
    fn human(&self, path: &Path, wanted: Option<&[String]>) -> Result<Vec<String>, CorpusError> {
        let Some(wanted) = wanted else {
            return Ok(self.systems.keys().filter(|name| looks_human(name)).cloned().collect());
        };
        if let Some(unknown) = wanted.iter().find(|name| !self.systems.contains_key(*name)) {
            let names = listing(self.systems.keys().map(String::as_str));
            let cause = format!("there is no reference `{unknown}`");
            let help = format!("the systems are: {names}");
            return Err(CorpusError::malformed(path, None, cause, help));
        }
        Ok(wanted.to_vec())
    }

    fn judged(&self, raters: MqmRaters) -> Judged {
        let names = self.raters.iter().map(|name| (name.as_str(), name.as_str().into()));
        let names: BTreeMap<&str, Arc<str>> = names.collect();
        let (mut ratings, nobody) = (NamedRatings::default(), "".into());
        for (system, rated) in &self.systems {
            ratings.declare(system, self.segments.len());
            for (segment, key) in self.segments.keys().enumerate() {
                let Some(Rated { sums, .. }) = rated.get(key) else { continue };
                // Subtracting from zero keeps a clean segment at 0 rather than -0.
                if raters == MqmRaters::Average {
                    let mean = sums.values().sum::<f64>() / sums.len() as f64;
                    ratings.add(system, segment, &nobody, 0.0 - mean);
                    continue;
                }
                for (rater, sum) in sums {
                    ratings.add(system, segment, &names[rater.as_str()], 0.0 - sum);
                }
            }
        }
        let mut judged = Judged::default();
        ratings.enter(CRITERION, &mut judged);
        // A mean of several raters has no rater.
        if raters == MqmRaters::Average {
            judged.names.clear();
        }
        judged
    }
}

/// A text without the marks of an error.
fn unmarked(text: &str) -> Cow<'_, str> {
    if text.contains("<v>") || text.contains("</v>") {
        return Cow::Owned(text.replace("<v>", "").replace("</v>", ""));
    }
    Cow::Borrowed(text)
}
