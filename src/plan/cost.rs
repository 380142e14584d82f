//! What a plan costs, before it is run.

use serde::Serialize;

use super::tables::{Tables, answer_bytes};
use super::{CorpusPlan, Job, Plan, Question, Task};
use crate::metric::config::{Information, MetricConfig};
use crate::spec::model::{Coefficient, IntervalMethod, Over, ResamplingUnit, TestMethod};
use crate::stats::randomization::MOST_ENUMERATED;

/// Nanoseconds per elementary step on one core of a server of 2024, measured with `cargo bench` and
/// `benches/estimates.py`; estimates are good to a factor of two.
const DRAW: f64 = 1.3;
const MULTIPLY_ADD: f64 = 0.0105;
const SCORE: f64 = 20.0;
const SUMMARY: f64 = 10.0;

/// Per segment and column of a test set: gathering its statistics, splitting them into limbs, and the
/// influence of each segment.
const GATHER: f64 = 8.0;

/// Per segment of a test set, for NIST whose weights are made anew for each replicate: 250 to 400 with
/// 50 to 800 segments and one to four references.
const RECOMPUTED_SEGMENT: f64 = 300.0;

/// Per segment and system of a fresh corpus: writing and scoring it.
const FRESH_SEGMENT: f64 = 12_000.0;

/// Per unit and column of a resample, for a standard error by the delta method.
const INFLUENCE: f64 = 1.1;

/// Per replicate and pair of scores, for coefficients of values and of ranks.
const OF_VALUES: f64 = 6.0;
const OF_RANKS: f64 = 150.0;

/// Per replicate and system, for ranks: and for each doubling of the systems, since they are sorted.
const RANK: f64 = 8.0;
const RANK_OF_DOUBLED: f64 = 3.0;

/// Per fit of a curve and size: the power function by iteration takes nearly all of it.
pub(super) const FIT: f64 = 2_000.0;

/// Per replicate, for the ends of one interval, alone and with their Monte-Carlo errors, which take
/// more for each root of the number of replicates; and for what all intervals of a scoring share.
const ENDS: f64 = 25.0;
const ENDS_WITH_ERRORS: f64 = 45.0;
const ERROR_OF_ROOT: f64 = 1_200.0;
const ALL_INTERVALS: f64 = 50.0;

/// Per column that an exchange of outputs adds.
const EXCHANGE: f64 = 0.7;

/// Per byte of the texts, to read them and their digests.
const READ_BYTE: f64 = 3.0;

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
const PROGRAM: f64 = 3.8e7;

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

impl Plan {
    /// The cost of a whole run.
    pub fn cost(&self) -> Cost {
        let jobs = self.cost_of(self.jobs.iter());
        let tables = Tables::of(self).seconds + (START + self.extraction()) * 1e-9;
        Cost { memory: self.memory(1), seconds: jobs.seconds + tables, tables, ..jobs }
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
        total.memory += self.statistics_memory();
        total
    }

    /// Estimated bytes at the peak of a run on `threads` threads: while jobs run, while tables are
    /// made of their results, or while the report reads them.
    pub fn memory(&self, threads: usize) -> f64 {
        let largest = self.jobs.iter().map(|job| self.job_cost(job).memory).fold(0.0, f64::max);
        let jobs = threads.min(self.jobs.len()) as f64;
        let tables = Tables::of(self);
        let known = self.plan_memory() + self.results_memory();
        let running = known + self.statistics_memory() + jobs * largest;
        PROGRAM + running.max(known + tables.writing).max(tables.reporting)
    }

    /// Bytes of the results of all jobs.
    fn results_memory(&self) -> f64 {
        let tasks = self.jobs.iter().flat_map(|job| &job.tasks);
        tasks.map(|task| RESULT + answer_bytes(task)).sum()
    }

    /// Bytes of the corpora and of the plan itself.
    fn plan_memory(&self) -> f64 {
        let of_corpus = |plan: &CorpusPlan| {
            let members = plan.test_sets.iter().map(super::TestSet::members).sum::<usize>() as f64;
            plan.corpus.bytes() as f64 + plan.test_sets.len() as f64 * TEST_SET + members * MEMBER
        };
        self.corpora.iter().map(of_corpus).sum()
    }

    /// Nanoseconds to read the texts and to extract their statistics.
    fn extraction(&self) -> f64 {
        let of_corpus = |plan: &CorpusPlan| {
            let segments = plan.corpus.segment_count() as f64;
            let metrics = plan.scorings.iter().map(|scoring| &self.spec.metrics[scoring.metric]);
            let scorings = metrics.map(|metric| extraction_of_segment(&metric.config)).sum::<f64>();
            plan.corpus.bytes() as f64 * READ_BYTE + segments * scorings
        };
        self.corpora.iter().map(of_corpus).sum()
    }

