//! Whether a corpus has what components of variance come from: judgments, and who gave them.

use super::options::VarianceComponents;
use super::{JudgeRow, VarianceComponentRow};
use crate::analyses::common::judged::judge_problems;
use crate::plan::{GridContext, GridCounts, PlanProblem, PlannedOptions, StudyOnCorpus, TableSize};

/// Nanoseconds to estimate components, per rating and document or judge left out.
const RATING: f64 = 250.0;

impl PlannedOptions for VarianceComponents {
    /// Unknown criteria, and judgments whose judges have no names.
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        judge_problems(on, "variance-components", self.criteria.as_deref())
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let corpus = context.corpus;
        let criteria = self.criteria.as_ref().map_or(corpus.judge_names.len(), Vec::len) as f64;
        let cells = corpus.judge_names.values().flat_map(|by| by.values());
        let ratings: usize = cells.map(|columns| columns.len() * corpus.segment_count()).sum();
        let left_out = corpus.documents.len() as f64;
        let judges = corpus.judge_codes().len() as f64;
        let source = ratings as f64 * (left_out + judges) * RATING;
        vec![
            // A row for each of the seven in `Factor::ALL`.
            TableSize::new::<VarianceComponentRow>(counts, 7.0 * criteria, 8.0)
                .at_once()
                .source(source),
            TableSize::new::<JudgeRow>(counts, judges * criteria, 6.0).at_once(),
        ]
    }
}
