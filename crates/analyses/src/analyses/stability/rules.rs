//! What stability needs of its study.

use super::options::Stability;
use crate::config::{NoForm, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Stability {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if context.study.repeats < 2 {
            problems.key_error(
                at,
                "one repeat says nothing about how much intervals change",
                "set `repeats` to 2 or more in this study; 100 give a first impression",
            );
        }
    }

    fn sums_up_repeats(&self) -> bool {
        true
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("`stability` needs a study that resamples texts alone"))
    }
}
