//! Exports of Appraise: one row per annotated item, usually without a header.
//!
//! ```text
//! LOGIN,SYSTEM,ITEM,TYPE,SOURCE,TARGET,SCORE,DOCUMENT,COMPLETE[,SPANS],START,END[,BATCH,ID[,OUTPUT]]
//! ```
//!
//! The JSON-lines export has the same fields by name. Rows of tutorials, attention checks and fillers are left out, and scores of
//! whole documents (COMPLETE is `True`) if the document has rows of segments; of several rows of a login for one item, the
//! one with the latest end counts. Items are numbered in one of three ways: by the line in the source file
//! (2024), by document and segment (2025), or by the place in the task (2023, where the document bears the
//! name of the system). In the last case a segment is known by its place among the rows of its document in
//! one task, if these are all segments of the document.

mod history;
mod place;
mod row;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::evalset;
use super::judge_files::{Judged, NamedRatings};
use super::mqm_weights;
use super::pairs::Pairs;
use super::seconds::Clock;
use super::source::{AppraiseSource, EvalsetSource, Protocol};
use crate::corpus::known::{ESA_HELP, refusal_of_esa};
use crate::corpus::model::ErrorSpans;
use crate::corpus::{
    Corpus, CorpusError, Warnings, check_cells, check_columns, file_names, marked,
};
use place::Segments;
pub use row::RowStatus;
use row::{Row, Span};
pub(super) use row::{is_export, is_of_errors, pairs};

/// Weights of errors beside those of MQM. Names in lower case.
const WEIGHTS: [(&str, f64); 5] = [
    ("critical", 25.0),
    ("undecided", 0.0),
    ("minor/linguistic conventions/punctuation", 0.1),
    ("major/linguistic conventions/punctuation", 0.1),
    ("critical/linguistic conventions/punctuation", 0.1),
];

/// What becomes of each row of some exports: the file, the line and its status, in their order.
///
/// # Errors
///
/// If a file cannot be read or is no export.
pub fn statuses(paths: &[PathBuf]) -> Result<Vec<(PathBuf, usize, RowStatus)>, CorpusError> {
    let mut rows = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        row::read(path, index, &mut rows)?;
    }
    supersede(&mut rows);
    Ok(rows.iter().map(|row| (paths[row.file].clone(), row.line, row.status)).collect())
}

/// Reads the files that `source` names.
pub(super) fn read(
    name: &str,
    source: &AppraiseSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let paths: Vec<PathBuf> = source.files.iter().map(|path| data_dir.join(path)).collect();
    let mut rows = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        row::read(path, index, &mut rows)?;
    }
    let mut pairs = Pairs::new(source.languages.as_deref());
    rows.iter().filter(|row| row.status == RowStatus::Kept).for_each(|row| {
        pairs.takes(&row.pair);
    });
    pairs.only(&paths[0], "languages")?;
    if let Some(wanted) = &source.languages {
        rows.retain(|row| row.pair == *wanted);
    }
    supersede(&mut rows);
    let mut corpus = match (&source.test_set, &source.language_pair) {
        (Some(path), Some(pair)) => Some(test_set(path, pair, data_dir, warnings)?),
        _ => None,
    };
    let segments = Segments::new(&rows, &paths, corpus.as_mut(), warnings)?;
    warn_of_rows(&rows, &paths[0], warnings);
    let mut corpus = corpus.unwrap_or_else(|| Corpus {
        documents: segments.documents().to_vec(),
        ..Corpus::default()
    });
    let mut weights = mqm_weights::weights(name, &BTreeMap::new())?;
    weights.extend(WEIGHTS.iter().map(|(error, weight)| ((*error).to_owned(), *weight)));
    weights.extend(source.weights.iter().map(|(error, weight)| (error.clone(), *weight)));
    judge(&mut corpus, &rows, &paths, &segments, source, &weights)?;
    let judged = corpus.judgments.values().flat_map(BTreeMap::keys);
    let textless: std::collections::BTreeSet<String> =
        judged.filter(|system| corpus.system(system).is_none()).cloned().collect();
    corpus
        .human_systems
        .extend(textless.iter().filter(|name| file_names::looks_human(name)).cloned());
    corpus.systems_without_text = textless.into_iter().collect();
    Ok(corpus)
}

/// The texts and documents of a test set; what its judges say is left to the exports.
fn test_set(
    path: &Path,
    pair: &str,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let source = EvalsetSource {
        path: path.to_owned(),
        language_pair: pair.to_owned(),
        ..EvalsetSource::default()
    };
    let corpus = evalset::read(&source, data_dir, warnings)?;
    Ok(Corpus {
        judgments: BTreeMap::new(),
        judge_names: BTreeMap::new(),
        error_spans: ErrorSpans::new(),
        ..corpus
    })
}

/// Marks rows of which a later one says another thing of the same item: that with the later end, or of
/// equal ends the one further down.
fn supersede(rows: &mut [Row]) {
    let mut latest: BTreeMap<(&str, &str, &str, &str), usize> = BTreeMap::new();
    let mut old = Vec::new();
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.status == RowStatus::Kept) {
        let key = (&*row.login, &*row.system, &*row.document, &*row.item);
        match latest.entry(key) {
            std::collections::btree_map::Entry::Vacant(entry) => drop(entry.insert(index)),
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                if rows[*entry.get()].end <= row.end {
                    old.push(entry.insert(index));
                } else {
                    old.push(index);
                }
            }
        }
    }
    for index in old {
        rows[index].status = RowStatus::Superseded;
    }
}

