//! What power asks for: the differences between all pairs of systems.

use crate::analyses::common::differences::Differences;
use crate::analyses::common::pairs::{Pairs, one_system, placed_pairs};
use crate::config::model::{self, Study};
use crate::plan::prices::{CELL_COLUMNS, LOOKUP};
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedAnalysis, Request, StudyOnCorpus, TableSize,
};

/// Effects of a curve where the spec names none, at most.
const CURVE: usize = 4;

/// Nanoseconds to solve for the effect or the size that a test of some power shows.
const SOLVE: f64 = 280_000.0;

/// Differences whose deviations the study reads.
pub(super) fn differences(study: &Study) -> Differences {
    Differences::of(study, Pairs::All)
}

fn effects(options: &model::Power) -> usize {
    options.effects.as_ref().map_or(CURVE, Vec::len)
}

/// Power: sizes that show a difference between two systems, and differences that a size shows.
#[derive(Debug)]
pub struct Power;

impl PlannedAnalysis for Power {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let is_asked = on.study.derivations.power.is_some();
        one_system(on, "power").filter(|_| is_asked).into_iter().collect()
    }

    fn pair_rows(&self, context: &GridContext<'_>) -> u64 {
        let Some(options) = &context.study.derivations.power else { return 0 };
        placed_pairs(context, None).saturating_mul(effects(options) as u64)
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let study = context.study;
        let ask = |_| context.everywhere(differences(study), context.groups());
        study.derivations.power.as_ref().map(ask).into_iter().collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let Some(options) = &context.study.derivations.power else { return Vec::new() };
        let rows = self.pair_rows(context) as f64;
        // Twice: along the orderings, and row by row.
        let scores = 2.0 * 2.0 * counts.places * counts.pairs() * LOOKUP;
        let solved = counts.places * counts.pairs() * (1.0 + 2.0 * effects(options) as f64) * SOLVE;
        vec![TableSize::new(rows, CELL_COLUMNS + 22.0, 6.0).source(scores + solved)]
    }
}
