//! Files of rows with named columns: tab- or comma-separated, one JSON object per line, or Parquet.

pub mod columns;
mod layout;
mod lines;
mod text;

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
use text::Separated;
pub use text::{quoted, quoted_records};

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
    /// Fields between separators.
    Separated(Separated),
    /// A JSON object per line.
    Json(Lines),
    Parquet(Box<InputFile>),
}

impl RowFile {
    /// Reads `path`, which is laid out so; `what` is its role.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is too large, has too many columns, or two of one name.
    pub fn read(path: &Path, layout: TableLayout, what: &'static str) -> Result<Self, CorpusError> {
        let content = match layout {
            TableLayout::Tsv | TableLayout::QuotedTsv | TableLayout::Csv => {
                Content::Separated(Separated::read(Lines::open(path, what)?, layout)?)
            }
            TableLayout::Jsonl => Content::Json(Lines::open_json(path, what)?),
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

    /// Returns the character between the fields of a text file. Where it is `;`, numbers may have decimal commas.
    pub fn separator(&self) -> Option<u8> {
        match &self.content {
            Content::Separated(separated) => Some(separated.separator),
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
            Content::Separated(separated) => separated.names.clone(),
            Content::Json(file) => text::header_of_json(file)?,
            Content::Parquet(input) => columns::header(input),
        };
        Ok(self.header.get_or_init(|| header).clone())
    }

    /// Calls `visit` with the line and the fields of `columns`, in that order, of every row of a text file. Parquet is read
    /// by column.
    ///
    /// # Errors
    ///
    /// If a column is not there, or a row is damaged; and the errors of `visit`.
    pub fn each(&self, columns: &[&str], visit: Visit<'_>) -> Result<(), CorpusError> {
        let header = self.header()?;
        let mut places = Vec::with_capacity(columns.len());
        for column in columns {
            let place = header.iter().position(|name| name == column);
            places.push(place.ok_or_else(|| no_column(&self.path, self.unit(), column, &header))?);
        }
        match &self.content {
            Content::Separated(separated) => separated.each(&places, visit),
            Content::Json(file) => text::each_of_json(file, columns, visit),
            Content::Parquet(_) => unreachable!("columns of Parquet are read whole"),
        }
    }
}

/// That a file has no column of that name, among `names`.
pub(super) fn no_column(path: &Path, unit: Unit, column: &str, names: &[String]) -> CorpusError {
    let names = names.iter().map(String::as_str);
    let mut help = format!("the columns are: {}", listing(names.clone()));
    if let Some(candidate) = closest(column, names) {
        help = format!("did you mean `{candidate}`? {help}");
    }
    let line = (unit == Unit::Line).then_some(1);
    CorpusError::malformed(path, line, format!("there is no column `{column}`"), help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(content: &str, layout: TableLayout, columns: &[&str]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, content).unwrap();
        let mut all = Vec::new();
        let visited = RowFile::read(&path, layout, "file").and_then(|file| {
            file.each(columns, &mut |line, fields| {
                let fields: Vec<&str> =
                    fields.iter().map(|f| f.as_deref().unwrap_or("NULL")).collect();
                all.push(format!("{line}:{}", fields.join("|")));
                Ok(())
            })
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

    /// Rows of a file that the content describes: names and values of all columns.
    fn all(content: &str, layout: TableLayout) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, content).unwrap();
        let names = RowFile::read(&path, layout, "file").unwrap().header().unwrap();
        let columns: Vec<&str> = names.iter().map(String::as_str).collect();
        let rows = rows(content, layout, &columns).unwrap();
        format!("{} {}", columns.join("|"), rows.join(" "))
    }

    #[test]
    fn spreadsheets_are_read_as_they_are_saved() {
        for (content, expected) in [
            // Excel where commas are decimal.
            ("m;x\r\nA;0,5\r\nB;0,25\r\n", "m|x 2:A|0,5 3:B|0,25"),
            ("\"m,n\";x\n\"a;b\";1\n", "m,n|x 2:a;b|1"),
            ("sep=;\r\nm;x\r\nA;1\r\n", "m|x 3:A|1"),
            ("\"sep=,\"\nm,x\nA;a,1\n", "m|x 3:A;a|1"),
            ("m\tx\nA, a\t1\n", "m|x 2:A, a|1"),
            ("m|x\nA|1\n", "m|x 2:A|1"),
            // Several signs split all rows.
            ("a;b,c\n1;2,3\n", "a;b|c 2:1;2|3"),
            ("text\nHello\n\nBye\n", "text 2:Hello 4:Bye"),
            // Empty columns of a sheet, of which Excel leaves out separators after some rows.
            ("m;x;;;\nA;1;;;\nB;2;;;\n\nC;3\n", "m|x 2:A|1 3:B|2 5:C|3"),
            // The index of pandas and the names of rows of R.
            (",m,x\n0,A,1\n1,B,2\n", "column 1|m|x 2:0|A|1 3:1|B|2"),
            ("\"\",\"m\",\"\"\n\"1\",\"A\",5\n", "column 1|m|column 3 2:1|A|5"),
            ("\n\nm,x\nA,1\n", "m|x 4:A|1"),
        ] {
            assert_eq!(all(content, TableLayout::Csv), expected, "{content:?}");
        }
        let comment = "m\tx\t# a comment\nA\t1\n\n";
        assert_eq!(all(comment, TableLayout::Tsv), "m|x 2:A|1");
        assert_eq!(all("m\t# words\nA\t1\n", TableLayout::Tsv), "m|# words 2:A|1");
        assert_eq!(all("text\na\n\nb\n", TableLayout::Tsv), "text 2:a 3: 4:b");
    }

    #[test]
    fn objects_in_json_are_columns() {
        let lines = "{\"a\": true, \"b\": {\"c\": 1, \"d.e\": {\"f\": \"{\"}}}\n\n\
                     {\"a\": [1, {\"x\": null}], \"b\": NaN, \"g\": {}}\n";
        let expected = "a|b.c|b.d.e.f|b 1:true|1|{|NULL 3:[1,{\"x\":null}]|NULL|NULL|NULL";
        assert_eq!(all(lines, TableLayout::Jsonl), expected);
        // Each name within the object would repeat the key.
        let long = format!("{{\"{}\": {{\"a\": 1, \"b\": 2}}}}", "k".repeat(1 << 13));
        assert_eq!(all(&long, TableLayout::Jsonl).matches('|').count(), 0);
    }

    #[test]
    fn quotation_marks_are_part_of_a_text_unless_all_are_around_fields() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.tsv");
        for (content, expected) in [
            ("m\tx\nA\t\"1, 2\"\n", TableLayout::QuotedTsv),
            ("m\tx\nA\t\"1 \"\"2\"\"\"\n", TableLayout::QuotedTsv),
            ("m\tx\nA\t\"1\n\n2\"\nB\t2\n", TableLayout::QuotedTsv),
            ("m\tx\r\n\"1\t2\"\tA\r\n", TableLayout::QuotedTsv),
            ("\"m\"\t\"x\"\n\"A\"\t1\n", TableLayout::QuotedTsv),
            // A quotation over two rows or two fields, and a comma that would be quoted.
            ("m\tx\n\"A\t1\nB\"\t2\n", TableLayout::Tsv),
            ("m\tx\n\"A\tB\"\nC\tD\n", TableLayout::Tsv),
            ("m\tx\nA\t\"1, 2\"\nB\t3, 4\n", TableLayout::Tsv),
            ("m\tx\nA\t\"1, 2\" he said\n", TableLayout::Tsv),
            ("m\tx\nA\t\"1\"\n", TableLayout::Tsv),
            ("m\tx\nA\t\"1, 2\n", TableLayout::Tsv),
            // Other separators, and a text of one column.
            ("m;x\nA;0,5\n", TableLayout::Csv),
            ("m,x\nA,1\n", TableLayout::Csv),
            ("m,x\nA,1\nB\n", TableLayout::Tsv),
            ("text\nHello, world\n", TableLayout::Tsv),
        ] {
            std::fs::write(&path, content).unwrap();
            assert_eq!(TableLayout::of_file(&path), Some(expected), "{content:?}");
        }
    }

    fn refused(content: &str, layout: TableLayout, expected: &str) {
        assert_eq!(rows(content, layout, &["a"]).unwrap_err(), expected);
    }

    #[test]
    fn defects_are_named() {
        for case in [
            "bx\tcx\n|there is no column `a`; the columns are: bx, cx",
            "A\tcx\n|there is no column `a`; did you mean `A`? the columns are: A, cx",
            "a\ta\n|column `a` is there twice; name the columns in the first row, each by its own name",
        ] {
            let (content, expected) = case.split_once('|').unwrap();
            refused(content, TableLayout::Tsv, &format!("/x:1: {expected}"));
            refused(&content.replace('\t', ","), TableLayout::Csv, &format!("/x:1: {expected}"));
        }
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
            "a,b,\n1,2,\n1,2,,\n",
            TableLayout::Csv,
            "/x:3: 4 fields instead of 2; give every row all columns",
        );
        refused(
            &format!("a,b,\n{}1,2,3\n", "1,2,\n".repeat(200)),
            TableLayout::Csv,
            "/x:202: column 3 has a value and no name; name it in the first row",
        );
        refused(
            "a;b\n1;2\n1,2\n",
            TableLayout::Csv,
            "/x:3: 1 fields instead of 2; give every row all columns",
        );
        refused(
            "a,b\n1,\"2\n3,4\n",
            TableLayout::Csv,
            "/x:2: a quotation mark is not closed; close it, and write a quotation mark within quotation marks twice",
        );
        for twice in [
            "{\"a.b\": 1, \"a\": {\"b\": 2}}\n",
            "{\"a\": {\"b\": 2}}\n{\"a.b\": 1}\n",
            "{\"a.b\": {\"c\": 1}, \"a\": {\"b.c\": 1}}",
        ] {
            let message = rows(twice, TableLayout::Jsonl, &["a"]).unwrap_err();
            assert!(message.starts_with("/x:1: column `a.b"), "{message}");
            assert!(
                message.ends_with("key `b` of the object `a`: rename one of the two"),
                "{message}"
            );
        }
        refused(
            "{\"a\": 1}\n{\"a\": 1, \"b\": 2, \"a\": 3}\n",
            TableLayout::Jsonl,
            "/x:2: the key \"a\" is there twice in one object; give every key of an object once",
        );
        let message = rows("[1]\n", TableLayout::Jsonl, &["a"]).unwrap_err();
        assert!(message.starts_with("/x:1: not a JSON object: invalid type"), "{message}");
    }
}
