//! Representativeness: from which size on test sets score and rank systems like the whole corpus.

mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod text_tables;

pub use row::RepresentativenessRow;
pub use rows::representativeness;

use super::{Analysis, Question, Weights};
use crate::config::{NoForm, StudyRules};
use crate::table::TableDescription;

impl StudyRules for options::Representativeness {
    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::planned_by_design(
            "a part of the test set is compared for new texts, not for new judges",
        ))
    }
}

/// The analysis.
pub const REPRESENTATIVENESS: Analysis = Analysis {
    descriptions: &[TableDescription::of::<RepresentativenessRow>],
    tables: |results, tables| tables.add_asked(representativeness(results)),
    question: Question::Methods,
    findings: findings::findings,
    text_tables: |section| text_tables::representativeness(section).into_iter().collect(),
    is_over_samples: true,
    ..Analysis::asked_by::<options::Representativeness>(Weights::Refused(
        "it compares a part with its whole, segment by segment",
    ))
};
