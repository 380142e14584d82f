//! What a difference of a metric means: how often people agree with it.

mod findings;
pub mod options;
mod request;
mod row;
mod rows;

pub use row::{MeaningRow, PairsOfPeople};
pub use rows::meaning;

use super::{Analysis, Question, Weights};
use crate::config::{CorrelatedMetrics, NoForm, SpecPath, SpecProblems, StudyContext, StudyRules};
use crate::table::TableDescription;

impl StudyRules for options::Meaning {
    fn check(&self, at: &SpecPath, context: &StudyContext<'_>, problems: &mut SpecProblems<'_>) {
        problems.clash(
            at,
            Some((&context.at.then("correlation"), "says itself which metrics are compared")),
            "a study compares metrics with others in one way",
            "put `meaning` into a study of its own; its scores are computed once",
        );
        if !context.knows_its_metrics(problems) {
            return;
        }
        let help = "add it to the `metrics` of the study";
        for (index, name) in self.against.iter().enumerate() {
            context.check_metric(name, &at.then("against").then(index), help, problems);
        }
        for name in self.at.keys() {
            context.check_metric(name, &at.then("at").then(name.as_str()), help, problems);
        }
    }

    fn correlates(&self) -> Option<CorrelatedMetrics<'_>> {
        Some(CorrelatedMetrics { against: Some(&self.against), differences: false })
    }

    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges(
            "the curve is for other systems of this kind, not for other judges",
        ))
    }
}

/// The analysis.
pub const MEANING: Analysis = Analysis {
    descriptions: &[TableDescription::of::<MeaningRow>],
    tables: |results, tables| tables.add_asked(meaning(results)),
    question: Question::Metrics,
    findings: |section| findings::finding(section).into_iter().collect(),
    resamples: false,
    ..Analysis::asked_by::<options::Meaning>(Weights::Respected(
        "differences are of weighted means",
    ))
};
