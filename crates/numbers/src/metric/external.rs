//! Means of scores of segments or documents that another program computed (COMET, `MetricX`, MQM, anything).
//!
//! System value = mean over the scored segments, or over the scored documents, whatever their
//! size. Rows, one for each of these, are `(scaled score, 1)`, see
//! `metric::mean` for the scale.
//!
//! This module knows nothing of corpora; it reads a plain slice.

use thiserror::Error;

use super::Statistics;
use super::config::{ExternalConfig, ScoreLevel};
use super::mean::{MeanScorer, scaled_rows, statistics as mean_statistics};
use super::weighted::weighted_rows;

/// Scores that cannot be averaged.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ScoreError {
    /// A score is not what is needed.
    #[error("score {score}, {level} {place}: {value} is not {needed}")]
    Unfit {
        /// Name of the score.
        score: String,
        /// `segment` or `document`.
        level: &'static str,
        /// Which one, from 1.
        place: usize,
        /// The value.
        value: f64,
        /// What it has to be, such as `a finite number`.
        needed: &'static str,
    },
    /// Numbers contradict each other.
    #[error(
        "scores {first} to {last}, {level} {place}: these are not the 23 numbers of METEOR 1.5 in its order, since they \
         contradict each other"
    )]
    NotOfMeteor {
        /// The first column.
        first: String,
        /// The last column.
        last: String,
        /// `segment` or `document`.
        level: &'static str,
        /// Which one, from 1.
        place: usize,
    },
    /// Fixed point cannot hold the scores.
    #[error("score {score}: too large or too small, the largest must be between 1e-10 and 1e12")]
    OutOfRange {
        /// Name of the score.
        score: String,
    },
}

/// Statistics of one system from its scores, one for each segment or document; those without a score
/// are absent, and where segments have weights, those without one.
///
/// # Errors
///
/// See [`ScoreError`].
pub fn statistics(
    scores: &[Option<f64>],
    weights: Option<&[Option<f64>]>,
    config: &ExternalConfig,
) -> Result<Statistics, ScoreError> {
    check(scores, config)?;
    let column = [scores.to_vec()];
    let rows = match weights {
        Some(weights) => weighted_rows(scores.len(), &[&column], weights),
        None => scaled_rows(scores.len(), &[&column]),
    };
    let (rows, scale) =
        rows.ok_or_else(|| ScoreError::OutOfRange { score: config.score.clone() })?;
    Ok(mean_statistics(rows, MeanScorer::plain(scale)))
}

/// Whether all scores are numbers.
///
/// # Errors
///
/// [`ScoreError::Unfit`].
pub fn check(scores: &[Option<f64>], config: &ExternalConfig) -> Result<(), ScoreError> {
    let bad = scores.iter().position(|score| score.is_some_and(|score| !score.is_finite()));
    let Some(bad) = bad else { return Ok(()) };
    Err(ScoreError::Unfit {
        score: config.score.clone(),
        level: word(config.level),
        place: bad + 1,
        value: scores[bad].unwrap_or(f64::NAN),
        needed: "a finite number",
    })
}

/// Everything that changes the number.
pub fn signature(config: &ExternalConfig) -> String {
    let better = if config.higher_is_better() { "higher" } else { "lower" };
    let level = match config.level {
        ScoreLevel::Segment => "",
        ScoreLevel::Document => "|level:document",
    };
    let estimate = if config.estimate.is_mean() { "" } else { "|estimate:adjusted" };
    format!("external|score:{}{level}{estimate}|better:{better}", config.score)
}

/// What messages call a thing that has a score.
pub(super) fn word(level: ScoreLevel) -> &'static str {
    match level {
        ScoreLevel::Segment => "segment",
        ScoreLevel::Document => "document",
    }
}

#[cfg(test)]
mod tests {
    use super::super::StatisticsRows;
    use super::*;
    use crate::value::ScoreEstimate;

    fn config() -> ExternalConfig {
        let level = ScoreLevel::Segment;
        ExternalConfig {
            score: "mqm".into(),
            level,
            higher_is_better: Some(true),
            ratio_scale: false,
            estimate: ScoreEstimate::Mean,
        }
    }

    #[test]
    fn mean_over_scored_segments() {
        let statistics =
            statistics(&[Some(-25.0), None, Some(-0.1), Some(-0.0)], None, &config()).unwrap();
        let StatisticsRows::Fixed(rows) = &statistics.rows else { panic!("fixed") };
        assert_eq!(rows.sums(), [-251, 3]);
        assert_eq!(statistics.scorer.score(&rows.sums()), Some(-25.1 / 3.0));
        assert_eq!(statistics.scorer.score(&[0, 0]), None);
    }

    #[test]
    fn infinite_scores_are_refused() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let error =
                statistics(&[None, Some(value)], None, &config()).err().unwrap().to_string();
            assert_eq!(error, format!("score mqm, segment 2: {value} is not a finite number"));
        }
        let error = statistics(&[Some(1e20)], None, &config()).err();
        assert_eq!(error, Some(ScoreError::OutOfRange { score: "mqm".into() }));
    }

    #[test]
    fn signature_names_the_score() {
        assert_eq!(signature(&config()), "external|score:mqm|better:higher");
        let documents = ExternalConfig { level: ScoreLevel::Document, ..config() };
        assert_eq!(signature(&documents), "external|score:mqm|level:document|better:higher");
        let adjusted = ExternalConfig { estimate: ScoreEstimate::Adjusted, ..config() };
        assert_eq!(signature(&adjusted), "external|score:mqm|estimate:adjusted|better:higher");
        // What results are known by.
        let expected = "ExternalConfig { score: \"mqm\", level: Segment, higher_is_better: true, \
                        ratio_scale: false }";
        assert_eq!(format!("{:?}", config()), expected);
        assert!(format!("{adjusted:?}").ends_with("ratio_scale: false, estimate: Adjusted }"));
        let error = statistics(&[Some(f64::NAN)], None, &documents).err().unwrap().to_string();
        assert_eq!(error, "score mqm, document 1: NaN is not a finite number");
    }
}
