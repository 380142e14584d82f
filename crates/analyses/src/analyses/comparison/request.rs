//! What comparisons ask for: differences of replicates, exchanges of outputs, sacreBLEU's tests.

use super::ComparisonRow;
use super::options::Comparison;
use serde::Serialize;

use super::chance::ChanceGain;
use super::compute::{self, PairTests};
use super::options::{self, TestMethod};
use super::problems::{few_trials, too_few_trials, unknown_baseline};
use crate::analyses::common::{
    Differences, PairSelection, PairedErrors, Pairs, TwoWayErrors, by_resampling, one_system,
    placed_pairs,
};
use crate::config::model::Study;
use crate::plan::prices::{DRAW, LOOKUP, SCORE};
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlanProblem, PlannedOptions, Question, Request,
    StudyOnCorpus, TableSize, TaskSize, Work,
};
use crate::stats::randomization::MOST_ENUMERATED;
use crate::warning::Warning;

/// Nanoseconds per column that an exchange of outputs adds.
const EXCHANGE: f64 = 0.7;

/// Nanoseconds of a row beside its columns: names, adjustment and verdict.
const ROW: f64 = 7_000.0;

/// Bytes of the results of a pair, and of each of its tests.
const PAIR: f64 = 11.0;
const TEST: f64 = 21.0;

/// Differences of replicates, where a method reads them.
pub(super) fn differences(study: &Study, options: &options::Comparison) -> Option<Differences> {
    let reads = options.methods.iter().any(|method| method.resamples());
    (options.compat.is_none() && reads).then(|| Differences::of(study, pairs(options)))
}

/// Standard errors of differences, where a method reads them.
pub(super) fn errors(options: &options::Comparison) -> Option<PairedErrors> {
    let has_jackknife =
        options.compat.is_none() && options.methods.contains(&TestMethod::JackknifeT);
    (has_jackknife || options.margin.is_some()).then(|| PairedErrors { pairs: pairs(options) })
}

/// The same where judges are resampled.
pub(super) fn two_way_errors(options: &options::Comparison) -> Option<TwoWayErrors> {
    errors(options).map(|PairedErrors { pairs }| TwoWayErrors { pairs })
}

/// What the best of several systems gains by chance, where there is a baseline and something is resampled.
pub(super) fn chance_gain(study: &Study, options: &options::Comparison) -> Option<ChanceGain> {
    let is_asked = options.baseline.is_some() && options.compat.is_none();
    (is_asked && study.replicates != [0]).then_some(ChanceGain)
}

fn pairs(options: &options::Comparison) -> Pairs {
    PairSelection::pairs_with(options.baseline.as_deref())
}

/// Of several systems: p-values by exchanging their outputs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Randomization {
    /// Approximate and exact randomization, or one of them.
    pub methods: Vec<TestMethod>,
    /// Random exchanges.
    pub trials: u32,
    /// Which systems are paired.
    pub pairs: Pairs,
}

impl Randomization {
    /// Where systems are compared that way.
    pub fn new(options: &options::Comparison) -> Option<Self> {
        let methods = options.methods.iter().copied().filter(|method| method.exchanges());
        let methods: Vec<TestMethod> = methods.collect();
        let is_asked = options.compat.is_none() && !methods.is_empty();
        is_asked.then(|| Self { methods, trials: options.trials, pairs: pairs(options) })
    }
}

impl Question for Randomization {
    /// One for each pair, in the order of [`Pairs::of`].
    type Result = Vec<PairTests>;
    const TAG: &'static str = "randomization";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { units, columns, .. } = *size;
        let nanoseconds = self.methods.iter().map(|method| match method {
            // It is refused then.
            TestMethod::ExactRandomization if units > MOST_ENUMERATED as f64 => 0.0,
            TestMethod::ExactRandomization => {
                enumerated_exchanges(units) * (columns * EXCHANGE + 2.0 * SCORE)
            }
            _ => f64::from(self.trials) * (units / 4.0 * columns * EXCHANGE + 2.0 * SCORE),
        });
        let pairs = self.pairs.count(size.scorings) as f64;
        Work::plain(pairs * nanoseconds.sum::<f64>())
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        (PAIR + TEST * self.methods.len() as f64) * self.pairs.count(size.scorings) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<PairTests> {
        compute::randomized(job, group, self)
    }
}

