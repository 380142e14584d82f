//! What runs need of their study.

use super::options::Runs;
use crate::config::{NoForm, SpecPath, SpecProblems, StudyContext, StudyRules};

impl StudyRules for Runs {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        if self.costs.is_some() && self.detect.is_none() {
            problems.error(
                &at.then("costs"),
                "prices are of a plan, and nothing says what it has to find",
                "write `detect`: a difference in the unit of the metric; or leave `costs` out",
            );
        }
        for metric in context.metrics().filter(|metric| metric.config.adjustment().is_some()) {
            problems.error(
                at,
                format!(
                    "`{}` has scores that are adjusted for the segments of all systems",
                    metric.name
                ),
                "name a metric without `estimate = \"adjusted\"`, or leave `runs` out",
            );
        }
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges(
            "texts are crossed with runs, and judges are not known beside them",
        ))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "mean squares of runs and texts are of one population of texts",
            "put `runs` into a study without `strata`",
        ))
    }
}
