//! Files of rows with named columns: tab- or comma-separated, one JSON object per line, or Parquet.

pub mod columns;
mod layout;
mod lines;
mod text;
mod values;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::error::{CorpusError, Unit};
use crate::diagnostic::closest;
use crate::table::InputFile;
use crate::words::listing;
pub use columns::read as read_columns;
pub use layout::TableLayout;
use lines::Lines;
pub use text::{quoted, quoted_records};
pub use values::{Cell, ColumnValues, Groups};

/// A field, `None` where Parquet or JSON has null, or JSON no such key.
pub type Field<'a> = Option<Cow<'a, str>>;

/// What is called with the line or row and its fields.
type Visit<'a> = &'a mut dyn FnMut(usize, &[Field<'_>]) -> Result<(), CorpusError>;

/// A file of rows.
pub struct RowFile {
    path: PathBuf,
    content: Content,
    /// Names of the columns, once they were read: those of JSON are in all lines.
    header: OnceLock<Vec<String>>,
}

enum Content {
    /// Fields between tabs, as they stand.
    Tabs(Lines),
    /// Fields between separators, `"` around those that need it (RFC 4180).
    Quoted(Lines, u8),
    /// A JSON object per line.
    Json(Lines),
    Parquet(Box<InputFile>),
}

impl RowFile {
    /// Reads `path`, which is laid out so; `what` is its role.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is too large.
    pub fn read(path: &Path, layout: TableLayout, what: &'static str) -> Result<Self, CorpusError> {
        let content = match layout {
            TableLayout::Tsv => Content::Tabs(Lines::open(path, what)?),
            TableLayout::QuotedTsv => Content::Quoted(Lines::open(path, what)?, b'\t'),
            TableLayout::Csv => Content::Quoted(Lines::open(path, what)?, b','),
            TableLayout::Jsonl => Content::Json(Lines::open(path, what)?),
            TableLayout::Parquet => Content::Parquet(Box::new(columns::open(path, what)?)),
        };
        Ok(Self { path: path.to_owned(), content, header: OnceLock::new() })
    }

    /// Where it was read from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What places in it are numbered by.
    pub fn unit(&self) -> Unit {
        if self.input().is_some() { Unit::Row } else { Unit::Line }
    }

    /// The file, if it is Parquet.
    pub fn input(&self) -> Option<&InputFile> {
        match &self.content {
            Content::Parquet(input) => Some(input),
            _ => None,
        }
    }

    /// A defect at a line or row.
    pub fn malformed(
        &self,
        place: usize,
        cause: impl Into<String>,
        help: impl Into<String>,
    ) -> CorpusError {
        self.unit().malformed(&self.path, place, cause, help)
    }

    /// Names of the columns: of Parquet's schema, the first row, or the keys of all objects in
    /// order of first appearance.
    ///
    /// # Errors
    ///
    /// If it cannot be read, has too many columns, or two of one name.
    pub fn header(&self) -> Result<Vec<String>, CorpusError> {
        if let Some(header) = self.header.get() {
            return Ok(header.clone());
        }
        let header = match &self.content {
            Content::Tabs(file) => text::header_of_tabs(file)?,
            Content::Quoted(file, separator) => text::header_of_quoted(file, *separator)?,
            Content::Json(file) => text::header_of_json(file)?,
            Content::Parquet(input) => columns::header(input),
        };
        Ok(self.header.get_or_init(|| header).clone())
    }

    /// Calls `visit` with the line or row and the fields of `columns`, in that order, of every row.
    ///
    /// # Errors
    ///
    /// If a column is not there, or a row is damaged; and the errors of `visit`.
    pub fn each(&self, columns: &[&str], visit: Visit<'_>) -> Result<(), CorpusError> {
        let header = self.header()?;
        let mut places = Vec::with_capacity(columns.len());
        for column in columns {
            let place = header.iter().position(|name| name == column);
            places.push(place.ok_or_else(|| self.no_column(column, &header))?);
        }
        match &self.content {
            Content::Tabs(file) => text::each_of_tabs(file, header.len(), &places, visit),
            Content::Quoted(file, separator) => {
                text::each_of_quoted(file, *separator, &header, &places, visit)
            }
            Content::Json(file) => text::each_of_json(file, columns, visit),
            Content::Parquet(input) => columns::each(&self.path, input, columns, visit),
        }
    }

    fn no_column(&self, column: &str, header: &[String]) -> CorpusError {
        let names = header.iter().map(String::as_str);
        let mut help = format!("the columns are: {}", listing(names.clone()));
        if let Some(candidate) = closest(column, names) {
            help = format!("did you mean `{candidate}`? {help}");
        }
        let line = (self.unit() == Unit::Line).then_some(1);
        CorpusError::malformed(&self.path, line, format!("there is no column `{column}`"), help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(content: &str, layout: TableLayout, columns: &[&str]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, content).unwrap();
        let file = RowFile::read(&path, layout, "file").unwrap();
        let mut all = Vec::new();
        let visited = file.each(columns, &mut |line, fields| {
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
        assert_eq!(rows(tabs, TableLayout::Tsv, &["c", "a"]).unwrap(), expected);
        let quoted = "\"a\"\tb\tc\n1\t\tx\n\"\"\"2\"\t\ty\n\t\t\n";
        assert_eq!(rows(quoted, TableLayout::QuotedTsv, &["c", "a"]).unwrap(), expected);
        let commas = "a,b,c\r\n1,,\"x\"\r\n\"\"\"2\",,y\r\n,,\r\n";
        assert_eq!(rows(commas, TableLayout::Csv, &["c", "a"]).unwrap(), expected);
        let json = "{\"a\":1,\"c\":\"x\"}\n{\"a\":\"\\\"2\",\"c\":\"y\"}\n{\"a\":null,\"b\":[]}\n";
        let read = rows(json, TableLayout::Jsonl, &["c", "a"]).unwrap();
        assert_eq!(read, ["1:x|1", "2:y|\"2", "3:NULL|NULL"]);
    }

    #[test]
    fn quoted_fields_may_hold_line_breaks() {
        let commas = "a,b\n\"1\r\n2\",x\n3,y";
        let read = rows(commas, TableLayout::Csv, &["b", "a"]).unwrap();
        assert_eq!(read, ["2:x|1\r\n2", "4:y|3"]);
    }

    fn refused(content: &str, layout: TableLayout, expected: &str) {
        assert_eq!(rows(content, layout, &["a"]).unwrap_err(), expected);
    }

    #[test]
    fn defects_are_named() {
        refused(
            "bx\tcx\n",
            TableLayout::Tsv,
            "/x:1: there is no column `a`; the columns are: bx, cx",
        );
        refused(
            "A,cx\n",
            TableLayout::Csv,
            "/x:1: there is no column `a`; did you mean `A`? the columns are: A, cx",
        );
        refused(
            "a\ta\n",
            TableLayout::Tsv,
            "/x:1: column `a` is there twice; name the columns in the first row, each by its own \
             name",
        );
        for layout in [TableLayout::Csv, TableLayout::QuotedTsv] {
            let separator = if layout == TableLayout::Csv { ',' } else { '\t' };
            refused(
                &format!("a{separator}b{separator}\"a\"\n1{separator}2{separator}3\n"),
                layout,
                "/x:1: column `a` is there twice; name the columns in the first row, each by its \
                 own name",
            );
        }
        let uneven = "/x:3: 1 fields instead of 2; give every row all columns";
        refused("a\tb\n1\t2\n1\n", TableLayout::Tsv, uneven);
        refused("a,b\n1,2\n1\n", TableLayout::Csv, uneven);
        refused(
            "{\"a\": [1]}\n",
            TableLayout::Jsonl,
            "/x:1: \"a\" is neither a string nor a number nor null; write a string, a number or \
             null",
        );
        refused(
            "{\"a\": 1}\n{\"a\": 1, \"b\": 2, \"a\": 3}\n",
            TableLayout::Jsonl,
            "/x:2: the key \"a\" is there twice in one object; give every key of an object once",
        );
        let message = rows("[1]\n", TableLayout::Jsonl, &["a"]).unwrap_err();
        assert!(message.starts_with("/x:1: not a JSON object: invalid type"), "{message}");
    }
}
