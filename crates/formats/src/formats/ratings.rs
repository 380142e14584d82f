//! Ratings of mt-metrics-eval, `PAIR.NAME.seg.rating`: errors with weights instead of scores.
//!
//! ```text
//! SYSTEM <tab> {"errors": [{"severity": "minor", "category": "style", "score": 1.0, ...}]} <tab> RATER
//! SYSTEM <tab> None
//! ```
//!
//! A system has one line per segment, in order. `None` is not rated, no error is rated without error. Lines
//! may lack the rater: then it is NAME, except where one file without any rater is all that there is, which
//! may be of many people.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;

use super::judge_files::{Judged, NamedRatings};
use super::mqm_weights;
use crate::corpus::marked::{self, Place};
use crate::corpus::model;
use crate::corpus::{Alignment, CHECK_PATH, CorpusError, Judgments, TextFile, check_columns, json};
use crate::located::read_json;

/// How errors become scores.
pub(super) struct Scoring<'a> {
    /// Weights that go before those in the file, by severity and category in lower case.
    pub(super) own: &'a BTreeMap<String, f64>,
    /// Weights of errors that have none in the file.
    pub(super) usual: BTreeMap<String, f64>,
    /// Whether errors are counted by severity.
    pub(super) counts: bool,
}

/// What one rater says of a segment.
struct Rating {
    rater: Option<String>,
    score: f64,
    /// Number of errors by severity.
    counts: BTreeMap<String, u32>,
    /// Errors in the output.
    marked: Vec<model::ErrorSpan>,
}

/// Ratings by system, one per segment.
type BySegment = BTreeMap<String, Vec<Option<Rating>>>;

/// Reads the ratings in `files`, each with its NAME, as judgments on `criterion`. Of each system, the first
/// `skip` segments are left out.
pub(super) fn read(
    criterion: &str,
    files: &[(String, PathBuf)],
    scoring: &Scoring<'_>,
    (alignment, skip): (&mut Alignment, usize),
    all: &mut Judged,
) -> Result<(), CorpusError> {
    let mut read = Vec::new();
    for (name, path) in files {
        let mut systems = file(path, scoring, alignment)?;
        for ratings in systems.values_mut() {
            drop(ratings.drain(..skip));
        }
        read.push((name, path, systems));
    }
    for (system, ratings) in read.iter_mut().flat_map(|(_, _, systems)| systems) {
        let size = (system.as_str(), ratings.len());
        for (segment, rating) in ratings.iter_mut().enumerate() {
            let marked = rating.as_mut().map(|rating| std::mem::take(&mut rating.marked));
            marked::add(&mut all.error_spans, size, segment, marked.into_iter().flatten());
        }
    }
    let ratings = read.iter().flat_map(|(_, _, systems)| systems.values().flatten().flatten());
    let is_anonymous = read.len() == 1 && ratings.clone().all(|rating| rating.rater.is_none());
    let severities: BTreeSet<String> =
        ratings.flat_map(|rating| rating.counts.keys().cloned()).collect();
    let mut columns: Vec<(String, Taken)> = vec![(criterion.to_owned(), Taken::Score)];
    if scoring.counts {
        let counts = severities
            .into_iter()
            .map(|severity| (format!("{criterion}-{severity}"), Taken::Count(severity)));
        columns.extend(counts);
    }
    for (name, value) in columns {
        if all.judgments.contains_key(&name) {
            let cause = format!("there are judgments on `{name}` beside it");
            let help = "give these ratings another name in `ratings`";
            return Err(CorpusError::malformed(&files[0].1, None, cause, help));
        }
        if is_anonymous {
            let judged = all.judgments.entry(name).or_default();
            for (system, ratings) in &read[0].2 {
                let scores = ratings.iter().map(|rating| Some(value.read(rating.as_ref()?)));
                let judges = vec![scores.collect()];
                judged.insert(system.clone(), Judgments { judges });
            }
            continue;
        }
        let mut judge_names: BTreeMap<&str, Arc<str>> = BTreeMap::new();
        let mut named = NamedRatings::default();
        for (file, path, systems) in &read {
            for (system, ratings) in systems {
                named.declare(system, ratings.len());
                for (segment, rating) in ratings.iter().enumerate() {
                    let Some(rating) = rating else { continue };
                    let rater = rating.rater.as_deref().unwrap_or(file);
                    let rater = judge_names.entry(rater).or_insert_with(|| rater.into());
                    if named.add(system, segment, rater, value.read(rating)).is_some() {
                        let cause = format!(
                            "a rating of segment {} of system `{system}` has the same rater as \
                             another",
                            segment + 1
                        );
                        let help = "name files in `ratings` that have no rating in common";
                        return Err(CorpusError::malformed(path, None, cause, help));
                    }
                }
            }
        }
        named.enter(&name, all);
    }
    Ok(())
}

/// What a criterion takes of a rating.
enum Taken {
    Score,
    Count(String),
}

impl Taken {
    fn read(&self, rating: &Rating) -> f64 {
        match self {
            Self::Score => rating.score,
            Self::Count(severity) => rating.counts.get(severity).copied().unwrap_or(0).into(),
        }
    }
}

