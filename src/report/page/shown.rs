//! Tables as the page shows them.

use serde::Serialize;

use crate::presentation::{FileName, TextCell, TextTable};

/// Lines of a table that the page has; its files have more.
const MOST_LINES: usize = 200;
/// Of these, lines that a fold leaves open.
const OPEN_LINES: usize = 12;
/// With more columns a table may be too wide for a phone.
const MOST_COLUMNS: usize = 3;
/// Pixels of a phone that a table has, of a letter, and around a cell.
const PHONE: f64 = 360.0;
const LETTER: f64 = 8.5;
const AROUND: f64 = 14.4;
/// Pixels of a table that stands beside its finding.
const BESIDE: f64 = 700.0;

/// Where a table has room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Fits {
    /// On a phone; elsewhere its lines are cards there.
    Phone,
    /// Beside words.
    Beside,
    /// On the whole width of a page.
    Page,
}

impl Fits {
    fn new(header: &[TextCell], rows: &[Vec<TextCell>]) -> Self {
        let width = width(header, rows);
        match () {
            () if header.len() <= MOST_COLUMNS || width <= PHONE => Self::Phone,
            () if width <= BESIDE => Self::Beside,
            () => Self::Page,
        }
    }
}

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
    fits: Fits,
    /// Whether files of it are written.
    has_files: bool,
    /// Lines of the table.
    lines: usize,
    source: Option<&'static str>,
    /// Of printed tables: how many values agree and do not; empty where nothing is judged.
    agreement: String,
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
            fits: Fits::new(header, shown),
            has_files: true,
            lines: rows.len() + left_out,
            source: *source,
            agreement: agreement(rows),
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

/// `12 ✓, 3 ✗`: the marks of values in all cells; nothing without any.
fn agreement(rows: &[Vec<TextCell>]) -> String {
    let marks = ['✓', '✗'].map(|mark| {
        let cells = rows.iter().flatten();
        (mark, cells.map(|cell| cell.text.matches(mark).count()).sum::<usize>())
    });
    let marks = marks.into_iter().filter(|(_, count)| *count > 0);
    marks.map(|(mark, count)| format!("{count} {mark}")).collect::<Vec<_>>().join(", ")
}

/// Letters of the longest part.
fn longest<'t>(parts: impl Iterator<Item = &'t str>) -> usize {
    parts.map(|part| part.chars().count()).max().unwrap_or(0)
}

/// Pixels that a table takes if its headings break between words and its cells do not.
fn width(header: &[TextCell], rows: &[Vec<TextCell>]) -> f64 {
    let columns = header.iter().enumerate().map(|(column, heading)| {
        let cells = rows.iter().flat_map(|row| row[column].text.lines());
        longest(cells).max(longest(heading.text.split_whitespace()))
    });
    columns.map(|letters| LETTER * letters as f64 + AROUND).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str], cells: &[&str]) -> TextTable {
        let [header, cells] = [names, cells]
            .map(|texts| texts.iter().map(|text| TextCell::words(*text)).collect::<Vec<_>>());
        TextTable { header, rows: vec![cells], ..TextTable::default() }
    }

    /// Short columns stand side by side on a phone, and long ones are cards.
    #[test]
    fn what_fits_is_no_card() {
        let header = ["corpus", "metric", "best", "first again", "order right"];
        let short = table(&header, &["enfr-1", "adequacy", "S4", "92 %", "77 %"]);
        assert_eq!(Shown::new(&short).fits, Fits::Phone);
        let long = ["enfr-1", "adequacy", "a-system-of-a-long-name", "92 %", "77 %"];
        assert_eq!(Shown::new(&table(&header, &long)).fits, Fits::Beside);
        assert_eq!(Shown::new(&table(&header[..3], &long[..3])).fits, Fits::Phone);
        let wide = [long[2]; 5];
        assert_eq!(Shown::new(&table(&header, &wide)).fits, Fits::Page);
    }

    #[test]
    fn marks_are_counted() {
        let marked = table(&["a", "b"], &["1\n2 ✓\n3 ✗", "4 ✓"]);
        assert_eq!(Shown::new(&marked).agreement, "2 ✓, 1 ✗");
        assert_eq!(Shown::new(&table(&["a"], &["1"])).agreement, "");
    }
}