/// Says how many rows are left out, and why.
fn warn_of_rows(rows: &[Row], path: &Path, warnings: &mut Warnings) {
    let kinds = [
        (RowStatus::Check, "attention check", "attention checks"),
        (RowStatus::Superseded, "earlier submission", "earlier submissions"),
        (RowStatus::Duplicate, "duplicate", "duplicates"),
        (RowStatus::Incomplete, "row of an incomplete document", "rows of incomplete documents"),
        (RowStatus::Tutorial, "row of a tutorial", "rows of tutorials"),
        (RowStatus::Document, "score of a whole document", "scores of whole documents"),
    ];
    let left_out = kinds.iter().filter_map(|(status, one, many)| {
        let count = rows.iter().filter(|row| row.status == *status).count();
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
    });
    let left_out: Vec<String> = left_out.collect();
    if !left_out.is_empty() {
        let all = rows.len();
        let message = format!("left out of {all} rows: {}", left_out.join(", "));
        if rows.iter().any(|row| row.status == RowStatus::Document) {
            let help = "segments of the same documents are rated, and make up the scores";
            warnings.add(path, message, help);
        } else {
            warnings.note(path, message, "they rate nothing, or were corrected: nothing to do");
        }
    }
}

/// Enters the judgments of `rows`.
fn judge(
    corpus: &mut Corpus,
    rows: &[Row],
    paths: &[PathBuf],
    segments: &Segments,
    source: &AppraiseSource,
    weights: &BTreeMap<String, f64>,
) -> Result<(), CorpusError> {
    let count = corpus.segment_count();
    let criterion = source.protocol.criterion();
    let kept = || {
        let rows = rows.iter().enumerate().filter(|(_, row)| row.status == RowStatus::Kept);
        rows.filter_map(|(index, row)| Some((row, segments.of_row(index)?)))
    };
    let mut severities: Vec<String> = Vec::new();
    if source.error_counts {
        severities = kept()
            .flat_map(|(row, _)| row.spans.iter().map(|span| span.severity.clone()))
            .collect::<std::collections::BTreeSet<String>>()
            .into_iter()
            .collect();
    }
    let mut ratings = vec![NamedRatings::default(); 1 + severities.len()];
    let mut systems = std::collections::BTreeSet::new();
    let mut judges: BTreeMap<&str, Arc<str>> = BTreeMap::new();
    for (row, segment) in kept() {
        systems.insert(&row.system);
        check_columns(&paths[row.file], systems.len())?;
        let judge = judges.entry(&row.login).or_insert_with(|| Arc::clone(&row.login));
        let score = match source.protocol {
            Protocol::Esa => match refusal_of_esa(row.score) {
                None => row.score,
                Some(cause) => {
                    let path = &paths[row.file];
                    return Err(CorpusError::malformed(path, row.line, cause, ESA_HELP));
                }
            },
            Protocol::Mqm => row.penalty(weights, &paths[row.file])?,
        };
        let counts = severities.iter().map(|severity| {
            row.spans.iter().filter(|span| span.severity == *severity).count() as f64
        });
        let marked = row.spans.iter().map(Span::marked);
        marked::add(&mut corpus.error_spans, (&*row.system, count), segment, marked);
        for (ratings, value) in ratings.iter_mut().zip(std::iter::once(score).chain(counts)) {
            ratings.declare(&row.system, count);
            if ratings.add(&row.system, segment, judge, value).is_some() {
                let cause =
                    format!("login `{}` has rated this segment of the system twice", row.login);
                let help = "keep one of the rows, or give the batches their own logins";
                return Err(CorpusError::malformed(&paths[row.file], row.line, cause, help));
            }
        }
    }
    check_cells(&paths[0], systems.len().saturating_mul(judges.len().min(8)), count)?;
    let mut judged = Judged::default();
    let names = severities.iter().map(|severity| format!("{criterion}-{severity}"));
    let names: Vec<String> = std::iter::once(criterion.to_owned()).chain(names).collect();
    for (name, ratings) in names.iter().zip(ratings) {
        ratings.enter(name, &mut judged);
    }
    if judged.judgments[criterion].is_empty() {
        let cause = "no row of it is a rating: all are checks, fillers or tutorials";
        let help = "name the export of a campaign with finished tasks";
        return Err(CorpusError::malformed(&paths[0], None, cause, help));
    }
    (corpus.judgments, corpus.judge_names) = (judged.judgments, judged.names);
    let log = history::log(rows, segments, |row| match source.protocol {
        Protocol::Esa => refusal_of_esa(row.score).is_none().then_some(row.score),
        Protocol::Mqm => row.penalty(weights, &paths[row.file]).ok(),
    });
    if !log.is_empty() {
        corpus.log.insert(criterion.to_owned(), log);
    }
    let mut clock = Clock::default();
    // Checks and fillers take time too: without them it would be counted as time of the next rating.
    for row in rows.iter().filter(|row| row.status != RowStatus::Superseded) {
        clock.end(&row.login, row.end);
    }
    if let Some(seconds) = clock.median() {
        corpus.rating_seconds.insert(criterion.to_owned(), seconds);
    }
    Ok(())
}
