//! Rows of a table of the run, laid out as lines and columns.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::number::Number;
use super::{FileName, Rows, StudySection, TextCell, TextTable, metric_in_spec, number};
use crate::table::{Cell, CellValue, ColumnDescription, ColumnType, Format, ReportRow};

/// Most rows of a table for people.
pub const LONGEST: usize = 2000;

/// What a table is.
#[derive(Default)]
pub struct Layout<'a> {
    /// Begins the name of its files.
    pub word: &'a str,
    /// The metric or whatever else it is about, if it is one of several.
    pub about: &'a str,
    pub caption: &'a str,
    pub notes: &'a [&'a str],
}

/// A line of a table that is being made.
struct Line {
    key: Vec<(&'static str, TextCell)>,
    /// By column.
    cells: BTreeMap<usize, TextCell>,
}

impl Layout<'_> {
    /// The table of the labelled columns of `rows`: the metric and labelled key columns make the lines. A column
    /// without any value is left out, and one that is the same in all lines stands in the note.
    pub fn labelled<R: ReportRow>(
        self,
        section: &StudySection<'_>,
        rows: &Rows<'_, R>,
    ) -> Option<TextTable> {
        let title = rows.titles();
        let columns: Vec<ColumnDescription> = R::columns();
        let all: Vec<Vec<CellValue<'_>>> =
            rows.iter().map(|row| values(row, columns.len())).collect();
        let first = all.first()?;
        let has_value = |index: &usize| all.iter().any(|row| row[*index] != CellValue::Null);
        let (keys, others): (Vec<usize>, Vec<usize>) = (0..columns.len())
            .filter(|index: &usize| columns[*index].label.is_some())
            .partition(|index| columns[*index].key);
        // Parameters alone are no result.
        let mut measures = others.iter().filter(|index| columns[**index].kind == ColumnType::F64);
        if measures.clone().next().is_some() && !measures.any(has_value) {
            return None;
        }
        let others: Vec<usize> = others.into_iter().filter(has_value).collect();
        // What is the same in all lines goes into the note, as constant keys do.
        let varies = |index: &usize| all.iter().any(|row| row[*index] != first[*index]);
        let (shown, constant): (Vec<usize>, Vec<usize>) = if others.iter().any(varies) {
            others.into_iter().partition(varies)
        } else {
            (others, Vec::new())
        };
        let keys: Vec<usize> = keys.into_iter().filter(has_value).chain(constant).collect();
        let cells = |row: &R, wanted: &[usize]| {
            let values = values(row, columns.len());
            let labelled = wanted.iter().filter_map(|index| {
                let (label, format) = columns[*index].label?;
                Some((label, cell(values[*index], format)))
            });
            labelled.collect::<Vec<_>>()
        };
        self.table(
            section,
            rows,
            |row| {
                let title = Some(title(row)).filter(|title| !title.is_empty());
                let metric = title.map(|title| ("metric", TextCell::words(title)));
                metric.into_iter().chain(cells(row, &keys)).collect()
            },
            |row| {
                let cells = cells(row, &shown).into_iter();
                cells.map(|(label, cell)| (label.to_owned(), cell)).collect()
            },
        )
    }

