//! What a plan costs, before it is run.

use std::collections::BTreeSet;

use serde::Serialize;

use super::metric_cost::{Extraction, MetricCost, USUAL};
use super::prices::{DRAW, MULTIPLY_ADD, SCORE};
use super::question::{TaskSize, Work};
use super::{CorpusPlan, Job, Plan, ReferenceSet, ScoredSystem, Task};
use crate::config::model::ResamplingUnit;

/// Per replicate: mean, deviation and quantiles. Nanoseconds, as all that follows.
const SUMMARY: f64 = 10.0;

/// Per segment and column of a test set: gathering its statistics, splitting them into limbs, and the
/// influence of each segment.
const GATHER: f64 = 8.0;

/// Per segment of a test set, for NIST whose weights are made anew for each replicate: 250 to 400 with
/// 50 to 800 segments and one to four references.
const RECOMPUTED_SEGMENT: f64 = 300.0;

/// Scores that are adjusted together, on a test set: per system or judge to the third power, for each document that is
/// left out, and per segment and two systems.
const ADJUSTED_DOCUMENT: f64 = 1.5;
const ADJUSTED_SEGMENT: f64 = 25.0;

/// Per byte of the texts, to read them and their digests.
const READ_BYTE: f64 = 3.0;

/// Per corpus that is generated, and per byte of its texts.
const GENERATED: f64 = 3e7;
const GENERATED_BYTE: f64 = 30.0;

/// Per task: its key, and its way to the disk.
const TASK: f64 = 8_000.0;

/// Per job: what is gathered and shared among its tasks.
const JOB: f64 = 60_000.0;

/// To start the program and to write its files.
const START: f64 = 1.5e7;

/// Bytes of a task and its result; measured on a million of them.
const RESULT: f64 = 480.0;

/// Bytes of a test set and of its place in an ordering, and of each of its documents and segments.
const TEST_SET: f64 = 250.0;
const MEMBER: f64 = 8.0;

/// Bytes of the program itself, with its threads.
const PROGRAM: f64 = 6.0e7;

/// Bytes of the counts that are drawn before they are multiplied: at least, and per unit.
const COUNTS: f64 = 1e6;
const COUNTS_OF_UNIT: f64 = 48.0;

/// Work of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Cost {
    /// Index draws.
    pub draws: f64,
    /// Multiply-adds of counts with statistics.
    pub multiply_adds: f64,
    /// Scores computed from sums.
    pub scores: f64,
    /// Estimated seconds on one core.
    pub seconds: f64,
    /// Of these, seconds for standard errors of single replicates (bootstrap-t).
    pub studentizing: f64,
    /// Of these, seconds to read the texts, and to make the tables and the report.
    pub tables: f64,
    /// Estimated bytes at the peak on one thread.
    pub memory: f64,
}

/// What the texts of a plan take: measured while they are there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextCost {
    /// Bytes of generated corpora.
    bytes: f64,
    /// Bytes of the statistics of all scorings.
    statistics: f64,
    /// Nanoseconds to generate corpora.
    generation: f64,
    /// Nanoseconds to read or generate texts, and to extract their statistics.
    extraction: f64,
}

impl TextCost {
    /// Of a plan with its texts.
    pub(super) fn of(plan: &Plan) -> Self {
        let generation = plan.generation();
        let generated = plan.corpora.iter().filter(|plan| plan.corpus.synthetic);
        Self {
            bytes: generated.map(|plan| plan.corpus.bytes() as f64).sum(),
            statistics: plan.statistics_memory(),
            generation,
            extraction: generation + plan.extraction(),
        }
    }
}

impl Plan {
    /// The cost of a whole run, with all its seeds.
    pub fn cost(&self) -> Cost {
        let mut total = Cost { tables: self.tables.drawing + START * 1e-9, ..Cost::default() };
        for plan in self.seeds() {
            let jobs = plan.cost_of(plan.jobs.iter());
            total.draws += jobs.draws;
            total.multiply_adds += jobs.multiply_adds;
            total.scores += jobs.scores;
            total.seconds += jobs.seconds;
            total.studentizing += jobs.studentizing;
            // Texts of further seeds are generated for their plan, and again for their jobs.
            let again = if plan.has_texts { 0.0 } else { plan.texts.generation };
            total.tables += plan.tables.making + (plan.texts.extraction + again) * 1e-9;
        }
        Cost { memory: self.memory(1), seconds: total.seconds + total.tables, ..total }
    }

