//! Means of human judgments.
//!
//! Segment value = mean of its judgments; several criteria are added up per segment (Zhang & Vogel
//! 2004 report fluency + adequacy). System value = mean over the judged segments. Rows are
//! `(scaled value, 1)`, see `metric::mean` for the scale.
//!
//! This module knows nothing of corpora; it reads plain slices.

use std::sync::Arc;

use thiserror::Error;

use super::config::{HumanConfig, HumanScale};
use super::mean::{
    Judgment, MeanScorer, judgments, scaled_rows, statistics as mean_statistics, value,
    weighted_ratings,
};
use super::weighted::weighted_rows;
use super::{Scorer, Statistics};
use crate::value::{JudgeScores, JudgedEstimate, Reduction};

/// Judgments of one system on one criterion: `[j][i]` is what the `j`-th judge gave segment `i`.
pub type Judges = [Vec<Option<f64>>];

/// Judgments that cannot be averaged. Positions count from 1.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum JudgmentError {
    /// No criterion is named.
    #[error("a mean of judgments needs at least one criterion")]
    NoCriterion,
    /// A column of judgments has another length than the corpus.
    #[error("criterion {criterion}, judge {judge}: {found} judgments for {expected} segments")]
    Misaligned {
        /// Name of the criterion.
        criterion: String,
        /// Judge.
        judge: usize,
        /// Length of the column.
        found: usize,
        /// Segments of the corpus.
        expected: usize,
    },
    /// A judgment is infinite or not a number.
    #[error("criterion {criterion}, judge {judge}, segment {segment}: {value} is not a judgment")]
    NotFinite {
        /// Name of the criterion.
        criterion: String,
        /// Judge.
        judge: usize,
        /// Segment.
        segment: usize,
        /// The judgment.
        value: f64,
    },
    /// The 0-100 scale is defined for judgments from 1 to 5.
    #[error(
        "criterion {criterion}, judge {judge}, segment {segment}: {value} is outside 1 to 5, which \
         the 0-100 scale needs"
    )]
    OutsideScale {
        /// Name of the criterion.
        criterion: String,
        /// Judge.
        judge: usize,
        /// Segment.
        segment: usize,
        /// The judgment.
        value: f64,
    },
    /// Fixed point cannot hold the judgments.
    #[error("judgments are too large or too small: the largest must be between 1e-10 and 1e12")]
    OutOfRange,
}

/// Statistics of one system from its judgments, one entry of `criteria` for each of
/// [`HumanConfig::criteria`], in that order.
///
/// A segment that lacks a judgment on any criterion is absent. Raw scores are in the unit of the
/// judgments; on the 0-100 scale, judgments from 1 to 5 become `100 (x - 1) / 4`, for several
/// criteria the mean of that over criteria.
///
/// # Errors
///
/// See [`JudgmentError`].
pub fn statistics(
    segments: usize,
    criteria: &[&Judges],
    config: &HumanConfig,
) -> Result<Statistics, JudgmentError> {
    check(segments, criteria, config)?;
    let count = i64::try_from(criteria.len()).map_err(|_| JudgmentError::OutOfRange)?;
    let (rows, scale) = scaled_rows(segments, criteria).ok_or(JudgmentError::OutOfRange)?;
    Ok(mean_statistics(rows, scorer(config, scale, count)))
}

/// The same where segments have weights; those without are absent.
///
/// # Errors
///
/// See [`JudgmentError`].
pub fn weighted_statistics(
    weights: &[Option<f64>],
    criteria: &[&Judges],
    config: &HumanConfig,
) -> Result<Statistics, JudgmentError> {
    let segments = weights.len();
    check(segments, criteria, config)?;
    let count = i64::try_from(criteria.len()).map_err(|_| JudgmentError::OutOfRange)?;
    let rows = weighted_rows(segments, criteria, weights);
    let (rows, scale) = rows.ok_or(JudgmentError::OutOfRange)?;
    Ok(mean_statistics(rows, scorer(config, scale, count)))
}