    /// The table with what `key` and `cells` make of the rows: headings with cells. Rows of one key fill
    /// its line; other columns stand in the order of their first appearance. Keys that are the same in
    /// all lines go into a note. `None` where there is nothing to show.
    pub fn table<'a, R: ReportRow>(
        self,
        section: &StudySection<'_>,
        rows: &Rows<'a, R>,
        key: impl Fn(&'a R) -> Vec<(&'static str, TextCell)>,
        cells: impl Fn(&'a R) -> Vec<(String, TextCell)>,
    ) -> Option<TextTable> {
        let mut columns: Vec<String> = Vec::new();
        let mut column_indices: BTreeMap<String, usize> = BTreeMap::new();
        // Of lines beyond the longest table only digests of the keys; pairs of systems have a line each.
        let mut line_indices: BTreeMap<u64, usize> = BTreeMap::new();
        let mut lines: Vec<Line> = Vec::new();
        let mut is_constant = Vec::new();
        for row in rows.iter() {
            let key = key(row);
            let words: Vec<&str> = key.iter().map(|(_, cell)| &*cell.text).collect();
            let count = line_indices.len();
            let index = *line_indices.entry(hash_of(&words)).or_insert(count);
            is_constant.resize(key.len(), true);
            if let Some(first) = lines.first() {
                let pairs = is_constant.iter_mut().zip(first.key.iter().zip(&key));
                pairs.for_each(|(same, (first, own))| *same &= first.1.text == own.1.text);
            }
            if index == lines.len() && index < LONGEST {
                lines.push(Line { key, cells: BTreeMap::new() });
            }
            for (heading, cell) in cells(row) {
                let column = *column_indices.entry(heading).or_insert_with_key(|heading| {
                    columns.push(heading.clone());
                    columns.len() - 1
                });
                // Rows that differ in what is not shown: the first stands.
                if let Some(line) = lines.get_mut(index) {
                    line.cells.entry(column).or_insert(cell);
                }
            }
        }
        let count = line_indices.len();
        let first = lines.first()?;
        // One line keeps its first key: a table has a first column.
        let (constant, shown): (Vec<usize>, Vec<usize>) =
            (0..first.key.len()).partition(|key| is_constant[*key] && (*key > 0 || count > 1));
        let mut notes: Vec<String> = self.notes.iter().map(|note| (*note).to_owned()).collect();
        notes.extend(in_all_lines(constant.iter().map(|key| &first.key[*key]), &first.key, rows));
        let header = shown.iter().map(|key| TextCell::words(first.key[*key].0));
        let header = header.chain(columns.iter().map(TextCell::words)).collect();
        let rows = lines.iter().map(|line| {
            let key = shown.iter().map(|key| line.key[*key].1.clone());
            key.chain((0..columns.len()).map(|column| {
                line.cells.get(&column).cloned().unwrap_or_else(|| real(None::<f64>))
            }))
            .collect()
        });
        let about = if self.about.is_empty() { String::new() } else { format!("{}. ", self.about) };
        let StudySection { study, corpus, .. } = section;
        Some(TextTable {
            name: FileName::new(&[self.word, study, corpus, &metric_in_spec(self.about)]),
            caption: format!("{about}{} {}.", self.caption, section.title()),
            rows: rows.collect(),
            header,
            notes,
            rules: Vec::new(),
            left_out: count.saturating_sub(LONGEST),
            source: Some(R::NAME),
        })
    }
}

fn values<R: ReportRow>(row: &R, columns: usize) -> Vec<CellValue<'_>> {
    let mut values = Vec::with_capacity(columns);
    row.values(&mut values);
    values
}

