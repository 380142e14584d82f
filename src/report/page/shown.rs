//! Tables as the page shows them.

use serde::Serialize;

use crate::presentation::{FileName, TextCell, TextTable};

/// Lines of a table that the page has; its files have more.
const MOST_LINES: usize = 200;
/// Of these, lines that a fold leaves open.
const OPEN_LINES: usize = 12;
/// With more columns each line is a card on a phone.
const MOST_COLUMNS: usize = 3;

/// The lines of a table that the page shows, without all the others.
#[derive(Serialize)]
pub(super) struct Shown<'a> {
    name: &'a FileName,
    caption: &'a str,
    header: &'a [TextCell],
    rows: &'a [Vec<TextCell>],
    notes: &'a [String],
    /// Lines that the page does not show.
    left_out: usize,
    /// Whether some are folded away.
    is_long: bool,
    /// Whether lines are cards on a phone.
    is_wide: bool,
    /// Whether files of it are written.
    has_files: bool,
    /// Lines of the table.
    lines: usize,
    source: Option<&'static str>,
}

impl<'a> Shown<'a> {
    /// A table that is written to files.
    pub(super) fn new(table: &'a TextTable) -> Self {
        let TextTable { name, caption, header, rows, notes, rules: _, left_out, source } = table;
        let shown = &rows[..rows.len().min(MOST_LINES)];
        Self {
            name,
            caption,
            header,
            rows: shown,
            notes,
            left_out: rows.len() - shown.len() + left_out,
            is_long: shown.len() > OPEN_LINES,
            is_wide: header.len() > MOST_COLUMNS,
            has_files: true,
            lines: rows.len() + left_out,
            source: *source,
        }
    }

    /// A table that stands on the page alone.
    pub(super) fn of_page(table: &'a TextTable) -> Self {
        Self { has_files: false, ..Self::new(table) }
    }

    pub(super) fn all(tables: &'a [TextTable]) -> Vec<Self> {
        tables.iter().map(Self::new).collect()
    }
}
