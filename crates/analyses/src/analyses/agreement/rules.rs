//! What agreement needs of its options.

use super::options::{Agreement, AgreementMeasure};
use crate::config::{SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Agreement {
    fn check(&self, at: &SpecPath, _context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        let help = "write `halo = [\"fluency\", \"adequacy\"]`, with two criteria of the corpus";
        match &self.halo {
            Some(criteria) if criteria.len() != 2 => {
                let message = format!("halo is between two criteria, not {}", criteria.len());
                problems.error(&at.then("halo"), message, help);
            }
            None if self.measures.contains(&AgreementMeasure::Halo) => {
                problems.error(&at.then("measures"), "halo is between two criteria", help);
            }
            _ => (),
        }
    }
}
