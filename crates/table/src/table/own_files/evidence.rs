//! What files of the program say themselves about which files are its own.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::{PAGE, REPORT, REPORT_RECORD, ReportRecord, read_file};
use crate::table::Manifest;
use crate::table::columns::TableRow;
use crate::table::contents::LIMITS;
use crate::table::corpus::CorpusRow;
use crate::table::folder::{EXAMPLES, MANIFEST, OUTPUTS, RUN_LOG};
use crate::table::input::InputFile;
use crate::table::parquet::TableError;

/// How pages of reports say who made them.
const GENERATOR: &str = "<meta name=\"generator\" content=\"runner ";

/// A manifest with the tables that it lists, and its experiment; nothing where there is none. Its digest does not matter
/// here: a changed manifest still is one.
pub(super) fn tables_of_manifest(
    folder: &Path,
    tables: &[&str],
) -> Result<Option<(BTreeSet<String>, String)>, TableError> {
    let text = read_file(&folder.join(MANIFEST))?;
    let Some(manifest) = text.and_then(|text| serde_json::from_slice::<Manifest>(&text).ok())
    else {
        return Ok(None);
    };
    let listed = tables.iter().filter(|name| manifest.tables.contains_key(**name));
    let files = listed.map(|name| format!("{name}.parquet"));
    Ok(Some((files.chain([MANIFEST.to_owned()]).collect(), manifest.experiment)))
}

/// Tables whose own metadata say that they are. Where there is no manifest, a run may have been killed
/// between the old one and the new.
pub(super) fn tables_of_runner(
    folder: &Path,
    tables: &[&str],
) -> Result<BTreeSet<String>, TableError> {
    let mut files = BTreeSet::new();
    for name in tables {
        let file = format!("{name}.parquet");
        let Some(bytes) = read_file(&folder.join(&file))? else { continue };
        if InputFile::open(bytes, LIMITS).is_ok_and(|found| found.table() == Some(*name)) {
            files.insert(file);
        }
    }
    Ok(files)
}

/// The log of a run.
pub(super) fn log_of_run(folder: &Path) -> Result<Option<String>, TableError> {
    let log = read_file(&folder.join(RUN_LOG))?;
    let log = log.and_then(|text| serde_json::from_slice::<Value>(&text).ok());
    Ok(log
        .filter(|log| log["runner"].is_string() && log["results_computed"].is_u64())
        .map(|_| RUN_LOG.to_owned()))
}

/// The examples of a comparison.
pub(super) fn examples_of_run(folder: &Path) -> Result<Option<String>, TableError> {
    let examples = read_file(&folder.join(EXAMPLES))?;
    let examples = examples.and_then(|text| serde_json::from_slice::<Value>(&text).ok());
    Ok(examples
        .filter(|examples: &Value| {
            examples["length_unit"].is_string() && examples["systems"].is_array()
        })
        .map(|_| EXAMPLES.to_owned()))
}

/// The outputs of a comparison.
pub(super) fn outputs_of_run(folder: &Path) -> Result<Option<String>, TableError> {
    let Some(bytes) = read_file(&folder.join(OUTPUTS))? else { return Ok(None) };
    let input = InputFile::open(bytes, LIMITS).ok();
    let is_of_run = input
        .is_some_and(|input| input.table() == Some(CorpusRow::NAME) && input.record().is_some());
    Ok(is_of_run.then(|| OUTPUTS.to_owned()))
}

/// The files of a report: those that it lists, and those that its page has a link to. Reports of
/// earlier versions have no list, and a page with a link to each of their files.
pub(super) fn files_of_report(folder: &Path) -> Result<BTreeSet<String>, TableError> {
    let record = read_file(&folder.join(REPORT_RECORD))?;
    let record = record.and_then(|text| serde_json::from_slice::<ReportRecord>(&text).ok());
    let mut files = record.map_or_else(BTreeSet::new, |record| record.files);
    files.retain(|name| name.starts_with(REPORT));
    let page = read_file(&folder.join(PAGE))?;
    let page = page.and_then(|page| String::from_utf8(page).ok());
    if let Some(page) = page.filter(|page| page.contains(GENERATOR)) {
        let links = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let links =
            links.filter(|link| link.starts_with("figures/") || link.starts_with("tables/"));
        files.extend(links.map(|link| format!("{REPORT}/{link}")));
        files.insert(PAGE.to_owned());
    }
    Ok(files)
}