    /// The cost of `jobs` alone.
    pub fn cost_of<'a>(&self, jobs: impl IntoIterator<Item = &'a Job>) -> Cost {
        let mut total = Cost::default();
        for job in jobs {
            let cost = self.job_cost(job);
            total.draws += cost.draws;
            total.multiply_adds += cost.multiply_adds;
            total.scores += cost.scores;
            total.seconds += cost.seconds;
            total.studentizing += cost.studentizing;
            total.memory = total.memory.max(cost.memory);
        }
        total.memory += self.texts.statistics;
        total
    }

    /// Estimated bytes at the peak of a run on `threads` threads: while jobs run, while tables are
    /// made of their results, or while the report reads them.
    pub fn memory(&self, threads: usize) -> f64 {
        let of_seeds = |bytes: fn(&Self) -> f64| self.seeds().map(bytes).sum::<f64>();
        let known = of_seeds(Self::plan_memory) + of_seeds(Self::results_memory);
        let running = self.seeds().map(|plan| plan.running_memory(threads)).fold(0.0, f64::max);
        // While the jobs of a seed run, the texts of the next are generated; plans and tables of further
        // seeds are made on all threads.
        let largest = |bytes: fn(&Self) -> f64| self.further.iter().map(bytes).fold(0.0, f64::max);
        let (texts, encoding) =
            (largest(|plan| plan.texts.bytes), largest(|plan| plan.tables.writing));
        let at_once = threads.min(self.further.len()) as f64;
        let running = (running + 2.0 * texts).max(at_once * texts);
        let writing = self.tables.writing + at_once * encoding;
        PROGRAM + known + running.max(writing).max(self.tables.reporting - known)
    }

    /// Bytes while jobs run on `threads` threads, beside results and texts.
    fn running_memory(&self, threads: usize) -> f64 {
        let largest = self.jobs.iter().map(|job| self.job_cost(job).memory).fold(0.0, f64::max);
        self.texts.statistics + threads.min(self.jobs.len()) as f64 * largest
    }

    /// Bytes of the results of all jobs.
    fn results_memory(&self) -> f64 {
        let of_job = |job: &Job| {
            let tasks = job
                .tasks
                .iter()
                .map(|task| RESULT + task.question.result_bytes(&self.task_size(job, task)));
            tasks.sum::<f64>()
        };
        self.jobs.iter().map(of_job).sum()
    }

    /// Bytes of the corpora and of the plan itself.
    fn plan_memory(&self) -> f64 {
        let of_corpus = |plan: &CorpusPlan| {
            let members = plan.test_sets.iter().map(super::TestSet::members).sum::<usize>() as f64;
            plan.corpus.bytes() as f64 + plan.test_sets.len() as f64 * TEST_SET + members * MEMBER
        };
        self.corpora.iter().map(of_corpus).sum()
    }

    /// Nanoseconds to generate the texts of corpora that are.
    fn generation(&self) -> f64 {
        let generated = self.corpora.iter().filter(|plan| plan.corpus.synthetic);
        generated.map(|plan| GENERATED + plan.corpus.bytes() as f64 * GENERATED_BYTE).sum()
    }

    /// Nanoseconds to read the texts and to extract their statistics.
    fn extraction(&self) -> f64 {
        let of_corpus = |plan: &CorpusPlan| {
            let bytes = plan.corpus.bytes() as f64;
            let texts = plan.corpus.references.len()
                + plan.corpus.systems.len()
                + usize::from(plan.corpus.source.is_some());
            // Usual segments of a text.
            let usual = bytes / texts.max(1) as f64 / USUAL;
            let mut prepared = BTreeSet::new();
            let mut extracted = 0.0;
            for scoring in &plan.scorings {
                let Extraction { reference, hypothesis, pair } =
                    MetricCost::of(&self.spec.metrics[scoring.metric].config).extraction;
                let count = scoring.references.as_ref().map_or(0, ReferenceSet::of_segment) as f64;
                let is_new = prepared.insert((scoring.metric, scoring.references.as_ref()));
                let of_references = if is_new { count * reference } else { 0.0 };
                extracted += usual * (of_references + hypothesis + count * pair);
            }
            bytes * READ_BYTE + extracted
        };
        self.corpora.iter().map(of_corpus).sum()
    }

    /// Bytes of the statistics of all scorings, and of references that are kept with them.
    fn statistics_memory(&self) -> f64 {
        let of_corpus = |plan: &CorpusPlan| {
            let segments = plan.corpus.segment_count() as f64;
            let rows: f64 = plan.scorings.iter().map(|scoring| self.row_bytes(scoring)).sum();
            let (mut kept, mut of_references) = (BTreeSet::new(), 0.0);
            for scoring in &plan.scorings {
                let cost = MetricCost::of(&self.spec.metrics[scoring.metric].config);
                let Some(references) = scoring.references.as_ref() else { continue };
                if cost.keeps_references && kept.insert((scoring.metric, references)) {
                    let texts = |index: &usize| plan.corpus.references[*index].texts.bytes() as f64;
                    let bytes: f64 = references.indices.iter().map(texts).sum();
                    let count = references.indices.len() as f64;
                    of_references += count * segments * cost.of_segment + bytes * cost.of_byte;
                }
            }
            rows * segments + of_references
        };
        self.corpora.iter().map(of_corpus).sum()
    }

    /// Bytes of the row of a segment, of each stratum where there are any: integers of 64 bits.
    fn row_bytes(&self, scoring: &ScoredSystem) -> f64 {
        let strata = scoring.strata.as_ref().map_or(1, |strata| strata.names.len());
        let columns = MetricCost::of(&self.spec.metrics[scoring.metric].config).columns;
        (strata * columns) as f64 * 8.0 + 1.0
    }

    /// Whether a test set takes its rows from those of the corpus, without a copy.
    fn shares_rows(&self, scoring: &ScoredSystem, plan: &CorpusPlan, segments: usize) -> bool {
        let is_whole = segments == plan.corpus.segment_count() && scoring.mask.is_none();
        is_whole && !MetricCost::of(&self.spec.metrics[scoring.metric].config).of_test_set
    }

    /// Of each stratum, where there are any.
    fn columns(&self, scoring: &ScoredSystem) -> f64 {
        let strata = scoring.strata.as_ref().map_or(1, |strata| strata.names.len());
        (strata * MetricCost::of(&self.spec.metrics[scoring.metric].config).limbs) as f64
    }

    /// Resampling units of the test set of `job`.
    fn units(&self, job: &Job) -> f64 {
        let test_set = &self.corpora[job.coordinates.corpus].test_sets[job.coordinates.test_set];
        match job.coordinates.unit {
            ResamplingUnit::Segments | ResamplingUnit::TwoStage => test_set.segments as f64,
            ResamplingUnit::Documents => test_set.documents.len() as f64,
        }
    }

    fn task_size(&self, job: &Job, task: &Task) -> TaskSize {
        let plan = &self.corpora[job.coordinates.corpus];
        TaskSize {
            scorings: task.scorings.len(),
            replicates: f64::from(task.replicates),
            units: self.units(job),
            segments: plan.test_sets[job.coordinates.test_set].segments as f64,
            columns: self.columns(&plan.scorings[task.scorings[0]]),
        }
    }

    fn job_cost(&self, job: &Job) -> Cost {
        let plan = &self.corpora[job.coordinates.corpus];
        let test_set = &plan.test_sets[job.coordinates.test_set];
        let units = self.units(job);
        let replicates = f64::from(job.replicates());
        let scorings = job.scorings();
        let scored = || scorings.iter().map(|scoring| &plan.scorings[*scoring]);
        let summed = scored().filter(|scoring| !scoring.is_recomputed);
        let columns = summed.map(|scoring| self.columns(scoring)).sum::<f64>();
        let own = scored().filter(|own| !self.shares_rows(own, plan, test_set.segments));
        let rows = own.map(|scoring| self.row_bytes(scoring)).sum::<f64>();
        let recomputed = scored().filter(|scoring| scoring.is_recomputed).count() as f64;
        let crossed = scored().filter(|scoring| scoring.judges.is_some());
        let crossed = crossed.map(|scoring| self.columns(scoring)).sum::<f64>();
        let draws = replicates * units;
        // Places of a document and a judge are no more than segments, where outputs have one rating.
        let multiply_adds = draws * columns + replicates * test_set.segments as f64 * crossed;
        let scores = replicates * scorings.len() as f64;
        let tasks = job.tasks.iter();
        let work: Work = tasks.map(|task| task.question.work(&self.task_size(job, task))).sum();
        let together: BTreeSet<_> = scored().filter_map(|own| own.adjusted.as_ref()).collect();
        let fits = together.into_iter().map(|own| {
            let (systems, effects) = (own.names.len(), own.names.len() + own.judges);
            let (systems, effects) = (systems as f64, effects as f64);
            test_set.documents.len() as f64 * effects * effects * effects * ADJUSTED_DOCUMENT
                + test_set.segments as f64 * systems * systems * ADJUSTED_SEGMENT
        });
        let nanoseconds = JOB
            + fits.sum::<f64>()
            + job.tasks.len() as f64 * TASK
            + draws * DRAW
            + work.other
            + work.studentizing
            + multiply_adds * MULTIPLY_ADD
            + test_set.segments as f64 * columns * GATHER
            + recomputed * replicates * test_set.segments as f64 * RECOMPUTED_SEGMENT
            + scores * (SCORE + SUMMARY);
        Cost {
            draws,
            multiply_adds,
            scores,
            seconds: nanoseconds * 1e-9,
            studentizing: work.studentizing * 1e-9,
            tables: 0.0,
            // Scores and a copy of one scoring's; rows of the test set, and columns of its units, 16 bits.
            memory: (scores + replicates) * 8.0
                + rows * test_set.segments as f64
                + columns * units * 2.0
                + (units * COUNTS_OF_UNIT).max(COUNTS),
        }
    }
}
