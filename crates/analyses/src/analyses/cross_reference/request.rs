//! What cross-references ask for: summaries of references on the whole corpus.

use super::options::CrossReference;
use crate::analyses::scores::ScoreSummary;
use crate::plan::{GridContext, PlannedOptions, Request};

impl PlannedOptions for CrossReference {
    fn reads_whole_corpus(&self) -> bool {
        true
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let GridContext { study, grid, .. } = context;
        let groups = context.singles(&grid.cross_references);
        let Some(whole) = grid.whole.filter(|_| !groups.is_empty()) else { return Vec::new() };
        let (replicates, repeats) = (study.replicates.clone(), study.shown_repeats());
        vec![Request::new(ScoreSummary::of(study), groups, vec![whole], replicates, repeats)]
    }
}
