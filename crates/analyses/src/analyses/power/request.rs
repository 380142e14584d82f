//! What power asks for: the standard errors of the differences between all pairs of systems.

use super::PowerRow;
use super::options::Power;
use std::sync::Arc;

use super::options;
use crate::analyses::common::{PairSelection, PairedErrors, Pairs, one_system, placed_pairs};
use crate::analyses::comparison::options::{Adjustment, Comparison, FamilyOf};
use crate::config::model::Study;
use crate::plan::prices::LOOKUP;
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedOptions, Request, StudyOnCorpus, TableSize,
};

/// Effects of a curve where the spec names none, at most.
const CURVE: usize = 4;

/// Nanoseconds for the effect or the size that a test of some power shows.
const SOLVE: f64 = 150_000.0;

/// Nanoseconds to prepare these for one test and for any of the pairs of a metric.
const GOALS: f64 = 1.5e8;

/// Standard errors of differences.
pub(super) fn errors() -> PairedErrors {
    PairedErrors { pairs: Pairs::All }
}

/// How many comparisons the verdicts by a metric are adjusted for, that at `index` of `metrics`, which have names and
/// numbers of systems: as the `comparison` of the study says, or by its defaults.
pub(super) fn adjusted_comparisons(
    study: &Study,
    metrics: &[(&str, usize)],
    index: usize,
) -> usize {
    let defaults = Comparison::default();
    let comparison = study.analyses.get::<Comparison>().unwrap_or(&defaults);
    let pairs = PairSelection::pairs_with(comparison.baseline.as_deref());
    let (metric, systems) = metrics[index];
    let is_alone = comparison.family == FamilyOf::Pairs || !comparison.is_tested(metric);
    match comparison.adjustment {
        Adjustment::None => 1,
        _ if is_alone => pairs.count(systems),
        _ => {
            let tested = metrics.iter().filter(|(metric, _)| comparison.is_tested(metric));
            tested.map(|(_, systems)| pairs.count(*systems)).sum()
        }
    }
}

fn effects(options: &options::Power) -> usize {
    options.effects.as_ref().map_or(CURVE, Vec::len)
}

impl PlannedOptions for Power {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        one_system(on, "power").into_iter().collect()
    }

    fn pair_rows(&self, context: &GridContext<'_>) -> u64 {
        placed_pairs(context, None).saturating_mul(effects(self) as u64)
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let (resampled, plain): (Vec<_>, Vec<_>) =
            context.groups().into_iter().partition(|group: &Arc<[usize]>| {
                group.iter().any(|index| context.scorings[*index].is_recomputed)
            });
        let once = Request::once(errors(), plain, context.placed());
        let everywhere = context.everywhere(errors(), resampled);
        [once, everywhere].into_iter().filter(|request| !request.groups.is_empty()).collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let rows = self.pair_rows(context) as f64;
        // Twice: along the orderings, and row by row.
        let scores = 2.0 * counts.places * counts.systems() * LOOKUP;
        // The smallest difference and, for each effect, the size, for one test and for any of the pairs;
        // the power here.
        let of_pair = 2.0 + 3.0 * effects(self) as f64;
        let solved = counts.places * counts.pairs() * of_pair * SOLVE;
        let goals = counts.groups.len() as f64 * GOALS;
        let table = TableSize::new::<PowerRow>(counts, rows, 15.0).together(counts.of_place(rows));
        vec![table.source(scores + solved + goals)]
    }
}
