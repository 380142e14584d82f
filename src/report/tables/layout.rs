//! Rows of a table of the run, laid out as lines and columns.

use std::collections::BTreeMap;

use super::LONGEST;
use crate::report::file_name::FileName;
use crate::report::grid::{Cell, Grid};
use crate::report::number::number;
use crate::report::place::{Place, Row, Rows};

/// What a table is, and what its lines are told apart by.
pub(super) struct Layout<'a> {
    /// Begins the name of its files.
    pub(super) word: &'a str,
    /// The metric or whatever else it is about, if it is one of several.
    pub(super) about: &'a str,
    pub(super) caption: String,
    /// Headings of the columns that tell lines apart.
    pub(super) keys: &'a [&'a str],
    pub(super) notes: Vec<String>,
}

impl Layout<'_> {
    /// The table with what `line` and `cells` make of the rows: rows of one line fill its columns, which
    /// stand in the order of their first appearance. Keys that are the same in all lines go into a note.
    /// `None` where there is nothing to show.
    pub(super) fn grid<'a>(
        self,
        place: &Place<'_>,
        rows: &Rows<'a>,
        line: impl Fn(Row<'a>) -> Vec<Cell>,
        cells: impl Fn(Row<'a>) -> Vec<(String, Cell)>,
    ) -> Option<Grid> {
        let mut columns: Vec<String> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        // Of lines beyond the longest table only what the keys are; samples have a line each.
        let mut lines: Vec<(Vec<Cell>, BTreeMap<usize, Cell>)> = Vec::new();
        let mut is_constant = vec![true; self.keys.len()];
        for row in rows.iter() {
            let key = line(row);
            debug_assert_eq!(key.len(), self.keys.len());
            let words = key.iter().map(|cell| cell.text.clone()).collect();
            let count = known.len();
            let index = *known.entry(words).or_insert(count);
            if let Some((first, _)) = lines.first() {
                let pairs = is_constant.iter_mut().zip(first.iter().zip(&key));
                pairs.for_each(|(same, (first, own))| *same &= first.text == own.text);
            }
            if index == lines.len() && index < LONGEST {
                lines.push((key, BTreeMap::new()));
            }
            for (heading, cell) in cells(row) {
                let column = *places.entry(heading).or_insert_with_key(|heading| {
                    columns.push(heading.clone());
                    columns.len() - 1
                });
                // Rows that differ in what is not shown: the first stands.
                if let Some((_, cells)) = lines.get_mut(index) {
                    cells.entry(column).or_insert(cell);
                }
            }
        }
        let count = known.len();
        let (first, _) = lines.first()?;
        // One line keeps its first key: a table has a first column.
        let constant: Vec<usize> = (0..self.keys.len())
            .filter(|key| is_constant[*key])
            .filter(|key| *key > 0 || count > 1)
            .collect();
        let mut notes = self.notes;
        let mut told: Vec<String> = constant
            .iter()
            .filter(|key| !first[**key].text.is_empty())
            .map(|key| format!("{}: {}", self.keys[*key], first[*key].text))
            .collect();
        told.extend(["ordering", "B"].iter().filter_map(|column| {
            if self.keys.contains(column) || rows.table.column(column).is_none() {
                return None;
            }
            let [(value, _)] = &rows.groups(|row| format_value(row, column))[..] else {
                return None;
            };
            (!value.is_empty()).then(|| format!("{column}: {value}"))
        }));
        if !told.is_empty() {
            notes.push(format!("In all lines: {}.", told.join("; ")));
        }
        if count > LONGEST {
            notes.push(format!(
                "The first {LONGEST} of {count} lines; the table of the run has them all."
            ));
        }
        let shown = |key: &usize| !constant.contains(key);
        let keys = (0..self.keys.len()).filter(shown);
        let header =
            keys.clone().map(|key| self.keys[key].to_owned()).chain(columns.iter().cloned());
        let rows = lines.iter().map(|(key, cells)| {
            let cell = |column: usize| {
                cells.get(&column).cloned().unwrap_or_else(|| Cell::optional(None, number))
            };
            keys.clone()
                .map(|index| key[index].clone())
                .chain((0..columns.len()).map(cell))
                .collect()
        });
        let about = if self.about.is_empty() { String::new() } else { format!("{}. ", self.about) };
        Some(Grid {
            name: FileName::new(&[self.word, &place.study, &place.corpus, self.about]),
            caption: format!(
                "{about}{} Study {}, corpus {}.",
                self.caption, place.study, place.corpus
            ),
            rows: rows.collect(),
            header: header.map(Cell::words).collect(),
            notes,
        })
    }
}

