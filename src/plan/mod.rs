//! The plan: from a spec and its corpora to a grid of cells and the jobs that fill it.
//!
//! A *cell* is a row of the scores table: a metric applied to a system on a test set with a number
//! of replicates. Cells are never stored: a [`Grid`] holds the factors whose product they are. A
//! *job* is a test set and a stream of draws, with everything that is computed from it: cells of all
//! studies that share a test set share its draws.
//!
//! Planning looks at the structure of corpora (documents, names, what is missing), never at text.

mod agreement;
mod asked;
mod comparison;
mod correlation;
mod cost;
mod coverage;
mod cross_reference;
mod curve;
mod digests;
mod explain;
mod grid;
mod job;
mod limit;
mod problem;
mod question;
mod references;
mod samples;
mod scoring;
mod tables;
mod test_set;

use std::sync::Arc;

pub(crate) use crate::words::grouped;
pub use asked::Asked;
pub use comparison::Compared;
pub use correlation::{Family, FamilyMember};
pub use cost::Cost;
pub use curve::Form;
pub use explain::{PlanDocument, explain};
pub use grid::{Grid, Path, Placement};
pub use job::{Job, Task, TaskKey};
pub use problem::PlanProblem;
pub use question::{CorrelationOptions, Pairs, Question};
pub use references::{Mixed, ReferenceSet};
pub use scoring::{Obstacle, Scoring};
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
    /// Expands `spec` over `corpora` (in the order in which the spec declares them).
    ///
    /// # Errors
    ///
    /// All problems that show only when a spec meets its corpora: unknown systems, criteria or
    /// documents, more references or documents asked for than there are.
    pub fn new(spec: Spec, corpora: Vec<Arc<Corpus>>) -> Result<Self, Vec<PlanProblem>> {
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
                let at = grid::Site { spec: &spec, study_index, study, corpus_index };
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
        let jobs = job::jobs(&spec, &grids);
        Ok(Self { spec, corpora: planned, grids, jobs })
    }

    /// Documents of a test set that have a segment which counts for a scoring.
    pub fn judged_documents(&self, corpus: usize, scoring: usize, test_set: usize) -> usize {
        let CorpusPlan { corpus, test_sets, scorings } = &self.corpora[corpus];
        test_sets[test_set].judged_documents(corpus, scorings[scoring].mask.as_deref())
    }

    /// Documents that count for a scoring in the test sets of `path`, each number above 0 once.
    pub fn counted_sizes(&self, corpus: usize, scoring: usize, path: &Path) -> Vec<usize> {
        let CorpusPlan { corpus, test_sets, scorings } = &self.corpora[corpus];
        asked::Ground { corpus, test_sets, scorings }.counted_sizes(scoring, path)
    }

    /// Number of cells of all grids.
    pub fn cell_count(&self) -> u64 {
        self.grids.iter().map(|grid| grid.cell_count(&self.spec)).sum()
    }
}
