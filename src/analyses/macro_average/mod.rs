//! Macro-averages: scores, ranks and shares of systems beaten over all corpora of a study, such as language pairs.

mod compute;
mod difference_row;
mod figures;
mod findings;
pub mod options;
mod pairs;
mod request;
mod row;
mod rows;
mod rules;
mod summary;
mod text_tables;
mod verdicts;

pub use difference_row::MacroDifferenceRow;
pub use request::MacroAverage;
pub use row::MacroAverageRow;
pub use rows::{MacroAverages, macro_averages};

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

impl Analysis for MacroAverage {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![
            TableDescription::of::<MacroAverageRow>(),
            TableDescription::of::<MacroDifferenceRow>(),
        ]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        let MacroAverages { averages, differences } = macro_averages(results);
        tables.add_asked(averages)?;
        tables.add_asked(differences)
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn verdicts(&self, section: &StudySection<'_>) -> Vec<Verdict> {
        verdicts::verdicts(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::SCORES, figures::RANKS]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        let tables = [text_tables::averages(section), text_tables::differences(section)];
        tables.into_iter().flatten().collect()
    }
}
