//! What a plan costs, before it is run.

use std::collections::BTreeSet;

use serde::Serialize;

use super::prices::{DRAW, MULTIPLY_ADD, SCORE};
use super::text_cost::{row_bytes, strata_of};
use super::{CorpusPlan, Job, MetricCost, Plan, ScoredSystem, Task, TaskSize, TestSet, Work};
use crate::config::model::{ResamplingUnit, Spec};

/// Per replicate: mean, deviation and quantiles. Nanoseconds, as all that follows.
const SUMMARY: f64 = 10.0;

/// Per segment and column of a test set: gathering its statistics, splitting them into limbs, and the
/// influence of each segment.
const GATHER: f64 = 8.0;

/// Per segment of a test set, for NIST whose weights are computed for each replicate: 250 to 400 with
/// 50 to 800 segments and one to four references.
const RECOMPUTED_SEGMENT: f64 = 300.0;

/// Scores that are adjusted together, on a test set: per system or judge to the third power, for each document that is
/// left out, and per segment and two systems.
const ADJUSTED_DOCUMENT: f64 = 1.5;
const ADJUSTED_SEGMENT: f64 = 25.0;

/// Per task: its key, and its way to the disk.
const TASK: f64 = 8_000.0;

/// Per job: what is gathered and shared among its tasks.
const JOB: f64 = 60_000.0;

/// To start the program and to write its files.
const START: f64 = 1.5e7;

/// Bytes of a task and its result: 200 were counted of a million of them, and what the allocator cannot use again.
const RESULT: f64 = 270.0;

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

impl Cost {
    /// The cost of a whole run of `plan`, with all its seeds.
    pub fn of_plan(plan: &Plan) -> Self {
        let mut total = Self { tables: plan.tables.drawing + START * 1e-9, ..Self::default() };
        for seed in plan.seeds() {
            total.add_work(&Self::of_jobs(seed, &seed.jobs));
            // Texts of further seeds are generated for their plan, and again for their jobs.
            let again = if seed.has_texts { 0.0 } else { seed.texts.generation };
            total.tables += seed.tables.making + (seed.texts.extraction + again) * 1e-9;
        }
        Self { memory: memory(plan, 1), seconds: total.seconds + total.tables, ..total }
    }

    /// The cost of `jobs` of `plan` alone.
    pub fn of_jobs<'a>(plan: &Plan, jobs: impl IntoIterator<Item = &'a Job>) -> Self {
        let mut total = Self::default();
        for job in jobs {
            let cost = job_cost(plan, job);
            total.add_work(&cost);
            total.memory = total.memory.max(cost.memory);
        }
        total.memory += plan.texts.statistics;
        total
    }

    /// Adds what jobs take but for memory.
    fn add_work(&mut self, jobs: &Self) {
        self.draws += jobs.draws;
        self.multiply_adds += jobs.multiply_adds;
        self.scores += jobs.scores;
        self.seconds += jobs.seconds;
        self.studentizing += jobs.studentizing;
    }
}

/// Estimated bytes at the peak of a run of `plan` on `threads` threads: while jobs run, while tables are
/// made of their results, or while the report reads them.
pub fn memory(plan: &Plan, threads: usize) -> f64 {
    let plans: f64 = plan.seeds().map(plan_memory).sum();
    let always = plans + plan.seeds().map(results_memory).sum::<f64>();
    let running = plan.seeds().map(|seed| running_memory(seed, threads)).fold(0.0, f64::max);
    // While the jobs of a seed run, the texts of the next are generated; plans and tables of further
    // seeds are made on all threads.
    let texts = plan.further.iter().map(|seed| seed.texts.bytes).fold(0.0, f64::max);
    let encoding = plan.further.iter().map(|seed| seed.tables.writing).fold(0.0, f64::max);
    let at_once = threads.min(plan.further.len()) as f64;
    let running = (running + 2.0 * texts).max(at_once * texts);
    let writing = plan.tables.writing + at_once * encoding;
    // Results are dropped before the report is made, which then takes their place.
    PROGRAM + always + running.max(writing).max(plan.tables.reporting - always)
}

/// Bytes while jobs run on `threads` threads, beside results and texts.
fn running_memory(plan: &Plan, threads: usize) -> f64 {
    let largest = plan.jobs.iter().map(|job| job_cost(plan, job).memory).fold(0.0, f64::max);
    plan.texts.statistics + threads.min(plan.jobs.len()) as f64 * largest
}

