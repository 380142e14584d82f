//! Rules of resampled judges: what has no form for texts and judges at once.

use super::study_rules::NoForm;
use crate::config::model::{MetricConfig, MetricSpec, Study};
use crate::config::problems::SpecProblems;
use crate::config::source::SpecPath;
use crate::metric::config::{HumanConfig, HumanScale};
use crate::value::JudgedEstimate;

/// The metrics of `study` that judges enter, and, where it resamples judges, its other keys.
pub(super) fn check(
    study: &Study,
    at: &SpecPath,
    metrics: &[(SpecPath, MetricSpec)],
    problems: &mut SpecProblems<'_>,
) {
    for (metric_at, metric) in metrics {
        let MetricConfig::Human(human) = &metric.config else { continue };
        let name = &metric.name;
        check_effects(name, human, metric_at, problems);
        check_values(name, human, metric_at, problems);
        if human.scale == HumanScale::Percent && !human.judge_scores.is_raw() {
            problems.error(
                metric_at,
                format!("`{name}` maps judgments from 1 to 5, which adjusted ones leave"),
                format!("set `scale = \"raw\"` in [metrics.{name}.human]"),
            );
        }
    }
    if !study.resamples_judges() {
        return;
    }
    let at_resample = at.then("resample");
    let is_human = |metric: &MetricSpec| matches!(metric.config, MetricConfig::Human(_));
    let is_written = problems.is_written(&at_resample);
    let none_is_judged = !metrics.is_empty()
        && metrics.len() == study.metrics.len()
        && !metrics.iter().any(|(_, metric)| is_human(metric));
    if is_written && none_is_judged {
        problems.error(
            &at_resample,
            "judges are resampled, and no metric of the study is judged by people",
            "name a metric of kind `human`, or write the unit of texts alone, such as `resample = \"documents\"`",
        );
    }
    for (metric_at, metric) in metrics {
        if metric.config.adjustment().is_some() {
            problems.error_beside(
                metric_at,
                (&at_resample, "resamples judges"),
                format!(
                    "scores of `{}` are adjusted, which is known for resampled texts alone",
                    metric.name
                ),
                "write `resample = \"documents\"`, or leave `estimate` out of the metric",
            );
        }
        let MetricConfig::Human(human) = &metric.config else { continue };
        if !human.is_of_ratings() {
            problems.error_beside(
                metric_at,
                (&at_resample, "resamples judges"),
                format!("`{}` is no mean of ratings, whose judges could be resampled", metric.name),
                "write `resample = \"documents\"`, or leave `reduce` and `value` out of the metric",
            );
        }
        if human.criteria.len() > 1 {
            let name = &metric.name;
            problems.error_beside(
                metric_at,
                (&at_resample, "resamples judges"),
                format!("`{name}` adds up several criteria, whose judges may differ"),
                format!(
                    "declare a metric for each: `[metrics.NAME.human]` with `criterion = \"{}\"`",
                    human.criteria[0]
                ),
            );
        }
    }
    let label = (&at_resample, "resamples judges");
    if study.strata.is_some() {
        problems.error_beside(
            &at.then("strata"),
            label,
            "judges are not resampled within strata",
            "leave `strata` out, or write `resample = \"documents\"`",
        );
    }
    for (key, options) in study.analyses.rules() {
        if let Some(NoForm { reason, help }) = options.no_form_for_judges() {
            problems.error_beside(&at.then(key), label, reason, help);
        }
    }
}

/// Ranks, and values that are no means of ratings.
fn check_values(
    name: &str,
    human: &HumanConfig,
    metric_at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    if human.tunes_nothing() {
        let help =
            format!("set `reduce = \"huber\"` in [metrics.{name}.human], or leave `tuning` out");
        problems.error(
            metric_at,
            format!("`tuning` of `{name}` is for `reduce = \"huber\"`"),
            help,
        );
    }
    if !human.reduce.is_mean() && human.estimate == JudgedEstimate::AdjustedJudges {
        let message = format!("`{name}` reduces ratings to one, which then has no judge");
        let help = format!("set `estimate = \"adjusted\"` in [metrics.{name}.human]");
        problems.error(metric_at, message, help);
    }
    if human.value.is_score() {
        return;
    }
    let several = human.criteria.len() > 1;
    if several || human.scale == HumanScale::Percent || !human.estimate.is_mean() {
        let reason = if several { "of several criteria" } else { "with a scale or an estimate" };
        let help = "declare a metric for each criterion, with `value = \"rank\"` and neither `scale` nor `estimate`";
        problems.error(metric_at, format!("`{name}` is a rank {reason}"), help);
    }
}

/// Effects of judges, which are those on one criterion, and take out severity themselves.
fn check_effects(
    name: &str,
    human: &HumanConfig,
    metric_at: &SpecPath,
    problems: &mut SpecProblems<'_>,
) {
    if human.estimate != JudgedEstimate::AdjustedJudges {
        return;
    }
    if human.criteria.len() > 1 {
        problems.error(
            metric_at,
            format!("`{name}` adds up several criteria, whose judges may differ"),
            format!(
                "set `estimate = \"adjusted\"` in [metrics.{name}.human], or declare a metric for each criterion"
            ),
        );
    }
    if !human.judge_scores.is_raw() {
        problems.error(
            metric_at,
            format!("`{name}` takes the severity of judges out twice"),
            format!(
                "leave `judge-scores` out of [metrics.{name}.human], or set `estimate = \"adjusted\"` there"
            ),
        );
    }
}
