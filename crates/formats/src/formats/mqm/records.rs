//! Ratings of mt-metrics-eval that stand alone: a JSON object per line, which is one rating of one output.
//!
//! ```text
//! {"source": "...", "hypothesis": "...", "errors": [...], "document_id": "d", "segment_id": 0,
//!  "system_id": "X", "rater_id": "ann", ...}
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::{Key, Ratings, weights};
use crate::corpus::json_lines::records;
use crate::corpus::{CHECK_PATH, CorpusError, TextFile, check_columns};
use crate::formats::ratings::{ErrorSpan, Scoring, weighed};

/// Judge where a rating does not say who gave it.
const UNNAMED: &str = "unnamed";

const HELP: &str = "write {\"system_id\": \"...\", \"segment_id\": 0, \"errors\": []}, with segments numbered from 0";

/// A line.
#[derive(Deserialize)]
struct Rating<'a> {
    system_id: Option<&'a str>,
    document_id: Option<&'a str>,
    segment_id: u64,
    rater_id: Option<&'a str>,
    source: Option<&'a str>,
    hypothesis: Option<&'a str>,
    #[serde(borrow)]
    errors: Vec<ErrorSpan<'a>>,
}

/// Reads the ratings of a file; `weights_given` go before those in the file.
pub(super) fn read(
    path: &Path,
    weights_given: &BTreeMap<String, f64>,
    ratings: &mut Ratings,
) -> Result<(), CorpusError> {
    let file = TextFile::read(path, "ratings file", CHECK_PATH)?.without_mark();
    let lower_case: BTreeMap<String, f64> =
        weights_given.iter().map(|(name, weight)| (name.to_lowercase(), *weight)).collect();
    let scoring =
        Scoring { own: &lower_case, usual: weights("", &BTreeMap::new())?, counts: false };
    for record in records(&file) {
        let record = record?;
        let rating: Rating<'_> = record.read(HELP)?;
        let system = rating.system_id.filter(|name| !name.is_empty());
        let system = system.ok_or_else(|| {
            record.malformed("it does not say of which system it is", "fill in \"system_id\"")
        })?;
        let segment = rating.segment_id;
        let (score, _) = weighed(&rating.errors, &scoring).map_err(|cause| {
            let help = "give errors a \"score\", or their severity a weight in `weights`";
            record.malformed(cause, help)
        })?;
        let rater = rating.rater_id.filter(|name| !name.is_empty());
        let rater = rater.unwrap_or(UNNAMED);
        let key = ratings.key_of(rating.document_id, segment);
        if ratings.is_rated(&key, system, rater) {
            let cause = format!("`{rater}` rates segment {segment} of system `{system}` again");
            let help = "keep one of the ratings, or say in \"rater_id\" who gave each";
            return Err(record.malformed(cause, help));
        }
        let source = rating.source.unwrap_or_default();
        let target = rating.hypothesis.unwrap_or_default();
        // Sums are of weights here, and the score is minus their sum.
        ratings.add(record.line, key, [system, rater], [source.into(), target.into()], 0.0 - score);
        for error in rating.errors.iter().filter_map(ErrorSpan::in_output) {
            ratings.mark(system, &key, error);
        }
        check_columns(path, ratings.systems.len().max(ratings.raters.len()))?;
    }
    ratings.path.get_or_insert_with(|| path.to_owned());
    Ok(())
}

impl Ratings {
    /// The key of a segment that is numbered in its document or in the test set. Without a document it is one of its
    /// own.
    fn key_of(&mut self, document: Option<&str>, segment: u64) -> Key {
        let next = self.documents.len();
        let name = document.map_or_else(|| Cow::Owned(segment.to_string()), Cow::Borrowed);
        let document = *self.documents.entry(name.into_owned()).or_insert(next);
        self.numbers.insert((document, segment), segment);
        // No line says the number in the test set: documents stay in the order in which they come.
        (document as u64, document, segment)
    }

    fn is_rated(&self, key: &Key, system: &str, rater: &str) -> bool {
        let rated = self.systems.get(system).and_then(|rated| rated.get(key));
        rated.is_some_and(|rated| rated.sums.contains_key(rater))
    }
}
