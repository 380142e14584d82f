//! Rules of strata: what cannot be computed from resamples within them.

use super::study_rules::NoForm;
use crate::config::model::{MetricConfig, MetricSpec, ResamplingUnit, Study};
use crate::config::problems::SpecProblems;
use crate::config::source::SpecPath;
use crate::metric::config::Information;

/// The `strata` of `study`, which is at `at`, against its other keys and its `metrics`.
pub(super) fn check(
    study: &Study,
    at: &SpecPath,
    metrics: &[(SpecPath, MetricSpec)],
    problems: &mut SpecProblems<'_>,
) {
    if study.strata.is_none() {
        return;
    }
    let at_strata = at.then("strata");
    if study.resampled_texts() == Some(ResamplingUnit::TwoStage) {
        problems.error(
            &at_strata,
            "two-stage resampling knows no strata",
            "set `resample = \"documents\"` or `resample = \"segments\"` in this study",
        );
    }
    for (metric_at, metric) in metrics {
        let MetricConfig::Nist(nist) = &metric.config else { continue };
        if nist.information == Information::Recomputed {
            let name = &metric.name;
            problems.error_beside(
                metric_at,
                (&at_strata, "adds up sums of each stratum"),
                format!("scores of `{name}` in resamples do not follow from sums, which strata need"),
                format!(
                    "set `information = \"test-set\"` in [metrics.{name}.nist], or leave the metric out"
                ),
            );
        }
    }
    for (key, options) in study.analyses.rules() {
        if let Some(NoForm { reason, help }) = options.no_form_for_strata() {
            let label = (&at_strata, "adds up scores of strata");
            problems.clash(&at.then(key), Some(label), reason, help);
        }
    }
}
