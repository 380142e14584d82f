//! Whether a corpus has what components of variance come from: judgments, and who gave them.

use super::{JudgeRow, VarianceComponentRow};
use crate::analyses::common::judged::judge_problems;
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedAnalysis, StudyOnCorpus, TableSize,
};

/// Nanoseconds to estimate components, per rating and document or judge left out.
const RATING: f64 = 250.0;

/// Components of variance: what ratings vary with, and how severe each judge is. It asks nothing of test
/// sets.
#[derive(Debug)]
pub struct VarianceComponents;

impl PlannedAnalysis for VarianceComponents {
    /// Unknown criteria, and judgments whose judges have no names.
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let options = &on.study.derivations.variance_components;
        let asked = options.as_ref().map(|options| options.criteria.as_deref());
        asked.map_or_else(Vec::new, |criteria| judge_problems(on, "variance-components", criteria))
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let Some(options) = &context.study.derivations.variance_components else {
            return Vec::new();
        };
        let corpus = context.corpus;
        let criteria = options.criteria.as_ref().map_or(corpus.judge_names.len(), Vec::len) as f64;
        let cells = corpus.judge_names.values().flat_map(|by| by.values());
        let ratings: usize = cells.map(|columns| columns.len() * corpus.segment_count()).sum();
        let left_out = corpus.documents.len() as f64;
        let judges = corpus.judge_codes().len() as f64;
        let source = ratings as f64 * (left_out + judges) * RATING;
        vec![
            TableSize::new::<VarianceComponentRow>(counts, 7.0 * criteria, 8.0)
                .at_once()
                .source(source),
            TableSize::new::<JudgeRow>(counts, judges * criteria, 6.0).at_once(),
        ]
    }
}
