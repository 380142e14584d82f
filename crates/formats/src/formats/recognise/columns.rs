//! What a file of rows is: by the names of its columns, whether they hold numbers, and how these lie over the
//! rows of an output.

mod missing;
mod names;
mod roles;

use std::collections::BTreeMap;
use std::path::Path;

use crate::corpus::error::CorpusError;
use crate::corpus::rows::ColumnValues;
use crate::corpus::rows::RowFile;
use crate::formats::source::{CorpusFormat, MqmRaters, MqmSource, TableLayout, TableSource};
use crate::table::{CorpusRow, InputKind, TableRow};

use missing::refuse_separators;
pub(super) use roles::is_of_ratings;

/// What a guess makes no use of in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// Names of columns, by what they seem to be.
    pub columns: Vec<(String, Vec<String>)>,
    /// Where outputs have several ratings and no column is named as one of judges.
    pub judges: Option<UnknownJudges>,
}

/// Several ratings of outputs, and no column that says by its name who gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownJudges {
    /// Number of outputs with several ratings.
    pub outputs: usize,
    /// The fewest and most ratings of one of these.
    pub ratings: (usize, usize),
    /// Columns that may have the judges: no two ratings of an output have the same value there. The one with the
    /// fewest values is first.
    pub candidates: Vec<String>,
    /// The column that says what each of them measures: they are no ratings of one thing.
    pub measure: Option<String>,
}

/// Which column says who judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JudgeColumn {
    /// The one whose name says so.
    #[default]
    Recognised,
    /// The one of this name, where a table has it.
    Named(String),
    /// None: every rating of an output is by another judge without a name.
    Unknown,
}

/// The format of a file of rows, if it is a corpus in Parquet that this program wrote or its columns
/// make sense. The tables of results are no corpora.
pub(super) fn guess(path: &Path, layout: TableLayout) -> Result<Option<CorpusFormat>, CorpusError> {
    let file = RowFile::read(path, layout, "file")?;
    if let Some(name) = file.input().and_then(|input| input.table()) {
        let source = TableSource { path: path.to_owned(), ..TableSource::default() };
        return Ok((name == CorpusRow::NAME).then_some(CorpusFormat::Table(source)));
    }
    let header = file.header()?;
    refuse_separators(&file, layout, &header)?;
    let is_mqm = match layout {
        TableLayout::Tsv => is_mqm(&header),
        TableLayout::Jsonl => is_list_of_ratings(&header),
        _ => false,
    };
    if is_mqm {
        return Ok(Some(CorpusFormat::Mqm(MqmSource {
            files: vec![path.to_owned()],
            references: None,
            weights: BTreeMap::new(),
            raters: MqmRaters::Separate,
            quoted: false,
        })));
    }
    let (table, _) = roles::table(&file, &columns(&file)?, &JudgeColumn::Recognised)?;
    Ok(Some(CorpusFormat::Table(table)))
}

/// The columns of the table that `source` names, with those of judges as `judge` says, and what no use is made
/// of. `None` for a corpus that this program wrote.
///
/// # Errors
///
/// If the file cannot be read, or lacks a column.
pub fn table_columns(
    source: &TableSource,
    judge: &JudgeColumn,
) -> Result<Option<(TableSource, Unread)>, CorpusError> {
    let Some(layout) = TableLayout::of_file(&source.path).filter(|_| source.names_columns()) else {
        return Ok(None);
    };
    let file = RowFile::read(&source.path, layout, "file")?;
    roles::table(&file, &columns(&file)?, judge).map(Some)
}

/// The columns whose fields can be read.
fn columns(file: &RowFile) -> Result<ColumnValues, CorpusError> {
    let names = match file.input() {
        None => file.header()?,
        Some(input) => {
            let columns = input.columns().iter();
            let read = columns.filter(|(_, kind)| !matches!(kind, InputKind::Other(_)));
            read.map(|(name, _)| name.clone()).collect()
        }
    };
    match ColumnValues::read(file, names.clone()) {
        // What is too large is refused where it is read; its names tell what it is.
        Err(CorpusError::Limit { .. }) => Ok(ColumnValues::unseen(names)),
        read => read,
    }
}

fn is_list_of_ratings(keys: &[String]) -> bool {
    ["system_id", "segment_id", "rater_id", "hypothesis", "errors"]
        .into_iter()
        .all(|name: &str| keys.iter().any(|known| known == name))
}

fn is_mqm(header: &[String]) -> bool {
    ["system", "doc", "rater", "category", "severity"]
        .into_iter()
        .all(|name: &str| header.iter().any(|known| known == name))
}
