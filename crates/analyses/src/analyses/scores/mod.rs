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

pub use findings::undefined;
pub use request::Scores;
pub use rows::{each_score, each_test_set, scores};
pub use score_row::ScoreRow;
pub use summary::{ScoreSummary, Summary};
pub use test_set_row::TestSetRow;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const SCORES: Analysis = Analysis {
    descriptions: &[TableDescription::of::<TestSetRow>, TableDescription::of::<ScoreRow>],
    tables: |results, tables| {
        tables.add(each_test_set(results.plan))?;
        tables.add(each_score(results))
    },
    question: Question::Precision,
    background: findings::finding,
    figures: &[
        figures::KIND,
        sample_figures::KIND,
        order_figures::OF_ONE_ORDER,
        order_figures::OF_ONE_SYSTEM,
        reference_figures::KIND,
    ],
    text_tables: |section| text_tables::scores(section).into_iter().collect(),
    ..Analysis::of_every_study(
        |_| Some(&request::Scores),
        Weights::Respected("scores are weighted means, with errors over whole documents"),
    )
};
