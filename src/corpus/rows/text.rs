//! Rows in text.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Field, Layout};
use crate::corpus::error::CorpusError;
use crate::corpus::json::{self, ObjectError};
use crate::corpus::lines::TextFile;

/// Names of the columns: the first row, or the keys of all objects in order of first appearance.
pub(super) fn header(file: &TextFile, layout: Layout) -> Result<Vec<String>, CorpusError> {
    let names: Vec<String> = match layout {
        Layout::Tabs => {
            let first = file.lines().next().map(strip_return).unwrap_or_default();
            first.split('\t').map(str::to_owned).collect()
        }
        Layout::QuotedTabs | Layout::Commas => {
            let mut record = csv::StringRecord::new();
            quoted(file, layout).read_record(&mut record).map_err(|error| broken(file, &error))?;
            record.iter().map(|name| strip_return(name).to_owned()).collect()
        }
        Layout::Json => {
            let mut names: Vec<String> = Vec::new();
            let mut known = BTreeSet::new();
            for (index, line) in file.lines().enumerate() {
                for key in object(file, index + 1, line)?.keys() {
                    if !known.contains(key) {
                        known.insert(key.clone());
                        names.push(key.clone());
                    }
                }
                if names.len() > MAX_COLUMNS {
                    break;
                }
            }
            names
        }
    };
    let help = "name the columns in the first row, each by its own name";
    if names.len() > MAX_COLUMNS {
        let cause = format!("there are more than {MAX_COLUMNS} columns");
        return Err(CorpusError::malformed(file.path(), 1, cause, help));
    }
    for (index, name) in names.iter().enumerate() {
        if names[..index].contains(name) {
            let cause = format!("column `{name}` is there twice");
            return Err(CorpusError::malformed(file.path(), 1, cause, help));
        }
    }
    Ok(names)
}

const MAX_COLUMNS: usize = 1 << 12;

/// Calls `visit` with the line and the fields of `columns`, which stand at `places` of the `header`.
pub(super) fn each(
    file: &TextFile,
    layout: Layout,
    header: &[String],
    columns: &[&str],
    places: &[usize],
    mut visit: impl FnMut(usize, &[Field<'_>]) -> Result<(), CorpusError>,
) -> Result<(), CorpusError> {
    let uneven = |line: usize, count: usize| {
        let cause = format!("{count} fields instead of {}", header.len());
        CorpusError::malformed(file.path(), line, cause, "give every row all columns")
    };
    match layout {
        Layout::Tabs => {
            for (index, line) in file.lines().enumerate().skip(1) {
                let fields: Vec<&str> = strip_return(line).split('\t').collect();
                if fields.len() != header.len() {
                    return Err(uneven(index + 1, fields.len()));
                }
                let row: Vec<Field<'_>> =
                    places.iter().map(|place| Some(Cow::Borrowed(fields[*place]))).collect();
                visit(index + 1, &row)?;
            }
        }
        Layout::QuotedTabs | Layout::Commas => {
            let mut reader = quoted(file, layout);
            let mut record = csv::StringRecord::new();
            let mut first = true;
            while reader.read_record(&mut record).map_err(|error| broken(file, &error))? {
                if std::mem::take(&mut first) {
                    continue;
                }
                let line = record.position().map_or(1, csv::Position::line);
                let line = usize::try_from(line).unwrap_or(usize::MAX);
                if record.len() != header.len() {
                    return Err(uneven(line, record.len()));
                }
                let last = header.len() - 1;
                let field = |place: usize| {
                    let field = &record[place];
                    if place == last { strip_return(field) } else { field }
                };
                let row: Vec<Field<'_>> =
                    places.iter().map(|place| Some(Cow::Borrowed(field(*place)))).collect();
                visit(line, &row)?;
            }
        }
        Layout::Json => {
            for (index, line) in file.lines().enumerate() {
                let object = object(file, index + 1, line)?;
                let mut row: Vec<Field<'_>> = Vec::with_capacity(columns.len());
                for column in columns {
                    row.push(scalar(file, index + 1, column, object.get(*column))?);
                }
                visit(index + 1, &row)?;
            }
        }
    }
    Ok(())
}

fn strip_return(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// A reader of quoted fields, whose rows end at LF; empty lines between rows are passed over.
fn quoted(file: &TextFile, layout: Layout) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .delimiter(if layout == Layout::Commas { b',' } else { b'\t' })
        .terminator(csv::Terminator::Any(b'\n'))
        .has_headers(false)
        .flexible(true)
        .from_reader(file.text().as_bytes())
}

fn broken(file: &TextFile, error: &csv::Error) -> CorpusError {
    let line = error.position().and_then(|position| usize::try_from(position.line()).ok());
    let help = "quote fields that hold the separator, a quote or a line break";
    CorpusError::malformed(file.path(), line, format!("not a row: {error}"), help)
}

fn object(file: &TextFile, line: usize, text: &str) -> Result<Map<String, Value>, CorpusError> {
    json::object(text).map_err(|error| {
        let help = match error {
            ObjectError::Json(_) => "write one JSON object per line",
            ObjectError::Repeated { .. } => "give every key of an object once",
        };
        CorpusError::malformed(file.path(), line, error.to_string(), help)
    })
}

fn scalar(
    file: &TextFile,
    line: usize,
    column: &str,
    value: Option<&Value>,
) -> Result<Field<'static>, CorpusError> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(Cow::Owned(text.clone()))),
        Some(Value::Number(number)) => Ok(Some(Cow::Owned(number.to_string()))),
        Some(_) => {
            let cause = format!("\"{column}\" is neither a string nor a number nor null");
            let help = "write a string, a number or null";
            Err(CorpusError::malformed(file.path(), line, cause, help))
        }
    }
}
