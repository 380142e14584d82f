//! How well metrics agree with people, with intervals: a question to all of them together.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::{Compat, Meta, NamedMeasure, Scope};
use super::scores::Judged;
use crate::config::model::Study;
use crate::plan::{Group, JobResults, Question, TaskSize, Work};
use crate::stats::meta::spa::Signs;
use crate::stats::random::Purpose;

/// Of several metrics: their values by each measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct MeasuredMetrics {
    /// Number of metrics, after the gold.
    pub(super) metrics: usize,
    pub(super) measures: Vec<NamedMeasure>,
    pub(super) scope: Scope,
    pub(super) permutations: u32,
    pub(super) replicates: u32,
    pub(super) level: f64,
    pub(super) compat: Option<Compat>,
}

/// The value of a measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Measured {
    pub(super) value: f64,
    pub(super) threshold: Option<f64>,
    pub(super) maximisers: Option<u64>,
    pub(super) systems: u64,
    pub(super) items: u64,
    pub(super) compared: u64,
    pub(super) undefined_groups: u64,
    /// Resamples on which it is undefined.
    pub(super) undefined_replicates: u64,
    /// Ends of the percentile interval, or why there is none.
    pub(super) interval: Result<(f64, f64), String>,
    /// Best and worst rank that the interval of ranks holds, and the share of resamples in which it is the best.
    pub(super) ranks: Option<(u32, u32, f64)>,
}

impl MeasuredMetrics {
    /// What a study asks of so many metrics.
    pub(super) fn of(study: &Study, options: &Meta, metrics: usize) -> Self {
        Self {
            metrics,
            measures: options.measures(),
            scope: options.scope,
            permutations: options.permutations,
            replicates: study.replicates.last().copied().unwrap_or(0),
            level: study.level,
            compat: options.compat,
        }
    }
}

/// Random signs for soft pairwise accuracy, the same in all questions.
pub(super) fn signs(job: &JobResults<'_>, items: usize, permutations: u32) -> Signs {
    let stream = job.coordinates.stream_of_test_set(job.spec.seed, job.corpus, Purpose::Signs);
    Signs::new(items, permutations as usize, &stream)
}

impl Question for MeasuredMetrics {
    /// By metric and measure; or why there is none.
    type Result = Vec<Vec<Result<Measured, String>>>;
    const TAG: &'static str = "measured metrics";

    fn work(&self, size: &TaskSize) -> Work {
        let cells = size.scorings as f64 * size.units;
        Work::plain(cells * f64::from(self.permutations))
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        60.0 * self.metrics as f64 * self.measures.len() as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let Judged { gold, metrics, .. } =
            Judged::new(job, group, self.metrics, self.compat.is_some());
        let signs = signs(job, gold.items(), self.permutations);
        let of_metric = |metric: &_| {
            let of_measure = |measure: &NamedMeasure| {
                let found = measure.measure().of(&gold, metric, &signs);
                let found = found.map_err(|reason| reason.status().to_owned())?;
                Ok(Measured {
                    value: found.value,
                    threshold: found.threshold,
                    maximisers: found.maximisers.map(|count| count as u64),
                    systems: found.systems as u64,
                    items: found.items as u64,
                    compared: found.compared,
                    undefined_groups: found.undefined_groups as u64,
                    undefined_replicates: 0,
                    interval: Err("too-few-replicates".to_owned()),
                    ranks: None,
                })
            };
            self.measures.iter().map(of_measure).collect()
        };
        metrics.par_iter().map(of_metric).collect()
    }
}
