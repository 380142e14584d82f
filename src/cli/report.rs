//! `runner report`, and the end of `runner run`.

mod arguments;

use std::collections::BTreeSet;
use std::io;

use arguments::ExportFormat;
pub(super) use arguments::ReportArguments;

use super::exit_code::Exit;
use super::failure::Failure;
use super::options::Format;
use super::out_folder::OutFolder;
use super::output::{print_json, print_styled, tell, tell_warning};
use crate::plan::PlanWarning;
use crate::report::{Export, Report, ReportError};
use crate::table::{NotedWarning, PAGE, Replaced, ResultFolder, TableError};

pub(super) fn report(arguments: &ReportArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let results = ResultFolder::open(folder).map_err(ReportError::from)?;
    if results.is_none() {
        return Err(ReportError::NoResults { folder: folder.clone() }.into());
    }
    let exports = arguments.export.iter().map(|format| match format {
        ExportFormat::Csv => Export::Csv,
        ExportFormat::Markdown => Export::Markdown,
        ExportFormat::Latex => Export::Latex,
    });
    let mut out = OutFolder::open(folder.clone(), &[])?;
    let report = Report::read(folder)?;
    for NotedWarning { corpus, study, message, help } in report.warnings().iter().cloned() {
        tell_warning(&PlanWarning { corpus, study, message, help });
    }
    finish(&mut out, &report, &exports.collect(), arguments.format, false)
}

/// Writes the report on the results in the folder, and tells the answer unless `quiet`.
pub(super) fn finish(
    out: &mut OutFolder,
    report: &Report,
    exports: &BTreeSet<Export>,
    format: Format,
    quiet: bool,
) -> Result<(), Failure> {
    out.replace(Replaced::Report, report.files(exports)?).map_err(|error| failure(out, error))?;
    if quiet {
        return Ok(());
    }
    match format {
        Format::Text => print_styled(|is_styled| report.text(is_styled))?,
        Format::Json => print_json(&report.json())?,
    }
    tell(&format!("report in {}\n", out.path.join(PAGE).display()));
    Ok(())
}

/// By now the tables are whole, and say so.
fn failure(out: &OutFolder, error: TableError) -> Failure {
    let folder = out.path.display();
    match &error {
        TableError::File(error) | TableError::Unsealed(error) => {
            let first = match error.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "free some space",
                _ => "fix the cause",
            };
            let help = format!(
                "the tables are complete, the report could not be written: {first}, then `runner \
                 report {folder}` writes it"
            );
            Failure::with_help(Exit::Environment, error.to_string(), help)
        }
        _ => error.into(),
    }
}
