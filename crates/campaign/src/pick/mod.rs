//! Picks: what to have judged next, with probabilities and weights, and what that gains.

mod earlier;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;

pub use findings::findings;
pub use row::{PickEstimator, PickGainRow, PickRow};
pub use rows::{PickTables, picks};

use crate::analyses::question::Question;
use crate::analyses::{Analysis, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const PICK: Analysis = Analysis {
    descriptions: &[TableDescription::of::<PickRow>, TableDescription::of::<PickGainRow>],
    tables: |results, tables| {
        let rows = picks(results);
        tables.add_asked(rows.picks)?;
        tables.add_asked(rows.gains)
    },
    question: Question::Buy,
    findings,
    resamples: false,
    ..Analysis::asked_by::<options::Pick>(Weights::Refused(
        "picks are of all segments, none of which has a weight yet",
    ))
};
