//! Tests of every pair of metrics: a question to all of them together.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::{Compat, Meta, NamedMeasure};
use super::scores::Judged;
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::meta::measure::Measure;
use crate::stats::meta::mtme;
use crate::stats::meta::perm_both::{NullDifferences, PairTest, PermBoth};
use crate::stats::meta::scores::Scores;
use crate::stats::meta::spa::Signs;
use crate::stats::undefined::{Estimate, UndefinedStatistic};

/// Nanoseconds per cell of two metrics and draw: exchanging their scores and adding them up.
const EXCHANGE: f64 = 15.0;

/// Of several metrics, by several measures: which of each two agrees better with people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct TestedPairs {
    /// Number of metrics, after the gold.
    pub(super) metrics: usize,
    pub(super) measures: Vec<NamedMeasure>,
    pub(super) permutations: u32,
    pub(super) compat: Option<Compat>,
    /// Whether the differences of all permutations are kept.
    pub(super) keeps_permuted: bool,
}

/// The test of a pair of metrics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Tested {
    /// Values of both on the outputs that both score.
    pub(super) values: [f64; 2],
    /// Two-sided.
    pub(super) p_value: f64,
    /// One-sided: that the first is better, and that the second is.
    pub(super) p_better: [f64; 2],
    /// Differences, of the second metric less the first, that were observed and permuted, where they are kept.
    pub(super) permuted: Option<(f64, Vec<f64>)>,
}

impl TestedPairs {
    /// What a study asks of so many metrics, if it does.
    pub(super) fn of(options: &Meta, metrics: usize) -> Option<Self> {
        (options.tests && metrics > 1).then(|| Self {
            metrics,
            measures: options.measures(),
            permutations: options.permutations,
            compat: options.compat,
            keeps_permuted: options.average.is_some(),
        })
    }

    /// Numbers of the metrics of each pair, in the order of results.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
        let count = self.metrics;
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
    }
}

impl Question for TestedPairs {
    /// By measure and pair of metrics; or why there is none.
    type Result = Vec<Vec<Result<Tested, String>>>;
    const TAG: &'static str = "tested pairs of metrics";

    fn work(&self, size: &TaskSize) -> Work {
        let cells = size.scorings as f64 / (self.metrics + 1) as f64 * size.segments;
        let pairs = self.pairs().len() as f64 * self.measures.len() as f64;
        Work::plain(pairs * cells * f64::from(self.permutations) * EXCHANGE)
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        let kept = if self.keeps_permuted { 8.0 * f64::from(self.permutations) } else { 0.0 };
        (60.0 + kept) * self.pairs().len() as f64 * self.measures.len() as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let judged = Judged::new(job, group, self.metrics, self.compat);
        let of_measure = |measure: &NamedMeasure| {
            let found = self.tests(job, &judged, measure.measure());
            found.unwrap_or_else(|reason| vec![Err(reason.status().to_owned()); self.pairs().len()])
        };
        self.measures.iter().map(of_measure).collect()
    }
}

impl TestedPairs {
    fn tests(
        &self,
        job: &JobResults<'_>,
        judged: &Judged,
        measure: Measure,
    ) -> Estimate<Vec<Result<Tested, String>>> {
        let signs = judged.signs(job)?;
        let Judged { gold, metrics, .. } = judged;
        let (key, draws) = (Judged::exchanges(job), self.permutations as usize);
        let test = PermBoth::new(gold, metrics, measure, &signs, key, draws)?;
        let units = (0..test.units()).into_par_iter();
        let parts: Vec<_> = units.map(|unit| test.unit(unit)).collect();
        let tests = test.tests(parts).into_iter();
        Ok(tests.map(|found| self.tested(judged, measure, &signs, found)).collect())
    }

    fn tested(
        &self,
        Judged { gold, metrics, .. }: &Judged,
        measure: Measure,
        signs: &Signs,
        PairTest { first, second, outcome }: PairTest,
    ) -> Result<Tested, String> {
        let status = |reason: UndefinedStatistic| reason.status().to_owned();
        let outcome = outcome.map_err(status)?;
        let value = |own: &Scores, other: &Scores| {
            let found = measure.of(gold, &own.where_known(other), signs);
            found.map(|found| found.value).map_err(status)
        };
        let (one, other) = (&metrics[first], &metrics[second]);
        let values = [value(one, other)?, value(other, one)?];
        Ok(self.with_values(values, outcome))
    }

    /// The test of two metrics with these values.
    pub(super) fn with_values(&self, values: [f64; 2], outcome: NullDifferences) -> Tested {
        Tested {
            values,
            p_value: outcome.differ().p,
            p_better: match self.compat {
                Some(Compat::Mtme) => {
                    [mtme::first_is_better(&outcome), mtme::second_is_better(&outcome)]
                }
                None => [outcome.first_is_better().p, outcome.second_is_better().p],
            },
            permuted: self.keeps_permuted.then_some((outcome.observed, outcome.permuted)),
        }
    }
}
