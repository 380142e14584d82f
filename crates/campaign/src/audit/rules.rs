//! What the audit needs of its study.

use super::options::Audit;
use crate::analyses::common::judged::criterion_as_given;
use crate::config::model::{MetricConfig, ResamplingUnit};
use crate::config::rules::{NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Audit {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        for (metric_at, metric) in &context.metrics {
            let is_mean =
                matches!(metric.config, MetricConfig::Human(_) | MetricConfig::External(_))
                    && metric.config.adjustment().is_none();
            let is_sum = metric.config.reads_texts() && !metric.config.is_per_document();
            if !is_mean && !is_sum {
                problems.error_beside(
                    at,
                    (metric_at, "is neither a mean of scores of segments nor one of their sums"),
                    format!("no ranking rule takes scores such as those of `{}`", metric.name),
                    "name judgments, segment scores of a metric, or a metric of texts such as `bleu`; put the others into \
                     another study",
                );
                continue;
            }
            if self.exchanges_judges() && criterion_as_given(&metric.config).is_none() {
                problems.error_beside(
                    &at.then("exchange"),
                    (metric_at, "has no ratings as judges gave them"),
                    format!("what single judges gave by `{}` cannot change owner", metric.name),
                    "write `exchange = \"documents\"`, or put the metric into another study",
                );
            }
            if let Some(rule) = self.unfit_rule(is_sum) {
                let (what, help) = if is_sum {
                    (
                        "ranks scores of segments",
                        "write `rules = [\"sacrebleu-bs\", \"sacrebleu-ar\"]`",
                    )
                } else {
                    ("ranks sums of texts", "name other rules, or a metric of texts such as `bleu`")
                };
                problems.error_beside(
                    at,
                    (
                        metric_at,
                        if is_sum { "has sums of texts" } else { "has scores of segments" },
                    ),
                    format!("`{rule}` {what}, and `{}` has none", metric.name),
                    help,
                );
            }
        }
        if context.study.resampled_texts() == Some(ResamplingUnit::Segments) {
            problems.error_beside(
                at,
                (&context.at.then("resample"), "takes single segments"),
                "an audit exchanges whole documents, which must be the units",
                "write `resample = \"documents\"`, or leave it out; `exchange = \"segments\"` exchanges single segments",
            );
        }
        if !context.knows_its_metrics(problems) {
            return;
        }
        for (index, name) in self.rounds.iter().flatten().enumerate() {
            let at = at.then("rounds").then(index);
            let mut metrics = context.metrics.iter();
            if metrics.any(|(_, metric)| metric.name == *name && metric.config.reads_texts()) {
                let message = format!("`{name}` is a metric of texts, and rounds are judgments");
                problems.error(&at, message, "leave it out of `rounds`");
            }
            context.check_metric(name, &at, "add it to the `metrics` of the study", problems);
        }
    }

    fn needed_unit(&self) -> Option<ResamplingUnit> {
        Some(ResamplingUnit::Documents)
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges(
            "an audit exchanges texts between systems, with those who judged them",
        ))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "the rules know no weights of strata",
            "put `audit` into a study without `strata`; `wmt24` takes the domains of the corpus by itself",
        ))
    }
}
