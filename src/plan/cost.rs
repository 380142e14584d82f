//! What a plan costs, before it is run.

use serde::Serialize;

use super::{Job, Plan};
use crate::metric::config::{Information, MetricConfig};
use crate::spec::model::ResamplingUnit;

/// Nanoseconds per elementary step on one core of a server of 2024, measured with
/// `cargo bench`; estimates are good to a factor of two or three.
const DRAW: f64 = 0.9;
const MULTIPLY_ADD: f64 = 0.035;
const SCORE: f64 = 20.0;
const SUMMARY: f64 = 15.0;

/// Per segment of a test set, for NIST whose weights are made anew for each replicate: 250 to 400 with
/// 50 to 800 segments and one to four references.
const RECOMPUTED_SEGMENT: f64 = 300.0;

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
    /// Estimated bytes at the peak on one thread, beside the texts.
    pub memory: f64,
}

impl Plan {
    /// The cost of all jobs.
    pub fn cost(&self) -> Cost {
        self.cost_of(self.jobs.iter())
    }

    /// The cost of `jobs`.
    pub fn cost_of<'a>(&self, jobs: impl IntoIterator<Item = &'a Job>) -> Cost {
        let mut total = Cost::default();
        for job in jobs {
            let cost = self.job_cost(job);
            total.draws += cost.draws;
            total.multiply_adds += cost.multiply_adds;
            total.scores += cost.scores;
            total.seconds += cost.seconds;
            total.memory = total.memory.max(cost.memory);
        }
        let statistics = self.corpora.iter().map(|plan| {
            let widths = plan.scorings.iter().map(|scoring| self.columns(scoring.metric));
            widths.sum::<f64>() * plan.corpus.segment_count() as f64 * 9.0
        });
        total.memory += statistics.sum::<f64>();
        total
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
            ResamplingUnit::Segments => test_set.segments,
            ResamplingUnit::Documents => test_set.documents.len(),
        } as f64;
        let replicates = job.tasks.iter().map(|task| task.replicates).max().unwrap_or(0);
        let replicates = f64::from(replicates);
        let mut scorings: Vec<usize> = job.tasks.iter().map(|task| task.scoring).collect();
        scorings.dedup();
        let metrics = || scorings.iter().map(|scoring| plan.scorings[*scoring].metric);
        let summed = metrics().filter(|metric| !self.is_recomputed(*metric));
        let columns = summed.map(|metric| self.columns(metric)).sum::<f64>();
        let recomputed = metrics().filter(|metric| self.is_recomputed(*metric)).count() as f64;
        let draws = replicates * units;
        let multiply_adds = draws * columns;
        let scores = replicates * scorings.len() as f64;
        let nanoseconds = draws * DRAW
            + multiply_adds * MULTIPLY_ADD
            + recomputed * replicates * test_set.segments as f64 * RECOMPUTED_SEGMENT
            + scores * (SCORE + SUMMARY);
        Cost {
            draws,
            multiply_adds,
            scores,
            seconds: nanoseconds * 1e-9,
            memory: scores * 24.0 + columns * units * 12.0,
        }
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
