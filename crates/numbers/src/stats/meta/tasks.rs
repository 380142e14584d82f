//! Metrics over several tasks, such as a measure in each of several language pairs: weighted averages, and
//! whether they differ (as the metrics tasks of WMT 2023 to 2025 rank metrics).
//!
//! Measures with values in [-1, 1] are put on the scale of [0, 1] first. A difference of averages is tested
//! with the averages of what was drawn in each task. Tasks on the same outputs (two measures of one
//! language pair) must have the same exchanges in each draw, that is the same units and the same stream, since their
//! differences are not independent; tasks on others streams of their own.

use super::null_differences::{NullDifferences, PairTest};
use crate::stats::reason::{
    Estimate,
    Reason::{TooFewUnits, UndefinedScore},
};

/// What is known of all metrics in a task.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Weight in the average; positive, in any unit.
    pub weight: f64,
    /// The smallest and the largest value of its measure ([`Measure::range`](super::measure::Measure::range)).
    pub range: (f64, f64),
    /// Value of each metric.
    pub values: &'a [Option<f64>],
    /// Tests of all pairs of metrics.
    pub tests: &'a [PairTest],
}

impl Task<'_> {
    fn factor(&self, weights: f64) -> f64 {
        self.weight / weights / (self.range.1 - self.range.0)
    }
}

