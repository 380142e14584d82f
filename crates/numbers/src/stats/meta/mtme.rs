//! mt-metrics-eval's own numbers, for comparison with its output, not to be recommended.
//!
//! Written from the behaviour of its commit 68a481a and of NumPy. Its p-values of permutations are shares
//! `b / B` that can be 0, and a tie counts in full, so that its soft pairwise accuracy depends on the order
//! of systems. It adds in 32-bit floats, whose rounding decides about ties: the same numbers in another memory
//! layout, or by another library of linear algebra, give a value that differs by a permutation of one pair,
//! `1 / (1000 pairs)`, here and there. [`soft_accuracy`] adds as it does, in the order of the items; tests of pairs of
//! metrics with its [`signs`] add in 64 bits, where equal sums tie.
//!
//! Where systems are judged on different items, its matrix of scores mixes items and systems. That is not
//! reproduced: [`signs`] refuses.

use rand::Rng;

use super::null_differences::NullDifferences;
use super::scores::Scores;
use super::signs::{Signs, Ties};
use super::spa::SoftAccuracy;
use crate::stats::reason::{
    Estimate,
    Reason::{TooFewUnits, UnevenJudgments},
};
use crate::stats::sacrebleu::default_rng;

/// Its seed of the permutations of soft pairwise accuracy.
const SEED: u64 = 4;

/// Its number of permutations.
const PERMUTATIONS: usize = 1000;

/// Its sign matrix for the judged items: `rint(default_rng(4).random((1000, n), float32)) 2 - 1`, with p-values
/// that count ties in full. [`Measure::Spa`](super::measure::Measure::Spa) and
/// [`PairTests`](super::pair_tests::PairTests) take it in place of other signs; scores must be those that
/// [`judged_items`] selects.
///
/// # Errors
///
/// [`UnevenJudgments`] where systems are judged on different items, [`TooFewUnits`] without items.
pub fn signs(human: &Scores) -> Estimate<Signs> {
    let items = judged_items(human)?.len();
    let mut random = default_rng(SEED);
    let mut halves = std::iter::repeat_with(move || {
        let word = random.next_u64();
        [word & u64::from(u32::MAX), word >> 32]
    })
    .flatten();
    // A 32-bit float is 24 of 32 random bits, over 2^24; it is rounded to the nearest whole number, a
    // half to 0.
    Ok(Signs::from_fn(items, PERMUTATIONS, Ties::Full, || {
        halves.next().is_none_or(|half| half >> 8 <= 1 << 23)
    }))
}

/// Its soft pairwise accuracy: 32-bit sums under its signs, a tie in full. O(systems items) thousand times.
///
/// # Errors
///
/// As [`signs`]; [`TooFewUnits`] also below two systems; [`UnevenJudgments`] also where the metric lacks a score.
///
/// # Panics
///
/// If the two differ in shape.
pub fn soft_accuracy(human: &Scores, metric: &Scores) -> Estimate<f64> {
    let items = judged_items(human)?;
    if !metric.where_known(human).has_places_of(human) {
        return Err(UnevenJudgments);
    }
    let signs = signs(human)?;
    let [human, metric] =
        [human, metric].map(|scores| vec![p_values_of_floats(scores, &items, &signs)]);
    let accuracy = SoftAccuracy::new(&human, &metric).ok_or(TooFewUnits)?;
    Ok(accuracy.value)
}

/// Share of permutations in which the sum of a pair is at least what was observed.
fn p_values_of_floats(scores: &Scores, items: &[usize], signs: &Signs) -> Vec<f64> {
    #[expect(clippy::cast_possible_truncation, reason = "its floats have 32 bits")]
    let rows: Vec<Vec<f32>> = (0..scores.systems())
        .map(|system| items.iter().map(|item| scores.at(system, *item) as f32).collect())
        .collect();
    let sums: Vec<Vec<f32>> = rows.iter().map(|row| signs.sums_of_floats(row)).collect();
    let totals: Vec<f32> = rows.iter().map(|row| row.iter().sum()).collect();
    scores
        .pairs()
        .map(|(a, b)| {
            let observed = totals[a] - totals[b];
            let pairs = sums[a].iter().zip(&sums[b]);
            let extreme = pairs
                .filter(|(first_value, second_value)| *first_value - *second_value >= observed)
                .count();
            extreme as f64 / PERMUTATIONS as f64
        })
        .collect()
}

