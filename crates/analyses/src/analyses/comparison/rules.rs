//! What comparisons that reproduce a program need of their study.

use super::options::Comparison;
use crate::analyses::common::compat;
use crate::analyses::margin::check_margins;
use crate::config::model::ResamplingUnit;
use crate::config::rules::{SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;

impl StudyRules for Comparison {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        compat::check(self.compat, ["methods", "ties"], at, context, problems);
        if let Some(primary) = &self.primary
            && context.knows_its_metrics(problems)
        {
            let help = "name a metric of the study, or leave `primary` out";
            context.check_metric(primary, &at.then("primary"), help, problems);
        }
        let Some(margin) = &self.margin else { return };
        let at_margin = at.then("margin");
        check_margins(margin, &at_margin, context, problems);
        if self.baseline.is_none() {
            problems.error(
                &at_margin,
                "`margin` needs a `baseline`",
                "name the system that the others may replace: `baseline = \"...\"`",
            );
        }
    }

    fn needed_unit(&self) -> Option<ResamplingUnit> {
        compat::unit_of(self.compat)
    }
}
