//! Rules between the keys of replication.

use super::options::Replication;
use crate::config::rules::{SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Replication {
    fn check(&self, at: &SpecPath, _context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if self.rounds.as_ref().is_some_and(|rounds| rounds.len() < 2) {
            let message = "a round has nothing to be compared with".to_owned();
            let help = "name two criteria of the corpus or more, or leave `rounds` out".to_owned();
            problems.error(&at.then("rounds"), message, help);
        }
        if self.criteria.is_some() && !self.needs_judges() {
            let message = "`criteria` are for halves of judges and for components".to_owned();
            let help = "add `sources = [\"halves-of-judges\", \"components\"]`, or leave `criteria` out; halves \
                        of the test set take the metrics of the study"
                .to_owned();
            problems.error(&at.then("criteria"), message, help);
        }
    }
}
