//! Components of variance: what ratings vary with, and how severe each judge is. It reads the corpus alone.

mod compute;
mod figures;
mod finding_tables;
mod findings;
mod judge_row;
pub mod options;
mod request;
mod row;
mod rows;
mod text_tables;
mod verdicts;

pub use judge_row::JudgeRow;
pub use request::VarianceComponents;
pub use row::VarianceComponentRow;
pub use rows::{judges, variance_components};

use super::{Analysis, ResultTables, Results};
use crate::config::rules::StudyRules;
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

impl StudyRules for options::VarianceComponents {}

impl Analysis for VarianceComponents {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<VarianceComponentRow>(), TableDescription::of::<JudgeRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        let criteria = rows::criteria(results.plan);
        tables.add_asked(criteria.iter().flat_map(rows::Criterion::components))?;
        tables.add_asked(criteria.iter().flat_map(rows::Criterion::judges))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::finding(section).into_iter().collect()
    }

    fn verdicts(&self, section: &StudySection<'_>) -> Vec<Verdict> {
        verdicts::verdicts(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[figures::SEVERITY, figures::SHARES]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::components(section).into_iter().chain(text_tables::judges(section)).collect()
    }
}
