//! What histories need of their study.

use super::options::History;
use crate::config::rules::{NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for History {
    fn check(&self, _at: &SpecPath, _context: &StudyContext<'_>, _problems: &mut SpecProblems<'_>) {
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("looks are counted at one test set with its judges"))
    }
}
