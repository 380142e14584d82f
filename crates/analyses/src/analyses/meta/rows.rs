//! The table `meta`.

use super::averages::averages;
use super::options::{NamedMeasure, Scope};
use super::pair_results::PairTests;
use super::pooled::pooled;
use super::study_metrics::{StudyMetrics, studies};
use super::values::{Measured, MeasuredMetrics};
use crate::analyses::{MetaRow, Results, document_count};
use crate::stats::reason::Reason;

/// How well metrics agree with people.
pub fn meta(results: &Results<'_>) -> Vec<MetaRow> {
    let over_corpora = averages(results).into_iter().flat_map(|averages| averages.metrics);
    let pooled = pooled(results).into_iter().flat_map(|pooled| pooled.metrics);
    studies(results).flat_map(|study| study.rows()).chain(pooled).chain(over_corpora).collect()
}

impl StudyMetrics<'_> {
    fn rows(&self) -> Vec<MetaRow> {
        let question = MeasuredMetrics::new(self.study(), self.options, self.members.metrics.len());
        let Some(found) = self.result(&question) else { return Vec::new() };
        let tests = PairTests::new(self);
        let rows = question.measures.iter().enumerate().flat_map(|(index, (measure, scope, _))| {
            let metrics = &found[index];
            let values: Vec<Option<f64>> =
                metrics.iter().map(|found| Some(found.as_ref().ok()?.value)).collect();
            let clusters = tests.as_ref().map(|tests| tests.clusters(index, &values));
            let rows = metrics.iter().enumerate().map(|(metric, found)| MetaRow {
                rank: found.as_ref().ok().map(|measured| {
                    let others = metrics.iter().filter_map(|other| other.as_ref().ok());
                    document_count(others.filter(|other| other.is_above(measured)).count() + 1)
                }),
                cluster: clusters.as_ref().and_then(|clusters| clusters[metric]),
                ..self.row(&question, metric, (*measure, *scope), found)
            });
            rows.collect::<Vec<_>>()
        });
        rows.collect()
    }

    /// The row of a metric, without its place among the others.
    fn row(
        &self,
        question: &MeasuredMetrics,
        metric: usize,
        (measure, scope): (NamedMeasure, Scope),
        found: &Result<Measured, Reason>,
    ) -> MetaRow {
        let measured = found.as_ref().ok();
        let interval = measured.map(|measured| &measured.interval);
        let bounds = interval.and_then(|interval| interval.as_ref().ok());
        let ranks = measured.and_then(|measured| measured.ranks);
        MetaRow {
            scope,
            segments: measured.map(|measured| measured.items),
            compared: measured.map(|measured| measured.compared),
            undefined_groups: measured.map(|measured| measured.undefined_groups),
            value: measured.map(|measured| measured.value),
            monte_carlo_error: measured.and_then(|measured| measured.error),
            tie_threshold: measured.and_then(|measured| measured.threshold),
            tie_thresholds: measured.and_then(|measured| measured.maximisers),
            replicates: question.replicates,
            ci_lower: bounds.map(|bounds| bounds.0),
            ci_upper: bounds.map(|bounds| bounds.1),
            undefined_replicates: measured.map(|measured| measured.undefined_replicates),
            interval_status: match interval {
                Some(interval) => interval.into(),
                None => Reason::Undefined.into(),
            },
            rank_lower: ranks.map(|(lower, _, _)| lower),
            rank_upper: ranks.map(|(_, upper, _)| upper),
            best_share: ranks.map(|(_, _, best)| best),
            status: found.into(),
            ..self.blank(metric, measure.name.into(), measure.grouping)
        }
    }
}
