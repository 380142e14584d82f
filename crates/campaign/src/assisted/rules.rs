//! What people with a metric need of their study.

use super::options::Assisted;
use crate::config::model::MetricConfig;
use crate::config::rules::{NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Assisted {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if !self.independent {
            problems.error(
                at,
                "nothing says that the metric is independent of the judgments",
                "write `independent = true` if the metric was not trained or tuned on these judgments; else what it \
                 saves is not real",
            );
        }
        if context.study.samples.is_some() {
            problems.error_beside(
                at,
                (&context.at.then("samples"), "takes parts of the corpus"),
                "a whole corpus is judged in part",
                "put `assisted` into a study without `samples`",
            );
        }
        if !context.knows_its_metrics(problems) {
            return;
        }
        let help = "add it to the `metrics` of the study";
        context.check_metric(&self.human, &at.then("human"), help, problems);
        context.check_metric(&self.metric, &at.then("metric"), help, problems);
        let [human, metric] = [&self.human, &self.metric].map(|name| {
            context.metrics().find(|metric| metric.name == *name).map(|metric| &metric.config)
        });
        let (Some(human), Some(metric)) = (human, metric) else { return };
        let MetricConfig::Human(judgments) = human else {
            let message = format!("`{}` is not judged by people", self.human);
            problems.error(&at.then("human"), message, "name a metric of kind `human`");
            return;
        };
        let is_people = match metric {
            MetricConfig::Human(_) => true,
            MetricConfig::External(external) => {
                let mut names = judgments.criteria.iter().chain([&self.human]);
                names.any(|name| {
                    name.eq_ignore_ascii_case(&external.score)
                        || name.eq_ignore_ascii_case(&self.metric)
                })
            }
            _ => false,
        };
        if is_people {
            let message =
                format!("`{}` is people's own criterion, not a metric beside it", self.metric);
            problems.error(&at.then("metric"), message, "name an automatic metric");
        }
        for (key, name, config) in [("human", &self.human, human), ("metric", &self.metric, metric)]
        {
            if config.is_per_document() || config.adjustment().is_some() {
                problems.error(
                    &at.then(key),
                    format!("`{name}` has no plain scores of segments"),
                    "name a metric that scores segments, without `estimate = \"adjusted\"`",
                );
            }
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("a metric replaces texts, not judges"))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "the judged part is a random one of all texts together",
            "put `assisted` into a study without `strata`",
        ))
    }
}
