//! What a plan needs of its study.

use super::options::Design;
use crate::config::{MetricConfig, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Design {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        let study = context.study;
        for (index, count) in self.references.iter().flatten().enumerate() {
            let counts = study.reference_counts.as_ref();
            let is_known = counts.is_some_and(|counts| counts.contains(&(*count as usize)));
            if !is_known {
                let at = at.then("references").then(index);
                let message = format!("the study has no scores with {count} references");
                let help = format!("add {count} to the `reference-counts` of the study");
                problems.error(&at, message, help);
            }
        }
        let is_ranking = self.goal.ranking_holds.or(self.goal.best_is_best).is_some();
        if is_ranking && self.systems.is_some() {
            let message = "a goal about the ranking is one about the systems of the study";
            let help = "leave `systems` out";
            problems.error(&at.then("systems"), message.to_owned(), help.to_owned());
        }
        for (metric_at, metric) in &context.metrics {
            if matches!(&metric.config, MetricConfig::Human(human) if !human.is_of_ratings()) {
                problems.error_beside(
                    at,
                    (metric_at, "is no mean of ratings"),
                    format!("a campaign of `{}` cannot be planned", metric.name),
                    "name a metric of the same criterion without `reduce` and `value`",
                );
            }
        }
        if study.strata.is_some() {
            let message = "a plan does not know strata";
            let help = "ask for it in a study of its own, without `strata`";
            problems.error(at, message.to_owned(), help.to_owned());
        }
    }
}
