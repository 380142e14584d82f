//! Files of rows with named columns: tab- or comma-separated, or one JSON object per line.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::error::{CorpusError, listing};
use super::lines::TextFile;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Fields between tabs, as they stand.
    Tabs,
    /// Fields between tabs, `"` around those that need it.
    QuotedTabs,
    /// Fields between commas, `"` around those that need it (RFC 4180).
    Commas,
    /// A JSON object per line.
    Json,
}

/// A field, `None` where JSON has null or no such key.
pub(super) type Field<'a> = Option<Cow<'a, str>>;

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

/// Calls `visit` with the line and the fields of `columns`, in that order, of every row.
pub(super) fn each(
    file: &TextFile,
    layout: Layout,
    columns: &[&str],
    mut visit: impl FnMut(usize, &[Field<'_>]) -> Result<(), CorpusError>,
) -> Result<(), CorpusError> {
    let header = header(file, layout)?;
    let mut places = Vec::with_capacity(columns.len());
    for column in columns {
        places.push(header.iter().position(|name| name == column).ok_or_else(|| {
            let help = format!("the columns are: {}", listing(header.iter().map(String::as_str)));
            CorpusError::malformed(file.path(), 1, format!("there is no column `{column}`"), help)
        })?);
    }
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
    serde_json::from_str(text).map_err(|error| {
        let cause = format!("not a JSON object: {error}");
        CorpusError::malformed(file.path(), line, cause, "write one JSON object per line")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(content: &str, layout: Layout, columns: &[&str]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, content).unwrap();
        let file = TextFile::read(&path, "file", "").unwrap();
        let mut all = Vec::new();
        let visited = each(&file, layout, columns, |line, fields| {
            let fields: Vec<&str> = fields.iter().map(|f| f.as_deref().unwrap_or("NULL")).collect();
            all.push(format!("{line}:{}", fields.join("|")));
            Ok(())
        });
        visited
            .map_err(|error| error.to_string().replace(&*folder.path().to_string_lossy(), ""))?;
        Ok(all)
    }

    #[test]
    fn four_layouts_say_the_same() {
        let expected = ["2:x|1", "3:y|\"2", "4:|"];
        let tabs = "a\tb\tc\r\n1\t\tx\r\n\"2\t\ty\r\n\t\t\r\n";
        assert_eq!(rows(tabs, Layout::Tabs, &["c", "a"]).unwrap(), expected);
        let quoted = "\"a\"\tb\tc\n1\t\tx\n\"\"\"2\"\t\ty\n\t\t\n";
        assert_eq!(rows(quoted, Layout::QuotedTabs, &["c", "a"]).unwrap(), expected);
        let commas = "a,b,c\r\n1,,\"x\"\r\n\"\"\"2\",,y\r\n,,\r\n";
        assert_eq!(rows(commas, Layout::Commas, &["c", "a"]).unwrap(), expected);
        let json = "{\"a\":1,\"c\":\"x\"}\n{\"a\":\"\\\"2\",\"c\":\"y\"}\n{\"a\":null,\"b\":[]}\n";
        let read = rows(json, Layout::Json, &["c", "a"]).unwrap();
        assert_eq!(read, ["1:x|1", "2:y|\"2", "3:NULL|NULL"]);
    }

    #[test]
    fn quoted_fields_may_hold_line_breaks() {
        let commas = "a,b\n\"1\r\n2\",x\n3,y";
        let read = rows(commas, Layout::Commas, &["b", "a"]).unwrap();
        assert_eq!(read, ["2:x|1\r\n2", "4:y|3"]);
    }

    #[test]
    fn defects_are_named() {
        let refused = |content: &str, layout: Layout, expected: &str| {
            assert_eq!(rows(content, layout, &["a"]).unwrap_err(), expected);
        };
        refused("b\tc\n", Layout::Tabs, "/x:1: there is no column `a`; the columns are: b, c");
        refused(
            "a\ta\n",
            Layout::Tabs,
            "/x:1: column `a` is there twice; name the columns in the first row, each by its own \
             name",
        );
        let uneven = "/x:3: 1 fields instead of 2; give every row all columns";
        refused("a\tb\n1\t2\n1\n", Layout::Tabs, uneven);
        refused("a,b\n1,2\n1\n", Layout::Commas, uneven);
        refused(
            "{\"a\": [1]}\n",
            Layout::Json,
            "/x:1: \"a\" is neither a string nor a number nor null; write a string, a number or \
             null",
        );
        let message = rows("[1]\n", Layout::Json, &["a"]).unwrap_err();
        assert!(message.starts_with("/x:1: not a JSON object: invalid type"), "{message}");
    }
}
