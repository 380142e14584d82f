//! What watching a campaign needs of its study.

use super::options::{Goal, Watch};
use crate::analyses::common::judged::criterion_as_given;
use crate::config::rules::{NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Watch {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        for (metric_at, metric) in &context.metrics {
            if criterion_as_given(&metric.config).is_none() {
                problems.error_beside(
                    at,
                    (metric_at, "is something else"),
                    format!("ratings are watched as they come, and `{}` is not a mean of them", metric.name),
                    "name judgments of one criterion with no other key than `higher-is-better`; put other metrics into a study of \
                     their own",
                );
            }
        }
        if let (Some(Goal::Top(_)), Some(_)) = (self.exit_when, &self.baseline) {
            problems.error_beside(
                &at.then("exit-when"),
                (&at.then("baseline"), "leaves other pairs out"),
                "places are decided by pairs of all systems",
                "leave `baseline` out, or write `exit-when = \"all\"`",
            );
        }
        if let Some(budget) = self.budget.filter(|budget| *budget < self.first_look) {
            problems.error_beside(
                &at.then("budget"),
                (&at.then("first-look"), "comes later"),
                format!("a budget of {budget} documents ends before the first look"),
                "raise `budget`, or lower `first-look`",
            );
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("a look counts documents, with the judges that they had"))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "a look counts documents as they come, whatever their stratum",
            "put `watch` into a study without `strata`",
        ))
    }
}
