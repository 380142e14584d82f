//! What sensitivity needs of its study.

use super::options::Sensitivity;
use crate::config::{CorrelatedMetrics, NoForm, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Sensitivity {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        problems.clash(
            at,
            Some((&context.at.then("correlation"), "says itself which metrics are compared")),
            "a study compares metrics with others in one way",
            "put `sensitivity` into a study of its own; its scores are computed once",
        );
        if !context.knows_its_metrics(problems) {
            return;
        }
        let help = "add it to the `metrics` of the study";
        context.check_metric(&self.baseline, &at.then("baseline"), help, problems);
        if let Some(gold) = &self.gold {
            context.check_metric(gold, &at.then("gold"), help, problems);
        }
    }

    fn correlates(&self) -> Option<CorrelatedMetrics<'_>> {
        Some(CorrelatedMetrics { against: None, differences: false })
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("metrics are compared by what other texts would change"))
    }
}
