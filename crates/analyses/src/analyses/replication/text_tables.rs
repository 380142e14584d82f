//! Replication as a text table.

use super::ReplicationRow;
use crate::presentation::{Layout, StudySection, TextTable, percent, real, whole, words, words_or};

/// What a second round finds again.
pub(super) fn replication(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "replication",
        caption: "Significantly different pairs of one round in a second one.",
        ..Layout::default()
    };
    let rows = section.rows::<ReplicationRow>();
    let key = |row: &ReplicationRow| {
        vec![
            ("rounds", words(&row.source)),
            ("first", words(&row.first)),
            ("second", words_or(row.second.as_deref(), "")),
            ("references", words_or(row.references.as_deref(), "")),
            ("size", words(&row.size)),
            ("scope", words(&row.scope)),
            ("adjustment", words(&row.adjustment)),
            ("pairs", whole(row.pairs)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![
            ("segments".to_owned(), real(row.segments)),
            ("found".to_owned(), real(row.found)),
            ("again".to_owned(), percent(row.again_share)),
            ("reversed".to_owned(), percent(row.reversed_share)),
            ("ratio of sizes".to_owned(), real(row.exaggeration)),
            ("none reversed".to_owned(), percent(row.none_reversed)),
        ]
    })
}
