//! Macro-averages: scores, ranks and shares of systems beaten over all corpora of a study, such as language pairs.

mod against;
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
mod vocabulary;

pub use against::against;
pub use difference_row::MacroDifferenceRow;
pub use findings::with_all_systems;
pub use row::MacroAverageRow;
pub use rows::{MacroAverages, macro_averages};

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::table::TableDescription;

/// The analysis.
pub const MACRO_AVERAGE: Analysis = Analysis {
    descriptions: &[
        TableDescription::of::<MacroAverageRow>,
        TableDescription::of::<MacroDifferenceRow>,
    ],
    tables: |results, tables| {
        let MacroAverages { averages, differences } = macro_averages(results);
        tables.add_asked(averages)?;
        tables.add_asked(differences)
    },
    question: Question::Together,
    findings: findings::findings,
    verdicts: verdicts::verdicts,
    figures: &[figures::SCORES, figures::RANKS],
    text_tables: |section| {
        let tables = [text_tables::averages(section), text_tables::differences(section)];
        tables.into_iter().flatten().collect()
    },
    ..Analysis::asked_by::<options::MacroAverage>(Weights::Respected(
        "it averages weighted means and their errors",
    ))
};
