//! What keeps a table from being a corpus: fields that are separated by another sign, columns that are missing,
//! and cells that are no numbers.

use super::names::{is_criterion, role};
use crate::corpus::error::{CorpusError, Unit};
use crate::corpus::rows::RowFile;
use crate::corpus::rows::{Cell, ColumnValues};
use crate::corpus::scores::shortened;
use crate::formats::source::TableLayout;
use crate::words::listing;

/// Refuses a file whose only column has a name that other separators would take apart.
pub(super) fn refuse_separators(
    file: &RowFile,
    layout: TableLayout,
    header: &[String],
) -> Result<(), CorpusError> {
    let expected = match layout {
        TableLayout::Csv => "commas",
        TableLayout::Tsv | TableLayout::QuotedTsv => "tabs",
        TableLayout::Jsonl | TableLayout::Parquet => return Ok(()),
    };
    let [only] = header else { return Ok(()) };
    let signs = [
        (';', "semicolons", "save it with commas as .csv, or with tabs as .tsv"),
        ('\t', "tabs", "let its name end in .tsv"),
        (',', "commas", "let its name end in .csv"),
    ];
    let sign = signs.into_iter().find(|(sign, _, _)| {
        let names = only.split(*sign);
        names.filter(|name| role(name).is_some() || is_criterion(name, false)).count() > 1
    });
    match sign {
        None => Ok(()),
        Some((_, separators, help)) => {
            let cause = format!(
                "fields are separated by {separators}, and the name of the file says {expected}"
            );
            Err(file.malformed(1, cause, help))
        }
    }
}

/// Without a column of systems.
pub(super) fn no_system(file: &RowFile, columns: &ColumnValues) -> CorpusError {
    let cause = "no column is named as that of the systems";
    missing(file, columns, cause, "name it `system`")
}

/// Without a column of segments, where column `judge` says who judged.
pub(super) fn no_segment(file: &RowFile, columns: &ColumnValues, judge: &str) -> CorpusError {
    let cause = format!(
        "`{judge}` says who judged, and no column is named as that of the segments, which shows what was judged"
    );
    missing(file, columns, &cause, "name it `segment`")
}

/// Without scores or outputs, or perhaps with words in their place: a column and its first field.
pub(super) fn no_scores(
    file: &RowFile,
    columns: &ColumnValues,
    words: Option<(&str, &Cell)>,
) -> CorpusError {
    let cause = match words {
        None => "no column holds scores or outputs".to_owned(),
        Some((name, cell)) => format!(
            "no column holds scores or outputs: `{name}` has `{}` on {}, which is not a number",
            shortened(&cell.text),
            file.unit().place(cell.place)
        ),
    };
    let help = "name scores `score`, `adequacy` or the like and write them as numbers, or name outputs `hypothesis`";
    missing(file, columns, &cause, help)
}

/// A table that names nothing that is known.
pub(super) fn no_names(file: &RowFile, columns: &ColumnValues) -> CorpusError {
    let cause = "no column has a name that is known";
    let help = "name columns in the first row: `system`, `document`, `segment`, `judge`, `score`, or `hypothesis`, \
                `source`, `ref`";
    missing(file, columns, cause, help)
}

fn missing(file: &RowFile, columns: &ColumnValues, cause: &str, help: &str) -> CorpusError {
    let names: Vec<String> = columns.names().iter().map(|name| shortened(name)).collect();
    let names = listing(names.iter().map(String::as_str));
    let cause = format!("{cause} (the columns are {names})");
    let line = (file.unit() == Unit::Line).then_some(1);
    CorpusError::malformed(file.path(), line, cause, help)
}

/// A cell of a column of scores that is not a number.
pub(super) fn no_number(file: &RowFile, column: &str, cell: &Cell) -> CorpusError {
    let cause = format!("column `{column}`: `{}` is not a number", shortened(&cell.text));
    let help = "write a number, or leave the cell empty where there is no score";
    file.malformed(cell.place, cause, help)
}
