//! What cross-references ask for: summaries of references on the whole corpus.

use super::options::CrossReference;
use super::{RelativeScoreRow, relative};
use crate::analyses::scores::ScoreSummary;
use crate::plan::{
    GridContext, GridCounts, PlanProblem, PlannedOptions, Request, StudyOnCorpus, TableSize,
};

impl PlannedOptions for CrossReference {
    fn reads_whole_corpus(&self) -> bool {
        true
    }

    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let problem = self.relative.then(|| relative::problem(on, self.counts.as_deref()));
        problem.flatten().into_iter().collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let GridContext { study, grid, .. } = context;
        let groups = context.singles(&grid.cross_references);
        let Some(whole) = grid.whole else { return Vec::new() };
        let (replicates, repeats) = (study.replicates.clone(), study.shown_repeats());
        let mut requests = Vec::new();
        if !groups.is_empty() {
            let question = ScoreSummary::of(study);
            requests.push(Request::new(question, groups, vec![whole], replicates.clone(), repeats));
        }
        if self.relative {
            let compared = relative::compared(context);
            let scorings: Vec<usize> = compared.iter().map(|one| one.group[0]).collect();
            let (question, systems) = (ScoreSummary::of(study), context.singles(&scorings));
            requests.push(Request::new(question, systems, vec![whole], replicates, repeats));
            requests.extend(relative::requests(&compared, study.level, whole));
        }
        requests
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let rows = if self.relative { relative::compared(context).len() } else { 0 };
        vec![TableSize::new::<RelativeScoreRow>(counts, rows as f64, 4.0).at_once()]
    }
}
