//! The plan of an experiment: a spec, expanded over its corpora.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::adjusted;
use super::analysis::PlannedAnalysis;
use super::corpus_plan::CorpusPlan;
use super::cost::TextCost;
use super::directions;
use super::expand::{StudySite, expand};
use super::grid::Grid;
use super::grid_context::GridContext;
use super::interner::TestSetInterner;
use super::job::{Job, Task, TaskKey, jobs};
use super::problem::PlanProblem;
use super::tables::Tables;
use crate::config::model::{ResamplingUnit, Spec};
use crate::corpus::model::Corpus;
use crate::warning::{self, Warning};

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
    /// What is probably not what was meant: of studies, and of corpora if whoever read them adds it.
    pub warnings: Vec<Warning>,
    /// The plans of further seeds, without the texts of generated corpora ([`Plan::with_texts`]); none
    /// in such a plan.
    pub further: Vec<Plan>,
    /// What the tables and the report take.
    pub(super) tables: Tables,
    /// What the texts take.
    pub(super) texts: TextCost,
    /// Whether the corpora have their texts.
    pub(super) has_texts: bool,
    /// Of all tasks, once they are asked for.
    keys: OnceLock<Vec<TaskKey>>,
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
        mut spec: Spec,
        corpora: Vec<Arc<Corpus>>,
        analyses: &[&dyn PlannedAnalysis],
    ) -> Result<Self, Vec<PlanProblem>> {
        let mut planned: Vec<CorpusPlan> = corpora
            .into_iter()
            .map(|corpus| CorpusPlan { corpus, test_sets: Vec::new(), scorings: Vec::new() })
            .collect();
        let mut problems = directions::settle(&mut spec, &planned);
        let mut grids = Vec::new();
        let mut pools: Vec<TestSetInterner> =
            planned.iter().map(|_| TestSetInterner::default()).collect();
        for (study_index, study) in spec.studies.iter().enumerate() {
            for name in &study.corpora {
                let position = planned.iter().position(|plan| plan.corpus.name == *name);
                let corpus_index = position.expect("a validated spec names declared corpora");
                let at = StudySite { spec: &spec, study_index, study, corpus_index, analyses };
                match expand(&at, &planned[corpus_index].corpus, &mut pools[corpus_index]) {
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
        let problems = problems_over_corpora(&spec, &planned, &grids, analyses);
        if !problems.is_empty() {
            return Err(problems);
        }
        let jobs = jobs(&mut grids);
        let tables = Tables::new(&spec, &planned, &grids, analyses);
        let mut plan = Self {
            spec,
            corpora: planned,
            grids,
            jobs,
            warnings: Vec::new(),
            further: Vec::new(),
            tables,
            texts: TextCost::default(),
            has_texts: true,
            keys: OnceLock::new(),
        };
        plan.texts = TextCost::of(&plan);
        plan.warnings = plan.warnings_of_studies(analyses);
        Ok(plan)
    }

    /// Each once, even if it is about several corpora.
    fn warnings_of_studies(&self, analyses: &[&dyn PlannedAnalysis]) -> Vec<Warning> {
        let grids = self.grids.iter().map(|grid| self.context(grid));
        let of_grids = grids.flat_map(|context| {
            let found = analyses.iter().flat_map(|analysis| analysis.warnings(&context));
            adjusted::warnings(&self.spec, &context).into_iter().chain(found).collect::<Vec<_>>()
        });
        let studies = by_study(&self.spec, &self.corpora, &self.grids);
        let of_studies = studies.iter().flat_map(|grids| {
            analyses.iter().flat_map(|analysis| analysis.warnings_over_corpora(grids))
        });
        warning::merged(of_grids.chain(of_studies))
    }

    /// Documents of a test set that have a segment which counts for a scoring.
    pub fn counted_documents(&self, corpus: usize, scoring: usize, test_set: usize) -> usize {
        self.corpora[corpus].counted_documents(scoring, test_set)
    }

    /// A grid, with what its indices mean.
    pub fn context<'a>(&'a self, grid: &'a Grid) -> GridContext<'a> {
        context(&self.spec, &self.corpora, grid)
    }

    /// Number of cells of all grids.
    pub fn cell_count(&self) -> u64 {
        self.grids.iter().map(|grid| grid.cell_count(&self.spec)).sum()
    }

    /// The key of a task. All keys are hashed once, when the first is asked for.
    pub fn key(&self, task: &Task) -> TaskKey {
        self.key_at(task.index)
    }

    /// The key of the task at `index`.
    pub fn key_at(&self, index: usize) -> TaskKey {
        let keys = self.keys.get_or_init(|| {
            let of_job = |job: &Job| {
                let corpus = &self.corpora[job.coordinates.corpus];
                let of_spec = (self.spec.seed, self.spec.df);
                let keys = job.tasks.iter().map(|task| task.key(of_spec, corpus, &job.coordinates));
                keys.collect::<Vec<_>>()
            };
            self.jobs.par_iter().flat_map_iter(of_job).collect()
        });
        keys[index]
    }

    /// See [`Job::locality_key`].
    pub fn locality_key(&self, job: &Job) -> (usize, Vec<i64>, ResamplingUnit, u32) {
        job.locality_key(&self.corpora[job.coordinates.corpus])
    }
}

fn context<'a>(spec: &'a Spec, corpora: &'a [CorpusPlan], grid: &'a Grid) -> GridContext<'a> {
    let CorpusPlan { corpus, test_sets, scorings } = &corpora[grid.corpus];
    let (study, metrics) = (&spec.studies[grid.study], spec.metrics.as_slice());
    GridContext { study, metrics, grid, corpus, test_sets, scorings }
}

/// The grids of each study, in their order.
fn by_study<'a>(
    spec: &'a Spec,
    corpora: &'a [CorpusPlan],
    grids: &'a [Grid],
) -> Vec<Vec<GridContext<'a>>> {
    let of_study = |grids: &'a [Grid]| {
        grids.iter().map(|grid| context(spec, corpora, grid)).collect::<Vec<_>>()
    };
    grids.chunk_by(|one, other| one.study == other.study).map(of_study).collect()
}

/// What keeps studies from being analysed over all their corpora.
fn problems_over_corpora(
    spec: &Spec,
    corpora: &[CorpusPlan],
    grids: &[Grid],
    analyses: &[&dyn PlannedAnalysis],
) -> Vec<PlanProblem> {
    let studies = by_study(spec, corpora, grids);
    let of_study = |grids: &Vec<GridContext<'_>>| {
        let found = analyses.iter().flat_map(|analysis| analysis.problems_over_corpora(grids));
        found.collect::<Vec<_>>()
    };
    studies.iter().flat_map(of_study).collect()
}
