//! Replication as a text table.

use super::ReplicationRow;
use crate::presentation::{Layout, StudySection, TextTable};

/// What a second round finds again.
pub(super) fn replication(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "replication",
        caption: "Significantly different pairs of one round in a second one.",
        ..Layout::default()
    };
    layout.labelled(section, &section.rows::<ReplicationRow>())
}
