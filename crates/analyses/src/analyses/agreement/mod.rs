//! Agreement: how far judges agree, over whole corpora. It asks nothing of test sets.

mod findings;
mod halo;
pub mod options;
mod ratings;
mod request;
mod row;
mod rows;
mod rules;
mod text_tables;

pub use row::AgreementRow;
pub use rows::agreement;

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::table::TableDescription;

/// The analysis.
pub(crate) const AGREEMENT: Analysis = Analysis {
    descriptions: &[TableDescription::of::<AgreementRow>],
    tables: |results, tables| tables.add_asked(agreement(results.plan)),
    question: Question::Judges,
    findings: findings::findings,
    text_tables: |section| text_tables::agreement(section).into_iter().collect(),
    resamples: false,
    ..Analysis::asked_by::<options::Agreement>(Weights::Refused("pairs of judges have no weights"))
};
