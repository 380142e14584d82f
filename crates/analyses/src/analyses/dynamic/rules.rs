//! What a replay needs of its study.

use super::options::Dynamic;
use crate::analyses::common::judged::criterion_of_means;
use crate::config::rules::{NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Dynamic {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        for (metric_at, metric) in &context.metrics {
            if criterion_of_means(&metric.config).is_none() {
                problems.error_beside(
                    at,
                    (metric_at, "is something else"),
                    format!("pages have ratings as they were given, and `{}` is not a mean of them", metric.name),
                    "name judgments of one criterion with no other key than `estimate` and `higher-is-better`; put other metrics into a study of \
                     their own",
                );
            }
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("pages are as they were, with the judges that they had"))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "pages show documents as they come, whatever their stratum",
            "put `dynamic` into a study without `strata`",
        ))
    }
}
