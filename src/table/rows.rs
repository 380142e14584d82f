//! The tables and their columns, one table per file. The doc comments are the documentation of the
//! files.

mod agreement;
mod cell;
mod comparisons;
mod conclusions;
mod correlations;
mod coverage;
mod cross_references;
mod growth;
mod intervals;
mod minimal_sizes;
mod power;
mod published;
mod rank_stability;
mod ranks;
mod reference_equivalence;
mod replicates;
mod representativeness;
mod scores;
mod stability;
mod subset_independence;
mod test_sets;

pub use agreement::AgreementRow;
pub use cell::Cell;
pub use comparisons::ComparisonRow;
pub use conclusions::ConclusionRow;
pub use correlations::CorrelationRow;
pub use coverage::CoverageRow;
pub use cross_references::CrossReferenceRow;
pub use growth::GrowthRow;
pub use intervals::IntervalRow;
pub use minimal_sizes::MinimalSizeRow;
pub use power::PowerRow;
pub use published::PublishedRow;
pub use rank_stability::RankStabilityRow;
pub use ranks::RankRow;
pub use reference_equivalence::ReferenceEquivalenceRow;
pub use replicates::ReplicateRow;
pub use representativeness::RepresentativenessRow;
pub use scores::ScoreRow;
pub use stability::StabilityRow;
pub use subset_independence::SubsetIndependenceRow;
pub use test_sets::TestSetRow;

use super::columns::ColumnDescription;
use super::contents::TableFile;
use super::shown::ReportRow;
use super::tables::Tables;

/// What a table is.
#[derive(Clone, Debug)]
pub struct TableDescription {
    /// Its name, and that of its file without the ending.
    pub name: &'static str,
    /// What a row is.
    pub description: String,
    /// Its columns in order.
    pub columns: Vec<ColumnDescription>,
    /// Reads the rows that a report shows from the table's file. What is wrong with it is an error.
    pub read_shown: fn(&TableFile, &mut Tables) -> Result<(), String>,
}

impl TableDescription {
    fn of<R: ReportRow>() -> Self {
        Self {
            name: R::NAME,
            description: R::description(),
            columns: R::columns(),
            read_shown: |file, tables| {
                tables.insert::<R>(file.shown()?);
                Ok(())
            },
        }
    }
}

/// All tables: the one list of them.
pub fn all() -> Vec<TableDescription> {
    vec![
        TableDescription::of::<TestSetRow>(),
        TableDescription::of::<ScoreRow>(),
        TableDescription::of::<GrowthRow>(),
        TableDescription::of::<MinimalSizeRow>(),
        TableDescription::of::<SubsetIndependenceRow>(),
        TableDescription::of::<IntervalRow>(),
        TableDescription::of::<ComparisonRow>(),
        TableDescription::of::<PowerRow>(),
        TableDescription::of::<RankRow>(),
        TableDescription::of::<RankStabilityRow>(),
        TableDescription::of::<CorrelationRow>(),
        TableDescription::of::<RepresentativenessRow>(),
        TableDescription::of::<AgreementRow>(),
        TableDescription::of::<CrossReferenceRow>(),
        TableDescription::of::<CoverageRow>(),
        TableDescription::of::<ConclusionRow>(),
        TableDescription::of::<ReferenceEquivalenceRow>(),
        TableDescription::of::<ReplicateRow>(),
        TableDescription::of::<StabilityRow>(),
        TableDescription::of::<PublishedRow>(),
    ]
}
