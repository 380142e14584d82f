//! What stable sizes need of their study.

use super::options::{ScoreTolerance, StableSize};
use crate::analyses::margin::check_margins;
use crate::config::{NoForm, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for StableSize {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if let ScoreTolerance::Distance(wanted) = &self.score {
            check_margins(wanted, &at.then("score"), context, problems);
        }
        problems.clash(
            at,
            Some((&context.at.then("samples"), "has no sizes in documents")),
            "stable sizes are read off test sets that grow document by document, which samples do not",
            "ask for them in a study with `orderings` in place of `samples`",
        );
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::planned_by_design(
            "`stable-size` varies the number of texts alone, which does not replace judges",
        ))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "stable sizes are read off test sets that grow from one document on, most of which lack a stratum",
            "put `stable-size` into a study without `strata`",
        ))
    }
}
