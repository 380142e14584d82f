//! What cross-references ask for: summaries of references on the whole corpus.

use crate::analyses::scores::ScoreSummary;
use crate::config::model::Study;
use crate::plan::{GridContext, PlannedAnalysis, Request};

/// Cross-references: every reference scored like a system against the others (Hamon et al. 2007,
/// Table 1).
#[derive(Debug)]
pub struct CrossReference;

impl PlannedAnalysis for CrossReference {
    fn reads_whole_corpus(&self, study: &Study) -> bool {
        study.derivations.cross_reference.is_some()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let GridContext { study, grid, .. } = context;
        let groups = context.singles(&grid.cross_references);
        let Some(whole) = grid.whole.filter(|_| !groups.is_empty()) else { return Vec::new() };
        let (replicates, repeats) = (study.replicates.clone(), study.shown_repeats());
        vec![Request::new(ScoreSummary::of(study), groups, vec![whole], replicates, repeats)]
    }
}
