//! Weighted means of scores, and of differences of scores, over all corpora of a study.

mod findings;
pub mod options;
mod request;
mod row;
mod rows;

pub use findings::finding;
pub(super) use request::warnings;
pub use row::MacroAverageRow;
pub use rows::macro_averages;

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::presentation::Layout;
use crate::table::TableDescription;

/// The assumption behind the standard errors.
const INDEPENDENT: &str = "corpora are treated as independent: if they share source texts or judges, intervals are too narrow";

/// The analysis.
pub const MACRO_AVERAGE: Analysis = Analysis {
    descriptions: &[TableDescription::of::<MacroAverageRow>],
    tables: |results, tables| tables.add_asked(macro_averages(results)),
    question: Question::Together,
    findings: |section| finding(section, &[]).into_iter().collect(),
    verdicts: findings::verdicts,
    text_tables: |section| {
        let layout = Layout {
            word: "macro-differences",
            caption: "Differences A - B of mean scores over corpora, with verdicts after Holm.",
            ..Layout::default()
        };
        let rows = section.rows::<MacroAverageRow>().of_first_draws();
        let pairs = rows.keep(|row| row.system_b.is_some());
        layout.labelled(section, &pairs).into_iter().collect()
    },
    ..Analysis::asked_by::<options::MacroAverage>(Weights::Respected(
        "it averages weighted means and their errors",
    ))
};
