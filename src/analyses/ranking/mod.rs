//! Ranking: probabilities of the ranks of systems, and what new test sets would say of the ranking.

mod clusters;
mod compute;
mod figures;
mod findings;
mod lines;
mod new_ranking_figures;
mod new_ranking_row;
mod new_ranking_rows;
mod new_rankings;
pub mod options;
mod rank_row;
mod rank_stability_row;
mod request;
mod rows;
mod stability;
mod text_tables;
mod verdicts;

pub use compute::{GroupRanks, SystemRanks};
pub use new_ranking_row::NewRankingRow;
pub use new_ranking_rows::new_rankings;
pub use rank_row::RankRow;
pub use rank_stability_row::RankStabilityRow;
pub use request::{Ranking, Ranks};
pub use rows::each_rank;
pub use stability::rank_stability;

use super::{Analysis, ResultTables, Results};
use crate::config::rules::StudyRules;
use crate::presentation::{FigureKind, Finding, StudySection, TextTable, Verdict};
use crate::table::{TableDescription, TableError};

impl StudyRules for options::Ranking {}

impl Analysis for Ranking {
    fn table_descriptions(&self) -> Vec<TableDescription> {
        vec![
            TableDescription::of::<RankRow>(),
            TableDescription::of::<RankStabilityRow>(),
            TableDescription::of::<NewRankingRow>(),
        ]
    }

    fn tables(&self, results: &Results<'_>, tables: &mut ResultTables) -> Result<(), TableError> {
        tables.add_asked(each_rank(results))?;
        tables.add_asked(rank_stability(results))?;
        tables.add_asked(new_rankings(results))
    }

    fn findings(&self, section: &StudySection<'_>) -> Vec<Finding> {
        findings::finding(section).into_iter().collect()
    }

    fn verdicts(&self, section: &StudySection<'_>) -> Vec<Verdict> {
        verdicts::verdicts(section)
    }

    fn figures(&self) -> &'static [FigureKind] {
        &[new_ranking_figures::KIND, figures::KIND]
    }

    fn text_tables(&self, section: &StudySection<'_>) -> Vec<TextTable> {
        let mut tables = text_tables::ranks(section);
        tables.extend(text_tables::new_rankings(section));
        tables.extend(text_tables::rank_stability(section));
        tables
    }
}
