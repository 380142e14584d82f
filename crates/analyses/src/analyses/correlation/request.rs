//! What correlations ask for, once for each family of metrics.

use crate::analyses::{CorrelationRow, ScoreSummary};
use std::sync::Arc;

use serde::Serialize;

use super::compute::{self, CorrelationSet};
use super::options::{Correlation, CorrelationKind, Over};
use crate::analyses::common::few_replicates::empty_tails;
use crate::config::model::{Coefficient, Study};
use crate::plan::prices::LOOKUP;
use crate::plan::{
    Family, GridContext, GridCounts, Group, JobResults, PlannedOptions, Question, Request,
    TableSize, TaskSize, Work,
};
use crate::stats::reason::Reason;
use crate::warning::Warning;

/// Nanoseconds per replicate and pair of scores, for coefficients of values and of ranks.
const OF_VALUES: f64 = 6.0;
const OF_RANKS: f64 = 150.0;

/// Bytes of a correlation, and of a difference of two.
const CORRELATION: f64 = 57.0;
const DIFFERENCE: f64 = 75.0;

/// Of several metrics, each with the same systems: how they correlate. The group holds the systems of
/// one metric after those of the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CorrelatedMetrics {
    /// Number of metrics.
    pub metrics: usize,
    /// Pairs of them.
    pub pairs: Vec<(usize, usize)>,
    /// Metrics (m, n, third), where m's correlation with the third is compared with n's.
    pub differences: Vec<(usize, usize, usize)>,
    /// Coefficients; over systems, Hamming's proximity of ranks comes after them.
    pub coefficients: Vec<Coefficient>,
    /// What the correlated scores belong to.
    pub over: Over,
    /// Confidence level of intervals.
    pub level: f64,
}

impl CorrelatedMetrics {
    /// What the table `correlations` shows of a family, if the study asks for it.
    pub fn of(study: &Study, family: &Family) -> Option<Self> {
        let options = study.analyses.get::<Correlation>()?;
        Some(Self {
            metrics: family.members.len(),
            pairs: family.pairs.clone(),
            differences: family.differences.clone(),
            coefficients: options.coefficients.clone(),
            over: options.over,
            level: study.level,
        })
    }

    /// What is estimated of each pair, in order.
    pub fn kinds(&self) -> Vec<CorrelationKind> {
        let coefficients = self.coefficients.iter().map(|coefficient| (*coefficient).into());
        let hamming = (self.over == Over::Systems).then_some(CorrelationKind::Hamming);
        coefficients.chain(hamming).collect()
    }
}

/// What a family is asked of; empty where no system has scores under all metrics.
pub(super) fn group(family: &Family) -> Arc<[usize]> {
    family.members.iter().flat_map(|member| member.scorings.iter().copied()).collect()
}

impl Question for CorrelatedMetrics {
    /// Or why there are no correlations.
    type Result = Result<CorrelationSet, Reason>;
    const TAG: &'static str = "correlation";

    fn work(&self, size: &TaskSize) -> Work {
        let systems = size.scorings as f64 / self.metrics.max(1) as f64;
        let items = if self.over == Over::Systems { systems } else { systems * size.units };
        let kinds = self.kinds();
        let of_values = kinds.iter().filter(|kind| **kind == CorrelationKind::Pearson);
        let of_values = of_values.count() as f64;
        let of_ranks = kinds.len() as f64 - of_values;
        let pairs = size.replicates * items * self.pairs.len() as f64;
        Work::plain(pairs * (of_values * OF_VALUES + of_ranks * OF_RANKS))
    }

    fn result_bytes(&self, _size: &TaskSize) -> f64 {
        let (pairs, differences) = (self.pairs.len() as f64, self.differences.len() as f64);
        self.kinds().len() as f64 * (CORRELATION * pairs + DIFFERENCE * differences)
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        compute::correlations(job, group, self)
    }
}

impl PlannedOptions for Correlation {
    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        let study = context.study;
        empty_tails(study, "intervals of correlations", study.level, None).into_iter().collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let study = context.study;
        let requests = context.grid.correlated.iter().filter_map(|family| {
            let (question, group) = (CorrelatedMetrics::of(study, family)?, group(family));
            let scores = context.everywhere(ScoreSummary::of(study), context.singles(&group));
            let is_empty = group.is_empty();
            (!is_empty).then(|| [scores, context.everywhere(question, vec![group])])
        });
        requests.flatten().collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let sizes = context.grid.correlated.iter().filter_map(|family| {
            let question = CorrelatedMetrics::of(context.study, family)?;
            let shown = question.pairs.len() + question.differences.len();
            let rows = counts.places * (shown * question.kinds().len()) as f64;
            let source = counts.places * LOOKUP * family.members.len() as f64;
            Some(TableSize::new::<CorrelationRow>(counts, rows, 6.0).source(source))
        });
        sizes.collect()
    }
}
