//! What a file of rows is: by how the values of its columns lie over the rows. Names of columns help where that leaves a choice.

mod missing;
mod names;
mod roles;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::corpus::frame::Frame;
use crate::corpus::rows::RowFile;
use crate::corpus::{CorpusError, stem};
use crate::formats::source::{CorpusFormat, MqmRaters, MqmSource, TableLayout, TableSource};
use crate::formats::table::files;
use crate::table::{CorpusRow, TableRow};

use super::kind::Found;

pub(super) use missing::is_question;
pub(super) use roles::is_of_ratings;

/// The columns of a table that a user names. Each is found by structure and name where it is not given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Which system a row is of.
    pub system: Option<String>,
    /// What identifies an item.
    pub item: Vec<String>,
    /// What groups items; `none` if nothing does.
    pub cluster: Option<String>,
    /// Who judged; `none` if no column says so.
    pub judge: Option<String>,
    /// What tells runs of a system apart; `none` if there is one.
    pub run: Option<String>,
    /// What holds the scores; in a table without a column of systems, those of a system each.
    pub score: Vec<String>,
    /// The score of failed samples in logs.
    pub errors_as: Option<u32>,
}

impl Roles {
    /// The roles that are given, as options of the command line with their values.
    pub fn given(&self) -> Vec<(&'static str, String)> {
        let list = |names: &[String]| (!names.is_empty()).then(|| names.join(","));
        let options = [
            ("--system", self.system.clone()),
            ("--item", list(&self.item)),
            ("--cluster", self.cluster.clone()),
            ("--judge", self.judge.clone()),
            ("--run", self.run.clone()),
            ("--score", list(&self.score)),
            ("--errors-as", self.errors_as.map(|score| score.to_string())),
        ];
        options.into_iter().filter_map(|(option, value)| Some((option, value?))).collect()
    }

    /// Refuses roles but those whose options are `allowed`, which `what` at `path` does not have.
    fn allow(
        &self,
        path: &Path,
        allowed: &[&str],
        what: &str,
        help: &str,
    ) -> Result<(), CorpusError> {
        match self.given().into_iter().find(|(option, _)| !allowed.contains(option)) {
            None => Ok(()),
            Some((option, _)) => {
                Err(CorpusError::malformed(path, None, format!("{option} is not for {what}"), help))
            }
        }
    }

    /// Sets in a corpus what its recognition does not see, and refuses roles that it cannot have.
    pub(super) fn set(&self, path: &Path, corpus: &mut CorpusFormat) -> Result<(), CorpusError> {
        const OF_LOGS: [&str; 3] = ["--item", "--cluster", "--errors-as"];
        match corpus {
            CorpusFormat::Table(_) if self.errors_as.is_none() => Ok(()),
            CorpusFormat::Table(_) => self.allow(path, &[], "tables", "leave it out"),
            CorpusFormat::Samples(source) => {
                self.allow(
                    path,
                    &OF_LOGS,
                    "logs",
                    "their fields say it; choose scores by `-m NAME`",
                )?;
                source.item = (!self.item.is_empty()).then(|| self.item.join(","));
                source.cluster = self.cluster.clone().filter(|cluster| cluster != NO_COLUMN);
                source.errors_as = self.errors_as;
                Ok(())
            }
            _ => self.allow(path, &[], "this format, whose fields are fixed", "leave it out"),
        }
    }
}

/// The word for a role that no column has.
pub const NO_COLUMN: &str = "none";

/// What was made of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    /// Names of columns without use, by what they seem to be.
    pub columns: BTreeMap<String, Vec<String>>,
    /// The use of each column, in a line; empty of other formats.
    pub decision: String,
}

/// The corpora in a file of rows: none if it is a table of results.
pub(super) fn guess(
    path: &Path,
    layout: TableLayout,
    roles: &Roles,
) -> Result<Vec<Found>, CorpusError> {
    let file = RowFile::read(path, layout, "file")?;
    let source = TableSource { path: vec![path.to_owned()], ..TableSource::default() };
    let only = |format| Ok(vec![Found::new(stem(path)?, format)]);
    if let Some(name) = file.input().and_then(|input| input.table()) {
        let is_corpus = name == CorpusRow::NAME;
        return if is_corpus { only(CorpusFormat::Table(source)) } else { Ok(Vec::new()) };
    }
    if is_of_errors(&file.header()?, layout) {
        return only(CorpusFormat::Mqm(MqmSource {
            files: vec![path.to_owned()],
            references: None,
            weights: BTreeMap::new(),
            raters: MqmRaters::Separate,
            quoted: layout == TableLayout::QuotedTsv,
        }));
    }
    found(&[file], &source, roles)
}

/// The corpora in tables with the same columns, of which each has the rows of a system if no column names it.
///
/// # Errors
///
/// If a file cannot be read, lacks a column, or it must be asked what a column is for.
pub(super) fn tables(paths: &[PathBuf], roles: &Roles) -> Result<Vec<Found>, CorpusError> {
    let source = TableSource { path: paths.to_vec(), ..TableSource::default() };
    found(&files(&source, Path::new(""))?, &source, roles)
}

fn found(
    files: &[RowFile],
    source: &TableSource,
    roles: &Roles,
) -> Result<Vec<Found>, CorpusError> {
    let mut frame = Frame::read(files, &source.rows)?;
    let corpora = roles::corpora(&frame, roles)?;
    let is_one = corpora.len() == 1;
    let corpora = corpora.into_iter().map(|(name, rows)| {
        if !is_one {
            frame = Frame::read(files, &rows)?;
        }
        let name = if is_one { stem(&source.path[0])? } else { name };
        let source = TableSource { rows, ..source.clone() };
        let (table, unread) = roles::table(&frame, &source, roles)?;
        Ok(Found { name, format: CorpusFormat::Table(table), unread })
    });
    corpora.collect()
}

/// Whether a file of rows is a table whose columns have to be found.
pub(super) fn is_table(path: &Path, layout: TableLayout) -> Result<bool, CorpusError> {
    let file = RowFile::read(path, layout, "file")?;
    let is_written_here = file.input().and_then(|input| input.table()).is_some();
    Ok(!is_written_here && !is_of_errors(&file.header()?, layout))
}

/// Whether the columns are those of marked errors.
fn is_of_errors(header: &[String], layout: TableLayout) -> bool {
    let names = match layout {
        TableLayout::Tsv | TableLayout::QuotedTsv => "system doc rater category severity",
        TableLayout::Jsonl => "system_id segment_id rater_id hypothesis errors",
        TableLayout::Csv | TableLayout::Parquet => return false,
    };
    names.split(' ').all(|name| header.iter().any(|known| known == name))
}
