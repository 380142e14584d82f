//! Seen test data: whether a system does better on the segments that it may have seen than others do (Hamon et al. 2007,
//! whose second run had such a participant).

mod compute;
mod findings;
pub mod options;
mod request;
mod row;
mod rows;

pub use request::{GroupSeen, SeenSegments, SystemSeen};
pub use row::{SeenDifferenceRow, SeenRow};
pub use rows::{SeenTables, seen};

use super::{Analysis, Weights};
use crate::analyses::question::Question;
use crate::config::rules::{NoForm, StudyRules};
use crate::table::TableDescription;

impl StudyRules for options::Seen {
    fn no_form_for_judges(&self) -> Option<NoForm> {
        Some(NoForm::for_judges(
            "a difference of seen and unseen segments has no error for new judges",
        ))
    }

    fn no_form_for_strata(&self) -> Option<NoForm> {
        Some(NoForm::new(
            "seen and unseen segments have other shares in each stratum",
            "put `seen` into a study without `strata`",
        ))
    }
}

/// The analysis.
pub(crate) const SEEN: Analysis = Analysis {
    descriptions: &[TableDescription::of::<SeenRow>, TableDescription::of::<SeenDifferenceRow>],
    tables: |results, tables| {
        let rows = seen(results);
        tables.add_asked(rows.systems)?;
        tables.add_asked(rows.differences)
    },
    question: Question::Best,
    findings: |section| findings::finding(section).into_iter().collect(),
    resamples: false,
    ..Analysis::asked_by::<options::Seen>(Weights::Refused(
        "it compares what all segments received",
    ))
};
