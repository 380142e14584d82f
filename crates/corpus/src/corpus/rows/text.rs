//! Rows in text.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::mem::take;
use std::path::Path;

use serde_json::{Map, Value};

use super::lines::Lines;
use super::{Field, TableLayout, Visit};
use crate::corpus::json::{self, without_constants};
use crate::corpus::json_lines::object;
use crate::corpus::limits::check_memory;
use crate::corpus::{CorpusError, TextFile};

const MAX_COLUMNS: usize = 1 << 12;

/// Separates the keys of objects within each other.
const WITHIN: char = '\0';

/// Bytes of a path of keys whose object is not looked into.
const LONG_PATH: usize = 1 << 12;

/// Number of lines that decide which character separates fields and which columns are empty.
pub(super) const SAMPLE_LINES: usize = 101;

/// Bytes of a row above which we check for memory before the row grows.
const LONG_ROW: usize = 1 << 26;

/// The fields of a row, in one text with a character between them.
#[derive(Default)]
struct Row {
    text: String,
    ends: Vec<usize>,
    /// A quoted field goes on in the next line.
    is_open: bool,
}

impl Row {
    /// Adds a line. A field that begins with `"` ends at the next `"`, and `""` in it is `"` (RFC 4180).
    fn add(&mut self, mut rest: &str, separator: u8, is_quoted: bool) {
        if self.is_open {
            self.text.push('\n');
        } else if !is_quoted || !rest.contains('"') {
            self.text.push_str(strip_return(rest));
            let signs = self.text.bytes().enumerate().filter(|(_, sign)| *sign == separator);
            self.ends.extend(signs.map(|(at, _)| at));
            self.ends.push(self.text.len());
            return;
        }
        loop {
            if !self.is_open
                && let Some(quoted) = rest.strip_prefix('"')
            {
                (self.is_open, rest) = (true, quoted);
            }
            while self.is_open {
                let Some((text, after)) = rest.split_once('"') else {
                    self.text.push_str(rest);
                    return;
                };
                self.text.push_str(text);
                self.is_open = after.starts_with('"');
                rest = after.strip_prefix('"').unwrap_or(after);
                self.text.extend(self.is_open.then_some('"'));
            }
            let end = rest.split_once(char::from(separator));
            self.text.push_str(end.map_or_else(|| strip_return(rest), |(text, _)| text));
            self.ends.push(self.text.len());
            let Some((_, after)) = end else { return };
            self.text.push(char::from(separator));
            rest = after;
        }
    }

    fn field(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] + 1 };
        &self.text[start..self.ends[index]]
    }

    fn is_blank(&self) -> bool {
        self.text.is_empty() && self.ends.len() < 2
    }
}

/// The first rows of a file.
pub(super) struct Sample(Vec<Vec<String>>);

impl Sample {
    fn new(lines: &[String], separator: u8, is_quoted: bool) -> Self {
        let (mut row, mut rows) = (Row::default(), Vec::new());
        for line in lines {
            row.add(line, separator, is_quoted);
            if !row.is_open {
                let fields = (0..row.ends.len()).map(|index| row.field(index).to_owned());
                rows.extend(Some(fields.collect()).filter(|_| !row.is_blank()));
                row = Row::default();
            }
        }
        Self(rows)
    }

    /// Splits the first lines at the first separator that gives all rows the same number of fields, or else the first
    /// that splits the row of names.
    pub(super) fn of_quoted(lines: &[String]) -> (u8, Self) {
        // The last one is preferred.
        let samples = b"|\t;,".map(|sign| (sign, Self::new(lines, sign, true))).into_iter();
        let best = samples.max_by_key(|(_, sample)| (sample.is_table(), sample.columns() > 1));
        best.unwrap_or((b',', Self(Vec::new())))
    }

