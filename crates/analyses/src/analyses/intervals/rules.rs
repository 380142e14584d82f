//! What intervals that reproduce a program need of their study.

use super::options::Intervals;
use crate::analyses::common::compat;
use crate::config::{ResamplingUnit, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Intervals {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        compat::check(self.compat, ["methods", "level"], at, context, problems);
    }

    fn needed_unit(&self) -> Option<ResamplingUnit> {
        compat::unit_of(self.compat)
    }
}
