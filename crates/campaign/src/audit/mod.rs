//! Audit of ranking rules: how often the rules by which others rank systems call equal ones different, on these data,
//! and which of their lines hold.

mod compute;
mod crossed;
mod findings;
pub mod options;
mod ratings;
mod request;
mod row;
mod rows;
mod rules;
mod summed;

pub use compute::{AuditedPair, RuleAudit};
pub use request::AuditedRules;
pub use row::{AuditLineRow, AuditRow, LineKind};
pub use rows::{AuditTables, audit};

use crate::analyses::question::Question;
use crate::analyses::{Analysis, Weights};
use crate::table::TableDescription;

/// The analysis.
pub const AUDIT: Analysis = Analysis {
    descriptions: &[TableDescription::of::<AuditRow>, TableDescription::of::<AuditLineRow>],
    tables: |results, tables| {
        let rows = audit(results);
        tables.add_asked(rows.pairs)?;
        tables.add_asked(rows.lines)
    },
    question: Question::Methods,
    findings: findings::findings,
    resamples: false,
    ..Analysis::asked_by::<options::Audit>(Weights::Refused("the rules of others know no weights"))
};
