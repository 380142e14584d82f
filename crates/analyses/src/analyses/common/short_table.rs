//! The table of a finding.

use crate::presentation::{FileName, StudySection, TextCell, TextTable};

/// A table of `rows`, which `file` has, too: a terminal shows the first of them.
pub fn short_table(
    section: &StudySection<'_>,
    (word, caption): (&str, &str),
    header: &[&str],
    rows: Vec<Vec<TextCell>>,
    file: &'static str,
) -> Option<TextTable> {
    let StudySection { study, corpus, .. } = section;
    (!rows.is_empty()).then(|| TextTable {
        name: FileName::new(&[word, study, corpus]),
        caption: format!("{caption} {}.", section.title()),
        header: header.iter().map(|heading| TextCell::words(*heading)).collect(),
        rows,
        source: Some(file),
        ..TextTable::default()
    })
}