    fn statistics_memory(&self) -> f64 {
        let statistics = self.corpora.iter().map(|plan| {
            let widths = plan.scorings.iter().map(|scoring| self.columns(scoring.metric));
            widths.sum::<f64>() * plan.corpus.segment_count() as f64 * 9.0
        });
        statistics.sum()
    }

    fn columns(&self, metric: usize) -> f64 {
        typical_columns(&self.spec.metrics[metric].config)
    }

    /// Whether replicates of a metric are scored from counts of segments.
    fn is_recomputed(&self, metric: usize) -> bool {
        let config = &self.spec.metrics[metric].config;
        matches!(config, MetricConfig::Nist(nist) if nist.information == Information::Recomputed)
    }

    fn job_cost(&self, job: &Job) -> Cost {
        let plan = &self.corpora[job.corpus];
        let test_set = &plan.test_sets[job.test_set];
        let units = match job.unit {
            ResamplingUnit::Segments | ResamplingUnit::TwoStage => test_set.segments,
            ResamplingUnit::Documents => test_set.documents.len(),
        } as f64;
        let replicates = f64::from(job.replicates());
        let scorings = job.scorings();
        let metrics = || scorings.iter().map(|scoring| plan.scorings[*scoring].metric);
        let summed = metrics().filter(|metric| !self.is_recomputed(*metric));
        let columns = summed.map(|metric| self.columns(metric)).sum::<f64>();
        let recomputed = metrics().filter(|metric| self.is_recomputed(*metric)).count() as f64;
        let draws = replicates * units;
        let multiply_adds = draws * columns;
        let scores = replicates * scorings.len() as f64;
        let (mut questions, mut studentizing) = (0.0, 0.0);
        for task in &job.tasks {
            let metric = plan.scorings[task.scorings[0]].metric;
            let limbs = self.columns(metric);
            let work = question_work(task, units, limbs);
            questions += work.other + work.studentizing;
            studentizing += work.studentizing;
        }
        let nanoseconds = JOB
            + job.tasks.len() as f64 * TASK
            + draws * DRAW
            + questions
            + multiply_adds * MULTIPLY_ADD
            + test_set.segments as f64 * columns * GATHER
            + recomputed * replicates * test_set.segments as f64 * RECOMPUTED_SEGMENT
            + scores * (SCORE + SUMMARY);
        Cost {
            draws,
            multiply_adds,
            scores,
            seconds: nanoseconds * 1e-9,
            studentizing: studentizing * 1e-9,
            tables: 0.0,
            // Scores and a copy of one scoring's; rows of the test set and of its units, 64 bits each,
            // and columns, 16 bits.
            memory: (scores + replicates) * 8.0
                + columns * (units + test_set.segments as f64) * 9.0
                + columns * units * 2.0
                + (units * COUNTS_OF_UNIT).max(COUNTS),
        }
    }
}

/// Nanoseconds for the answer to a question, beside the draws and scores of replicates.
#[derive(Default)]
struct QuestionWork {
    studentizing: f64,
    other: f64,
}