    fn columns(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    /// Returns `true` if there are several columns, and every row has a field for each.
    pub(super) fn is_table(&self) -> bool {
        let columns = self.columns();
        columns > 1 && self.0.len() > 1 && self.0.iter().all(|row| row.len() == columns)
    }

    /// Returns the names of the columns. A column with values but no name is named by its number.
    fn names(&self) -> Vec<String> {
        let Some((names, rows)) = self.0.split_first() else { return Vec::new() };
        let mut names = names.clone();
        // MQM files have a comment behind the names.
        if rows.iter().all(|row| row.len() < names.len()) {
            names.pop_if(|last| last.starts_with("# "));
        }
        let is_filled = |column: usize| {
            rows.iter().any(|row| row.get(column).is_some_and(|field| !is_blank(field)))
        };
        while names.last().is_some_and(|last| is_blank(last)) && !is_filled(names.len() - 1) {
            names.pop();
        }
        for (index, name) in names.iter_mut().enumerate().filter(|(_, name)| is_blank(name)) {
            *name = format!("column {}", index + 1);
        }
        names
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// A file whose fields stand between separators.
pub(super) struct Separated {
    file: Lines,
    pub(super) separator: u8,
    /// Quotation marks stand around fields that need it.
    is_quoted: bool,
    /// Rows before the first row of values, and fields of the last of them.
    header: usize,
    columns: usize,
    pub(super) names: Vec<String>,
}

impl Separated {
    /// Reads the names of the columns, and finds the separator of [`TableLayout::Csv`].
    pub(super) fn read(file: Lines, layout: TableLayout) -> Result<Self, CorpusError> {
        let separator = (layout != TableLayout::Csv).then_some(b'\t');
        let is_quoted = layout != TableLayout::Tsv;
        let lines = file.head(SAMPLE_LINES)?;
        // Excel writes the separator in a line of its own before the names: `sep=;`.
        let declared = lines.first().map(|line| strip_return(line).trim_matches('"'));
        let declared = declared.and_then(|line| line.strip_prefix("sep=")?.bytes().next());
        let declared = declared.filter(|sign| separator.is_none() && sign.is_ascii());
        let header = 1 + usize::from(declared.is_some());
        let lines = lines.get(header - 1..).unwrap_or_default();
        let (separator, sample) = match separator.or(declared) {
            Some(separator) => (separator, Sample::new(lines, separator, is_quoted)),
            None => Sample::of_quoted(lines),
        };
        let help = "name the columns in the first row, each by its own name";
        let names = checked(file.path(), sample.names(), help)?;
        Ok(Self { file, separator, is_quoted, header, columns: sample.columns(), names })
    }

    /// Calls `visit` with the line and the fields at `places` of every row of values.
    pub(super) fn each(&self, places: &[usize], visit: Visit<'_>) -> Result<(), CorpusError> {
        let (mut row, mut rows, mut start) = (Row::default(), 0, 0);
        let mut spare = Vec::new();
        let path = self.file.path();
        self.file.each(&mut |line, text| {
            if !row.is_open {
                row.text.clear();
                row.ends.clear();
                start = line;
            }
            let length = row.text.len() + text.len();
            if length > row.text.capacity().max(LONG_ROW) {
                check_memory(path, 0, 2 * length)?;
            }
            row.add(text, self.separator, self.is_quoted);
            // An empty line is a row only in a text of one column.
            let is_skipped = self.is_quoted || self.columns > 1 || rows == 0;
            if row.is_open || row.is_blank() && is_skipped {
                return Ok(());
            }
            rows += 1;
            if rows <= self.header {
                return Ok(());
            }
            self.check(start, &row)?;
            let mut fields: Vec<Field<'_>> = take(&mut spare);
            fields.extend(places.iter().map(|place| Some(Cow::Borrowed(row.field(*place)))));
            visit(start, &fields)?;
            fields.clear();
            // The same memory for fields of the next row.
            spare = fields.into_iter().map(|_| None).collect();
            Ok(())
        })?;
        let help = "close it, and write a quotation mark within quotation marks twice";
        let cause = "a quotation mark is not closed";
        if row.is_open { Err(CorpusError::malformed(path, start, cause, help)) } else { Ok(()) }
    }

    /// Refuses a row with too few or too many fields. Columns without names may be empty.
    fn check(&self, line: usize, row: &Row) -> Result<(), CorpusError> {
        let (count, expected) = (row.ends.len(), self.names.len());
        let in_range = count >= expected && count <= self.columns.max(expected);
        let (cause, help) = match (expected..count).find(|at| !is_blank(row.field(*at))) {
            None if in_range => return Ok(()),
            Some(at) if in_range => {
                (format!("column {} has a value and no name", at + 1), "name it in the first row")
            }
            _ => (format!("{count} fields instead of {expected}"), "give every row all columns"),
        };
        Err(CorpusError::malformed(self.file.path(), line, cause, help))
    }
}

/// Returns the names of columns if there are not too many and all are different.
fn checked(path: &Path, names: Vec<String>, help: &str) -> Result<Vec<String>, CorpusError> {
    let mut numbered = names.iter().enumerate();
    let cause = if names.len() > MAX_COLUMNS {
        format!("there are more than {MAX_COLUMNS} columns")
    } else if let Some((_, name)) = numbered.find(|(index, name)| names[..*index].contains(name)) {
        format!("column `{name}` is there twice")
    } else {
        return Ok(names);
    };
    Err(CorpusError::malformed(path, 1, cause, help))
}

/// Returns the keys of all objects in order of first appearance. `a.b` is the key `b` of the object `a`.
pub(super) fn header_of_json(file: &Lines) -> Result<Vec<String>, CorpusError> {
    let (mut names, mut known) = (Vec::new(), BTreeSet::new());
    let mut note = |path: &str| {
        // One more than is allowed is enough for `checked` to refuse them.
        if names.len() <= MAX_COLUMNS && !known.contains(path) {
            known.insert(path.to_owned());
            names.push(path.replace(WITHIN, "."));
        }
    };
    each_object(file, &mut |line, text| {
        // The keys alone take a fraction of the time, where no object is within another.
        let is_nested = text.matches('{').count() > 1;
        if is_nested || json::keys(text, &mut note).is_err() {
            note_paths(&object(file.path(), line, text)?, "", &mut note);
        }
        Ok(())
    })?;
    checked(
        file.path(),
        names,
        "`a.b` may be a key, or the key `b` of the object `a`: rename one of the two",
    )
}

/// Calls `note` with the keys that lead to each value that is no object.
fn note_paths(object: &Map<String, Value>, start: &str, note: &mut dyn FnMut(&str)) {
    for (key, value) in object {
        let path = format!("{start}{key}");
        match value {
            // Every name within an object repeats the path: few long keys could take any memory.
            Value::Object(object) if path.len() < LONG_PATH => {
                note_paths(object, &format!("{path}{WITHIN}"), note);
            }
            _ => note(&path),
        }
    }
}

/// Calls `visit` with the line and the values of `columns`.
pub(super) fn each_of_json(
    file: &Lines,
    columns: &[&str],
    visit: Visit<'_>,
) -> Result<(), CorpusError> {
    each_object(file, &mut |line, text| {
        let object = object(file.path(), line, text)?;
        let fields = columns.iter().map(|column| match value_at(&object, column)? {
            Value::Null | Value::Object(_) => None,
            Value::String(text) => Some(Cow::Borrowed(text.as_str())),
            Value::Bool(value) => Some(Cow::Borrowed(if *value { "true" } else { "false" })),
            number_or_list => Some(Cow::Owned(number_or_list.to_string())),
        });
        visit(line, &fields.collect::<Vec<_>>())
    })
}

/// Calls `visit` with the line and the text of every object. NaN, as Python writes it, is null.
fn each_object(
    file: &Lines,
    visit: &mut dyn FnMut(usize, &str) -> Result<(), CorpusError>,
) -> Result<(), CorpusError> {
    file.each(&mut |line, text| {
        if is_blank(text) { Ok(()) } else { visit(line, &without_constants(text)) }
    })
}

/// Returns the value of a column: `a.b` is the key `a.b`, or the key `b` of the object `a`.
fn value_at<'a>(object: &'a Map<String, Value>, column: &str) -> Option<&'a Value> {
    object.get(column).filter(|value| !value.is_object()).or_else(|| {
        column.match_indices('.').find_map(|(dot, _)| {
            value_at(object.get(&column[..dot])?.as_object()?, &column[dot + 1..])
        })
    })
}

fn strip_return(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// A reader of quoted fields, whose rows end at LF; empty lines between rows are passed over.
pub fn quoted(text: &str, separator: u8) -> csv::Reader<&[u8]> {
    let mut reader = csv::ReaderBuilder::new();
    // By default, csv also ends rows at a lone CR, which here is part of a text.
    reader.delimiter(separator).terminator(csv::Terminator::Any(b'\n')).has_headers(false);
    // Rows of another length are refused where they are read.
    reader.flexible(true).from_reader(text.as_bytes())
}

fn line(place: Option<&csv::Position>) -> Option<usize> {
    place.map(|place| usize::try_from(place.line()).unwrap_or(usize::MAX))
}

fn no_row(path: &Path, error: &csv::Error) -> CorpusError {
    let help = "quote fields that hold the separator, a quote or a line break";
    CorpusError::malformed(path, line(error.position()), format!("not a row: {error}"), help)
}

/// All rows with their lines.
pub fn quoted_records(
    file: &TextFile,
    separator: u8,
) -> impl Iterator<Item = Result<(usize, csv::StringRecord), CorpusError>> {
    quoted(file.text(), separator).into_records().map(|record| {
        let record = record.map_err(|error| no_row(file.path(), &error))?;
        Ok((line(record.position()).unwrap_or(1), record))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::corpus::rows::RowFile;

    proptest! {
        #[test]
        fn quoted_rows_are_those_of_the_crate_csv(text in "[ab,;\"\n]{0,40}", end in "(\r?\n)?") {
            // The crate reads CR before LF as a part of the last field.
            let text = text + if end.is_empty() { "" } else { "\n" };
            let lines: Vec<String> =
                text.lines().map(|line| line.to_owned() + end.trim_matches('\n')).collect();
            let theirs = quoted(&text, b';').into_records();
            let mut theirs: Vec<Vec<String>> =
                theirs.map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
            theirs.retain(|row| row != &[""]);
            let mut ours = Sample::new(&lines, b';', true).0;
            ours.iter_mut().flatten().for_each(|field| field.retain(|sign| sign != '\r'));
            // The crate takes a field that is not closed as a row.
            prop_assert!(theirs.len() - ours.len() <= 1, "{ours:?} {theirs:?}");
            prop_assert_eq!(&ours[..], &theirs[..ours.len()]);
        }

        #[test]
        fn what_other_programs_write_is_read(
            values in prop::collection::vec(["[a,;|.\"\t\n ü-]{0,9}", "[0-9],[0-9]", "[a-c]?"], 1..9),
            separator in prop::sample::select(vec![b',', b';', b'\t', b'|']),
            style in prop::sample::select(vec![csv::QuoteStyle::Necessary, csv::QuoteStyle::Always]),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let names = ["name", "number", "group"];
            for (file, layout) in [("x.csv", TableLayout::Csv), ("x.tsv", TableLayout::QuotedTsv)] {
                let tabs = layout == TableLayout::QuotedTsv;
                let path = folder.path().join(file);
                let mut writer = csv::WriterBuilder::new()
                    .delimiter(if tabs { b'\t' } else { separator })
                    .quote_style(if tabs { csv::QuoteStyle::Always } else { style })
                    .from_path(&path)
                    .unwrap();
                writer.write_record(names).unwrap();
                for row in &values {
                    writer.write_record(row).unwrap();
                }
                writer.flush().unwrap();
                prop_assert_eq!(TableLayout::of_file(&path), Some(layout));
                let read = RowFile::read(&path, layout, "file").unwrap();
                prop_assert_eq!(read.separator(), Some(if tabs { b'\t' } else { separator }));
                let mut rows: Vec<Vec<String>> = Vec::new();
                read.each(&names, &mut |_, fields| {
                    rows.push(fields.iter().map(|field| field.as_deref().unwrap().to_owned()).collect());
                    Ok(())
                })
                .unwrap();
                let expected: Vec<Vec<String>> = values.iter().map(|row| row.to_vec()).collect();
                prop_assert_eq!(rows, expected);
            }
        }

        /// No field begins with a quotation mark: these are part of the texts.
        #[test]
        fn fields_between_tabs_stay_as_they_stand(
            rows in prop::collection::vec(["[a,;ü]([a,;\" ü]{0,9})", "[0-9]?"], 1..9),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("x.tsv");
            let lines: Vec<String> = rows.iter().map(|row| row.join("\t")).collect();
            std::fs::write(&path, format!("text\tnumber\n{}\n", lines.join("\n"))).unwrap();
            prop_assert_eq!(TableLayout::of_file(&path), Some(TableLayout::Tsv));
        }
    }
}