/// The value of each segment of one system, as [`statistics`] adds it up: in the unit of the judgments, `None` where a
/// criterion has none.
///
/// # Errors
///
/// See [`JudgmentError`].
pub fn segment_values(
    segments: usize,
    criteria: &[&Judges],
    config: &HumanConfig,
) -> Result<Vec<Option<f64>>, JudgmentError> {
    check(segments, criteria, config)?;
    Ok((0..segments).map(|segment| value(criteria, segment)).collect())
}

/// Of a criterion: its number, from 1, where it has no name.
fn name_of(criterion: usize, config: &HumanConfig) -> String {
    config.criteria.get(criterion).cloned().unwrap_or_else(|| (criterion + 1).to_string())
}

/// Checks that every criterion has judgments of all segments, finite and on the scale.
fn check(segments: usize, criteria: &[&Judges], config: &HumanConfig) -> Result<(), JudgmentError> {
    if criteria.is_empty() {
        return Err(JudgmentError::NoCriterion);
    }
    for (criterion, judges) in criteria.iter().enumerate() {
        if let Some(judge) = judges.iter().position(|column| column.len() != segments) {
            return Err(JudgmentError::Misaligned {
                criterion: name_of(criterion, config),
                judge: judge + 1,
                found: judges[judge].len(),
                expected: segments,
            });
        }
    }
    for Judgment { criterion, judge, segment, value } in judgments(criteria) {
        let (criterion, judge, segment) = (name_of(criterion, config), judge + 1, segment + 1);
        if !value.is_finite() {
            return Err(JudgmentError::NotFinite { criterion, judge, segment, value });
        }
        if config.scale == HumanScale::Percent && !(1.0..=5.0).contains(&value) {
            return Err(JudgmentError::OutsideScale { criterion, judge, segment, value });
        }
    }
    Ok(())
}

/// The score of sums over rows with `criteria` criteria.
pub(super) fn scorer(config: &HumanConfig, scale: i64, criteria: i64) -> MeanScorer {
    match config.scale {
        HumanScale::Raw => MeanScorer::plain(scale),
        HumanScale::Percent => {
            // Of a sum x over c criteria the mean of 100 (x - 1)/4 is 100 (x - c)/(4 c).
            MeanScorer { scale, factor: 100, offset: criteria, divisor: 4 * criteria }
        }
    }
}

/// Everything that changes the number.
pub fn signature(config: &HumanConfig) -> String {
    let scale = match config.scale {
        HumanScale::Raw => "raw",
        HumanScale::Percent => "0-100",
    };
    let better = if config.higher_is_better() { "higher" } else { "lower" };
    let criteria = config.criteria.join("+");
    let scores = match config.judge_scores {
        JudgeScores::Raw => String::new(),
        scores => format!("|judge-scores:{}", scores.name()),
    };
    let estimate = match config.estimate {
        JudgedEstimate::Mean => String::new(),
        estimate => format!("|estimate:{}", estimate.name()),
    };
    let judges = match config.reduce {
        Reduction::Huber => format!("huber-{}", config.tuning),
        reduce => reduce.name().to_owned(),
    };
    let value = if config.value.is_score() { "" } else { "|value:rank" };
    format!(
        "human|criteria:{criteria}|judges:{judges}|scale:{scale}{scores}{estimate}{value}|better:{better}"
    )
}

/// The ratings of one system on one criterion, each with the weight that makes their mean the score.
pub struct RatingRows {
    /// Segment and column of judgments of each rating, by segment.
    pub places: Vec<(usize, usize)>,
    /// Rows `(scaled weighted rating, scaled weight)`, one for each: a rating of a segment with m of them weighs
    /// 1/m, as in the mean of their means.
    pub rows: Vec<[i64; 2]>,
    /// Score of sums of rows. That of all rows is the score of [`statistics`]: exactly where ratings are decimals
    /// and segments have up to 16 of them, else but for rounding (weights of more are right to a few millionths).
    pub scorer: Arc<dyn Scorer>,
}

/// Ratings one by one, of a single criterion, for judges that are resampled.
///
/// # Errors
///
/// [`JudgmentError::OutOfRange`]; whatever else is wrong, [`statistics`] says.
pub fn rating_rows(
    segments: usize,
    judges: &Judges,
    config: &HumanConfig,
) -> Result<RatingRows, JudgmentError> {
    let (places, rows, scale) =
        weighted_ratings(segments, judges).ok_or(JudgmentError::OutOfRange)?;
    Ok(RatingRows { places, rows, scorer: Arc::new(scorer(config, scale, 1)) })
}

