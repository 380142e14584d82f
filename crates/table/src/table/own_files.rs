//! What in a folder of results is the program's own: the files that it may replace and remove.
//!
//! A folder of results has a list of them, [`LIST`], which is written before anything else, and before
//! any file that it does not name yet. So it names all of them at any moment, whatever was
//! interrupted. Nothing else in the folder is ever replaced or removed.

mod evidence;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder::{EXAMPLES, MANIFEST, OUTPUTS, RUN_LOG};
use super::parquet::TableError;
use crate::durable::{self, TogetherError};
use crate::file_error::{FileError, paths_in, read_if_there, unless_missing};

/// Name of the list, which also marks a folder as one of results.
const LIST: &str = ".runner.json";

/// Folder of the report.
pub const REPORT: &str = "report";

/// Page of the report, whose presence says that the report is whole.
pub const PAGE: &str = "report/index.html";

/// What the report says about itself, see [`ReportRecord`].
pub const REPORT_RECORD: &str = "report/report.json";

/// Name of the lock of the process that writes to the folder.
pub const LOCK: &str = ".lock";

const FIGURES: &str = "report/figures";
const TABLES: &str = "report/tables";

const FORMAT: &str = "results of runner";

/// The list as its file states it.
#[derive(Debug, Serialize, Deserialize)]
struct List {
    format: String,
    /// Name of the experiment whose results the folder is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    experiment: Option<String>,
    files: BTreeSet<String>,
}

/// What a report says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportRecord {
    /// Digest of the manifest whose tables it is about.
    pub manifest: String,
    /// Its files, from the folder of results.
    pub files: BTreeSet<String>,
}

/// What is written in place of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// All own files. A report is about its tables, and goes with them.
    All,
    /// Those of the report.
    Report,
}

/// The program's own files in a folder.
#[derive(Clone, Debug)]
pub struct OwnFiles {
    folder: PathBuf,
    /// Names of all tables that a run can make.
    tables: Vec<&'static str>,
    /// Relative to the folder, with `/`.
    files: BTreeSet<String>,
    experiment: Option<String>,
    has_list: bool,
    has_manifest: bool,
}

impl OwnFiles {
    /// What is the program's own in a folder: what its list names, and what a manifest and a report
    /// there name themselves. In folders without a list, of earlier versions or copied without hidden
    /// files, these are all. A run can make these tables and no others.
    ///
    /// # Errors
    ///
    /// If the file system refuses, or something else stands in the place of the list.
    pub fn read(folder: &Path, tables: Vec<&'static str>) -> Result<Self, TableError> {
        let path = folder.join(LIST);
        if path.is_dir() {
            return Err(TableError::Foreign { path });
        }
        let manifest = evidence::tables_of_manifest(folder, &tables)?;
        let has_manifest = manifest.is_some();
        let (files, experiment) = manifest.unzip();
        let mut own = Self {
            folder: folder.to_owned(),
            tables,
            files: files.unwrap_or_default(),
            experiment,
            has_list: false,
            has_manifest,
        };
        own.files.extend(evidence::files_of_report(folder)?);
        if let Some(bytes) = read_file(&path)? {
            let list: Option<List> = serde_json::from_slice(&bytes).ok();
            let Some(list) = list.filter(|list| list.format == FORMAT) else {
                return Err(TableError::Foreign { path });
            };
            own.files.extend(list.files);
            own.experiment = own.experiment.or(list.experiment);
            own.has_list = true;
        } else {
            own.files.extend(evidence::log_of_run(folder)?);
            own.files.extend(evidence::examples_of_run(folder)?);
            own.files.extend(evidence::outputs_of_run(folder)?);
            if !has_manifest {
                own.files.extend(evidence::tables_of_runner(folder, &own.tables)?);
            }
        }
        // Whatever was said: what is never written is never replaced, least of all in other folders.
        own.files.retain(|name| is_written(name, &own.tables));
        Ok(own)
    }

    /// Whether the folder is one of results, as far as a list or a manifest says so.
    pub fn is_marked(&self) -> bool {
        self.has_list || self.has_manifest
    }

    /// Whether there is a manifest.
    pub fn has_manifest(&self) -> bool {
        self.has_manifest
    }

    /// Name of the experiment whose results the folder is for, as far as a manifest or a list says so.
    pub fn experiment(&self) -> Option<&str> {
        self.experiment.as_deref()
    }