/// Bytes of the results of all jobs.
fn results_memory(plan: &Plan) -> f64 {
    let jobs = plan.jobs.iter().map(|job| {
        let results = job.tasks.iter().map(|task| {
            let size = task_size(plan, job, task);
            RESULT + task.question.result_bytes(&size)
        });
        results.sum::<f64>()
    });
    jobs.sum()
}

/// Bytes of the corpora and of the plan itself.
fn plan_memory(plan: &Plan) -> f64 {
    let corpora = plan.corpora.iter().map(|plan| {
        let members = plan.test_sets.iter().map(TestSet::members).sum::<usize>() as f64;
        plan.corpus.bytes() as f64 + plan.test_sets.len() as f64 * TEST_SET + members * MEMBER
    });
    corpora.sum()
}

/// Whether a test set takes its rows from those of the corpus, without a copy.
fn shares_rows(spec: &Spec, scoring: &ScoredSystem, corpus: &CorpusPlan, segments: usize) -> bool {
    let is_whole = segments == corpus.corpus.segment_count() && scoring.mask.is_none();
    is_whole && !MetricCost::new(&spec.metrics[scoring.metric].config).of_test_set
}

/// 16-bit columns of the statistics of a scoring, of each stratum where there are any.
fn columns(plan: &Plan, scoring: &ScoredSystem) -> f64 {
    let limbs = MetricCost::new(&plan.spec.metrics[scoring.metric].config).limbs;
    (strata_of(scoring) * limbs) as f64
}

/// Resampling units of the test set of `job`.
fn units(plan: &Plan, job: &Job) -> f64 {
    let test_set = &plan.corpora[job.coordinates.corpus].test_sets[job.coordinates.test_set];
    match job.coordinates.unit {
        ResamplingUnit::Segments | ResamplingUnit::TwoStage => test_set.segments as f64,
        ResamplingUnit::Documents => test_set.documents.len() as f64,
    }
}

fn task_size(plan: &Plan, job: &Job, task: &Task) -> TaskSize {
    let corpus = &plan.corpora[job.coordinates.corpus];
    TaskSize {
        scorings: task.scorings.len(),
        replicates: f64::from(task.replicates),
        units: units(plan, job),
        segments: corpus.test_sets[job.coordinates.test_set].segments as f64,
        columns: columns(plan, &corpus.scorings[task.scorings[0]]),
    }
}

fn job_cost(plan: &Plan, job: &Job) -> Cost {
    let corpus = &plan.corpora[job.coordinates.corpus];
    let test_set = &corpus.test_sets[job.coordinates.test_set];
    let units = units(plan, job);
    let replicates = f64::from(job.replicates());
    let scorings = job.scorings();
    let scored = scorings.iter().map(|scoring| &corpus.scorings[*scoring]);
    let summed = scored.clone().filter(|scoring| !scoring.is_recomputed);
    let summed = summed.map(|scoring| columns(plan, scoring)).sum::<f64>();
    let copied = scored
        .clone()
        .filter(|scoring| !shares_rows(&plan.spec, scoring, corpus, test_set.segments));
    let rows = copied.map(|scoring| row_bytes(&plan.spec, scoring)).sum::<f64>();
    let recomputed = scored.clone().filter(|scoring| scoring.is_recomputed).count() as f64;
    let crossed = scored.clone().filter(|scoring| scoring.judges.is_some());
    let crossed = crossed.map(|scoring| columns(plan, scoring)).sum::<f64>();
    let draws = replicates * units;
    // Places of a document and a judge are no more than segments, where outputs have one rating.
    let multiply_adds = draws * summed + replicates * test_set.segments as f64 * crossed;
    let scores = replicates * scorings.len() as f64;
    let tasks = job.tasks.iter();
    let work: Work = tasks.map(|task| task.question.work(&task_size(plan, job, task))).sum();
    let together: BTreeSet<_> = scored.filter_map(|scoring| scoring.adjusted.as_ref()).collect();
    let fits = together.into_iter().map(|fit| {
        let (systems, effects) = (fit.names.len(), fit.names.len() + fit.judges);
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
        + test_set.segments as f64 * summed * GATHER
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
            + summed * units * 2.0
            + (units * COUNTS_OF_UNIT).max(COUNTS),
    }
}
