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
pub use request::Ranks;
pub use rows::each_rank;
pub use stability::rank_stability;

use super::{Analysis, Question, Weights};
use crate::config::StudyRules;
use crate::table::TableDescription;

impl StudyRules for options::Ranking {}

/// The analysis.
pub const RANKING: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<RankRow>,
        TableDescription::of::<RankStabilityRow>,
        TableDescription::of::<NewRankingRow>,
    ],
    tables: |results, tables| {
        tables.add_asked(each_rank(results))?;
        tables.add_asked(rank_stability(results))?;
        tables.add_asked(new_rankings(results))
    },
    question: Question::Best,
    findings: |section| findings::finding(section).into_iter().collect(),
    verdicts: verdicts::verdicts,
    figures: &[new_ranking_figures::KIND, figures::KIND],
    text_tables: |section| {
        let mut tables = text_tables::ranks(section);
        tables.extend(text_tables::new_rankings(section));
        tables.extend(text_tables::rank_stability(section));
        tables
    },
    ..Analysis::asked_by::<options::Ranking>(Weights::Respected(
        "resamples count units times their weights",
    ))
};
