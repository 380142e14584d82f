//! The ratings of a paragraph: of each system, those of the waves, or of all annotators of a control set.
//!
//! ```text
//! {"human1": 80, "errors1": [...], "annotator1": "...", "times1": [from, to], "human2": ...}
//! [{"human": 80, "errors": [...], "annotator": "...", "times": [from, to]}, ...]
//! ```

use serde_json::{Map, Value};

use crate::corpus::error::CorpusError;
use crate::corpus::json_lines::Record;
use crate::corpus::known::{ESA_HELP, refusal_of_esa};
use crate::corpus::source::WmtCriterion;

/// Waves that a record may have.
const WAVES: usize = 64;

/// Weights of errors by severity.
const WEIGHTS: [(&str, f64); 4] =
    [("major", 5.0), ("minor", 1.0), ("undecided", 0.0), ("neutral", 0.0)];

/// The rating of a system's paragraph by one person.
#[derive(Debug, PartialEq)]
pub(super) struct Rating<'a> {
    pub(super) system: &'a str,
    /// Whether it is one of a list of ratings by all annotators.
    pub(super) is_control: bool,
    /// Wave, or place in the list, from 0.
    pub(super) judge: usize,
    pub(super) annotator: Option<&'a str>,
    /// Value of each criterion asked for.
    pub(super) values: Vec<Option<f64>>,
}

/// All ratings in `record`, with the values of `criteria`.
pub(super) fn read<'a>(
    record: &'a Record<'_>,
    criteria: &[WmtCriterion],
) -> Result<Vec<Rating<'a>>, CorpusError> {
    let mut ratings = Vec::new();
    for (system, value) in record.entries("scores")?.into_iter().flatten() {
        match value {
            Value::Null => {}
            Value::Object(entry) => {
                for key in entry.keys() {
                    let Some(suffix) = key.strip_prefix("human") else { continue };
                    let wave = suffix.parse().ok().filter(|wave| (1..=WAVES).contains(wave));
                    let wave: usize = wave.ok_or_else(|| {
                        let cause = format!("\"{key}\" of system `{system}` is no wave");
                        record.malformed(cause, "number the waves from 1: human1, human2, ...")
                    })?;
                    let at = Entry { record, system, object: entry, suffix };
                    ratings.push(at.rating(criteria, wave - 1, false)?);
                }
            }
            Value::Array(list) => {
                for (judge, entry) in list.iter().enumerate() {
                    let entry = entry.as_object().ok_or_else(|| {
                        let cause = format!("a rating of system `{system}` is no object");
                        record.malformed(cause, "write {\"human\": ..., \"annotator\": ...}")
                    })?;
                    let at = Entry { record, system, object: entry, suffix: "" };
                    ratings.push(at.rating(criteria, judge, true)?);
                }
            }
            _ => {
                let cause = format!("the scores of system `{system}` are no object and no list");
                return Err(record.malformed(cause, "write {} where there are none"));
            }
        }
    }
    // A rating without any value is none.
    ratings.retain(|rating| rating.values.iter().any(Option::is_some));
    Ok(ratings)
}

/// A rating in an object, whose keys end in `suffix`.
struct Entry<'a, 'r> {
    record: &'a Record<'r>,
    system: &'a str,
    object: &'a Map<String, Value>,
    suffix: &'a str,
}

impl<'a> Entry<'a, '_> {
    fn rating(
        &self,
        criteria: &[WmtCriterion],
        judge: usize,
        is_control: bool,
    ) -> Result<Rating<'a>, CorpusError> {
        let values = criteria.iter().map(|criterion| self.value(*criterion));
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let (system, annotator) = (self.system, self.annotator()?);
        Ok(Rating { system, is_control, judge, annotator, values })
    }

    fn get(&self, key: &str) -> Option<&'a Value> {
        self.object.get(&format!("{key}{}", self.suffix)).filter(|value| !value.is_null())
    }

    fn refused(&self, key: &str, what: &str, help: &str) -> CorpusError {
        let cause = format!("\"{key}{}\" of system `{}` {what}", self.suffix, self.system);
        self.record.malformed(cause, help)
    }

    fn annotator(&self) -> Result<Option<&'a str>, CorpusError> {
        let Some(value) = self.get("annotator") else { return Ok(None) };
        let name = value.as_str().filter(|name| !name.is_empty());
        let refused = || self.refused("annotator", "is no name", "write a string");
        name.map(Some).ok_or_else(refused)
    }

    fn value(&self, criterion: WmtCriterion) -> Result<Option<f64>, CorpusError> {
        match criterion {
            WmtCriterion::Esa => self.score(),
            // Nobody looked for errors where there is no score.
            WmtCriterion::Errors if self.score()?.is_none() => Ok(None),
            WmtCriterion::Errors => self.errors(),
            WmtCriterion::Seconds => self.seconds(),
        }
    }

    fn score(&self) -> Result<Option<f64>, CorpusError> {
        let Some(value) = self.get("human") else { return Ok(None) };
        let refused = || self.refused("human", "is no number", "write a number from 0 to 100");
        let score = value.as_f64().ok_or_else(refused)?;
        let refusal = refusal_of_esa(score).map(|cause| {
            self.record.malformed(format!("system `{}`: {cause}", self.system), ESA_HELP)
        });
        refusal.map_or(Ok(Some(score)), Err)
    }

    /// Minus the weights of all errors, nothing where there is no list of them.
    fn errors(&self) -> Result<Option<f64>, CorpusError> {
        let Some(value) = self.get("errors") else { return Ok(None) };
        let help = "write a list of {\"start_i\": ..., \"end_i\": ..., \"severity\": \"minor\"}";
        let list = value.as_array().ok_or_else(|| self.refused("errors", "is no list", help))?;
        let mut sum = 0.0;
        for error in list {
            let severity = error.get("severity").and_then(Value::as_str);
            let severity = severity
                .ok_or_else(|| self.refused("errors", "has an error without \"severity\"", help))?;
            let weight = WEIGHTS.iter().find(|(known, _)| severity.eq_ignore_ascii_case(known));
            let (_, weight) = weight.ok_or_else(|| {
                let what = format!("has an error of severity `{severity}`");
                self.refused("errors", &what, "known are major, minor, undecided and neutral")
            })?;
            sum += weight;
        }
        // Subtracting from zero keeps a clean segment at 0 rather than -0.
        Ok(Some(0.0 - sum))
    }

    fn seconds(&self) -> Result<Option<f64>, CorpusError> {
        let Some(value) = self.get("times") else { return Ok(None) };
        let times: Option<Vec<f64>> =
            value.as_array().and_then(|times| times.iter().map(Value::as_f64).collect());
        match times.as_deref() {
            Some([from, to]) if to >= from => Ok(Some(to - from)),
            _ => {
                let help = "write the seconds of the first action and of the last: [from, to]";
                Err(self.refused("times", "is no span of time", help))
            }
        }
    }
}
