//! Two metrics side by side, and what the difference of their agreement with people is where neither is better.

use super::measure::Measure;
use super::scores::Scores;
use super::signs::Signs;
use crate::stats::comparison::PValue;
use crate::stats::reason::Estimate;

/// Differences that are smaller are equal: sums in another order differ in their last bits.
const EQUAL: f64 = 1e-12;

/// The test of a pair of metrics.
#[derive(Clone, Debug, PartialEq)]
pub struct PairTest {
    /// Number of the one metric.
    pub first: usize,
    /// Number of the other, larger.
    pub second: usize,
    /// What was observed and drawn.
    pub outcome: Estimate<NullDifferences>,
}

/// An observed difference, and what it is where nothing differs. Those of several tasks can be averaged
/// ([`tasks`](super::tasks)).
#[derive(Clone, Debug, PartialEq)]
pub struct NullDifferences {
    /// Measure of the second metric less that of the first, both standardized.
    pub observed: f64,
    /// The same after each draw of exchanges; NaN where one of the two is undefined.
    pub permuted: Vec<f64>,
    /// Whether these are half of all exchanges: the other half turns their signs.
    pub is_complete: bool,
}

impl NullDifferences {
    /// That the second metric is better: `(b + 1) / (B + 1)` with b draws in which the difference is
    /// at least the observed one; the share of them where all exchanges are enumerated. An undefined draw counts as one.
    pub fn second_is_better(&self) -> PValue {
        self.count(|permuted| permuted >= self.observed - EQUAL)
    }

    /// That the first metric is better, likewise.
    pub fn first_is_better(&self) -> PValue {
        self.count(|permuted| permuted <= self.observed + EQUAL)
    }

    /// That they differ: draws in which the difference is at least as large either way.
    pub fn differ(&self) -> PValue {
        self.count(|permuted| permuted.abs() >= self.observed.abs() - EQUAL)
    }

    fn count(&self, is_extreme: impl Fn(f64) -> bool) -> PValue {
        let count = |sign: f64| {
            let extreme =
                self.permuted.iter().filter(|value| value.is_nan() || is_extreme(sign * **value));
            extreme.count() as u64
        };
        let draws = self.permuted.len() as u64;
        if self.is_complete {
            PValue::enumerated(count(1.0) + count(-1.0), 2 * draws)
        } else {
            PValue::with_observed(count(1.0), draws)
        }
    }
}

/// Two standardized metrics, and people's scores, where all three have one.
pub(super) struct Contest {
    pub(super) human: Scores,
    pub(super) metrics: [Scores; 2],
}

impl Contest {
    pub(super) fn new(human: &Scores, first: &Scores, second: &Scores) -> Estimate<Self> {
        let human = human.where_known(first).where_known(second);
        let [first, second] =
            [first, second].map(|metric| metric.where_known(&human).standardized());
        Ok(Self { metrics: [first?, second?], human })
    }

    /// Of the second and the first, with exchanges of these outputs (system by system).
    pub(super) fn difference(
        &self,
        measure: Measure,
        signs: &Signs,
        is_exchanged: impl Fn(usize) -> bool,
    ) -> Estimate<f64> {
        let items = self.human.items();
        let [first, second] = [0, 1].map(|from: usize| {
            let rows: Vec<Vec<f64>> = (0..self.human.systems())
                .map(|system| {
                    (0..items)
                        .map(|item| {
                            let other = usize::from(is_exchanged(system * items + item));
                            self.metrics[from ^ other].at(system, item)
                        })
                        .collect()
                })
                .collect();
            measure.of(&self.human, &Scores::new(&rows), signs).map(|estimate| estimate.value)
        });
        Ok(second? - first?)
    }
}
