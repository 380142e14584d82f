//! Tests of every pair of metrics: a question to all of them together.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::counted_pairs::CountedPairs;
use super::options::{Compat, Exchanged, Meta, NamedMeasure};
use super::pair_errors::{ErrorsOfPairs, PairErrors};
use super::scores::Judged;
use super::values::{SIGN, SIGNS};
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::meta::exchange::{Exchanges, Unit};
use crate::stats::meta::measure::{Grouping, Measure, PValues};
use crate::stats::meta::mtme;
use crate::stats::meta::null_differences::{NullDifferences, PairTest};
use crate::stats::meta::pair_tests::PairTests;
use crate::stats::meta::spa::Signs;
use crate::stats::reason::{Estimate, Reason};

/// Nanoseconds per output of two metrics and draw: exchanging their scores and adding them up.
const EXCHANGE: f64 = 15.0;

/// Nanoseconds per pair of outputs of a segment and draw, of accuracy with ties.
const TIE: f64 = 0.5;

/// Nanoseconds per text and draw, of sums over texts.
const SUM: f64 = 12.0;

/// Nanoseconds per system and draw, where all exchanges of systems are enumerated.
const OF_SYSTEM: f64 = 50.0;

/// Systems whose exchanges are enumerated at most.
const MOST_ENUMERATED: usize = 20;

/// Of several metrics, by several measures: which of each two agrees better with people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct TestedPairs {
    /// Number of metrics, after the gold.
    pub(super) metrics: usize,
    /// Measures with what is exchanged together, and whether intervals are to hold for what is compared.
    pub(super) measures: Vec<(NamedMeasure, Exchanged, bool)>,
    pub(super) permutations: u32,
    pub(super) compat: Option<Compat>,
    /// What is exchanged for averages; their differences after each draw are kept.
    pub(super) for_averages: Option<Exchanged>,
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
    /// Number of exchanges, and whether these are all.
    pub(super) exchanges: u64,
    pub(super) is_complete: bool,
    /// Right pairs of systems of both, and how often an exchange gives which difference, for pooling with those of other
    /// corpora.
    pub(super) counted: Option<CountedPairs>,
    /// Errors of both, or why there is no interval of their difference.
    pub(super) errors: Result<PairErrors, Reason>,
    /// Differences, of the second metric less the first, that were observed and permuted, where they are kept.
    pub(super) permuted: Option<(f64, Vec<f64>)>,
}

