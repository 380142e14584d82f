//! Cross-references: every reference scored like a system against the others (Hamon et al. 2007,
//! Table 1).

mod figures;
mod findings;
pub mod options;
mod relative;
mod relative_findings;
mod relative_row;
mod relative_rows;
mod request;
mod row;
mod rows;
mod text_tables;

pub use relative::{RelativeScore, ScoreRatio};
pub use relative_row::RelativeScoreRow;
pub use relative_rows::relative_scores;
pub use row::CrossReferenceRow;
pub use rows::cross_references;

use super::{Analysis, Question, Weights};
use crate::config::StudyRules;
use crate::table::TableDescription;

impl StudyRules for options::CrossReference {
    fn cross_references(&self) -> Option<Option<&[usize]>> {
        Some(self.counts.as_deref())
    }
}

/// The analysis.
pub const CROSS_REFERENCE: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<CrossReferenceRow>,
        TableDescription::of::<RelativeScoreRow>,
    ],
    tables: |results, tables| {
        tables.add_asked(cross_references(results))?;
        tables.add_asked(relative_scores(results))
    },
    question: Question::References,
    findings: |section| {
        findings::findings(section).into_iter().chain(relative_findings::finding(section)).collect()
    },
    figures: &[figures::KIND, relative_findings::KIND],
    text_tables: text_tables::cross_references,
    ..Analysis::asked_by::<options::CrossReference>(Weights::Refused(
        "metrics of references add up counts over texts",
    ))
};
