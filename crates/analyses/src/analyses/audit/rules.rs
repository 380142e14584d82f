//! What the audit needs of its study.

use super::options::Audit;
use crate::config::model::{MetricConfig, ResamplingUnit};
use crate::config::rules::{NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Audit {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        for (metric_at, metric) in &context.metrics {
            let has_segments =
                matches!(metric.config, MetricConfig::Human(_) | MetricConfig::External(_));
            let is_adjusted = metric.config.adjustment().is_some();
            if !has_segments || is_adjusted {
                problems.error_beside(
                    at,
                    (metric_at, "is not a mean of scores of segments"),
                    format!("ranking rules take means of scores of segments, and `{}` is none", metric.name),
                    "name judgments, or segment scores of a metric; put the others into a study of their own",
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