fn weights(tasks: &[Task<'_>]) -> f64 {
    let sum = tasks.iter().map(|task| task.weight).sum::<f64>();
    assert!(tasks.iter().all(|task| task.weight > 0.0), "weights are positive");
    sum
}

/// Average value of each metric, from 0 to 1; `None` where it has none in some task.
///
/// # Panics
///
/// If tasks differ in their number of metrics, or a weight is not positive.
pub fn averages(tasks: &[Task<'_>]) -> Vec<Option<f64>> {
    let Some(first) = tasks.first() else { return Vec::new() };
    assert!(tasks.iter().all(|task| task.values.len() == first.values.len()), "the same metrics");
    let weights = weights(tasks);
    (0..first.values.len())
        .map(|metric| {
            tasks.iter().try_fold(0.0, |sum, task| {
                Some(sum + task.factor(weights) * (task.values[metric]? - task.range.0))
            })
        })
        .collect()
}

/// Tests of the averages of all pairs of metrics, by the averages of the observed differences (of
/// standardized scores) and those of each draw. Undefined where the pair is in any task. O(tasks pairs
/// draws).
///
/// # Panics
///
/// If tasks do not have the same pairs and draws, or a weight is not positive.
pub fn tests(tasks: &[Task<'_>]) -> Vec<PairTest> {
    let Some(first) = tasks.first() else { return Vec::new() };
    let weights = weights(tasks);
    assert!(tasks.iter().all(|task| task.tests.len() == first.tests.len()), "the same pairs");
    let pairs = first.tests.iter().enumerate();
    let averages = pairs
        .map(|(place, pair)| PairTest { outcome: average_outcome(tasks, weights, place), ..*pair });
    averages.collect()
}

/// Weighted mean of the outcomes of the pair at a place in the tests of each task.
fn average_outcome(tasks: &[Task<'_>], weights: f64, place: usize) -> Estimate<NullDifferences> {
    let pair = &tasks[0].tests[place];
    let draws = pair.outcome.as_ref().map_err(|reason| *reason)?.permuted.len();
    let permuted = vec![0.0; draws];
    let mut average = NullDifferences { observed: 0.0, permuted, is_complete: false };
    for task in tasks {
        let test = &task.tests[place];
        assert_eq!((test.first, test.second), (pair.first, pair.second), "the same pairs");
        let outcome = test.outcome.as_ref().map_err(|reason| *reason)?;
        assert_eq!(outcome.permuted.len(), draws, "the same number of draws");
        // Side by side, all exchanges of two tasks are not all pairs of exchanges.
        assert!(!outcome.is_complete, "random draws");
        // The lower end of the range cancels in a difference.
        let factor = task.factor(weights);
        average.observed += factor * outcome.observed;
        for (sum, value) in average.permuted.iter_mut().zip(&outcome.permuted) {
            *sum += factor * value;
        }
    }
    Ok(average)
}

/// Average of several intervals' replicates: those of the average, where every task was resampled by itself.
/// `replicates` are by task; NaN where any is. For tasks on the same outputs, with the same resamples.
///
/// # Errors
///
/// [`TooFewUnits`] without tasks, [`UndefinedScore`] where tasks differ in their number of replicates.
pub fn replicates(tasks: &[Task<'_>], replicates: &[&[f64]]) -> Estimate<Vec<f64>> {
    let first = replicates.first().ok_or(TooFewUnits)?;
    if replicates.iter().any(|task_replicates| task_replicates.len() != first.len())
        || replicates.len() != tasks.len()
    {
        return Err(UndefinedScore);
    }
    let weights = weights(tasks);
    Ok((0..first.len())
        .map(|draw| {
            let terms = tasks.iter().zip(replicates);
            terms
                .map(|(task, task_replicates)| {
                    task.factor(weights) * (task_replicates[draw] - task.range.0)
                })
                .sum()
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::reason::Reason::NoVariation;

    fn test(first: usize, second: usize, observed: f64, permuted: &[f64]) -> PairTest {
        let permuted = permuted.to_vec();
        let outcome = Ok(NullDifferences { observed, permuted, is_complete: false });
        PairTest { first, second, outcome }
    }

    /// By hand: an accuracy with weight 3 and a correlation, whose range is twice as wide, with weight 1.
    #[test]
    fn averages_by_hand() {
        let first_task = [test(0, 1, 0.1, &[0.2, -0.1, 0.0])];
        let second_task = [test(0, 1, -0.2, &[0.4, 0.4, -0.8])];
        let tasks = [
            Task {
                weight: 3.0,
                range: (0.0, 1.0),
                values: &[Some(0.6), Some(0.7)],
                tests: &first_task,
            },
            Task {
                weight: 1.0,
                range: (-1.0, 1.0),
                values: &[Some(0.0), None],
                tests: &second_task,
            },
        ];
        // (3 * .6 + .5) / 4.
        let values = averages(&tasks);
        assert!((values[0].unwrap() - 0.575).abs() < 1e-15 && values[1].is_none());
        let outcome = tests(&tasks).remove(0).outcome.unwrap();
        // 3/4 of the first and 1/8 of the second.
        let expected = [0.15 + 0.05, -0.075 + 0.05, -0.1];
        assert!((outcome.observed - 0.05).abs() < 1e-15);
        for (difference, expected) in outcome.permuted.iter().zip(expected) {
            assert!((difference - expected).abs() < 1e-15);
        }
        assert_eq!(outcome.second_is_better().extreme, 1);
        let averaged = replicates(&tasks, &[&[0.6, 0.8], &[0.0, f64::NAN]]).unwrap();
        assert!((averaged[0] - 0.575).abs() < 1e-15 && averaged[1].is_nan());
    }

    #[test]
    fn undefined_in_one_task() {
        let tested = [test(0, 1, 0.1, &[0.2])];
        let untested = [PairTest { first: 0, second: 1, outcome: Err(NoVariation) }];
        let of = |tests| Task { weight: 1.0, range: (0.0, 1.0), values: &[], tests };
        assert_eq!(tests(&[of(&tested), of(&untested)])[0].outcome, Err(NoVariation));
        assert_eq!(tests(&[of(&tested)])[0].outcome, tested[0].outcome);
        assert!(averages(&[]).is_empty() && tests(&[]).is_empty());
        let lengths = [&[0.1, 0.2][..], &[0.3]];
        assert_eq!(replicates(&[of(&tested), of(&tested)], &lengths), Err(UndefinedScore));
    }
}
