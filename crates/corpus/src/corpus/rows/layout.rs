//! How files of rows are written.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the rows of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Layout")]
pub enum TableLayout {
    /// Fields between tabs, as they stand.
    Tsv,
    /// Fields between tabs, `"` around those that need it.
    QuotedTsv,
    /// Fields between commas, `"` around those that need it.
    Csv,
    /// A JSON object per line.
    Jsonl,
    /// Parquet, with columns of texts, integers or floating-point numbers.
    Parquet,
}

impl TableLayout {
    /// What the ending of a file's name says.
    pub fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let (_, ending) = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.')?;
        Some(match ending {
            "tsv" | "tab" => Self::Tsv,
            "csv" => Self::Csv,
            "jsonl" | "ndjson" => Self::Jsonl,
            "parquet" => Self::Parquet,
            _ => return None,
        })
    }
}