/// What the question of `task` takes on `units` units with `columns` columns.
fn question_work(task: &Task, units: f64, columns: f64) -> QuestionWork {
    let replicates = f64::from(task.replicates);
    let of_ends = replicates * ENDS_WITH_ERRORS + replicates.sqrt() * ERROR_OF_ROOT;
    let by_method = |method: &IntervalMethod| match method {
        IntervalMethod::BootstrapT => QuestionWork {
            studentizing: replicates
                * (units * (DRAW + columns * INFLUENCE) + 2.0 * columns * SCORE),
            other: of_ends,
        },
        IntervalMethod::Bca => QuestionWork { studentizing: 0.0, other: units * SCORE + of_ends },
        IntervalMethod::JackknifeT => QuestionWork { studentizing: 0.0, other: units * SCORE },
        _ => QuestionWork { studentizing: 0.0, other: of_ends },
    };
    let add = |total: QuestionWork, work: QuestionWork| QuestionWork {
        studentizing: total.studentizing + work.studentizing,
        other: total.other + work.other,
    };
    let other = |other: f64| QuestionWork { studentizing: 0.0, other };
    match &task.question {
        Question::Intervals { options } if options.compat.is_some() => QuestionWork {
            studentizing: 0.0,
            other: replicates * (units * (DRAW + columns) + SCORE + ENDS_WITH_ERRORS),
        },
        Question::Intervals { options } => {
            let levels = options.levels.len() as f64;
            let of_method = |method: &IntervalMethod| {
                let work = by_method(method);
                QuestionWork { other: levels * work.other, ..work }
            };
            let all = other(replicates * ALL_INTERVALS);
            options.methods.iter().map(of_method).fold(all, add)
        }
        Question::Generator { corpora } => {
            let segments = f64::from(*corpora) * units * task.scorings.len() as f64;
            QuestionWork { studentizing: 0.0, other: segments * FRESH_SEGMENT }
        }
        Question::Correlation { options } => {
            let systems = task.scorings.len() as f64 / options.metrics.max(1) as f64;
            let items = if options.over == Over::Systems { systems } else { systems * units };
            let kinds = options.kinds();
            let is_of_values = |kind: &&&str| **kind == Coefficient::Pearson.name();
            let of_values = kinds.iter().filter(is_of_values).count() as f64;
            let of_ranks = kinds.len() as f64 - of_values;
            let pairs = options.pairs.len() as f64;
            QuestionWork {
                studentizing: 0.0,
                other: replicates * items * pairs * (of_values * OF_VALUES + of_ranks * OF_RANKS),
            }
        }
        Question::Ranking { .. } => {
            QuestionWork { studentizing: 0.0, other: replicates * ranking_of(task.scorings.len()) }
        }
        Question::Stability { methods, replicates: counts, .. } => {
            let all: f64 = counts.iter().map(|count| f64::from(*count)).sum();
            let methods_work = methods.iter().map(|method| match method {
                IntervalMethod::BootstrapT => by_method(method),
                _ => QuestionWork { studentizing: 0.0, other: all * ENDS },
            });
            methods_work.fold(QuestionWork { studentizing: 0.0, other: all * ENDS }, add)
        }
        Question::Differences { pairs, .. } => {
            let pairs = pairs.count(task.scorings.len()) as f64;
            other(pairs * of_ends)
        }
        Question::Randomization { methods, trials, pairs } => {
            let pairs = pairs.count(task.scorings.len()) as f64;
            let of_method = |method: &TestMethod| match method {
                TestMethod::ExactRandomization if units > MOST_ENUMERATED as f64 => 0.0,
                TestMethod::ExactRandomization => {
                    exchanges_of(units) * (columns * EXCHANGE + 2.0 * SCORE)
                }
                _ => f64::from(*trials) * (units / 4.0 * columns * EXCHANGE + 2.0 * SCORE),
            };
            other(pairs * methods.iter().map(of_method).sum::<f64>())
        }
        Question::Sacrebleu { trials, pairs } => {
            let pairs = pairs.count(task.scorings.len()) as f64;
            let sums = 2.0 * replicates * units * (DRAW + columns)
                + f64::from(*trials) * units * columns * EXCHANGE;
            other(pairs * (sums + 2.0 * (replicates + f64::from(*trials)) * SCORE))
        }
        Question::Summary { .. } | Question::Replicates => QuestionWork::default(),
        Question::SizeIntervals { options, sizes, .. } => {
            // A gradient and a quadratic form at each size, over 64-bit columns.
            let wide = columns / 2.0;
            let deviation = 2.0 * (wide + 1.0) * SCORE + 2.0 * wide * wide;
            let points = f64::from(options.interval_draws) * sizes.len() as f64;
            let matrices = units * wide * wide;
            other(points * (deviation + FIT) + matrices)
        }
    }
}

/// Nanoseconds to rank the systems of a replicate.
fn ranking_of(systems: usize) -> f64 {
    let doublings = f64::from(systems.max(1).ilog2());
    systems as f64 * (RANK + RANK_OF_DOUBLED * doublings)
}

/// Exchanges that are enumerated for so few units: one of each complementary pair.
fn exchanges_of(units: f64) -> f64 {
    let doublings = (1..MOST_ENUMERATED).take_while(|unit| (*unit as f64) < units);
    doublings.fold(1.0, |exchanges, _| 2.0 * exchanges)
}

/// Nanoseconds for the statistics of a segment of some twenty words with one reference.
fn extraction_of_segment(config: &MetricConfig) -> f64 {
    match config {
        MetricConfig::Bleu(_) | MetricConfig::MBleu(_) | MetricConfig::Nist(_) => 2_200.0,
        MetricConfig::Gtm(_) | MetricConfig::Wnm(_) => 5_000.0,
        MetricConfig::Chrf(_) => 4_500.0,
        MetricConfig::ErrorRate(_) => 2_000.0,
        MetricConfig::Ter(_) => 20_000.0,
        MetricConfig::Human(_) | MetricConfig::External(_) => 50.0,
    }
}

/// 16-bit columns that the kernel multiplies for one scoring.
fn typical_columns(config: &MetricConfig) -> f64 {
    let columns = match config {
        MetricConfig::Bleu(bleu) => 2 + 2 * bleu.order,
        MetricConfig::MBleu(bleu) => 2 + 2 * bleu.weights.len(),
        // Information is fixed point of three limbs.
        MetricConfig::Nist(nist) => 2 + 4 * nist.order,
        MetricConfig::Gtm(_) | MetricConfig::Wnm(_) => 6,
        MetricConfig::Chrf(chrf) => 3 * (chrf.character_order + chrf.word_order),
        MetricConfig::ErrorRate(_)
        | MetricConfig::Ter(_)
        | MetricConfig::Human(_)
        | MetricConfig::External(_) => 2,
    };
    columns as f64
}
