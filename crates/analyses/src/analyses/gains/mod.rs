//! Gains: what systems gain by a change, such as adaptation to a domain (Hamon et al. 2007, Table 9).

mod compute;
mod figures;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;
mod rules;

pub use request::{GroupGains, SystemGains};
pub use row::{GainDifferenceRow, GainRow};
pub use rows::{GainTables, gains};

use super::{Analysis, Question, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const GAINS: Analysis = Analysis {
    descriptions: &[TableDescription::of::<GainRow>, TableDescription::of::<GainDifferenceRow>],
    tables: |results, tables| {
        let rows = gains(results);
        tables.add_asked(rows.gains)?;
        tables.add_asked(rows.differences)
    },
    question: Question::Best,
    findings: |section| findings::finding(section).into_iter().collect(),
    verdicts: findings::verdicts,
    figures: &[figures::KIND],
    resamples: false,
    ..Analysis::asked_by::<options::Gains>(Weights::Respected("gains are of weighted means"))
};
