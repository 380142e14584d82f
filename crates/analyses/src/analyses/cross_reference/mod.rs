//! Cross-references: every reference scored like a system against the others (Hamon et al. 2007,
//! Table 1).

mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod text_tables;

pub use row::CrossReferenceRow;
pub use rows::cross_references;

use super::Analysis;
use crate::analyses::question::Question;
use crate::config::rules::StudyRules;
use crate::table::TableDescription;

impl StudyRules for options::CrossReference {
    fn cross_references(&self) -> Option<Option<&[usize]>> {
        Some(self.counts.as_deref())
    }
}

/// The analysis.
pub(crate) const CROSS_REFERENCE: Analysis = Analysis {
    descriptions: &[TableDescription::of::<CrossReferenceRow>],
    tables: |results, tables| tables.add_asked(cross_references(results)),
    question: Question::References,
    findings: findings::findings,
    figures: &[figures::KIND],
    text_tables: text_tables::cross_references,
    ..Analysis::asked_by::<options::CrossReference>()
};
