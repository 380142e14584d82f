//! Files with a JSON object per line, which are read into types.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::json::{self, without_constants};
use super::{CorpusError, TextFile};
use crate::located::read_json;

/// The object `text`, which stands on `line` of the file `path`.
///
/// # Errors
///
/// If it is not one object.
pub fn object(path: &Path, line: usize, text: &str) -> Result<Map<String, Value>, CorpusError> {
    json::object(text).map_err(|error| {
        let help = error.help("write one JSON object per line");
        CorpusError::malformed(path, line, error.to_string(), help)
    })
}

/// The objects of a file in order; blank lines are passed over. NaN, as Python writes it, is null.
pub fn records(file: &TextFile) -> impl Iterator<Item = Result<Record<'_>, CorpusError>> {
    let lines = (1..).zip(file.lines()).filter(|(_, text)| !text.trim().is_empty());
    lines.map(|(line, text)| {
        let object = Value::Object(object(file.path(), line, &without_constants(text))?);
        Ok(Record { file, line, object })
    })
}

/// An object of a file.
pub struct Record<'a> {
    file: &'a TextFile,
    /// Its line, from 1.
    pub line: usize,
    /// What is in it.
    pub object: Value,
}

impl Record<'_> {
    /// A defect of its line.
    pub fn malformed(&self, cause: impl Into<String>, help: impl Into<String>) -> CorpusError {
        CorpusError::malformed(self.file.path(), self.line, cause, help)
    }

    /// Its keys as a type; `help` says how records are written.
    ///
    /// # Errors
    ///
    /// If it is not of that type.
    pub fn read<'a, T: Deserialize<'a>>(&'a self, help: &str) -> Result<T, CorpusError> {
        read_json(&self.object).map_err(|cause| self.malformed(cause, help))
    }
}
