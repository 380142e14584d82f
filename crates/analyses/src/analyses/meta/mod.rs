//! Judging metrics: how well they agree with people.

mod averages;
mod contest;
mod counted_pairs;
mod figures;
mod findings;
pub mod options;
mod pair_errors;
mod pair_results;
mod pair_row;
mod pair_rows;
mod pairs;
mod pooled;
mod request;
mod row;
mod rows;
mod rules;
mod scores;
mod study_metrics;
mod text_tables;
mod values;
mod verdicts;
mod words;

pub use pair_row::MetaPairRow;
pub use pair_rows::meta_pairs;
pub use row::MetaRow;
pub use rows::meta;
pub use words::{ComparedBy, ExchangedUnit};

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const META: Analysis = Analysis {
    descriptions: &[TableDescription::of::<MetaRow>, TableDescription::of::<MetaPairRow>],
    tables: |results, tables| {
        tables.add_asked(meta(results))?;
        tables.add_asked(meta_pairs(results))
    },
    question: Question::Metrics,
    findings: findings::findings,
    verdicts: verdicts::verdicts,
    figures: &[figures::AGREEMENT],
    text_tables: text_tables::tables,
    ..Analysis::asked_by::<options::Meta>(Weights::Refused(
        "agreement of metrics with people is over segments and systems alike",
    ))
};