fn hash_of(words: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

/// A note on keys that are the same in all lines, and on the ordering and the number of replicates, where
/// these are no keys.
fn in_all_lines<'a, R: ReportRow>(
    constant: impl Iterator<Item = &'a (&'static str, TextCell)>,
    keys: &[(&'static str, TextCell)],
    rows: &Rows<'_, R>,
) -> Option<String> {
    let mut told: Vec<String> = constant
        .filter(|(_, cell)| !cell.text.is_empty())
        .map(|(heading, cell)| format!("{heading}: {}", cell.text))
        .collect();
    let headings: Vec<&str> = keys.iter().map(|(heading, _)| *heading).collect();
    let first = rows.first()?.coordinates();
    let same_ordering = rows.iter().all(|row| row.coordinates().ordering == first.ordering);
    if same_ordering && !first.ordering.is_empty() && !headings.contains(&"ordering") {
        told.push(format!("ordering: {}", first.ordering));
    }
    let same_replicates = rows.iter().all(|row| row.coordinates().replicates == first.replicates);
    let is_told = same_replicates && !headings.contains(&"B");
    if let Some(replicates) = first.replicates.filter(|_| is_told) {
        told.push(format!("B: {replicates}"));
    }
    (!told.is_empty()).then(|| format!("In all lines: {}.", told.join("; ")))
}

/// A cell with a value of a column.
fn cell(value: CellValue<'_>, format: Format) -> TextCell {
    match (value, format) {
        (CellValue::Null, _) => TextCell::optional(None, number),
        (CellValue::Text(text), _) => TextCell::words(text),
        (CellValue::Boolean(value), _) => TextCell::words(if value { "yes" } else { "no" }),
        (value, Format::Plain) => whole(value.number()),
        (value, Format::Real) => real(value.number()),
        (value, Format::Percent) => percent(value.number()),
    }
}

/// A cell with text.
pub fn words(text: &str) -> TextCell {
    TextCell::words(text)
}

/// A cell with text, or with other text where there is none.
pub fn words_or(text: Option<&str>, other: &str) -> TextCell {
    TextCell::words(text.unwrap_or(other))
}

/// A cell with a number as it is.
pub fn whole(value: impl Number) -> TextCell {
    TextCell::optional(value.value(), |value| format!("{value}"))
}

/// A cell with a number, rounded.
pub fn real(value: impl Number) -> TextCell {
    TextCell::optional(value.value(), number)
}

/// A share in percent.
pub fn percent(value: impl Number) -> TextCell {
    TextCell::optional(value.value(), |value| format!("{:.1} %", 100.0 * value))
}

/// A value with what it is uncertain by, or spreads by.
pub fn with_error(value: Option<f64>, error: Option<f64>) -> TextCell {
    let error = error.map_or_else(String::new, |error| format!(" ± {}", number(error)));
    TextCell::optional(value, |value| format!("{}{error}", number(value)))
}

/// An interval, sorted by its lower end.
pub fn interval(lower: Option<f64>, upper: Option<f64>, scale: f64) -> TextCell {
    of_ends(lower.zip(upper), |(low, high)| {
        format!("[{}, {}]", number(scale * low), number(scale * high))
    })
}

/// An interval relative to the median, as Zhang & Vogel (2004) print it.
pub fn relative(lower: Option<f64>, upper: Option<f64>) -> TextCell {
    of_ends(lower.zip(upper), |(low, high)| format!("[{low:+.2} %, {high:+.2} %]"))
}

/// Two numbers, sorted by the first.
pub fn of_ends(ends: Option<(f64, f64)>, write: impl FnOnce((f64, f64)) -> String) -> TextCell {
    TextCell::number(ends.map_or_else(|| "–".to_owned(), write), ends.map(|(low, _)| low))
}

/// The size of a test set: documents, with the fraction where sizes are given as fractions.
pub fn size_cell(cell: &Cell) -> TextCell {
    match cell.fraction {
        Some(fraction) => TextCell::number(
            format!("{} ({:.0} %)", cell.documents, 100.0 * fraction),
            Some(cell.documents.into()),
        ),
        None => whole(cell.documents),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::About;
    use crate::presentation::test_rows::ScoreRow;
    use crate::table::Tables;

    #[test]
    fn rows_become_lines_and_columns() {
        let rows = [
            (50, "bleu", Some(0.5)),
            (50, "ter", None),
            (100, "bleu", Some(0.25)),
            (100, "ter", Some(12.0)),
        ];
        let rows = rows.map(|(replicates, metric, score)| ScoreRow {
            cell: Cell {
                study: "s".into(),
                corpus: "c".into(),
                ordering: Some("corpus".into()),
                system: Some("one".into()),
                metric: metric.into(),
                replicates,
                ..Cell::default()
            },
            score,
        });
        let mut tables = Tables::default();
        tables.insert(rows.to_vec());
        let about = About::of_studies(&["s"]);
        let sections = StudySection::all(&tables, &about);
        let layout = Layout { word: "t", caption: "What.", ..Layout::default() };
        let rows = sections[0].rows::<ScoreRow>();
        let table = layout.table(
            &sections[0],
            &rows,
            |row| vec![("B", whole(row.cell.replicates)), ("system", words(row.cell.system()))],
            |row| vec![(row.cell.metric.to_string(), real(row.score))],
        );
        insta::assert_snapshot!(table.unwrap().markdown(), @r"
        What. Study s, corpus c.

        | B | bleu | ter |
        |---:|---:|---:|
        | 50 | 0.500 | – |
        | 100 | 0.250 | 12.00 |

        In all lines: system: one; ordering: corpus.
        ");
    }
}
