//! `runner diff`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::options::Format;
use super::output::print;
use super::{Exit, Failure, print_json};
use crate::analyses::all_tables;
use crate::diff::{self, Tolerance};
use crate::report::{self, Report};
use crate::table::ResultFolder;

/// Rows of each table that scripts get where they ask for no number.
const EXAMPLES: usize = 5;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  runner diff results/mine results/other --relative-tolerance 1e-9"
)]
pub(super) struct DiffArguments {
    /// Results of a run, such as `results/mine`
    #[arg(value_hint = ValueHint::DirPath)]
    a: PathBuf,
    /// Results of another run
    #[arg(value_hint = ValueHint::DirPath)]
    b: PathBuf,
    /// Ignore differences up to X
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = tolerance)]
    tolerance: f64,
    /// Ignore differences up to X times the larger of the two magnitudes
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = tolerance)]
    relative_tolerance: f64,
    /// Compare only the tables; ignore spec, inputs and versions
    #[arg(long)]
    tables_only: bool,
    /// Show N changed rows of each table [default: none; JSON: 5]
    #[arg(long = "rows", alias = "examples", value_name = "N")]
    examples: Option<usize>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "this is not a number".to_owned())?;
    if number >= 0.0 && number.is_finite() {
        return Ok(number);
    }
    Err("a tolerance is a finite number from 0 on".to_owned())
}

pub(super) fn diff(arguments: &DiffArguments) -> Result<(), Failure> {
    let (a, b) = (open(&arguments.a)?, open(&arguments.b)?);
    let tolerance =
        Tolerance { absolute: arguments.tolerance, relative: arguments.relative_tolerance };
    let usual = if matches!(arguments.format, Format::Json) { EXAMPLES } else { 0 };
    let examples = arguments.examples.unwrap_or(usual);
    let mut differences = diff::folders(&a, &b, &all_tables(), tolerance, examples)?;
    if arguments.tables_only {
        differences = differences.of_tables_alone();
    }
    // Results of another version, or without a file of a table, have no verdicts that can be made again.
    if let (Ok(a), Ok(b)) = (Report::read(&arguments.a), Report::read(&arguments.b)) {
        differences = differences.with_verdicts(&a.verdicts(), &b.verdicts());
    }
    match arguments.format {
        Format::Text => print(&report::diff::text(&differences))?,
        Format::Json => print_json(&differences)?,
    }
    if differences.equal { Ok(()) } else { Err(Failure::already_reported(Exit::Differences)) }
}

fn open(path: &Path) -> Result<ResultFolder, Failure> {
    let folder = path.display();
    if !path.is_dir() {
        return Err(Failure::refusal(
            format!("there is no folder `{folder}`"),
            "name two folders that `runner run` wrote",
        ));
    }
    ResultFolder::open(path)?.ok_or_else(|| {
        Failure::with_help(
            Exit::Incomplete,
            format!("`{folder}` has no manifest.json: no run has finished there"),
            "finish it with `runner run`, or name another folder",
        )
    })
}
