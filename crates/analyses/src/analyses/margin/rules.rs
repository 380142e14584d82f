//! What wanted margins of error need of their study.

use super::options::{Margin, Wanted, WantedMargin};
use crate::config::{SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Margin {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if let Some(wanted) = &self.wanted {
            check_margins(wanted, &at.then("wanted"), context, problems);
        }
    }
}

/// Margins are of metrics of the study, and relative ones of metrics that have a true zero.
pub(crate) fn check_margins(
    wanted: &Wanted,
    at: &SpecPath,
    context: &StudyContext<'_>,
    problems: &mut SpecProblems<'_>,
) {
    check_ratio_scale(wanted, at, context, problems);
    let Wanted::Each(margins) = wanted else { return };
    if context.knows_its_metrics(problems) {
        let help = "add it to the `metrics` of the study, or leave it out here";
        for name in margins.keys().filter(|name| *name != Wanted::DEFAULT) {
            context.check_metric(name, &at.then(name.as_str()), help, problems);
        }
    }
}

/// A margin in percent of the score needs a score that is a quantity.
fn check_ratio_scale(
    wanted: &Wanted,
    at: &SpecPath,
    context: &StudyContext<'_>,
    problems: &mut SpecProblems<'_>,
) {
    for (metric_at, metric) in context.without_ratio_scale() {
        let name = metric.name.as_str();
        let (at, margin) = match wanted {
            Wanted::All(margin) => (at.clone(), Some(margin)),
            Wanted::Each(margins) => {
                let key = if margins.contains_key(name) { name } else { Wanted::DEFAULT };
                (at.then(key), margins.get(key))
            }
        };
        let Some(WantedMargin::Relative(_)) = margin else { continue };
        problems.error_beside(
            &at,
            (metric_at, "may be zero or negative"),
            format!(
                "a relative margin is a percentage of the score, and `{name}` has no true zero \
                 to measure it from"
            ),
            format!(
                "write a number in the unit of `{name}`{}",
                StudyContext::or_ratio_scale(metric)
            ),
        );
    }
}
