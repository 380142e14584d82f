//! What a plan needs of its study.

use super::options::{Design, one_to_three, whole_documents};
use crate::config::model::MetricConfig;
use crate::config::rules::{SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

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
        let goal = self.goal.unwrap_or_default();
        let is_ranking = goal.ranking_holds.or(goal.best_is_best).is_some();
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
        if self.is_dynamic() {
            self.check_dynamic(at, context, problems);
        } else {
            self.check_designs(at, problems);
        }
        if study.strata.is_some() {
            let message = "a plan does not know strata";
            let help = "ask for it in a study of its own, without `strata`";
            problems.error(at, message.to_owned(), help.to_owned());
        }
    }
}

impl Design {
    /// Keys of designs that reach a goal.
    fn check_designs(&self, at: &SpecPath, problems: &mut SpecProblems<'_>) {
        // One that is written and breaks a rule is reported by itself.
        if self.goal.is_none() && !problems.is_written(&at.then("goal")) {
            let help = "add `goal = { detect = 2.0, power = 0.8 }`, or `assignment = \"dynamic\"` to simulate campaigns that show good systems \
                        more often";
            problems.error(at, "`goal` is missing", help);
        }
        let keys = [
            ("models", self.models.is_some()),
            ("coldstart", self.coldstart.is_some()),
            ("lines", self.lines.is_some()),
            ("campaigns", self.campaigns.is_some()),
            ("top", self.top.is_some()),
        ];
        for (key, _) in keys.into_iter().filter(|(_, is_given)| *is_given) {
            let message =
                format!("`{key}` is a key of campaigns that show good systems more often");
            problems.error(
                &at.then(key),
                message,
                "leave it out, or add `assignment = \"dynamic\"`",
            );
        }
    }

    /// Keys of simulated campaigns.
    fn check_dynamic(
        &self,
        at: &SpecPath,
        context: &StudyContext<'_>,
        problems: &mut SpecProblems<'_>,
    ) {
        if self.lines.is_none() && !problems.is_written(&at.then("lines")) {
            let help = "add the numbers of pages to simulate, such as `lines = [136, 272]`";
            problems.error(at, "`lines` is missing", help);
        }
        let keys = [
            ("goal", self.goal.is_some()),
            ("costs", self.costs.is_some()),
            ("ratings-per-segment", self.ratings_per_segment != one_to_three()),
            ("judges", self.judges.is_some()),
            ("segments-per-document", self.segments_per_document != whole_documents()),
            ("references", self.references.is_some()),
            ("documents", self.documents.is_some()),
            ("systems", self.systems.is_some()),
        ];
        for (key, _) in keys.into_iter().filter(|(_, is_given)| *is_given) {
            let message = format!(
                "`{key}` is a key of designs that reach a goal, and campaigns with dynamic assignment are simulated"
            );
            let help = "leave it out, or plan designs in another study: campaigns have the systems, documents and judges of the corpus";
            problems.error(&at.then(key), message, help);
        }
        for (metric_at, metric) in &context.metrics {
            if !matches!(metric.config, MetricConfig::Human(_)) {
                problems.error_beside(
                    at,
                    (metric_at, "scores without people"),
                    format!(
                        "pages are rated by people, and `{}` is an automatic metric",
                        metric.name
                    ),
                    "name judgments; put automatic metrics into another study",
                );
            }
        }
    }
}