/// Items that are judged, for [`Scores::select`].
///
/// # Errors
///
/// As [`signs`].
pub fn judged_items(human: &Scores) -> Estimate<Vec<usize>> {
    let items: Vec<usize> = (0..human.items()).filter(|item| human.is_judged(*item)).collect();
    if items.is_empty() {
        return Err(TooFewUnits);
    }
    if human.is_even() { Ok(items) } else { Err(UnevenJudgments) }
}

/// Its p-value that the second metric is better: `b / B`, without what was observed.
pub fn second_is_better(differences: &NullDifferences) -> f64 {
    let p = differences.second_is_better();
    p.extreme as f64 / p.trials as f64
}

/// The same that the first metric is better.
pub fn first_is_better(differences: &NullDifferences) -> f64 {
    let p = differences.first_is_better();
    p.extreme as f64 / p.trials as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::meta::measure::{Measure, PValues};

    /// Its own case: .872 with its signs; .875 with all of them, where a tie counts in full.
    #[test]
    fn the_case_of_three_items() {
        let human = Scores::new(&[vec![1.0, 2.0, 3.0], vec![2.0, 3.0, 4.0]]);
        let metric = Scores::new(&[vec![2.0, 2.0, 4.0], vec![1.0, 3.0, 5.0]]);
        let signs = signs(&human).unwrap();
        assert_eq!((signs.permutations(), signs.items()), (1000, 3));
        let accuracy = Measure::Spa(PValues::Permutations).of(&human, &metric, &signs).unwrap();
        assert!((accuracy.value - 0.872).abs() < 1e-12, "{}", accuracy.value);
        assert!((soft_accuracy(&human, &metric).unwrap() - 0.872).abs() < 1e-12);
    }

    /// The first signs of `numpy.random.default_rng(4)` (NumPy 2.4.6) for five items.
    #[test]
    fn signs_are_those_of_numpy() {
        let human = Scores::new(&vec![vec![1.0; 5]; 2]);
        let rows: Vec<[f64; 8]> = (0..5)
            .map(|item| std::array::from_fn(|lane| f64::from(u8::from(lane == item))))
            .collect();
        let sums = signs(&human).unwrap().sums(&rows);
        let expected = [[1, 1, 1, 1, 1], [1, 1, -1, -1, 1], [-1, -1, 1, 1, 1]];
        for (sums, expected) in sums.iter().zip(expected) {
            for (sum, expected) in sums.iter().zip(expected) {
                assert!((sum - f64::from(expected)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn uneven_judgments_are_refused() {
        let human = Scores::new(&[vec![1.0, f64::NAN, 3.0], vec![3.0, 4.0, f64::NAN]]);
        assert_eq!(signs(&human).err(), Some(UnevenJudgments));
        assert_eq!(judged_items(&human), Err(UnevenJudgments));
        assert_eq!(soft_accuracy(&human, &human), Err(UnevenJudgments));
        let even = Scores::new(&[vec![1.0, f64::NAN, 3.0], vec![3.0, f64::NAN, 2.0]]);
        assert_eq!(judged_items(&even), Ok(vec![0, 2]));
        // A metric without a score of a judged output.
        assert_eq!(soft_accuracy(&even, &human), Err(UnevenJudgments));
        let none = Scores::new(&[vec![f64::NAN], vec![f64::NAN]]);
        assert_eq!(judged_items(&none), Err(TooFewUnits));
    }
}
