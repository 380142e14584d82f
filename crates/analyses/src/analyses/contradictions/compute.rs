//! Differences of systems by each judge, with errors over documents.

use crate::stats::freedom::UnitSegments;
use crate::stats::jackknife::Jackknife;
use crate::stats::judges::ratings::Ratings;
use crate::stats::moments::mean;
use crate::stats::paired_jackknife::student_p_value;

/// Scores by judge, system and item; not a number where there is no rating.
pub(super) struct ScoresByJudge {
    scores: Vec<Vec<Vec<f64>>>,
    document_of_item: Vec<u32>,
    /// Whether degrees of freedom follow from the lengths of documents.
    by_lengths: bool,
}

/// The difference of two systems by a judge, or by several together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct JudgeDifference {
    pub(super) difference: f64,
    /// Standard error over documents, with its degrees of freedom; nothing where nothing varies.
    pub(super) error: Option<(f64, f64)>,
}

impl JudgeDifference {
    /// Two-sided p-value of no difference, for other documents.
    pub(super) fn p_value(&self) -> Option<f64> {
        self.error.map(|(error, degrees)| student_p_value(self.difference, error, degrees))
    }

    /// Whether it is significant at the confidence `level`.
    pub(super) fn is_significant(&self, level: f64) -> bool {
        self.p_value().is_some_and(|p| p <= 1.0 - level)
    }
}

impl ScoresByJudge {
    /// Several ratings of an output by one judge are their mean. O(judges x systems x items).
    pub(super) fn new(ratings: &Ratings, by_lengths: bool) -> Self {
        let empty = vec![vec![Vec::new(); ratings.items()]; ratings.systems()];
        let mut given = vec![empty; ratings.judges()];
        for rating in ratings.iter() {
            let [judge, system, item] =
                [rating.judge, rating.system, rating.item].map(|n| n as usize);
            given[judge][system][item].push(rating.score);
        }
        let scores = given.into_iter().map(|systems| {
            let systems = systems.into_iter().map(|items| {
                let items = items.into_iter();
                items.map(|given: Vec<f64>| mean(given.into_iter()).unwrap_or(f64::NAN)).collect()
            });
            systems.collect()
        });
        let document_of_item = ratings.document_of_item().to_vec();
        Self { scores: scores.collect(), document_of_item, by_lengths }
    }

    /// The first system less the second, by the mean of these judges on the items that all of them rated for both; nothing
    /// without two documents with such items.
    pub(super) fn difference(
        &self,
        judges: &[usize],
        (a, b): (usize, usize),
    ) -> Option<JudgeDifference> {
        let by_item = (0..self.document_of_item.len()).map(|item| {
            let by_judge = judges
                .iter()
                .map(|judge| self.scores[*judge][a][item] - self.scores[*judge][b][item]);
            // A judge without a rating makes it NaN, which leaves the item out below.
            mean(by_judge).unwrap_or(f64::NAN)
        });
        let by_item: Vec<(u32, f64)> = self
            .document_of_item
            .iter()
            .copied()
            .zip(by_item)
            .filter(|(_, difference)| !difference.is_nan())
            .collect();
        let count = by_item.len() as f64;
        let difference = mean(by_item.iter().map(|(_, difference)| *difference))?;
        let documents = by_item.chunk_by(|(one, _), (other, _)| one == other);
        let without = documents.clone().map(|items| {
            let sum: f64 = items.iter().map(|(_, difference)| difference).sum();
            (count * difference - sum) / (count - items.len() as f64)
        });
        let lengths = documents.clone().map(|items| u32::try_from(items.len()).unwrap_or(u32::MAX));
        let segments = UnitSegments {
            lengths: lengths.collect(),
            influence: by_item.iter().map(|(_, value)| value - difference).collect(),
        };
        let jackknife = Jackknife::from_values(without.collect()).ok()?.with_segments(segments);
        let freedom = jackknife.freedom();
        let degrees = if self.by_lengths { freedom.degrees } else { freedom.of_equal_units };
        let error = jackknife.standard_error();
        // Differences that are all the same leave an error by rounding.
        let varies = error > 1e-12 * difference.abs() && degrees >= 1.0;
        Some(JudgeDifference { difference, error: varies.then_some((error, degrees)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::adjusted::{JudgeScores, adjusted};
    use crate::stats::judges::new_judge::JudgedDifference;
    use crate::stats::judges::ratings::Rating;

    /// Three judges of two systems on four documents of one segment.
    fn z() -> Ratings {
        let a = [[80.0, 70.0, 90.0, 60.0], [0.82, 0.79, 0.88, 0.70], [-2.0, -4.0, -1.0, -6.0]];
        let b = [[74.0, 71.0, 85.0, 50.0], [0.84, 0.80, 0.86, 0.74], [-3.0, -4.0, -2.0, -9.0]];
        let ratings = [a, b].into_iter().zip(0..).flat_map(|(judges, system)| {
            judges.into_iter().zip(0..).flat_map(move |(scores, judge)| {
                let scores = scores.into_iter().zip(0..);
                scores.map(move |(score, item)| Rating { system, item, judge, score })
            })
        });
        let ratings = Ratings::new(2, 3, vec![0, 1, 2, 3], ratings).unwrap();
        adjusted(&ratings, JudgeScores::Z).unwrap()
    }

    fn assert_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-8, "{value} {expected}");
    }

    /// By NumPy and `scipy.stats.ttest_rel`, at 1e-8.
    #[test]
    fn judges_differ_in_z() {
        let scores = ScoresByJudge::new(&z(), true);
        let judges = [0, 1, 2].map(|judge| scores.difference(&[judge], (0, 1)).unwrap());
        let expected = [0.383_160_646, -0.206_749_803, 0.483_045_892];
        let p_values = [0.115_203_524, 0.391_002_219, 0.141_121_940];
        for ((judge, difference), p) in judges.iter().zip(expected).zip(p_values) {
            assert_near(judge.difference, difference);
            assert_near(judge.p_value().unwrap(), p);
        }
        let all = JudgedDifference::new(&judges.map(|judge| judge.difference)).unwrap();
        assert_near(all.another_agrees(0.0), 0.669_817_821);
        let together = scores.difference(&[0, 1, 2], (0, 1)).unwrap();
        assert_near(together.difference, 0.219_818_911);
        // MS document over 3 judges and 4 documents: V_doc of the two-way error.
        let (error, degrees) = together.error.unwrap();
        assert_near(error * error, 0.012_901_531);
        assert_near(degrees, 3.0);
    }

    #[test]
    fn missing_ratings_leave_items_out() {
        let ratings = z().filtered(|rating| (rating.judge, rating.item) != (1, 3));
        let scores = ScoresByJudge::new(&ratings, true);
        let (_, degrees) = scores.difference(&[0, 1, 2], (0, 1)).unwrap().error.unwrap();
        assert_near(degrees, 2.0);
        let none = ratings.filtered(|rating| rating.judge != 1 || rating.system == 0);
        assert_eq!(ScoresByJudge::new(&none, true).difference(&[1], (0, 1)), None);
        let same = z().with_scores(vec![1.0; z().len()]);
        let same = ScoresByJudge::new(&same, true).difference(&[0], (0, 1)).unwrap();
        assert_eq!((same.difference, same.p_value()), (0.0, None));
    }
}
