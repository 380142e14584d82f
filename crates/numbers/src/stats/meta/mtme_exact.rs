//! Two exact tests of mt-metrics-eval's, reproduced from its published p-values.

use super::mtme::{judged_items, second_is_better};
use super::null_differences::NullDifferences;
use super::pairwise::RightPairs;
use super::scores::Scores;
use super::tied::OutputPairs;
use crate::stats::correlation::pearson;
use crate::stats::proportion::binomial_upper_tail;
use crate::stats::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits, TooManyUnits, UnevenJudgments},
};

/// Systems whose exchanges are enumerated at most.
const MOST_SYSTEMS: usize = 20;

/// A correlation of system scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SystemLevel {
    /// Pearson's.
    Pearson,
    /// Pairwise accuracy.
    Accuracy,
}

/// Its test at system level that `second` is better than `first`, of scores of whole systems: both are
/// standardized and the two scores of a system exchanged. All exchanges instead of some: exact. It takes
/// systems as the only units, so it says nothing of new items. O(2^systems systems^2).
///
/// # Errors
///
/// [`TooManyUnits`] beyond 20 systems, [`TooFewUnits`] below two, [`NoVariation`] where scores do not vary.
///
/// # Panics
///
/// If the three differ in length.
pub(super) fn exact_system_test(
    level: SystemLevel,
    human: &[f64],
    first: &[f64],
    second: &[f64],
) -> Estimate<f64> {
    let systems = human.len();
    assert_eq!((first.len(), second.len()), (systems, systems), "the same systems");
    if systems < 2 {
        return Err(TooFewUnits);
    }
    if systems > MOST_SYSTEMS {
        return Err(TooManyUnits);
    }
    let (first, second) = (standardized(first)?, standardized(second)?);
    let difference = |exchanges: usize| -> Estimate<f64> {
        let [first, second] = [(&first, &second), (&second, &first)].map(|(own, other)| {
            let scores = (0..systems).map(|system| {
                if exchanges >> system & 1 == 1 { other[system] } else { own[system] }
            });
            level.of(human, &scores.collect::<Vec<f64>>())
        });
        Ok(second? - first?)
    };
    let observed = difference(0)?;
    let permuted: Estimate<Vec<f64>> = (0..1 << systems).map(difference).collect();
    let differences = NullDifferences { observed, permuted: permuted?, is_complete: false };
    Ok(second_is_better(&differences))
}

fn standardized(scores: &[f64]) -> Estimate<Vec<f64>> {
    let scores: Vec<Vec<f64>> = scores.iter().map(|score| vec![*score]).collect();
    Ok(Scores::new(&scores).standardized()?.known().collect())
}

impl SystemLevel {
    fn of(self, human: &[f64], metric: &[f64]) -> Estimate<f64> {
        match self {
            Self::Pearson => pearson(human, metric),
            Self::Accuracy => right_pairs(human, metric).accuracy().ok_or(NoVariation),
        }
    }
}

/// By the scores of whole systems, whatever they were computed on; NaN stands for a missing score.
fn right_pairs(human: &[f64], metric: &[f64]) -> RightPairs {
    assert_eq!(human.len(), metric.len(), "the same systems");
    let mut pairs = RightPairs::default();
    for a in 0..human.len() {
        for b in a + 1..human.len() {
            pairs.add(human[a] - human[b], metric[a] - metric[b]);
        }
    }
    pairs
}

/// Its test of calibrated acc-eq that `second` is better than `first`, which exchanges the verdicts of the two,
/// each at its own threshold, on each pair of outputs of an item: with n pairs that only one of them has
/// right, the number that the second has is binomial, so that the p of all exchanges is exact. It takes the
/// pairs of an item for independent, which they are not; p is far too small.
///
/// # Errors
///
/// [`UnevenJudgments`] where systems are judged on different items, [`TooFewUnits`] without pairs.
pub(super) fn exact_pairs_test(human: &Scores, first: &Scores, second: &Scores) -> Estimate<f64> {
    judged_items(human)?;
    let [first, second] = [first, second].map(|metric| {
        let pairs = OutputPairs::new(human, metric);
        let best = pairs.calibrated().ok_or(TooFewUnits)?;
        Ok(pairs.verdicts(best.threshold))
    });
    let (first, second) = (first?, second?);
    let (only_first, only_second) = (count_only(&first, &second), count_only(&second, &first));
    Ok(binomial_upper_tail(only_second, only_first + only_second, 0.5))
}

fn count_only(right: &[bool], wrong: &[bool]) -> u64 {
    right.iter().zip(wrong).filter(|(is_right, is_wrong)| **is_right && !**is_wrong).count() as u64
}

/// Of three systems: the metric that is people's own scores against its opposite. Each exchange of a system
/// gives a correlation; those of all eight, by hand.
#[test]
fn three_systems_by_enumeration() {
    let human = [1.0, 2.0, 3.0];
    let test = |first: &[f64], second: &[f64]| {
        exact_system_test(SystemLevel::Accuracy, &human, first, second)
    };
    // Standardized, the opposite has the same score of the middle system, so that half of the exchanges
    // change nothing; none of them is better.
    assert_eq!(test(&[3.0, 2.0, 1.0], &human), Ok(0.25));
    assert_eq!(test(&human, &human), Ok(1.0));
    assert_eq!(test(&[1.0; 3], &human), Err(NoVariation));
    let long = [0.0; 21];
    let too_many = exact_system_test(SystemLevel::Pearson, &long, &long, &long);
    assert_eq!(too_many, Err(TooManyUnits));
}

#[test]
fn uneven_judgments_are_refused() {
    let human = Scores::new(&[vec![1.0, f64::NAN, 3.0], vec![3.0, 4.0, f64::NAN]]);
    assert_eq!(exact_pairs_test(&human, &human, &human), Err(UnevenJudgments));
}
