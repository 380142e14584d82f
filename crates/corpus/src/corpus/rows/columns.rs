//! Rows in Parquet.

use std::path::Path;

use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::limits::{LIMITS, SPLIT};
use crate::corpus::lines::read_bytes;
use crate::table::{InputColumn, InputError, InputFile, InputLimits};

/// Values take more room than the pages that they are packed in; judgments, of which there are few
/// different ones, take up to a few hundred times more.
const INPUT_LIMITS: InputLimits = InputLimits {
    columns: LIMITS.columns,
    bytes: 4 * LIMITS.file_bytes,
    free_bytes: 4 * LIMITS.free_bytes,
    ratio: 1000,
};

/// Reads the file and its schema.
///
/// # Errors
///
/// If it cannot be read, or is not Parquet within the limits.
pub fn open(path: &Path, what: &'static str) -> Result<InputFile, CorpusError> {
    let bytes = read_bytes(path, what, CHECK_PATH, LIMITS)?;
    InputFile::open(bytes, INPUT_LIMITS).map_err(|error| refused(path, &error))
}

/// Names of the columns.
pub(super) fn header(input: &InputFile) -> Vec<String> {
    input.columns().iter().map(|(name, _)| name.clone()).collect()
}

/// Decodes `columns`, which must be there.
///
/// # Errors
///
/// If a column is not there, or is damaged.
pub fn read(
    path: &Path,
    input: &InputFile,
    columns: &[&str],
) -> Result<Vec<InputColumn>, CorpusError> {
    input.read(columns).map_err(|error| refused(path, &error))
}

fn refused(path: &Path, error: &InputError) -> CorpusError {
    if let &InputError::Limit { what, found, limit } = error {
        return CorpusError::Limit { path: path.to_owned(), what, found, limit, help: SPLIT };
    }
    let help = match error {
        InputError::NotParquet => {
            "name a Parquet file, or say as `layout` how its rows are written"
        }
        InputError::Type { .. } => "store it as text, truth values or numbers",
        InputError::Damaged(_) | InputError::Limit { .. } => {
            "fetch the file again, or write it again"
        }
    };
    CorpusError::malformed(path, None, error.to_string(), help)
}
