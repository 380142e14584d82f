//! `runner report`, and the end of `runner run`.

mod arguments;

use std::collections::BTreeSet;
use std::io;
use std::time::Duration;

use arguments::ExportFormat;
pub(super) use arguments::ReportArguments;

use super::options::{Format, Telling};
use super::out_folder::OutFolder;
use super::output::print;
use super::{Exit, Failure, print_json, print_styled, stop, tell};
use crate::report::{Export, Report, ReportError};
use crate::table::{PAGE, Replaced, ResultFolder, TableError};
use crate::words::counted;

pub(super) fn report(arguments: &ReportArguments) -> Result<(), Failure> {
    let folder = &arguments.folder;
    let results = ResultFolder::open(folder).map_err(ReportError::from)?;
    let Some(results) = results else {
        return Err(ReportError::NoResults { folder: folder.clone() }.into());
    };
    if arguments.check {
        return check(&results);
    }
    if matches!(arguments.format, Format::Json) && arguments.export.is_empty() {
        let report = Report::read(folder)?;
        return print_json(&report.json());
    }
    let exports = arguments.export.iter().map(|format| match format {
        ExportFormat::Csv => Export::Csv,
        ExportFormat::Tsv => Export::Tsv,
        ExportFormat::Markdown => Export::Markdown,
        ExportFormat::Latex => Export::Latex,
        ExportFormat::Typst => Export::Typst,
    });
    let mut out = OutFolder::open(folder.clone(), None, &[]).map_err(|failure| {
        failure.helped("`--format json` reads without writing, and needs no lock")
    })?;
    // Under the lock, so that no run replaces the tables meanwhile.
    let report = Report::read(folder)?;
    let telling = Telling { format: arguments.format, details: arguments.details, quiet: false };
    finish(&mut out, &report, &exports.collect(), telling)
}

/// Says that manifest and tables are as they were written, or which tables are not.
fn check(results: &ResultFolder) -> Result<(), Failure> {
    let damaged = results.damaged_tables();
    for error in &damaged {
        tell(&format!("{error}\n"));
    }
    let (folder, tables) = (results.path.display(), results.manifest.tables.len());
    if damaged.is_empty() {
        let tables = counted(tables, "table");
        return print(&format!("`{folder}`: the manifest and {tables} are as they were written\n"));
    }
    let message = match damaged.len() {
        1 => format!("1 table of `{folder}` is not as it was written"),
        count => format!("{count} tables of `{folder}` are not as they were written"),
    };
    Err(Failure::with_help(
        Exit::Input,
        message,
        "run the experiment again: results that are there are kept",
    ))
}

/// Writes the report on the results in the folder, and tells the answer.
pub(super) fn finish(
    out: &mut OutFolder,
    report: &Report,
    exports: &BTreeSet<Export>,
    telling: Telling,
) -> Result<(), Failure> {
    out.replace(Replaced::Report, report.files(exports)?).map_err(|error| failure(out, error))?;
    let folder = out.path.display().to_string();
    stop::at_end(Duration::ZERO, move || {
        let message = format!("interrupted; the results and the report in `{folder}` are complete");
        Failure::plain(Exit::Interrupted, message)
    });
    if telling.quiet {
        return Ok(());
    }
    let ways_on = Report::ways_on(&out.path.display().to_string());
    match telling.format {
        Format::Text if telling.details => print_styled(|is_styled| report.details(is_styled)),
        Format::Text => print_styled(|is_styled| report.text(is_styled) + &ways_on),
        Format::Json => {
            print_json(&report.json())?;
            tell(&format!("report in {}\n", out.path.join(PAGE).display()));
            Ok(())
        }
    }
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
