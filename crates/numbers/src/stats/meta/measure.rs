//! The measures by which metrics are judged, behind one name each.

use super::scores::Scores;
use super::spa::{self, Permutations, Signs, SoftAccuracy};
use super::{differences, grouped, pairwise, tied};
use crate::stats::correlation::Coefficient;
use crate::stats::reason::{Estimate, Reason::TooFewUnits};
use crate::value::words;

words! {
    /// Which outputs a correlation is computed over before it is averaged.
    pub enum Grouping {
        /// All outputs at once.
        None = "none",
        /// Those of each item; mean over items.
        Item = "item",
        /// Those of each system; mean over systems.
        System = "system",
    }
}

words! {
    /// A form of Kendall's correlation: they differ in what ties count.
    pub enum Tau {
        /// `(C - D) / sqrt((C + D + T_h) (C + D + T_m))` (Kendall 1945).
        B = "b",
        /// `2 (C - D) / (n^2 (k - 1) / k)`, k the smaller number of different scores (Stuart 1953).
        C = "c",
        /// `(C + T_hm - D - T_h - T_m) / pairs`: a tie is right where both tie, else wrong
        /// (Deutsch, Foster & Freitag 2023).
        TwentyThree = "23",
        /// Share of pairs that both order alike or both tie: `(1 + 23) / 2`.
        Accuracy = "acc23",
    }
}

words! {
    /// Where the p-values of soft pairwise accuracy come from.
    pub enum PValues {
        /// Random permutations, the same for all pairs and scorers, with mid-p.
        Permutations = "permutations",
        /// The normal distribution.
        Normal = "normal",
    }
}

impl PValues {
    /// What computes them.
    pub(super) fn permutations(self, signs: &Signs) -> Permutations<'_> {
        match self {
            Self::Permutations => Permutations::Signs(signs),
            Self::Normal => Permutations::Normal,
        }
    }
}

/// How well a metric agrees with people. Higher is better for all of them, and for scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// Soft pairwise accuracy of systems ([`spa`]).
    Spa(PValues),
    /// Pairwise accuracy with ties of the outputs of an item, mean over items ([`tied`]); with the
    /// metric's best tie threshold, or without any.
    AccEq {
        /// Whether the threshold is calibrated.
        is_calibrated: bool,
    },
    /// Pearson's correlation of differences within items ([`differences::of_differences`]).
    Pdp,
    /// Share of pairs of systems in the same order ([`pairwise`]).
    PairwiseAccuracy,
    /// Pearson's correlation of outputs.
    Pearson(Grouping),
    /// Kendall's correlation of outputs.
    Kendall(Tau, Grouping),
    /// Correlation of the mean scores of systems, each over its judged items.
    Systems(Coefficient),
}

/// The value of a measure, and what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The value.
    pub value: f64,
    /// Standard error of the value by the noise of random permutations; for soft pairwise accuracy alone.
    pub error: Option<f64>,
    /// Scores of the metric that differ by at most as much are tied; for acc-eq alone.
    pub threshold: Option<f64>,
    /// Thresholds that give the same value: where there are several, the smallest is `threshold`.
    pub maximisers: Option<usize>,
    /// Systems with a score.
    pub systems: usize,
    /// Items with a score.
    pub items: usize,
    /// What is compared: pairs of systems (SPA, pairwise accuracy), pairs of outputs (acc-eq, PDP,
    /// Kendall's), outputs (Pearson's) or systems.
    pub compared: u64,
    /// Groups that are averaged; 0 for measures without groups.
    pub groups: usize,
    /// Groups left out, since one side does not vary in them. Where these shall count as 0, the
    /// value is `value groups / (groups + undefined_groups)`.
    pub undefined_groups: usize,
}

impl Measure {
    /// The value of `metric` by people's scores. Only places with both scores count. `signs` are
    /// those of the permutations; only soft pairwise accuracy reads them, and further ones than
    /// items are ignored.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] where nothing can be compared;
    /// [`NoVariation`](crate::stats::reason::Reason::NoVariation) where a
    /// correlation needs scores that differ.
    ///
    /// # Panics
    ///
    /// If the two differ in shape, or there are fewer signs than items.
    pub fn of(self, human: &Scores, metric: &Scores, signs: &Signs) -> Estimate<Value> {
        let (human, metric) = (human.where_known(metric), metric.where_known(human));
        let (human, metric) = (&human, &metric);
        let plain = Value {
            value: f64::NAN,
            error: None,
            threshold: None,
            maximisers: None,
            systems: (0..human.systems()).filter(|system| human.has_any(*system)).count(),
            items: (0..human.items()).filter(|item| human.is_judged(*item)).count(),
            compared: 0,
            groups: 0,
            undefined_groups: 0,
        };
        match self {
            Self::Spa(p_values) => {
                let permutations = p_values.permutations(signs);
                let human_p = spa::p_values(human, permutations);
                let metric_p = spa::p_values(metric, permutations);
                let accuracy = SoftAccuracy::new(&human_p, &metric_p).ok_or(TooFewUnits)?;
                let SoftAccuracy { value, error, pairs } = accuracy;
                Ok(Value { value, error, compared: pairs as u64, ..plain })
            }
            Self::AccEq { is_calibrated } => {
                let pairs = tied::OutputPairs::new(human, metric);
                let best = if is_calibrated { pairs.calibrated() } else { pairs.uncalibrated() };
                let best = best.ok_or(TooFewUnits)?;
                Ok(Value {
                    value: best.accuracy,
                    threshold: Some(best.threshold),
                    maximisers: Some(best.maximisers),
                    compared: pairs.count() as u64,
                    groups: pairs.items(),
                    ..plain
                })
            }
            Self::Pdp => {
                let (value, compared) = differences::of_differences(human, metric)?;
                Ok(Value { value, compared, ..plain })
            }
            Self::PairwiseAccuracy => {
                let right = pairwise::RightPairs::new(human, metric);
                let value = right.accuracy().ok_or(TooFewUnits)?;
                Ok(Value { value, compared: right.all, ..plain })
            }
            Self::Pearson(grouping) => {
                let grouped = grouped::pearson(human, metric, grouping)?;
                Ok(grouped.value(plain))
            }
            Self::Kendall(tau, grouping) => {
                let grouped = grouped::kendall(human, metric, tau, grouping)?;
                Ok(grouped.value(plain))
            }
            Self::Systems(coefficient) => {
                let value = coefficient.of(&human.means(), &metric.means())?;
                Ok(Value { value, compared: plain.systems as u64, ..plain })
            }
        }
    }

    /// The smallest and the largest value that it can have: the scale on which an average over
    /// tasks puts it (WMT 2023 to 2025 average correlations in [0, 1]).
    pub fn range(self) -> (f64, f64) {
        match self {
            Self::Spa(_)
            | Self::AccEq { .. }
            | Self::PairwiseAccuracy
            | Self::Kendall(Tau::Accuracy, _) => (0.0, 1.0),
            Self::Pdp | Self::Pearson(_) | Self::Kendall(..) | Self::Systems(_) => (-1.0, 1.0),
        }
    }
}
