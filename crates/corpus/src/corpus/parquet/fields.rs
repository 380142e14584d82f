//! The columns of the table, and its rows one by one.

use std::path::Path;

use crate::corpus::error::{CorpusError, Unit};
use crate::corpus::rows;
use crate::table::{ColumnType, Columns, CorpusRow, InputColumn, InputFile, InputKind, InputValue};

/// The decoded columns, in the order of [`CorpusRow`].
pub(super) struct Fields<'a> {
    path: &'a Path,
    rows: usize,
    columns: [InputColumn; 9],
}

/// A row. Segments and judges are counted from 0.
pub(super) struct Row<'a> {
    path: &'a Path,
    /// Its number from 1.
    pub(super) number: usize,
    pub(super) kind: &'a str,
    pub(super) name: Option<&'a str>,
    pub(super) system: Option<&'a str>,
    pub(super) judge: Option<usize>,
    pub(super) document: Option<&'a str>,
    pub(super) domain: Option<&'a str>,
    pub(super) segment: Option<usize>,
    pub(super) text: Option<&'a str>,
    pub(super) score: Option<f64>,
}

impl<'a> Fields<'a> {
    pub(super) fn read(path: &'a Path, input: &InputFile) -> Result<Self, CorpusError> {
        let mut names = Vec::new();
        for column in CorpusRow::columns() {
            let expected = match column.kind {
                ColumnType::Text => InputKind::Text,
                _ => InputKind::Number,
            };
            let column_and_kind = input.columns().iter().find(|(name, _)| name == column.name);
            if column_and_kind.map(|(_, kind)| *kind) != Some(expected) {
                let what = if expected == InputKind::Text { "texts" } else { "numbers" };
                let cause = format!("there is no column `{}` of {what}", column.name);
                let help = "convert the corpus again, or name its columns";
                return Err(CorpusError::malformed(path, None, cause, help));
            }
            names.push(column.name);
        }
        let columns = rows::read_columns(path, input, &names)?.try_into();
        let columns = columns.expect("there are as many columns as names");
        Ok(Self { path, rows: input.rows(), columns })
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Row `index`, from 0.
    pub(super) fn row(&self, index: usize) -> Result<Row<'_>, CorpusError> {
        let [kind, name, system, judge, document, domain, segment, text, score] = &self.columns;
        let number = |column: &InputColumn, name: &str| {
            let value = match column.get(index) {
                InputValue::Missing => return Ok(None),
                InputValue::Integer(value) => usize::try_from(value).ok(),
                InputValue::Text(_) | InputValue::Real(_) => None,
            };
            let counted = value.and_then(|value| value.checked_sub(1)).map(Some);
            counted.ok_or_else(|| {
                let cause = format!("column `{name}` is not a number from 1");
                Unit::Row.malformed(self.path, index + 1, cause, "count from 1")
            })
        };
        let score = match score.get(index) {
            InputValue::Missing | InputValue::Text(_) => None,
            InputValue::Real(value) => Some(value),
            #[expect(clippy::cast_precision_loss, reason = "a score is a double")]
            InputValue::Integer(value) => Some(value as f64),
        };
        Ok(Row {
            path: self.path,
            number: index + 1,
            kind: read_text(kind, index).unwrap_or(""),
            name: read_text(name, index),
            system: read_text(system, index),
            judge: number(judge, "judge")?,
            document: read_text(document, index),
            domain: read_text(domain, index),
            segment: number(segment, "segment")?,
            text: read_text(text, index),
            score,
        })
    }
}

fn read_text(column: &InputColumn, index: usize) -> Option<&str> {
    match column.get(index) {
        InputValue::Text(text) => Some(text),
        _ => None,
    }
}

impl<'a> Row<'a> {
    /// A defect of the row.
    pub(super) fn malformed(&self, cause: impl Into<String>, help: &str) -> CorpusError {
        Unit::Row.malformed(self.path, self.number, cause, help)
    }

    /// A field that rows of this kind must have.
    pub(super) fn required(
        &self,
        field: Option<&'a str>,
        name: &str,
    ) -> Result<&'a str, CorpusError> {
        field.ok_or_else(|| {
            let cause = format!("a row of kind `{}` has no `{name}`", self.kind);
            self.malformed(cause, "fill it in, or remove the row")
        })
    }
}
