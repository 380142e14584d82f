//! Favoured systems: those that lie far from the line of a metric on judgments through all others (Hamon et al. 2007
//! discuss some).

mod findings;
pub mod options;
mod request;
mod row;
mod rows;

pub use request::{FavouredSystems, SystemResidual};
pub use row::FavouredRow;
pub use rows::favoured;

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::config::rules::{CorrelatedMetrics, NoForm, SpecProblems, StudyContext, StudyRules};
use crate::config::source::SpecPath;
use crate::table::TableDescription;

impl StudyRules for options::Favoured {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        problems.clash(
            at,
            Some((&context.at.then("correlation"), "says itself which metrics are compared")),
            "a study compares metrics with others in one way",
            "put `favoured` into a study of its own; its scores are computed once",
        );
        if !context.knows_its_metrics(problems) {
            return;
        }
        for (index, name) in self.against.iter().enumerate() {
            let at = at.then("against").then(index);
            context.check_metric(name, &at, "add it to the `metrics` of the study", problems);
        }
    }

    fn correlates(&self) -> Option<CorrelatedMetrics<'_>> {
        Some(CorrelatedMetrics { against: Some(&self.against), differences: false })
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges("intervals of residuals are known for resampled texts alone"))
    }
}

/// The analysis.
pub(crate) const FAVOURED: Analysis = Analysis {
    descriptions: &[TableDescription::of::<FavouredRow>],
    tables: |results, tables| tables.add_asked(favoured(results)),
    question: Question::Metrics,
    findings: |section| findings::finding(section).into_iter().collect(),
    ..Analysis::asked_by::<options::Favoured>(Weights::Respected(
        "lines are through weighted means",
    ))
};
