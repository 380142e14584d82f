//! Rows in text.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::lines::{LineReader, Lines};
use super::{Field, Visit};
use crate::corpus::error::CorpusError;
use crate::corpus::json;
use crate::corpus::json_lines::object;
use crate::corpus::lines::TextFile;

const MAX_COLUMNS: usize = 1 << 12;

/// Names of the columns in the first row. A comment at its end, `# ...`, is none: MQM files have one.
pub(super) fn header_of_tabs(file: &Lines) -> Result<Vec<String>, CorpusError> {
    let first = file.first()?;
    let mut names: Vec<String> = strip_return(&first).split('\t').map(str::to_owned).collect();
    names.pop_if(|last| last.starts_with("# "));
    checked(file.path(), names)
}

/// Names of the columns in the first row.
pub(super) fn header_of_quoted(file: &Lines, separator: u8) -> Result<Vec<String>, CorpusError> {
    let mut names = Vec::new();
    if let Some((_, record)) = QuotedRows::new(file, separator)?.next()? {
        names.extend(record.iter().map(|name| strip_return(name).to_owned()));
    }
    checked(file.path(), names)
}

/// The keys of all objects in order of first appearance.
pub(super) fn header_of_json(file: &Lines) -> Result<Vec<String>, CorpusError> {
    let mut names: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    file.each(&mut |line, text| {
        let mut note = |key: &str| {
            // One more than is allowed is enough for `checked` to refuse them.
            if names.len() <= MAX_COLUMNS && !seen.contains(key) {
                seen.insert(key.to_owned());
                names.push(key.to_owned());
            }
        };
        if json::keys(text, &mut note).is_err() {
            // This reader says what is wrong.
            object(file.path(), line, text)?.keys().for_each(|key| note(key));
        }
        Ok(())
    })?;
    checked(file.path(), names)
}

/// The names of columns, if they are not too many and all different.
fn checked(path: &Path, names: Vec<String>) -> Result<Vec<String>, CorpusError> {
    let mut numbered = names.iter().enumerate();
    let cause = if names.len() > MAX_COLUMNS {
        format!("there are more than {MAX_COLUMNS} columns")
    } else if let Some((_, name)) = numbered.find(|(index, name)| names[..*index].contains(name)) {
        format!("column `{name}` is there twice")
    } else {
        return Ok(names);
    };
    let help = "name the columns in the first row, each by its own name";
    Err(CorpusError::malformed(path, 1, cause, help))
}

/// Calls `visit` with the line and the fields at `places` of rows of `count` fields.
pub(super) fn each_of_tabs(
    file: &Lines,
    count: usize,
    places: &[usize],
    visit: Visit<'_>,
) -> Result<(), CorpusError> {
    file.each(&mut |line, text| {
        if line == 1 {
            return Ok(());
        }
        let fields: Vec<&str> = strip_return(text).split('\t').collect();
        even(file.path(), line, fields.len(), count)?;
        let wanted = places.iter().map(|place| Some(Cow::Borrowed(fields[*place])));
        visit(line, &wanted.collect::<Vec<_>>())
    })
}

/// The same where fields may be quoted.
pub(super) fn each_of_quoted(
    file: &Lines,
    separator: u8,
    header: &[String],
    places: &[usize],
    visit: Visit<'_>,
) -> Result<(), CorpusError> {
    let mut rows = QuotedRows::new(file, separator)?;
    let first = rows.next()?.map(|(_, record)| record);
    if !header.iter().eq(first.iter().flat_map(|names| names.iter()).map(strip_return)) {
        let help = "read it again once no program writes it";
        return Err(CorpusError::malformed(file.path(), 1, "it changed while it was read", help));
    }
    let count = header.len();
    while let Some((line, record)) = rows.next()? {
        even(file.path(), line, record.len(), count)?;
        let fields = places.iter().map(|place| {
            let field = &record[*place];
            // Where lines end in CR LF, the last field has the CR.
            let is_last = place + 1 == count;
            Some(Cow::Borrowed(if is_last { strip_return(field) } else { field }))
        });
        visit(line, &fields.collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Calls `visit` with the line and the values of `columns`.
pub(super) fn each_of_json(
    file: &Lines,
    columns: &[&str],
    visit: Visit<'_>,
) -> Result<(), CorpusError> {
    file.each(&mut |line, text| {
        let object = object(file.path(), line, text)?;
        let fields =
            columns.iter().map(|column| scalar(file.path(), line, column, object.get(*column)));
        visit(line, &fields.collect::<Result<Vec<_>, _>>()?)
    })
}

fn even(path: &Path, line: usize, found: usize, expected: usize) -> Result<(), CorpusError> {
    if found == expected {
        return Ok(());
    }
    let cause = format!("{found} fields instead of {expected}");
    Err(CorpusError::malformed(path, line, cause, "give every row all columns"))
}

fn strip_return(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// A reader of quoted fields, whose rows end at LF; empty lines between rows are passed over.
pub fn quoted(text: &str, separator: u8) -> csv::Reader<&[u8]> {
    reader_of_quoted(separator).from_reader(text.as_bytes())
}

fn reader_of_quoted(separator: u8) -> csv::ReaderBuilder {
    let mut reader = csv::ReaderBuilder::new();
    // By default, csv also ends rows at a lone CR, which here is part of a text.
    reader.delimiter(separator).terminator(csv::Terminator::Any(b'\n')).has_headers(false);
    // Rows of another length are refused by `even`, in the words of the other layouts.
    reader.flexible(true);
    reader
}

/// Rows of quoted fields, read one by one from memory or the disk.
struct QuotedRows<'a> {
    path: &'a Path,
    reader: csv::Reader<LineReader<'a>>,
    record: csv::StringRecord,
}

impl<'a> QuotedRows<'a> {
    fn new(file: &'a Lines, separator: u8) -> Result<Self, CorpusError> {
        let reader = reader_of_quoted(separator).from_reader(file.reader()?);
        Ok(Self { path: file.path(), reader, record: csv::StringRecord::new() })
    }

    /// The next row with its line.
    fn next(&mut self) -> Result<Option<(usize, &csv::StringRecord)>, CorpusError> {
        match self.reader.read_record(&mut self.record) {
            Ok(true) => {
                self.reader.get_mut().finish_row();
                Ok(Some((line(self.record.position()).unwrap_or(1), &self.record)))
            }
            Ok(false) => Ok(None),
            Err(error) => {
                // Of a file that cannot be read, the reader of lines says more.
                let failure = self.reader.get_mut().take_failure();
                Err(failure.unwrap_or_else(|| no_row(self.path, &error)))
            }
        }
    }
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

fn scalar<'a>(
    path: &Path,
    line: usize,
    column: &str,
    value: Option<&'a Value>,
) -> Result<Field<'a>, CorpusError> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(Cow::Borrowed(text))),
        Some(Value::Number(number)) => Ok(Some(Cow::Owned(number.to_string()))),
        Some(_) => {
            let cause = format!("\"{column}\" is neither a string nor a number nor null");
            let help = "write a string, a number or null";
            Err(CorpusError::malformed(path, line, cause, help))
        }
    }
}
