//! The small table of a finding.

use crate::presentation::{FileName, StudySection, TextCell, TextTable};

/// Lines of it.
const MOST_LINES: usize = 12;

/// A table of at most twelve of `rows`; a note says how many more `file` has.
pub(in crate::analyses) fn short_table(
    section: &StudySection<'_>,
    (word, caption): (&str, &str),
    header: &[&str],
    mut rows: Vec<Vec<TextCell>>,
    file: &str,
) -> Option<TextTable> {
    let left_out = rows.len().saturating_sub(MOST_LINES);
    rows.truncate(MOST_LINES);
    let note = match left_out {
        0 => None,
        1 => Some(format!("1 more line: `{file}.parquet`.")),
        _ => Some(format!("{left_out} more lines: `{file}.parquet`.")),
    };
    let StudySection { study, corpus, .. } = section;
    (!rows.is_empty()).then(|| TextTable {
        name: FileName::new(&[word, study, corpus]),
        caption: format!("{caption} {}.", section.title()),
        header: header.iter().map(|heading| TextCell::words(*heading)).collect(),
        rows,
        notes: note.into_iter().collect(),
        ..TextTable::default()
    })
}