impl TestedPairs {
    /// The question about `metrics` metrics; `None` if the study does not ask it.
    pub(super) fn new(options: &Meta, metrics: usize) -> Option<Self> {
        let measures = options.measures().into_iter().map(|measure| {
            let exchanged = options.exchanged(measure.name);
            (measure, exchanged, options.has_intervals(measure.name))
        });
        (options.tests && metrics > 1).then(|| Self {
            metrics,
            measures: measures.collect(),
            permutations: options.permutations,
            compat: options.compat,
            for_averages: options.average.as_ref().map(|_| options.exchanged_for_averages()),
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
    type Result = Vec<Vec<Result<Tested, Reason>>>;
    const TAG: &'static str = "tested pairs of metrics";

    fn work(&self, size: &TaskSize) -> Work {
        let nanoseconds = self.measures.iter().map(|(measure, exchanged, _)| {
            // All exchanges of systems are no random draws, which averages take: then tests run
            // twice.
            let again = self
                .for_averages
                .filter(|again| again != exchanged || *exchanged == Exchanged::Systems);
            self.nanoseconds(size, *measure, *exchanged)
                + again.map_or(0.0, |again| self.nanoseconds(size, *measure, again))
        });
        let per_pair: f64 = nanoseconds.sum();
        Work::plain(self.pairs().len() as f64 * per_pair)
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        let is_kept = self.for_averages.is_some();
        let kept = if is_kept { 8.0 * f64::from(self.permutations) } else { 0.0 };
        (80.0 + kept) * self.pairs().len() as f64 * self.measures.len() as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let judged = Judged::new(job, group, self.metrics, self.compat);
        let by_measure = self.measures.iter().map(|(measure, exchanged, has_intervals)| {
            let measure = measure.measure();
            let errors = ErrorsOfPairs::new(job, &judged, measure, *has_intervals);
            let results = self.tests(job, &judged, measure, *exchanged, &errors);
            results.unwrap_or_else(|reason| vec![Err(reason); self.pairs().len()])
        });
        by_measure.collect()
    }
}

impl TestedPairs {
    /// Of a pair of metrics.
    fn nanoseconds(&self, size: &TaskSize, measure: NamedMeasure, exchanged: Exchanged) -> f64 {
        let systems = size.scorings / (self.metrics + 1);
        let (outputs, draws) = (systems as f64 * size.segments, f64::from(self.permutations));
        match (measure.measure(), exchanged) {
            (Measure::AccEq { .. }, _) => 0.5 * systems as f64 * outputs * draws * TIE,
            (measure, Exchanged::Systems) if is_looked_up(measure) => {
                let soft = if matches!(measure, Measure::Spa(_)) { SIGNS * SIGN } else { 0.0 };
                let all = (1_u64 << systems.min(MOST_ENUMERATED)) as f64;
                let is_enumerated = systems <= MOST_ENUMERATED;
                let draws = if is_enumerated { all } else { draws };
                let systems = systems as f64;
                2.0 * outputs * soft + systems * draws * OF_SYSTEM
            }
            (measure, Exchanged::Texts) if is_summed(measure) => size.units * draws * SUM,
            _ => outputs * draws * EXCHANGE,
        }
    }

    fn tests(
        &self,
        job: &JobResults<'_>,
        judged: &Judged,
        measure: Measure,
        exchanged: Exchanged,
        errors: &ErrorsOfPairs,
    ) -> Estimate<Vec<Result<Tested, Reason>>> {
        let signs = judged.signs(job, measure)?;
        let count = self.permutations as usize;
        let run = |exchanges: Exchanges| -> Estimate<Vec<Result<Tested, Reason>>> {
            let coarse = match (exchanges.unit(), measure) {
                (Unit::Output, Measure::Spa(PValues::Permutations)) => judged.coarse_signs(job)?,
                _ => signs.clone(),
            };
            let Judged { gold, metrics, .. } = judged;
            let test = PairTests::new(gold, metrics, measure, &coarse, exchanges)?;
            let units = (0..test.units()).into_par_iter();
            let tested = |found: PairTest| self.tested(judged, measure, &signs, found);
            // Differences after all exchanges of 20 systems are many: they are counted pair by pair.
            if test.is_by_pair() {
                return Ok(units
                    .map(|unit| tested(test.tests([test.unit(unit)]).remove(0)))
                    .collect());
            }
            let parts: Vec<_> = units.map(|unit| test.unit(unit)).collect();
            Ok(test.tests(parts).into_iter().map(tested).collect())
        };
        let requested = judged.exchanges(job, exchanged, count).enumerated_where_few();
        // Draws of other exchanges, and all exchanges, cannot be averaged with those of other measures.
        let are_others = requested.is_complete() || self.for_averages != Some(exchanged);
        let mut results = run(requested)?;
        for (pair, tested) in self.pairs().into_iter().zip(&mut results) {
            if let Ok(tested) = tested {
                tested.errors = errors.of_pair(job, judged, [pair.0, pair.1]);
            }
        }
        if let Some(for_averages) = self.for_averages.filter(|_| are_others) {
            let others = run(judged.exchanges(job, for_averages, count))?;
            for (result, other) in results.iter_mut().zip(others) {
                if let (Ok(result), Ok(other)) = (result, other) {
                    result.permuted = other.permuted;
                }
            }
        }
        Ok(results)
    }

    fn tested(
        &self,
        Judged { gold, metrics, .. }: &Judged,
        measure: Measure,
        signs: &Signs,
        PairTest { first, second, outcome }: PairTest,
    ) -> Result<Tested, Reason> {
        let outcome = outcome?;
        let [one, other] = [(first, second), (second, first)].map(|(own, other)| {
            measure.of(gold, &metrics[own].where_known(&metrics[other]), signs)
        });
        let both = [one?, other?];
        let counted = (measure == Measure::PairwiseAccuracy)
            .then(|| CountedPairs::new(both.map(|value| value.value), both[0].compared, &outcome));
        Ok(Tested { counted, ..self.with_values(both.map(|value| value.value), outcome) })
    }

    /// The test of two metrics with these values.
    pub(super) fn with_values(&self, values: [f64; 2], outcome: NullDifferences) -> Tested {
        let differ = outcome.differ();
        let is_kept = self.for_averages.is_some() && !outcome.is_complete;
        Tested {
            values,
            p_value: differ.p,
            errors: Err(Reason::NoMethod),
            counted: None,
            exchanges: differ.trials,
            is_complete: outcome.is_complete,
            p_better: match self.compat {
                Some(Compat::Mtme) => {
                    [mtme::first_is_better(&outcome), mtme::second_is_better(&outcome)]
                }
                None => [outcome.first_is_better().p, outcome.second_is_better().p],
            },
            permuted: is_kept.then_some((outcome.observed, outcome.permuted)),
        }
    }
}

/// Returns `true` if what pairs of systems, or systems, add is looked up in every exchange of systems.
fn is_looked_up(measure: Measure) -> bool {
    matches!(measure, Measure::Spa(_) | Measure::PairwiseAccuracy | Measure::Systems(_))
}

/// Returns `true` if a measure follows from sums over texts.
fn is_summed(measure: Measure) -> bool {
    matches!(measure, Measure::Pdp | Measure::Pearson(_) | Measure::Kendall(_, Grouping::Item))
}
