//! The ratings of a paragraph: of each system, those of the waves, or of all annotators of a control set.
//!
//! ```text
//! {"human1": 80, "errors1": [...], "annotator1": "...", "times1": [from, to], "human2": ...}
//! [{"human": 80, "errors": [...], "annotator": "...", "times": [from, to]}, ...]
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::corpus::json_lines::Record;
use crate::corpus::known::EsaScore;
use crate::corpus::marked::{self, Place};
use crate::corpus::{CorpusError, model};
use crate::formats::source::WmtCriterion;

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
    /// Errors that were marked.
    pub(super) marked: Vec<model::ErrorSpan>,
}

/// All ratings in `record`, with the values of `criteria`.
pub(super) fn read<'a>(
    record: &'a Record<'_>,
    criteria: &[WmtCriterion],
) -> Result<Vec<Rating<'a>>, CorpusError> {
    let written: Written<'a> =
        record.read("write scores from 0 to 100, or {} where there are none")?;
    let mut ratings = Vec::new();
    for (system, of_system) in written.scores.into_iter().flatten() {
        let Some(OfSystem { is_control, by_judge }) = of_system else { continue };
        for (judge, given) in by_judge {
            let values = criteria.iter().map(|criterion| given.value(*criterion));
            let values = values.collect::<Result<Vec<_>, _>>().map_err(|(cause, help)| {
                record
                    .malformed(format!("rating {} of system `{system}`: {cause}", judge + 1), help)
            })?;
            // A rating without any value is none.
            if values.iter().any(Option::is_some) {
                let annotator = given.annotator.map(|name| name.0);
                let marked = given.errors.iter().flatten().map(ErrorSpan::marked).collect();
                ratings.push(Rating { system, is_control, judge, annotator, values, marked });
            }
        }
    }
    Ok(ratings)
}

/// What is read of a line.
#[derive(Deserialize)]
struct Written<'a> {
    /// By system.
    #[serde(borrow)]
    scores: Option<BTreeMap<&'a str, Option<OfSystem<'a>>>>,
}

/// The ratings of a system's paragraph by wave, or by place in the list of all annotators, from 0.
struct OfSystem<'a> {
    is_control: bool,
    by_judge: BTreeMap<usize, Given<'a>>,
}

/// What one person says.
#[derive(Default, Deserialize)]
struct Given<'a> {
    human: Option<EsaScore>,
    #[serde(borrow)]
    errors: Option<Vec<ErrorSpan<'a>>>,
    annotator: Option<Name<'a>>,
    times: Option<Vec<Option<f64>>>,
}

#[derive(Deserialize)]
struct ErrorSpan<'a> {
    severity: Option<&'a str>,
    /// Of the first character and of the last; `"missing"` of an omission.
    start_i: Option<Place>,
    end_i: Option<Place>,
}

impl ErrorSpan<'_> {
    /// The same as it is shown.
    fn marked(&self) -> model::ErrorSpan {
        let (start, last) = (self.start_i.unwrap_or_default(), self.end_i.unwrap_or_default());
        marked::inclusive(start, last, self.severity.unwrap_or_default(), "")
    }
}

#[derive(Deserialize)]
#[serde(try_from = "&'a str")]
struct Name<'a>(&'a str);

impl<'a> TryFrom<&'a str> for Name<'a> {
    type Error = &'static str;

    fn try_from(name: &'a str) -> Result<Self, Self::Error> {
        if name.is_empty() { Err("it is empty") } else { Ok(Self(name)) }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for OfSystem<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Ratings)
    }
}

struct Ratings;

impl<'de> Visitor<'de> for Ratings {
    type Value = OfSystem<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    /// The keys of each wave end in its number. There is a rating where there is a score.
    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let (mut waves, mut scored) = (BTreeMap::<usize, Given<'de>>::new(), BTreeSet::new());
        while let Some(key) = entries.next_key::<&str>()? {
            let name = key.trim_end_matches(|c: char| c.is_ascii_digit());
            let number = key[name.len()..].parse().ok().filter(|wave| (1..=WAVES).contains(wave));
            let wave = number.map(|wave: usize| waves.entry(wave - 1).or_default());
            match (name, wave) {
                ("human", Some(wave)) => {
                    scored.insert(number);
                    wave.human = entries.next_value()?;
                }
                ("errors", Some(wave)) => wave.errors = entries.next_value()?,
                ("annotator", Some(wave)) => wave.annotator = entries.next_value()?,
                ("times", Some(wave)) => wave.times = entries.next_value()?,
                (name, _) if name.starts_with("human") => {
                    let cause = format!("\"{key}\" is no wave: number them human1, human2, ...");
                    return Err(A::Error::custom(cause));
                }
                _ => drop(entries.next_value::<IgnoredAny>()?),
            }
        }
        waves.retain(|wave, _| scored.contains(&Some(wave + 1)));
        Ok(OfSystem { is_control: false, by_judge: waves })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut by_judge = BTreeMap::new();
        while let Some(given) = list.next_element()? {
            by_judge.insert(by_judge.len(), given);
        }
        Ok(OfSystem { is_control: true, by_judge })
    }
}

/// What is wrong, and the way out.
type Refusal = (String, &'static str);

impl Given<'_> {
    fn value(&self, criterion: WmtCriterion) -> Result<Option<f64>, Refusal> {
        match criterion {
            WmtCriterion::Esa => Ok(self.human.map(|score| score.0)),
            // Errors were not annotated where there is no score.
            WmtCriterion::Errors if self.human.is_none() => Ok(None),
            WmtCriterion::Errors => self.errors.as_deref().map(penalty).transpose(),
            WmtCriterion::Seconds => self.times.as_deref().map(seconds).transpose(),
        }
    }
}

/// Minus the weights of all errors.
fn penalty(errors: &[ErrorSpan<'_>]) -> Result<f64, Refusal> {
    let mut sum = 0.0;
    for error in errors {
        let severity = error.severity.unwrap_or_default();
        let weight = WEIGHTS.iter().find(|(known, _)| severity.eq_ignore_ascii_case(known));
        let (_, weight) = weight.ok_or_else(|| {
            let help = "known are major, minor, undecided and neutral";
            (format!("an error has severity `{severity}`"), help)
        })?;
        sum += weight;
    }
    // Subtracting from zero keeps a clean segment at 0 rather than -0.
    Ok(0.0 - sum)
}

fn seconds(times: &[Option<f64>]) -> Result<f64, Refusal> {
    match times {
        [Some(from), Some(to)] if to >= from => Ok(to - from),
        _ => {
            let help = "write the seconds of the first action and of the last: [from, to]";
            Err(("the times are no span".to_owned(), help))
        }
    }
}