#[cfg(test)]
mod tests {
    use super::super::StatisticsRows;
    use super::*;

    fn config(criteria: &[&str], scale: HumanScale) -> HumanConfig {
        let criteria = criteria.iter().map(ToString::to_string).collect();
        HumanConfig { scale, higher_is_better: Some(true), ..HumanConfig::mean(criteria) }
    }

    fn rows(statistics: &Statistics) -> &super::super::Rows {
        match &statistics.rows {
            StatisticsRows::Fixed(rows) => rows,
            _ => panic!("judgments do not depend on the test set"),
        }
    }

    fn score(statistics: &Statistics) -> Option<f64> {
        statistics.scorer.score(&rows(statistics).sums())
    }

    #[test]
    fn mean_of_judges_then_of_segments() {
        // Segment means 3.5, 2 and none; system mean 2.75.
        let judges = [vec![Some(4.0), Some(2.0), None], vec![Some(3.0), None, None]];
        let raw = statistics(3, &[&judges], &config(&["fluency"], HumanScale::Raw)).unwrap();
        assert_eq!(score(&raw), Some(2.75));
        assert_eq!(rows(&raw).row(0), [7, 1]);
        assert!(!rows(&raw).is_present(2));
        let percent = config(&["fluency"], HumanScale::Percent);
        let percent = statistics(3, &[&judges], &percent).unwrap();
        assert_eq!(score(&percent), Some(43.75));
    }

    #[test]
    fn criteria_are_added_up_and_both_needed() {
        let fluency = [vec![Some(5.0), Some(1.0)]];
        let adequacy = [vec![Some(3.0), None]];
        let names = ["fluency", "adequacy"];
        let raw = statistics(2, &[&fluency, &adequacy], &config(&names, HumanScale::Raw)).unwrap();
        assert_eq!(score(&raw), Some(8.0));
        assert!(!rows(&raw).is_present(1));
        let percent =
            statistics(2, &[&fluency, &adequacy], &config(&names, HumanScale::Percent)).unwrap();
        assert_eq!(score(&percent), Some(75.0));
    }

    #[test]
    fn no_judgment_is_no_score() {
        let raw = config(&["fluency"], HumanScale::Raw);
        assert_eq!(score(&statistics(2, &[&[]], &raw).unwrap()), None);
        assert_eq!(score(&statistics(0, &[&[vec![]]], &raw).unwrap()), None);
    }

    fn error(judges: &Judges, config: &HumanConfig) -> Option<String> {
        statistics(2, &[judges], config).err().map(|error| error.to_string())
    }

    #[test]
    fn bad_judgments_are_named() {
        let raw = config(&["fluency"], HumanScale::Raw);
        let percent = config(&["fluency"], HumanScale::Percent);
        assert_eq!(
            error(&[vec![Some(3.0), Some(0.0)]], &percent).unwrap(),
            "criterion fluency, judge 1, segment 2: 0 is outside 1 to 5, which the 0-100 scale \
             needs"
        );
        assert_eq!(
            error(&[vec![None, None], vec![Some(f64::NAN), None]], &raw).unwrap(),
            "criterion fluency, judge 2, segment 1: NaN is not a judgment"
        );
        assert_eq!(
            error(&[vec![Some(1.0)]], &raw).unwrap(),
            "criterion fluency, judge 1: 1 judgments for 2 segments"
        );
        assert_eq!(
            error(&[vec![Some(1e300), None]], &raw).unwrap(),
            "judgments are too large or too small: the largest must be between 1e-10 and 1e12"
        );
        assert_eq!(statistics(2, &[], &raw).err(), Some(JudgmentError::NoCriterion));
    }

