//! The columns of the table, and its rows one by one.

use std::path::Path;

use crate::corpus::{CorpusError, Unit, rows};
use crate::table::{ColumnType, Columns, CorpusRow, InputColumn, InputFile, InputKind, InputValue};

/// The decoded columns, in the order of [`CorpusRow`].
pub(super) struct Fields<'a> {
    path: &'a Path,
    rows: usize,
    columns: [InputColumn; 9],
    /// Where marked errors begin and end; none in files of older versions.
    places: Option<[InputColumn; 2]>,
}

/// Columns that came later than the others.
const PLACES: [&str; 2] = ["start", "end"];

const AS_MANY: &str = "there are as many columns as names";

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
    /// Start and end of a marked error.
    pub(super) place: [Option<usize>; 2],
}

impl<'a> Fields<'a> {
    pub(super) fn read(path: &'a Path, input: &InputFile) -> Result<Self, CorpusError> {
        let has_places = input.columns().iter().any(|(name, _)| PLACES.contains(&name.as_str()));
        let mut names = Vec::new();
        let columns = CorpusRow::columns().into_iter();
        for column in columns.filter(|column| has_places || !PLACES.contains(&column.name)) {
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
        let mut columns = rows::read_columns(path, input, &names)?;
        let places = has_places.then(|| columns.split_off(columns.len() - PLACES.len()));
        let places = places.map(|places| places.try_into().expect(AS_MANY));
        let columns = columns.try_into().expect(AS_MANY);
        Ok(Self { path, rows: input.rows(), columns, places })
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
        let place = self
            .places
            .as_ref()
            .map_or([None; 2], |places| places.each_ref().map(|column| place(column, index)));
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
            place,
        })
    }
}

fn place(column: &InputColumn, index: usize) -> Option<usize> {
    match column.get(index) {
        InputValue::Integer(value) => usize::try_from(value).ok(),
        InputValue::Missing | InputValue::Text(_) | InputValue::Real(_) => None,
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
