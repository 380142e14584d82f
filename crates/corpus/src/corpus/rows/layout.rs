//! How files of rows are written.

use std::io::{BufRead, BufReader};
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lines::Lines;
use super::text::{SAMPLE_LINES, Sample};
use crate::corpus::error::CorpusError;
use crate::corpus::lines::open;

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
    /// Returns the layout that the ending of a file's name says. If that is [`Self::Tsv`], the content may show that
    /// fields stand in quotation marks, or between other characters.
    pub fn of_file(path: &Path) -> Option<Self> {
        let layout = Self::of_name(path)?;
        // A file that cannot be read is refused where its rows are read.
        let guess = (layout == Self::Tsv).then(|| of_tabs(path).ok()).flatten();
        Some(guess.unwrap_or(layout))
    }

    /// Returns the layout that the ending of a file's name says.
    pub fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let (_, ending) = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.')?;
        Some(match ending {
            "tsv" | "tab" => Self::Tsv,
            "csv" => Self::Csv,
            "jsonl" | "ndjson" | "json" => Self::Jsonl,
            "parquet" => Self::Parquet,
            _ => return None,
        })
    }
}

/// Returns the layout of a file whose name says that tabs separate its fields.
fn of_tabs(path: &Path) -> Result<TableLayout, CorpusError> {
    let file = Lines::open(path, "file")?;
    let lines = file.head(SAMPLE_LINES)?;
    let has_tabs = lines.first().is_some_and(|line| line.contains('\t'));
    Ok(if !has_tabs && Sample::of_quoted(&lines).1.is_table() {
        TableLayout::Csv
    } else if has_tabs && has_quotes(path) && is_quoted(&file)? {
        TableLayout::QuotedTsv
    } else {
        TableLayout::Tsv
    })
}

/// Returns `false` if a file has no quotation mark, without a look at its lines.
fn has_quotes(path: &Path) -> bool {
    let Ok(file) = open(path) else { return false };
    let mut file = BufReader::with_capacity(1 << 16, file);
    file.skip_until(b'"').is_ok() && file.fill_buf().is_ok_and(|rest| !rest.is_empty())
}

/// Returns `true` if fields that begin with a quotation mark are quoted fields: all end as such, all rows with quotation
/// marks have the same number of fields, and the marks were needed somewhere or stand around all names. Excel needs them
/// around a comma, too.
fn is_quoted(file: &Lines) -> Result<bool, CorpusError> {
    let [mut is_open, mut is_broken, mut is_needed, mut has_bare_names] = [false; 4];
    // A quoted field with a tab or a line end is in several parts. If all lines have the same number of parts all the same,
    // it is a quotation over several fields.
    let [mut is_split, mut is_uneven] = [false; 2];
    let (mut fields, mut columns, mut first_parts) = (0, 0, 0);
    // A comma in a bare field, and in a quoted one.
    let mut commas = [false; 2];
    file.each(&mut |_, line| {
        if is_broken || columns > 0 && !is_open && !line.contains('"') {
            commas[0] |= line.contains(',');
            return Ok(());
        }
        let mut parts = 0;
        for part in line.strip_suffix('\r').unwrap_or(line).split('\t') {
            parts += 1;
            fields += usize::from(!is_open);
            is_split |= is_open;
            let quoted = if is_open { Some(part) } else { part.strip_prefix('"') };
            commas[usize::from(quoted.is_some())] |= part.contains(',');
            has_bare_names |= columns == 0 && quoted.is_none();
            is_open = quoted.is_some();
            for (index, text) in quoted.into_iter().flat_map(|text| text.split("\"\"")).enumerate()
            {
                is_needed |= index > 0;
                if let Some(end) = text.find('"') {
                    is_open = false;
                    is_broken |= end + 1 < text.len();
                }
            }
        }
        first_parts = if first_parts == 0 { parts } else { first_parts };
        is_uneven |= parts != first_parts;
        if !is_open {
            columns = if columns == 0 { fields } else { columns };
            is_broken |= fields != columns;
            fields = 0;
        }
        Ok(())
    })?;
    let is_used = is_needed || is_split || commas == [false, true];
    let is_quotation = is_split && !is_uneven;
    Ok(!is_broken && !is_open && (!has_bare_names || is_used && !is_quotation))
}
