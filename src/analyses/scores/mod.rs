//! Scores of every test set: the summary of its replicates that all other analyses begin with.

mod figures;
mod findings;
mod order_figures;
mod reference_figures;
mod request;
mod rows;
mod sample_figures;
mod score_row;
mod summary;
mod test_set_row;
mod text_tables;

pub(crate) use findings::undefined;
pub use request::Scores;
pub use rows::{each_score, each_test_set, scores};
pub use score_row::ScoreRow;
pub use summary::{ScoreSummary, Summary};
pub use test_set_row::TestSetRow;

use super::{Analysis, ResultTables, Results};
use crate::presentation::{FigureKind, Finding, StudySection, TextTable};
use crate::table::{TableDescription, TableError};

impl Analysis for Scores {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![TableDescription::of::<TestSetRow>(), TableDescription::of::<ScoreRow>()]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add(each_test_set(results.plan))?;
        tables.add(each_score(results))
    }

    fn background(&self, section: &StudySection<'_>) -> Option<Finding> {
        findings::finding(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[
            figures::KIND,
            sample_figures::KIND,
            order_figures::OF_ONE_ORDER,
            order_figures::OF_ONE_SYSTEM,
            reference_figures::KIND,
        ]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        text_tables::scores(section).into_iter().collect()
    }
}