/// The ratings of a file.
fn file(
    path: &Path,
    scoring: &Scoring<'_>,
    alignment: &mut Alignment,
) -> Result<BySegment, CorpusError> {
    let file = TextFile::read(path, "ratings file", CHECK_PATH)?.without_mark();
    let mut systems = BySegment::new();
    let mut last: Option<&str> = None;
    for (line, text) in (1..).zip(file.lines()) {
        let malformed = |cause: String, help: &str| CorpusError::malformed(path, line, cause, help);
        let text = text.strip_suffix('\r').unwrap_or(text);
        let fields: Vec<&str> = text.split('\t').collect();
        let ([system, rating] | [system, rating, _]) = fields[..] else {
            let cause = format!("{} fields instead of 2 or 3", fields.len());
            let help = "write the system, its rating and the rater, with tabs between them";
            return Err(malformed(cause, help));
        };
        if system.is_empty() || (last != Some(system) && systems.contains_key(system)) {
            let cause = format!("system `{system}` comes back after another system");
            return Err(malformed(cause, "put all ratings of a system together"));
        }
        last = Some(system);
        let rater = fields.get(2).map(|rater| rater.trim()).filter(|rater| !rater.is_empty());
        let rating = match rating {
            "None" => None,
            rating => {
                let (score, counts, marked) = errors(rating, scoring).map_err(|cause| {
                    let help = "write `{\"errors\": [{\"severity\": ..., \"score\": ...}, ...]}`, \
                                or None where there is no rating";
                    malformed(cause, help)
                })?;
                Some(Rating { rater: rater.map(str::to_owned), score, counts, marked })
            }
        };
        systems.entry(system.to_owned()).or_default().push(rating);
        check_columns(path, systems.len())?;
    }
    for (system, ratings) in &systems {
        alignment.agree_scores(path, system, ratings.len(), "segment")?;
    }
    Ok(systems)
}

/// Score, number of errors by severity, and the errors in the output.
type Weighed = (f64, BTreeMap<String, u32>, Vec<model::ErrorSpan>);

/// Minus the sum of the weights of the errors in `text`, their numbers by severity, and the errors themselves; else what is
/// wrong.
fn errors(text: &str, scoring: &Scoring<'_>) -> Result<Weighed, String> {
    let object = json::object(text).map_err(|error| error.to_string())?.into();
    let errors = read_json::<Errors<'_>>(&object)?.errors;
    let (score, counts) = weighed(&errors, scoring)?;
    Ok((score, counts, errors.iter().filter_map(ErrorSpan::in_output).collect()))
}

/// Minus the sum of the weights of `errors`, and their numbers by severity; else what is wrong.
pub(super) fn weighed(
    errors: &[ErrorSpan<'_>],
    scoring: &Scoring<'_>,
) -> Result<(f64, BTreeMap<String, u32>), String> {
    let (mut sum, mut counts) = (0.0, BTreeMap::new());
    for (number, error) in (1..).zip(errors) {
        sum += error.weight(scoring).map_err(|cause| format!("error {number}: {cause}"))?;
        let severity = error.severity.unwrap_or_default();
        if !severity.is_empty() {
            *counts.entry(severity.to_lowercase()).or_insert(0) += 1;
        }
    }
    // Subtracting from zero keeps a segment without errors at 0 rather than -0.
    Ok((0.0 - sum, counts))
}

#[derive(Deserialize)]
struct Errors<'a> {
    #[serde(borrow)]
    errors: Vec<ErrorSpan<'a>>,
}

/// An error as it is written.
#[derive(Deserialize)]
pub(super) struct ErrorSpan<'a> {
    severity: Option<&'a str>,
    category: Option<&'a str>,
    score: Option<f64>,
    is_source_error: Option<bool>,
    /// Of the first character, and of the one behind the last.
    start: Option<Place>,
    end: Option<Place>,
}

impl ErrorSpan<'_> {
    /// The same as it is shown; nothing of an error in the source.
    pub(super) fn in_output(&self) -> Option<model::ErrorSpan> {
        let (start, end) = (self.start.unwrap_or_default(), self.end.unwrap_or_default());
        let [severity, category] = [self.severity, self.category].map(Option::unwrap_or_default);
        (self.is_source_error != Some(true)).then(|| marked::span(start, end, severity, category))
    }

    fn weight(&self, scoring: &Scoring<'_>) -> Result<f64, String> {
        let severity = self.severity.unwrap_or_default();
        let category = self.category.unwrap_or_default();
        if let Some(weight) = mqm_weights::weight(scoring.own, severity, category) {
            return Ok(weight);
        }
        match self.score {
            Some(score) if score < 0.0 => Err(format!(
                "\"score\" is {score}, and weights of errors are 0 or more: their sum is subtracted"
            )),
            Some(score) => Ok(score),
            None if self.is_source_error == Some(true) => Ok(0.0),
            None => mqm_weights::weight(&scoring.usual, severity, category)
                .ok_or_else(|| format!("it has no score, and severity `{severity}` has no weight")),
        }
    }
}
