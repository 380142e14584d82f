//! What an analysis is.

use super::result_tables::ResultTables;
use super::results::Results;
use crate::plan::PlannedAnalysis;
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

/// An analysis: what it asks of a plan, and what it makes of the results.
pub(crate) trait Analysis: PlannedAnalysis {
    /// What its tables are.
    fn table_descriptions(&self) -> Vec<TableDescription>;

    /// Makes its tables; none where no study asks for it.
    ///
    /// # Errors
    ///
    /// If a table cannot be encoded.
    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError>;

    /// What it finds out about one study on one corpus.
    fn findings(&self, _section: &StudySection<'_>) -> Vec<Finding> {
        Vec::new()
    }

    /// What it finds where no analysis that the study asks for finds anything.
    fn background(&self, _section: &StudySection<'_>) -> Option<Finding> {
        None
    }

    /// What it concludes about one study on one corpus, for comparisons with other runs.
    fn verdicts(&self, _section: &StudySection<'_>) -> Vec<Verdict> {
        Vec::new()
    }

    /// Its figures.
    fn figures(&self) -> &'static [FigureKind] {
        &[]
    }

    /// Its tables for people, about one study on one corpus.
    fn text_tables(&self, _section: &StudySection<'_>) -> Vec<TextTable> {
        Vec::new()
    }
}
