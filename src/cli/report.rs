//! `runner report`, and the end of `runner run`.

use std::fs;
use std::path::{Path, PathBuf};

use super::arguments::{Format, ReportArguments};
use super::failure::Failure;
use super::{print, print_json, tell};
use crate::report::Report;
use crate::table;

/// Folders of a report, beside its page.
const PARTS: [&str; 2] = ["figures", "tables"];

pub(super) fn report(arguments: &ReportArguments) -> Result<(), Failure> {
    finish(&arguments.folder, arguments.format, false)
}

/// Writes the report on the results in `folder`, and tells the answer unless `quiet`.
pub(super) fn finish(folder: &Path, format: Format, quiet: bool) -> Result<(), Failure> {
    let report = Report::read(folder)?;
    write(&report, &folder.join("report"))?;
    if quiet {
        return Ok(());
    }
    match format {
        Format::Text => print(&report.text())?,
        Format::Json => print_json(&report.json())?,
    }
    tell(&format!("report in {}\n", folder.join("report").join("index.html").display()));
    Ok(())
}

/// Writes all files of the report and removes those of an earlier one.
fn write(report: &Report, folder: &Path) -> Result<(), Failure> {
    let fail = |what: &str, path: &Path, error: std::io::Error| {
        Failure::environment(format!("cannot {what} `{}`: {error}", path.display()))
    };
    let files = report.files()?;
    let mut gone = Vec::new();
    for part in PARTS {
        let path = folder.join(part);
        fs::create_dir_all(&path).map_err(|error| fail("create", &path, error))?;
        let entries = fs::read_dir(&path).map_err(|error| fail("read", &path, error))?;
        for entry in entries {
            let old = entry.map_err(|error| fail("read", &path, error))?.path();
            let name = old.file_name().map(|name| format!("{part}/{}", name.to_string_lossy()));
            let is_ours = ["svg", "md", "csv", "tex"]
                .iter()
                .any(|ending| old.extension().is_some_and(|own| own == *ending));
            if is_ours && !files.iter().any(|(file, _)| Some(file) == name.as_ref()) {
                gone.push(old);
            }
        }
    }
    let files: Vec<(PathBuf, Vec<u8>)> =
        files.into_iter().map(|(name, content)| (folder.join(name), content)).collect();
    Ok(table::write_files(&files, &gone)?)
}
