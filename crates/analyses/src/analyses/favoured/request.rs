//! What favoured systems ask for, once for each family of metrics.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::Favoured;
use super::row::FavouredRow;
use crate::analyses::common::few_replicates::empty_tails;
use crate::analyses::common::paired_rows::comparable;
use crate::analyses::common::part_scores::direction;
use crate::analyses::scores::ScoreSummary;
use crate::plan::prices::LOOKUP;
use crate::plan::{
    Family, GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request,
    ScoredTestSet, TableSize, TaskSize, Work,
};
use crate::stats::deleted_residuals::deleted_residuals;
use crate::stats::distribution::{Distribution, tails_are_populated};
use crate::stats::interval::percentile;
use crate::stats::reason::Reason;
use crate::warning::Warning;

/// Nanoseconds per replicate, pair of metrics and system.
const OF_SYSTEM: f64 = 20.0;

/// Of several metrics, each with the same systems: residuals of each system from the line through the others. The
/// group holds the systems of one metric after those of the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FavouredSystems {
    /// Number of metrics.
    pub metrics: usize,
    /// Pairs of a metric and what it is compared with.
    pub pairs: Vec<(usize, usize)>,
    /// Confidence level of intervals.
    pub level: f64,
}

/// A system against the line of the others, in the unit of the metric, turned so that more is better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemResidual {
    /// From the line through all.
    pub residual: f64,
    /// From the line through the others.
    pub deleted: f64,
    /// Its interval over resamples of the texts.
    pub ends: Option<(f64, f64)>,
    /// Studentized by the others.
    pub t: Option<f64>,
    /// Two-sided, of t.
    pub p_value: Option<f64>,
}

impl FavouredSystems {
    /// What is asked of a family.
    pub(super) fn new(level: f64, family: &Family) -> Self {
        Self { metrics: family.members.len(), pairs: family.pairs.clone(), level }
    }
}

/// What a family is asked of; empty where no system has scores under all metrics.
pub(super) fn group(family: &Family) -> Arc<[usize]> {
    family.members.iter().flat_map(|member| member.scorings.iter().copied()).collect()
}

impl Question for FavouredSystems {
    /// Pair by pair: the systems in order, or why there is no line.
    type Result = Vec<Result<Vec<SystemResidual>, Reason>>;
    const TAG: &'static str = "favoured systems";

    fn work(&self, size: &TaskSize) -> Work {
        let systems = size.scorings as f64 / self.metrics.max(1) as f64;
        Work::plain(size.replicates * systems * self.pairs.len() as f64 * OF_SYSTEM)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        60.0 * self.pairs.len() as f64 * size.scorings as f64 / self.metrics.max(1) as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let systems = group.scorings.len() / self.metrics.max(1);
        let scored: Vec<&ScoredTestSet> =
            group.scorings.iter().map(|scoring| job.system(*scoring)).collect();
        let metrics: Vec<&[&ScoredTestSet]> = scored.chunks_exact(systems.max(1)).collect();
        self.pairs
            .par_iter()
            .map(|(metric, against): &(usize, usize)| {
                self.of_pair(job, group.replicates, [metrics[*against], metrics[*metric]])
            })
            .collect()
    }
}

impl FavouredSystems {
    /// Of the systems by judgments, and by the metric.
    fn of_pair(
        &self,
        job: &JobResults<'_>,
        replicates: u32,
        sides: [&[&ScoredTestSet]; 2],
    ) -> Result<Vec<SystemResidual>, Reason> {
        for systems in sides {
            for system in systems {
                comparable([systems[0], system])?;
            }
        }
        let scores = sides.map(|systems| {
            systems
                .iter()
                .map(|system: &&ScoredTestSet| {
                    direction(job, system).orient(system.score.unwrap_or(f64::NAN))
                })
                .collect::<Vec<f64>>()
        });
        let points = deleted_residuals(&scores[0], &scores[1])?;
        let count = sides[0].len();
        let has_replicates = sides.iter().copied().flatten().all(|system| system.has_replicates());
        let mut by_system: Vec<Vec<f64>> = vec![Vec::with_capacity(replicates as usize); count];
        for replicate in 0..if has_replicates { replicates as usize } else { 0 } {
            let [x, y] = sides.map(|systems| {
                systems
                    .iter()
                    .map(|system: &&ScoredTestSet| {
                        let score = job.scores(system.scoring, replicates)[replicate];
                        direction(job, system).orient(score)
                    })
                    .collect::<Vec<f64>>()
            });
            let drawn = deleted_residuals(&x, &y);
            for (index, values) in by_system.iter_mut().enumerate() {
                values.push(drawn.as_ref().map_or(f64::NAN, |drawn| drawn[index].deleted));
            }
        }
        Ok(points
            .into_iter()
            .zip(&by_system)
            .map(|(point, values): (_, &Vec<f64>)| {
                let point: crate::stats::deleted_residuals::DeletedResidual = point;
                let drawn = Distribution::new(values);
                let is_populated = tails_are_populated(drawn.len(), self.level);
                let interval = is_populated.then(|| percentile(&drawn, self.level).ok()).flatten();
                SystemResidual {
                    residual: point.residual,
                    deleted: point.deleted,
                    ends: interval.map(|interval| (interval.lower, interval.upper)),
                    t: point.t,
                    p_value: point.p_value,
                }
            })
            .collect())
    }
}

impl PlannedOptions for Favoured {
    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        let study = context.study;
        empty_tails(study, "intervals of favoured systems", study.level, None).into_iter().collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let study = context.study;
        context
            .grid
            .correlated
            .iter()
            .filter_map(|family: &Family| {
                let group = group(family);
                let scores = context.everywhere(ScoreSummary::of(study), context.singles(&group));
                let question = FavouredSystems::new(study.level, family);
                let is_empty = group.is_empty();
                (!is_empty).then(|| [scores, context.everywhere(question, vec![group])])
            })
            .flatten()
            .collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        context
            .grid
            .correlated
            .iter()
            .map(|family: &Family| {
                let systems = family.members.first().map_or(0, |member| member.scorings.len());
                let rows = counts.places * (family.pairs.len() * systems) as f64;
                TableSize::new::<FavouredRow>(counts, rows, 8.0).source(rows * LOOKUP)
            })
            .collect()
    }
}
