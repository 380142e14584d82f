//! The plan of an experiment: a spec, expanded over its corpora.
//!
//! With several seeds the first has the plan itself, each further one a plan beside it, made from corpora of its own,
//! whose texts only the statistics need. They are dropped once the plan is made, and generated again for as long as its
//! jobs run, so that a run with many seeds has few corpora in memory.

use std::borrow::Cow;
use std::iter;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::analysis::requested;
use super::expand::{Pool, directions, expand};
use super::job::jobs;
use super::tables::Tables;
use super::text_cost::TextCost;
use super::{
    CorpusPlan, Grid, GridContext, Job, JobCoordinates, PlanProblem, Planned, Task, TaskKey,
};
use crate::config::model::{ResamplingUnit, Spec};
use crate::corpus::model::Corpus;
use crate::stats::ordering::gray_rank;
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
    /// Warnings about studies, and about corpora if the caller adds those of their reading.
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

/// A job, with the plan of its seed.
#[derive(Clone, Copy, Debug)]
pub struct SeedJob<'a> {
    /// Number of the seed, from 0.
    pub seed: usize,
    /// The plan of the seed, which its indices are about.
    pub plan: &'a Plan,
    /// The job.
    pub job: &'a Job,
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
        analyses: &[Planned],
    ) -> Result<Self, Vec<PlanProblem>> {
        let mut problems = directions::settle(&mut spec, &corpora);
        let mut pools: Vec<Pool> = corpora.into_iter().map(Pool::new).collect();
        let mut grids = Vec::new();
        for (study_index, study) in spec.studies.iter().enumerate() {
            for name in &study.corpora {
                let position = pools.iter().position(|pool| pool.plan.corpus.name == *name);
                let corpus_index = position.expect("a validated spec names declared corpora");
                let pool = &mut pools[corpus_index];
                match expand(&spec, (study_index, corpus_index), analyses, pool) {
                    Ok(grid) => grids.push(grid),
                    Err(refused) => problems.extend(refused),
                }
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let corpora: Vec<CorpusPlan> = pools.into_iter().map(|pool| pool.plan).collect();
        let contexts =
            grids.iter().map(|grid| GridContext::new(&spec, &corpora[grid.corpus], grid));
        let contexts: Vec<GridContext<'_>> = contexts.collect();
        let tables = Tables::new(&contexts, analyses);
        let warnings = warnings(&contexts, analyses);
        let texts = TextCost::new(&spec, &corpora);
        let jobs = jobs(&mut grids);
        Ok(Self {
            spec,
            corpora,
            grids,
            jobs,
            warnings,
            further: Vec::new(),
            tables,
            texts,
            has_texts: true,
            keys: OnceLock::new(),
        })
    }

    /// Documents of a test set that have a segment which counts for a scoring.
    pub fn counted_documents(&self, corpus: usize, scoring: usize, test_set: usize) -> usize {
        let CorpusPlan { corpus, test_sets, scorings, .. } = &self.corpora[corpus];
        test_sets[test_set].counted_documents(corpus, scorings[scoring].mask.as_deref())
    }

    /// A grid, with what its indices mean.
    pub fn context<'a>(&'a self, grid: &'a Grid) -> GridContext<'a> {
        GridContext::new(&self.spec, &self.corpora[grid.corpus], grid)
    }

    /// Number of cells of all grids.
    pub fn cell_count(&self) -> u64 {
        self.grids.iter().map(|grid| grid.cell_count(&self.spec)).sum()
    }

    /// Hashes the keys of all tasks, on all threads.
    ///
    /// To be called before tasks are shared out. [`Plan::key`] makes what is missing on one thread: one that waits for
    /// others within a lock may be given a task that waits for this lock.
    pub fn make_keys(&self) {
        if self.keys.get().is_none() {
            let keys = self.jobs.par_iter().flat_map_iter(|job| self.keys_of(job)).collect();
            self.keys.get_or_init(|| keys);
        }
    }

    fn keys_of<'a>(&'a self, job: &'a Job) -> impl Iterator<Item = TaskKey> + use<'a> {
        let Job { coordinates, tasks } = job;
        let (spec, corpus) = ((self.spec.seed, self.spec.df), &self.corpora[coordinates.corpus]);
        tasks.iter().map(move |task| task.key(spec, corpus, coordinates))
    }

    /// The key of a task.
    pub fn key(&self, task: &Task) -> TaskKey {
        self.key_at(task.index as usize)
    }

    /// The key of the task at `index`.
    pub fn key_at(&self, index: usize) -> TaskKey {
        let keys =
            self.keys.get_or_init(|| self.jobs.iter().flat_map(|job| self.keys_of(job)).collect());
        keys[index]
    }

    /// A key that brings jobs beside each other whose test sets differ by few documents: statistics
    /// that depend on the test set follow them by adding and taking away.
    pub fn locality_key(&self, job: &Job) -> (usize, Vec<i64>, ResamplingUnit, u32) {
        let JobCoordinates { corpus, test_set, unit, repeat, .. } = job.coordinates;
        (corpus, gray_rank(&self.corpora[corpus].test_sets[test_set].documents), unit, repeat)
    }

    /// The plans of all seeds, this one first.
    pub fn seeds(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(&self.further)
    }

    /// The jobs of all seeds, seed by seed. Their positions are what shards are lists of.
    pub fn all_jobs(&self) -> impl Iterator<Item = SeedJob<'_>> {
        self.seeds()
            .enumerate()
            .flat_map(|(seed, plan)| plan.jobs.iter().map(move |job| SeedJob { seed, plan, job }))
    }

    /// Number of results of all seeds.
    pub fn result_count(&self) -> usize {
        self.all_jobs().map(|SeedJob { job, .. }| job.tasks.len()).sum()
    }

    /// The plan of a further seed without the texts of its generated corpora.
    #[must_use]
    pub fn without_texts(mut self) -> Self {
        for (plan, source) in self.corpora.iter_mut().zip(&self.spec.corpora) {
            if source.format.is_generated() {
                plan.corpus = Arc::new(plan.corpus.without_texts());
            }
        }
        self.has_texts = false;
        self
    }

    /// The plan with all its texts: itself, or one of a further seed, whose corpora are generated again.
    #[expect(clippy::missing_panics_doc, reason = "the preset was there when the plan was made")]
    pub fn with_texts(&self) -> Cow<'_, Self> {
        if self.has_texts {
            return Cow::Borrowed(self);
        }
        let mut whole = self.clone();
        whole.has_texts = true;
        for (plan, source) in whole.corpora.iter_mut().zip(&self.spec.corpora) {
            if let Some(corpus) = source.generate(None) {
                plan.corpus = Arc::new(corpus.expect("it was generated before"));
            }
        }
        Cow::Owned(whole)
    }
}

/// Each once, even if it is about several corpora.
fn warnings(grids: &[GridContext<'_>], analyses: &[Planned]) -> Vec<Warning> {
    let one_by_one = grids.iter().flat_map(|grid| {
        requested(analyses, grid.study).flat_map(move |analysis| analysis.warnings(grid))
    });
    warning::merged(one_by_one)
}
