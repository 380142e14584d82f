//! Strata: the score of each stratum by itself, and what each adds to the uncertainty of the whole.

mod compute;
mod figures;
mod findings;
mod request;
mod row;
mod rows;
mod text_tables;

pub use compute::StratumScore;
pub use findings::note;
pub use request::{Strata, StratumScores};
pub use row::StratumRow;
pub use rows::each_stratum;

use super::{Analysis, Question, Standing, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const STRATA: Analysis = Analysis {
    descriptions: &[TableDescription::of::<StratumRow>],
    tables: |results, tables| tables.add_asked(each_stratum(results)),
    question: Question::Precision,
    findings: findings::findings,
    figures: &[figures::KIND],
    text_tables: |section| text_tables::strata(section).into_iter().collect(),
    standing: Standing::Beside,
    ..Analysis::of_every_study(
        |_| Some(&request::Strata),
        Weights::Refused("each stratum has its own weight already"),
    )
};
