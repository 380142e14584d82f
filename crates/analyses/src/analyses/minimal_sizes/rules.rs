//! What minimal sizes need of their study.

use super::options::MinimalSize;
use crate::config::{NoForm, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for MinimalSize {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if self.is_relative() {
            check_ratio_scale(at, context, problems);
        }
        problems.clash(
            at,
            Some((&context.at.then("samples"), "has no sizes in documents")),
            "minimal sizes are read off test sets that grow document by document, which samples do not",
            "ask for them in a study with `orderings` in place of `samples`",
        );
    }

    fn reads_percentages(&self) -> bool {
        self.is_relative()
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::planned_by_design(
            "`minimal-size` varies the number of texts alone, which does not replace judges",
        ))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "minimal sizes are read off test sets that grow from one document on, most of which lack a \
             stratum",
            "ask for `margin`, which needs no growing test sets, or put `minimal-size` into a study \
             without `strata`",
        ))
    }
}

/// A deviation in percent of the mean needs a mean that is a quantity.
fn check_ratio_scale(at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
    for (metric_at, metric) in context.without_ratio_scale() {
        problems.error_beside(
            &at.then("deviation"),
            (metric_at, "may be zero or negative"),
            format!(
                "a relative deviation is a percentage of the mean, and `{}` has no true zero to \
                 measure it from",
                metric.name
            ),
            format!(
                "set `deviation = \"absolute\"` in [{at}]{}",
                StudyContext::or_ratio_scale(metric)
            ),
        );
    }
}