    /// Segment means 3.5, 2 and 6; the mean over ratings would be 3.6.
    #[test]
    fn ratings_weigh_what_keeps_the_score() {
        let judges = [
            vec![Some(4.0), Some(2.0), Some(6.0), None],
            vec![Some(3.0), None, None, None],
            vec![None, None, None, None],
        ];
        for scale in [HumanScale::Raw, HumanScale::Percent] {
            let config = config(&["fluency"], scale);
            let capped = judges.clone().map(|column| {
                column.into_iter().map(|x| x.map(|x: f64| x.min(5.0))).collect::<Vec<_>>()
            });
            let ratings = rating_rows(4, &capped, &config).unwrap();
            assert_eq!(ratings.places, [(0, 0), (0, 1), (1, 0), (2, 0)]);
            let sums = [0, 1].map(|column: usize| ratings.rows.iter().map(|row| row[column]).sum());
            let all = statistics(4, &[&capped], &config).unwrap();
            assert_eq!(ratings.scorer.score(&sums), score(&all));
            // The second rating of the first segment alone, then with the second segment: 3 and (3/2 + 2)/(3/2).
            let [_, second, third, _] = ratings.rows[..] else { panic!("four ratings") };
            let expected = [3.0, 7.0 / 3.0];
            let expected =
                expected.map(|x| if scale == HumanScale::Raw { x } else { 25.0 * (x - 1.0) });
            let both = [second[0] + third[0], second[1] + third[1]];
            for (sums, expected) in [second, both].into_iter().zip(expected) {
                assert!((ratings.scorer.score(&sums).unwrap() - expected).abs() < 1e-12);
            }
        }
    }

    /// Where ratings are no decimals, or segments have very many of them, nine digits are right.
    #[test]
    fn weights_and_ratings_are_rounded_late() {
        let config = config(&["a"], HumanScale::Raw);
        let judges: Vec<Vec<Option<f64>>> = (0..23)
            .map(|judge| {
                (0..23)
                    .map(|at| (at >= judge).then(|| 1.0 / f64::from(at + 7 * judge + 1)))
                    .collect()
            })
            .collect();
        let ratings = rating_rows(23, &judges, &config).unwrap();
        let sums = ratings.rows.iter().fold([0, 0], |[a, b], [x, y]| [a + x, b + y]);
        let all = statistics(23, &[&judges], &config).unwrap();
        let (found, all) = (ratings.scorer.score(&sums).unwrap(), score(&all).unwrap());
        assert!((found - all).abs() < 1e-6, "{found} {all}");
    }

    #[test]
    fn equal_means_are_equal_numbers() {
        // 7/3 by three segments of one judge, and by one segment of three judges.
        let raw = config(&["a"], HumanScale::Raw);
        let one = statistics(3, &[&[vec![Some(2.0), Some(2.0), Some(3.0)]]], &raw).unwrap();
        let judges = [vec![Some(2.0)], vec![Some(2.0)], vec![Some(3.0)]];
        let three = statistics(1, &[&judges], &raw).unwrap();
        assert_eq!(score(&one), score(&three));
        assert_eq!(score(&one), Some(7.0 / 3.0));
    }

    #[test]
    fn signature_names_scale_and_direction() {
        assert_eq!(
            signature(&config(&["fluency", "adequacy"], HumanScale::Percent)),
            "human|criteria:fluency+adequacy|judges:mean|scale:0-100|better:higher"
        );
        let raw = config(&["esa"], HumanScale::Raw);
        let z = HumanConfig { judge_scores: JudgeScores::Z, ..raw.clone() };
        assert_eq!(
            signature(&z),
            "human|criteria:esa|judges:mean|scale:raw|judge-scores:z|better:higher"
        );
        let adjusted = HumanConfig { estimate: JudgedEstimate::Adjusted, ..raw.clone() };
        assert_eq!(
            signature(&adjusted),
            "human|criteria:esa|judges:mean|scale:raw|estimate:adjusted|better:higher"
        );
        assert!(format!("{adjusted:?}").ends_with("true, estimate: Adjusted }"));
        // What results are known by.
        let expected = "HumanConfig { criteria: [\"esa\"], scale: Raw, higher_is_better: true }";
        assert_eq!(format!("{raw:?}"), expected);
        assert!(format!("{z:?}").ends_with("true, judge_scores: Z }"));
    }
}
