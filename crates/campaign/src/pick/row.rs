//! The tables `picks` and `pick_gain`.

use std::sync::Arc;

use crate::stats::reason::Status;
use crate::table::columns::{table, word_columns};
use crate::table::{Coordinates, ReportRow};
use crate::value::words;

words! {
    /// How a mean is made of the part that is judged.
    #[derive(Default)]
    pub enum PickEstimator {
        /// A random part, with the metric as control variate.
        Control = "control",
        /// Weighted picks.
        Picks = "picks",
        #[default]
        /// Weighted picks, with the metric as control variate.
        Both = "both",
    }
}

word_columns!(PickEstimator);

table! {
    /// One row per unit of a corpus to pick from, in its order: a segment, or a document.
    pub struct PickRow in "picks" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// The metric whose spread decides.
        metric: Arc<str> [key],
        /// Name of the document.
        document: Arc<str> [key, "document"],
        /// Place of the segment in its document, from 1; null where whole documents are picked.
        segment: Option<u32> [key, "segment"],
        /// Probability of being picked.
        probability: f64 ["probability", Real],
        /// One over the probability: what it weighs in means, if it is picked.
        weight: f64 ["weight", Real],
        /// Standard deviation of the metric over systems; of a document the root of the sum of squares over its segments.
        z: f64 ["spread", Real],
        /// What judging it costs, in the unit of the spec.
        cost: f64 ["cost", Real],
        /// The stratum that it is picked from; null where all units are picked from together.
        stratum: Option<Arc<str>> ["stratum"],
        /// Whether it is picked.
        picked: bool ["picked"],
    }
}

impl ReportRow for PickRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates::of_section(&self.study, &self.corpus)
    }
}

table! {
    /// One row per corpus to pick from and way to make a mean of what is judged: how many times smaller the variance of a
    /// difference of two systems is than with the plain mean of a random part of the same expected cost, on average over
    /// pairs of systems of the earlier corpus.
    pub struct PickGainRow in "pick_gain" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// The metric.
        metric: Arc<str> [key, "metric"],
        /// How the mean is made.
        estimator: PickEstimator [key, "estimator"],
        /// Units that are picked.
        count: u32 ["picks"],
        /// Units of the corpus.
        units: u32 ["of"],
        /// The gain; null where no earlier corpus says it.
        gain: Option<f64> ["gain", Real],
        /// Lower end of its interval for other documents: jackknife of the logarithm, Student's t. Without an earlier corpus
        /// the gain where judgments vary alike on all units.
        lower: Option<f64> ["lower end", Real],
        /// Upper end; without an earlier corpus the gain where judgments vary as the metric does.
        upper: Option<f64> ["upper end", Real],
        /// Confidence level of the interval.
        level: f64,
        /// Units of a random part of the corpus that is as precise: 1 / (1/N + (1/n - 1/N)/gain) for n of N units.
        equivalent_random: Option<f64> ["random units", Real],
        /// The same at the lower end.
        equivalent_lower: Option<f64>,
        /// The same at the upper end.
        equivalent_upper: Option<f64>,
        /// Smallest probability of a unit.
        smallest_probability: f64,
        /// Units that are certain.
        certain: u32,
        /// What the picks cost on average, in the unit of the spec.
        expected_cost: f64,
        /// The earlier corpus.
        earlier: Option<Arc<str>>,
        /// The criterion on which it is judged.
        human: Option<Arc<str>>,
        /// Pairs of its systems.
        pairs: u64,
        /// Its judged units.
        judged_units: u64,
        /// Documents that they are of.
        judged_documents: u64,
        /// `ok`; `gain-below-one` (worse than a random part); `gain-uncertain` (the interval holds 1, or no earlier corpus says
        /// anything); `no-variation` (the metric varies alike on all units, so that a random part does the same);
        /// `too-few-picks` (fewer than 20: a weighted mean of them is biased).
        status: Status,
    }
}

impl PickGainRow {
    /// Whether picks are expected to be worth more than a random part, whatever else is said of them.
    pub fn is_gain(&self) -> bool {
        self.gain.is_some_and(|gain| gain >= 1.0)
    }
}

impl ReportRow for PickGainRow {
    fn coordinates(&self) -> Coordinates<'_> {
        Coordinates::of_section(&self.study, &self.corpus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::reason::Reason;

    /// That picks are few, or vary alike, does not hide that they gain nothing; a gain that is not known is none.
    #[test]
    fn a_gain_is_one_whatever_the_status() {
        for status in [Status::OK, Reason::TooFewPicks.into(), Reason::NoVariation.into()] {
            for (gain, expected) in
                [(None, false), (Some(0.3), false), (Some(1.0), true), (Some(1.5), true)]
            {
                let row = PickGainRow { gain, status, ..PickGainRow::default() };
                assert_eq!(row.is_gain(), expected);
            }
        }
    }
}
