//! Rules of strata: what cannot be computed from resamples within them.

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
    let own = at.then("strata");
    if study.resampled_texts() == Some(ResamplingUnit::TwoStage) {
        problems.error(
            &own,
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
                (&own, "adds up sums of each stratum"),
                format!("scores of `{name}` in resamples do not follow from sums, which strata need"),
                format!(
                    "set `information = \"test-set\"` in [metrics.{name}.nist], or leave the metric out"
                ),
            );
        }
    }
    let derivations = &study.derivations;
    let others = [
        (
            "minimal-size",
            study.minimal_size.is_some(),
            "minimal sizes are read off test sets that grow from one document on, most of which lack a \
             stratum",
            "ask for `margin`, which needs no growing test sets, or put `minimal-size` into a study \
             without `strata`",
        ),
        (
            "correlation",
            derivations.correlation.is_some(),
            "segments and documents have no score in strata: each is of a single one",
            "put `correlation` into a study without `strata`",
        ),
    ];
    for (key, is_asked, message, help) in others {
        if is_asked {
            problems.clash(&at.then(key), Some((&own, "adds up scores of strata")), message, help);
        }
    }
    let compat = [
        ("intervals", derivations.intervals.as_ref().and_then(|options| options.compat)),
        ("comparison", derivations.comparison.as_ref().and_then(|options| options.compat)),
    ];
    for (key, compat) in compat {
        if compat.is_some() {
            problems.clash(
                &at.then(key).then("compat"),
                Some((&own, "resamples within strata")),
                "sacreBLEU knows no strata",
                "name `methods` in place of `compat`, or put it into a study without `strata`",
            );
        }
    }
}
