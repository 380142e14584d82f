//! Agreement: how far judges agree, with each other and with themselves, over whole corpora. It asks nothing of test sets.

mod findings;
mod halo;
pub mod options;
mod ratings;
mod repeat_findings;
mod repeats;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;

pub use repeats::judge_repeats;
pub use row::{AgreementRow, JudgeRepeatRow};
pub use rows::agreement;

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const AGREEMENT: Analysis = Analysis {
    descriptions: &[TableDescription::of::<AgreementRow>, TableDescription::of::<JudgeRepeatRow>],
    tables: |results, tables| {
        tables.add_asked(agreement(results.plan))?;
        tables.add_asked(judge_repeats(results.plan))
    },
    question: Question::Judges,
    findings: findings::findings,
    text_tables: |section| {
        let tables = [text_tables::agreement(section), text_tables::judge_repeats(section)];
        tables.into_iter().flatten().collect()
    },
    resamples: false,
    ..Analysis::asked_by::<options::Agreement>(Weights::Refused("pairs of judges have no weights"))
};