fn format_value(row: Row<'_>, column: &str) -> String {
    match row.number(column) {
        Some(number) => format!("{number}"),
        None => row.text(column).to_owned(),
    }
}

/// A cell with the text of a column.
pub(super) fn words(row: Row<'_>, column: &str) -> Cell {
    Cell::words(row.text(column))
}

/// A cell with the whole number of a column.
pub(super) fn whole(row: Row<'_>, column: &str) -> Cell {
    Cell::optional(row.number(column), |value| format!("{value}"))
}

/// A cell with the number of a column, rounded.
pub(super) fn real(row: Row<'_>, column: &str) -> Cell {
    Cell::optional(row.number(column), number)
}

/// A share in percent.
pub(super) fn percent(row: Row<'_>, column: &str) -> Cell {
    Cell::optional(row.number(column), |value| format!("{:.1} %", 100.0 * value))
}

/// A value with what it is uncertain by, or spreads by.
pub(super) fn with_error(row: Row<'_>, column: &str, error: &str) -> Cell {
    let error = row.number(error).map_or_else(String::new, |error| format!(" ± {}", number(error)));
    Cell::optional(row.number(column), |value| format!("{}{error}", number(value)))
}

/// An interval, sorted by its lower end.
pub(super) fn interval(row: Row<'_>, (lower, upper): (&str, &str), scale: f64, unit: &str) -> Cell {
    let ends = row.number(lower).zip(row.number(upper));
    let text = ends.map_or_else(
        || "–".to_owned(),
        |(low, high)| format!("[{}{unit}, {}{unit}]", number(scale * low), number(scale * high)),
    );
    Cell::number(text, ends.map(|(low, _)| low))
}

/// An interval relative to the median, as Zhang & Vogel (2004) print it.
pub(super) fn relative(row: Row<'_>, (lower, upper): (&str, &str)) -> Cell {
    let ends = row.number(lower).zip(row.number(upper));
    let text =
        ends.map_or_else(|| "–".to_owned(), |(low, high)| format!("[{low:+.2} %, {high:+.2} %]"));
    Cell::number(text, ends.map(|(low, _)| low))
}

/// The size of a test set: documents, or the name and segments of a sample.
pub(super) fn size(row: Row<'_>) -> Cell {
    let documents = whole(row, "documents");
    match row.number("fraction") {
        Some(fraction) => Cell::number(
            format!("{} ({:.0} %)", documents.text, 100.0 * fraction),
            row.number("documents"),
        ),
        None => documents,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::about::About;
    use crate::table::Contents;

    #[test]
    fn rows_become_lines_and_columns() {
        let table = Contents::of_texts(&[
            ("study", &["s"; 4]),
            ("corpus", &["c"; 4]),
            ("ordering", &["corpus"; 4]),
            ("B", &["50", "50", "100", "100"]),
            ("system", &["one"; 4]),
            ("metric", &["bleu", "ter", "bleu", "ter"]),
            ("reference_count", &["1"; 4]),
            ("reference_choice", &["first"; 4]),
            ("references", &["r"; 4]),
            ("value", &["0.5", "", "0.25", "12"]),
        ]);
        let about = About::of_studies(&["s"]);
        let places = Place::of([("t", &table)].into_iter(), &about);
        let layout = Layout {
            word: "t",
            about: "",
            caption: "What.".to_owned(),
            keys: &["B", "system"],
            notes: Vec::new(),
        };
        let rows = places[0].rows("t").unwrap();
        let line = |row: Row<'_>| vec![whole(row, "B"), words(row, "system")];
        let cells = |row: Row<'_>| vec![(row.metric(), real(row, "value"))];
        let grid = layout.grid(&places[0], rows, line, cells).unwrap();
        insta::assert_snapshot!(grid.markdown(), @r"
        What. Study s, corpus c.

        | B | bleu | ter |
        |---:|---:|---:|
        | 50 | 0.500 | – |
        | 100 | 0.250 | 12.00 |

        In all lines: system: one; ordering: corpus.
        ");
    }
}
