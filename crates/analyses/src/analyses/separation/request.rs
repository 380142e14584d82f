//! What separation asks for: the comparisons of all pairs on all test sets.

use super::options::Separation;
use crate::analyses::common::pairs::{one_system, placed_pairs};
use crate::analyses::comparison::options::Comparison;
use crate::analyses::comparison::{few_trials, requests_for, too_few_trials, unknown_baseline};
use crate::analyses::{ComparisonRow, SeparationRow};
use crate::config::model::Study;
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedOptions, Request, StudyOnCorpus, TableSize,
};
use crate::warning::Warning;

/// Nanoseconds to adjust and judge a pair on a test set.
const VERDICT: f64 = 2_500.0;

/// The comparison whose verdicts the study counts.
pub(super) fn comparison(study: &Study) -> Option<Comparison> {
    study.analyses.get::<Separation>().map(|options| options.of_study(study))
}

impl Separation {
    fn of_study(&self, study: &Study) -> Comparison {
        self.comparison(study.analyses.get::<Comparison>())
    }
}

impl PlannedOptions for Separation {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        // The warnings of the study's comparison appear once.
        if on.study.analyses.get::<Comparison>().is_some() {
            return Vec::new();
        }
        let options = self.comparison(None);
        let problems = unknown_baseline(on, &options).into_iter();
        let problems = problems.chain(one_system(on, "separation"));
        problems.chain(too_few_trials(on, "separation", &options)).collect()
    }

    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        few_trials(context.study, &self.of_study(context.study))
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        requests_for(context, &self.of_study(context.study))
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let options = self.of_study(context.study);
        let rows = counts.sizes * counts.draws * counts.groups.len() as f64;
        let verdicts = placed_pairs(context, options.baseline.as_deref()) as f64;
        let pairs = TableSize::new::<ComparisonRow>(counts, 0.0, 0.0);
        // Rows of comparisons are made of the pairs of a test set, and counted.
        let pairs = pairs.together(counts.of_place(verdicts)).source(verdicts * VERDICT);
        vec![TableSize::new::<SeparationRow>(counts, rows, 4.0).at_once(), pairs]
    }
}
