//! The plan: from a spec and its corpora to a grid of cells and the jobs that fill it.
//!
//! A *cell* is a row of the scores table: a metric applied to a system on a test set with a number
//! of replicates. Cells are never stored: a [`Grid`] holds the factors whose product they are. A
//! *job* is a test set and a stream of draws, with everything that is computed from it: cells of all
//! studies that share a test set share its draws.
//!
//! Planning looks at the structure of corpora (documents, names, what is missing), never at text.

mod analysis;
mod coordinates;
mod correlation;
mod cost;
mod cross_reference;
mod digests;
mod explain;
mod grid;
mod job;
mod job_results;
mod limit;
pub mod prices;
mod problem;
mod question;
mod references;
mod request;
mod samples;
mod scoring;
mod tables;
mod test_set;

use std::sync::{Arc, OnceLock};

pub use analysis::{GridContext, PlannedAnalysis, StudyOnCorpus, by_metric};
pub use coordinates::JobCoordinates;
pub use correlation::{Family, FamilyMember};
pub use cost::Cost;
pub(crate) use explain::grouped;
pub use explain::{PlanDocument, explain};
pub use grid::{Grid, Path, Placement};
pub use job::{Job, Task, TaskKey};
pub use job_results::{CountedScoring, JobContext, JobResults, ReplicateSource, ScoredTestSet};
pub use problem::PlanProblem;
pub use question::{AnyQuestion, Group, Question, TaskSize, Work, decode};
pub use references::{Mixed, ReferenceSet};
pub use request::Request;
pub use scoring::{Obstacle, Scoring};
pub use tables::{GridCounts, TableSize};
pub use test_set::{TestSet, TestSetId};

use crate::corpus::model::Corpus;
use crate::spec::model::Spec;

/// A spec, expanded.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What was asked for.
    pub spec: Spec,
    /// Corpora with what is computed on each, in the order of the spec.
    pub corpora: Vec<CorpusPlan>,
    /// One grid for each study and corpus, in the order of the spec.
    pub grids: Vec<Grid>,
    /// Jobs, sorted by corpus, test set, unit and repeat.
    pub jobs: Vec<Job>,
    /// What the tables and the report take.
    tables: tables::Tables,
    /// Of all tasks, once they are asked for.
    keys: OnceLock<Vec<TaskKey>>,
}

/// A corpus with the test sets and scorings that studies share.
#[derive(Clone, Debug)]
pub struct CorpusPlan {
    /// The corpus.
    pub corpus: Arc<Corpus>,
    /// Distinct test sets.
    pub test_sets: Vec<TestSet>,
    /// Distinct scorings.
    pub scorings: Vec<Scoring>,
}

impl Plan {
    /// Expands `spec` over `corpora` (in the order in which the spec declares them), with what
    /// `analyses` ask of it.
    ///
    /// # Errors
    ///
    /// All problems that show only when a spec meets its corpora: unknown systems, criteria or
    /// documents, more references or documents asked for than there are.
    pub fn new(
        spec: Spec,
        corpora: Vec<Arc<Corpus>>,
        analyses: &[&dyn PlannedAnalysis],
    ) -> Result<Self, Vec<PlanProblem>> {
        let mut planned: Vec<CorpusPlan> = corpora
            .into_iter()
            .map(|corpus| CorpusPlan { corpus, test_sets: Vec::new(), scorings: Vec::new() })
            .collect();
        let mut problems = Vec::new();
        let mut grids = Vec::new();
        let mut pools: Vec<grid::Pool> = planned.iter().map(|_| grid::Pool::default()).collect();
        for (study_index, study) in spec.studies.iter().enumerate() {
            for name in &study.corpora {
                let position = planned.iter().position(|plan| plan.corpus.name == *name);
                let corpus_index = position.expect("a validated spec names declared corpora");
                let at = grid::Site { spec: &spec, study_index, study, corpus_index, analyses };
                match grid::expand(&at, &planned[corpus_index].corpus, &mut pools[corpus_index]) {
                    Ok(grid) => grids.push(grid),
                    Err(found) => problems.extend(found),
                }
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        for (plan, pool) in planned.iter_mut().zip(pools) {
            plan.test_sets = pool.test_sets;
            plan.scorings = pool.scorings;
        }
        let jobs = job::jobs(&spec, &mut grids);
        let tables = tables::Tables::new(&spec, &planned, &grids, analyses);
        Ok(Self { spec, corpora: planned, grids, jobs, tables, keys: OnceLock::new() })
    }

    /// Documents of a test set that have a segment which counts for a scoring.
    pub fn judged_documents(&self, corpus: usize, scoring: usize, test_set: usize) -> usize {
        let CorpusPlan { corpus, test_sets, scorings } = &self.corpora[corpus];
        test_sets[test_set].judged_documents(corpus, scorings[scoring].mask.as_deref())
    }

    /// A grid, with what its indices mean.
    pub fn context<'a>(&'a self, grid: &'a Grid) -> GridContext<'a> {
        let CorpusPlan { corpus, test_sets, scorings } = &self.corpora[grid.corpus];
        GridContext { study: &self.spec.studies[grid.study], grid, corpus, test_sets, scorings }
    }

    /// Number of cells of all grids.
    pub fn cell_count(&self) -> u64 {
        self.grids.iter().map(|grid| grid.cell_count(&self.spec)).sum()
    }
}
