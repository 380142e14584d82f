//! Files with a JSON object per line, whose values are taken by key.

use serde_json::{Map, Value};

use super::error::CorpusError;
use super::json::{self, ObjectError, without_constants};
use super::lines::TextFile;

/// The object `text`, which stands on `line` of `file`.
pub(super) fn object(
    file: &TextFile,
    line: usize,
    text: &str,
) -> Result<Map<String, Value>, CorpusError> {
    json::object(text).map_err(|error| {
        let help = match error {
            ObjectError::Json(_) => "write one JSON object per line",
            ObjectError::Repeated { .. } => "give every key of an object once",
        };
        CorpusError::malformed(file.path(), line, error.to_string(), help)
    })
}

/// The objects of a file in order; blank lines are passed over. NaN, as Python writes it, is null.
pub(super) fn records(file: &TextFile) -> impl Iterator<Item = Result<Record<'_>, CorpusError>> {
    let lines = (1..).zip(file.lines()).filter(|(_, text)| !text.trim().is_empty());
    lines.map(|(line, text)| {
        let object = object(file, line, &without_constants(text))?;
        Ok(Record { file, line, object })
    })
}

/// An object of a file.
pub(super) struct Record<'a> {
    file: &'a TextFile,
    /// Its line, from 1.
    pub(super) line: usize,
    pub(super) object: Map<String, Value>,
}

impl Record<'_> {
    /// A defect of its line.
    pub(super) fn malformed(
        &self,
        cause: impl Into<String>,
        help: impl Into<String>,
    ) -> CorpusError {
        CorpusError::malformed(self.file.path(), self.line, cause, help)
    }

    /// The text under `key`, nothing where there is none or null.
    pub(super) fn optional(&self, key: &str) -> Result<Option<&str>, CorpusError> {
        match self.object.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.malformed(format!("\"{key}\" is no string"), "write a string")),
        }
    }

    /// The text under `key`.
    pub(super) fn required(&self, key: &str, help: &str) -> Result<&str, CorpusError> {
        let found = self.optional(key)?;
        found.ok_or_else(|| self.malformed(format!("there is no \"{key}\""), help))
    }

    /// The object under `key`, nothing where there is none or null.
    pub(super) fn entries(&self, key: &str) -> Result<Option<&Map<String, Value>>, CorpusError> {
        match self.object.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(entries)) => Ok(Some(entries)),
            Some(_) => Err(self.malformed(format!("\"{key}\" is no object"), "write an object")),
        }
    }
}