    /// The first file that stands where tables or a report are written, and is none of them.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn first_foreign(&self) -> Result<Option<PathBuf>, TableError> {
        let folders =
            [REPORT, FIGURES, TABLES, "parts", "cluster"].map(|name| self.folder.join(name));
        // A symbolic link may lead to a folder of another user.
        let of_report = &folders[..3];
        if let Some(path) = folders
            .iter()
            .find(|path: &&PathBuf| fs::metadata(path).is_ok_and(|found| !found.is_dir()))
            .or(of_report.iter().find(|path: &&PathBuf| {
                fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink())
            }))
        {
            return Ok(Some(path.clone()));
        }
        for folder in ["", REPORT, FIGURES, TABLES] {
            let names = list_files(&self.folder.join(folder))?;
            let mut names = names.into_iter().map(|name| join(folder, &name));
            if let Some(name) =
                names.find(|name| is_written(name, &self.tables) && self.is_foreign(name))
            {
                return Ok(Some(self.folder.join(name)));
            }
        }
        Ok(None)
    }

    /// Whether something stands there that is not the program's own.
    fn is_foreign(&self, name: &str) -> bool {
        let found = fs::symlink_metadata(self.folder.join(name));
        found.is_ok_and(|found| found.is_dir() || !self.files.contains(name))
    }

    /// The files of the folder that a command may write, replace or remove, as far as they are there.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn in_reach(&self) -> Result<Vec<PathBuf>, TableError> {
        let mut found = Vec::new();
        for folder in ["", REPORT, FIGURES, TABLES, "parts", "cluster"] {
            for name in list_files(&self.folder.join(folder))? {
                let name = join(folder, &name);
                let is_kept = matches!(folder, "parts" | "cluster") || name == LIST || name == LOCK;
                if is_kept
                    || is_written(&name, &self.tables)
                    || durable::is_unfinished(Path::new(&name))
                {
                    found.push(self.folder.join(name));
                }
            }
        }
        Ok(found)
    }

    /// Writes the list where there is none, or none that is of this `experiment`. Others may do the same at
    /// the same time.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn claim(&mut self, experiment: Option<&str>) -> Result<(), TableError> {
        let is_other = experiment.is_some() && self.experiment.as_deref() != experiment;
        if is_other {
            self.experiment = experiment.map(str::to_owned);
        }
        let path = self.folder.join(LIST);
        if !self.has_list {
            durable::create(&path, self.list(&self.files).as_bytes())
                .map_err(FileError::on("write", &path))?;
        } else if is_other {
            self.write_list()?;
        }
        self.has_list = true;
        Ok(())
    }

    fn write_list(&self) -> Result<(), TableError> {
        let path = self.folder.join(LIST);
        let list = self.list(&self.files);
        Ok(durable::write(&path, list.as_bytes()).map_err(FileError::on("write", &path))?)
    }

    /// The text of a list of these files.
    fn list(&self, files: &BTreeSet<String>) -> String {
        let (format, experiment) = (FORMAT.to_owned(), self.experiment.clone());
        let list = List { format, experiment, files: files.clone() };
        serde_json::to_string_pretty(&list).expect("a list is plain data") + "\n"
    }

    /// Removes what killed runs left half-written.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn clear_unfinished(&self) -> Result<(), TableError> {
        for folder in ["", REPORT, FIGURES, TABLES] {
            let path = self.folder.join(folder);
            durable::clear_unfinished(&path).map_err(FileError::on("clear", &path))?;
        }
        Ok(())
    }

    /// Writes files, of which the last is the seal of all, and removes those own ones that they are to
    /// replace. Paths are relative to the folder.
    ///
    /// # Errors
    ///
    /// If the file system refuses, or a file stands there that is not the program's own; then nothing
    /// was replaced.
    pub fn replace(
        &mut self,
        what: Replaced,
        mut files: Vec<(String, Vec<u8>)>,
    ) -> Result<(), TableError> {
        let new: BTreeSet<String> = files.iter().map(|(name, _)| name.clone()).collect();
        if let Some(name) = new.iter().find(|name| self.is_foreign(name)) {
            return Err(TableError::Foreign { path: self.folder.join(name) });
        }
        let (old, kept): (BTreeSet<String>, BTreeSet<String>) =
            self.files.iter().cloned().partition(|name| match what {
                Replaced::All => true,
                Replaced::Report => Path::new(name).starts_with(REPORT),
            });
        let folders = new.iter().filter_map(|name| Path::new(name).parent());
        for folder in folders.collect::<BTreeSet<_>>() {
            let path = self.folder.join(folder);
            fs::create_dir_all(&path).map_err(FileError::on("create", &path))?;
        }
        let all: BTreeSet<String> = self.files.union(&new).cloned().collect();
        if all != self.files {
            self.files = all;
            self.write_list()?;
        }
        let mut gone: Vec<PathBuf> =
            old.difference(&new).map(|name| self.folder.join(name)).collect();
        // The page first, so that it never stands beside a part of its report.
        let page = self.folder.join(PAGE);
        gone.sort_by_key(|path| *path != page);
        let left: BTreeSet<String> = kept.union(&new).cloned().collect();
        let seal = files.pop();
        // Only now without the files that go: until they are gone, the list has to name them.
        files.push((LIST.to_owned(), self.list(&left).into_bytes()));
        files.extend(seal);
        let files: Vec<(PathBuf, Vec<u8>)> =
            files.into_iter().map(|(name, bytes)| (self.folder.join(name), bytes)).collect();
        durable::write_together(&files, &gone)?;
        self.files = left;
        // Folders that others put something into stay.
        for folder in [FIGURES, TABLES] {
            let _ = fs::remove_dir(self.folder.join(folder));
        }
        Ok(())
    }
}

impl From<TogetherError> for TableError {
    fn from(error: TogetherError) -> Self {
        if error.begun { Self::Unsealed(error.error) } else { Self::File(error.error) }
    }
}

/// Whether these tables or a report may have a file of this name.
fn is_written(name: &str, tables: &[&str]) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    match name.rsplit_once('/') {
        None => {
            let table = name.strip_suffix(".parquet");
            name == MANIFEST
                || name == RUN_LOG
                || name == EXAMPLES
                || name == OUTPUTS
                || table.is_some_and(|table| tables.contains(&table))
        }
        Some((FIGURES, _)) => ending == Some("svg"),
        Some((TABLES, _)) => matches!(ending, Some("md" | "csv" | "tex")),
        Some(_) => name == PAGE || name == REPORT_RECORD,
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The content of a file; nothing where there is none, or something else: reading from a pipe would wait
/// for ever.
fn read_file(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let is_other = fs::metadata(path).is_ok_and(|found| !found.is_file());
    if is_other { Ok(None) } else { unless_missing(read_if_there(path)) }
}

/// The names in a folder, in order, without those that are not UTF-8, which are not ours.
fn list_files(folder: &Path) -> Result<Vec<String>, FileError> {
    let paths = unless_missing(paths_in(folder))?;
    let names = paths.iter().filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
    Ok(names.collect())
}
