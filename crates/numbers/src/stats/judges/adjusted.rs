//! Scores of judges as they are, centred, or standardised.

use super::ratings::{Ratings, means};
use crate::stats::moments::{SampleMoments, mean};
pub use crate::value::JudgeScores;

/// Scores in one of the three ways. What a judge's mean is taken over is what that judge rated: where judges saw
/// better or worse systems, centring takes some of that difference out, too. [`AdditiveFit`] does not.
///
/// `None` for `z` where a judge gave a single rating or always the same score. O(ratings).
///
/// [`AdditiveFit`]: super::additive::AdditiveFit
pub fn adjusted(ratings: &Ratings, scores: JudgeScores) -> Option<Ratings> {
    if scores == JudgeScores::Raw {
        return Some(ratings.clone());
    }
    let means_of_judges = means(ratings.judge(), ratings.score(), ratings.judges());
    let pairs = ratings.judge().iter().zip(ratings.score());
    if scores == JudgeScores::Centred {
        let all = mean(ratings.score().iter().copied())?;
        let centred =
            pairs.map(|(judge, score)| Some(score - means_of_judges[*judge as usize]? + all));
        return Some(ratings.with_scores(centred.collect::<Option<_>>()?));
    }
    let mut by_judge = vec![Vec::new(); ratings.judges()];
    pairs.clone().for_each(|(judge, score)| by_judge[*judge as usize].push(*score));
    let spread: Vec<Option<f64>> = by_judge
        .iter()
        .map(|scores| SampleMoments::of(scores.iter().copied())?.stdev().filter(|s| *s > 0.0))
        .collect();
    let standardised = pairs.map(|(judge, score)| {
        Some((score - means_of_judges[*judge as usize]?) / spread[*judge as usize]?)
    });
    Some(ratings.with_scores(standardised.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::ratings::Rating;

    fn ratings() -> Ratings {
        let rows =
            [(0, 0, 2.0), (1, 0, 4.0), (2, 0, 9.0), (0, 1, 70.0), (1, 1, 80.0), (2, 1, 93.0)];
        let rows = rows.map(|(item, judge, score)| Rating { system: 0, item, judge, score });
        Ratings::new(1, 3, vec![0, 0, 1], rows).unwrap()
    }

    #[test]
    fn scores_in_three_ways() {
        let raw = ratings();
        assert_eq!(adjusted(&raw, JudgeScores::Raw).unwrap(), raw);
        let centred = adjusted(&raw, JudgeScores::Centred).unwrap();
        // Means 5 and 81, 43 over all.
        assert_eq!(centred.score(), [40.0, 42.0, 47.0, 32.0, 42.0, 55.0]);
        let z = adjusted(&raw, JudgeScores::Z).unwrap();
        // Python: statistics.stdev([2, 4, 9]) and of [70, 80, 93].
        let (few, many) = (3.605_551_275_463_989, 11.532_562_594_670_797);
        let expected = [-3.0 / few, -1.0 / few, 4.0 / few, -11.0 / many, -1.0 / many, 12.0 / many];
        z.score().iter().zip(expected).for_each(|(z, e)| assert!((z - e).abs() < 1e-14));
        let constant = raw.with_scores(vec![1.0, 1.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(adjusted(&constant, JudgeScores::Z), None);
    }
}
