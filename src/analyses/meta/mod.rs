//! Judging metrics: how well they agree with people.

mod averages;
mod contest;
mod figures;
mod findings;
pub mod options;
mod pair_errors;
mod pair_row;
mod pair_rows;
mod pairs;
mod pooled;
mod request;
mod row;
mod rows;
mod rules;
mod scores;
mod size_findings;
mod size_row;
mod size_rows;
mod sizes;
mod text_tables;
mod values;
mod verdicts;

pub use pair_row::MetaPairRow;
pub use pair_rows::meta_pairs;
pub use request::Meta;
pub use row::MetaRow;
pub use rows::meta;
pub use size_row::{MetaRankingRow, MetaSizeRow};
pub use size_rows::{meta_rankings, meta_sizes};

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

impl Analysis for Meta {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![
            TableDescription::of::<MetaRow>(),
            TableDescription::of::<MetaPairRow>(),
            TableDescription::of::<MetaSizeRow>(),
            TableDescription::of::<MetaRankingRow>(),
        ]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(meta(results))?;
        tables.add_asked(meta_pairs(results))?;
        tables.add_asked(meta_sizes(results))?;
        tables.add_asked(meta_rankings(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::findings(section)
    }

    fn verdicts(&self, section: &StudySection<'_>) -> Vec<Verdict> {
        verdicts::verdicts(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::AGREEMENT, figures::SIZES]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::tables(section)
    }
}