/// Exchanges that are enumerated for so few units: one of each complementary pair.
fn enumerated_exchanges(units: f64) -> f64 {
    let doublings = (1..MOST_ENUMERATED).take_while(|unit| (*unit as f64) < units);
    doublings.fold(1.0, |exchanges, _| 2.0 * exchanges)
}

/// Of several systems: sacreBLEU's p-values, by its bootstrap and by its randomization.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sacrebleu {
    /// Random exchanges.
    pub trials: u32,
    /// Which systems are paired.
    pub pairs: Pairs,
}

impl Sacrebleu {
    /// Where they are asked for.
    pub fn new(options: &options::Comparison) -> Option<Self> {
        options.compat.map(|_| Self { trials: options.trials, pairs: pairs(options) })
    }
}

impl Question for Sacrebleu {
    /// For each pair the bootstrap, then the randomization.
    type Result = Vec<PairTests>;
    const TAG: &'static str = "sacrebleu";

    fn work(&self, size: &TaskSize) -> Work {
        let TaskSize { replicates, units, columns, .. } = *size;
        let (pairs, trials) = (self.pairs.count(size.scorings) as f64, f64::from(self.trials));
        // A bootstrap adds up both systems, an exchange their difference.
        let sums =
            2.0 * replicates * units * (DRAW + columns) + trials * units * columns * EXCHANGE;
        Work::plain(pairs * (sums + 2.0 * (replicates + trials) * SCORE))
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        (PAIR + TEST * 2.0) * self.pairs.count(size.scorings) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Vec<PairTests> {
        compute::compatible(job, group, self)
    }
}

/// What comparisons with `options` ask of the test sets of a grid.
pub(in crate::analyses) fn requests_for(
    context: &GridContext<'_>,
    options: &options::Comparison,
) -> Vec<Request> {
    let study = context.study;
    let selections = PairSelection::of_grid(context, options.baseline.as_deref());
    let groups: Vec<_> = selections.map(|of_group| of_group.scorings).collect();
    let with_replicates = [
        differences(study, options).map(|question| context.everywhere(question, groups.clone())),
        Sacrebleu::new(options).map(|question| context.everywhere(question, groups.clone())),
    ];
    // One system beside the baseline is not the best of several.
    let several = groups.iter().filter(|group| group.len() > 2).cloned().collect();
    let by_chance =
        chance_gain(study, options).map(|question| context.everywhere(question, several));
    // Exchanges need no replicates.
    let exchanges = Randomization::new(options).map(|question| {
        let groups = groups.clone();
        Request::new(question, groups, context.placed(), vec![0], study.shown_repeats())
    });
    // Without a draw, all repeats are alike.
    let (crossed, others) = by_resampling(groups, context.scorings);
    let errors = errors(options).map(|question| Request::once(question, others, context.placed()));
    let two_way = two_way_errors(options).filter(|_| !crossed.is_empty());
    let two_way = two_way.map(|question| Request::once(question, crossed, context.placed()));
    with_replicates.into_iter().chain([by_chance, exchanges, errors, two_way]).flatten().collect()
}

impl PlannedOptions for Comparison {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let problems = unknown_baseline(on, self).into_iter();
        problems
            .chain(one_system(on, "comparison"))
            .chain(too_few_trials(on, "comparison", self))
            .collect()
    }

    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        few_trials(context.study, self)
    }

    fn pair_rows(&self, context: &GridContext<'_>) -> u64 {
        let methods = if self.compat.is_some() { 2 } else { self.methods.len() };
        placed_pairs(context, self.baseline.as_deref()).saturating_mul(methods as u64)
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        requests_for(context, self)
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let rows = self.pair_rows(context) as f64;
        let scores = counts.places * counts.systems() * LOOKUP;
        let table =
            TableSize::new::<ComparisonRow>(counts, rows, 6.0).together(counts.of_place(rows));
        vec![table.source(scores + rows * ROW)]
    }
}
