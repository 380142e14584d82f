//! What gains need of their study.

use super::options::Gains;
use crate::config::{NoForm, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Gains {
    fn check(&self, at: &SpecPath, _context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        let at_pairs = at.then("pairs");
        let help = "write `NAME = [\"the system before\", \"the system after\"]`";
        if self.pairs.is_empty() {
            problems.error(&at_pairs, "`pairs` is empty", help);
        }
        for (name, systems) in self.pairs.iter().filter(|(_, systems)| systems.len() != 2) {
            let message = format!("a gain is between two systems, not {}", systems.len());
            problems.error(&at_pairs.then(name.as_str()), message, help);
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("a difference of gains has no error for new judges"))
    }
}
