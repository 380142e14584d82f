//! `runner history`: the outputs of each release, kept in a folder, and the trend over all of them.

mod add;
mod arguments;
mod trend;

use std::time::Instant;

pub(super) use arguments::HistoryArguments;

use self::trend::Trend;
use super::answer_format::AnswerFormat;
use super::exit_code::Exit;
use super::failure::Failure;
use super::finished_run::FinishedRun;
use super::out_folder::OutFolder;
use super::output::{print, print_answer, print_json, tell_warnings};
use super::run_log::RunLog;
use super::{memory, refusal, runs, texts, threads};
use crate::analyses::{self, Results};
use crate::presentation::About;
use crate::report::history::HistoryAnswer;
use crate::table::Tables;
use crate::warning::Warning;

pub(super) fn history(arguments: &HistoryArguments) -> Result<(), Failure> {
    threads::start(arguments.work.threads)?;
    let warnings = match (&arguments.system, &arguments.label) {
        (Some(system), Some(label)) => add::add(arguments, system, label)?,
        _ => Vec::new(),
    };
    let runs = runs::list(&arguments.folder)?;
    match &runs[..] {
        [] => {
            let message = format!("`{}` has no runs", arguments.folder.display());
            let help = "keep one: `runner history RUNS SYSTEM --label LABEL -r REFERENCE`";
            Err(Failure::with_help(Exit::Incomplete, message, help))
        }
        [only] => first(arguments, &only.label, &warnings),
        _ => all(arguments, Trend::read(&runs, arguments)?, warnings),
    }
}

/// There is nothing yet to compare the first run with.
fn first(arguments: &HistoryArguments, label: &str, warnings: &[Warning]) -> Result<(), Failure> {
    tell_warnings(warnings);
    match arguments.format {
        _ if arguments.work.quiet => Ok(()),
        AnswerFormat::Json => print_json(&HistoryAnswer::of_one(label, warnings)),
        _ => print(&format!(
            "`{label}` is the first run in `{}`: the next one is compared with it.\n",
            arguments.folder.display()
        )),
    }
}

fn all(
    arguments: &HistoryArguments,
    trend: Trend,
    mut warnings: Vec<Warning>,
) -> Result<(), Failure> {
    let start = Instant::now();
    let out = arguments.out.clone();
    let out =
        out.map(|path| OutFolder::open(path, Some(&trend.spec.name), &trend.files)).transpose()?;
    let mut plan = texts::plan(trend.spec, trend.read, false, false)?;
    warnings.extend(trend.changes.iter().flat_map(trend::RunChanges::warnings));
    plan.warnings.clone_from(&warnings);
    let less = "fewer runs or metrics";
    memory::check(&plan, rayon::current_num_threads(), arguments.work.memory, less)?;
    let store = texts::compute(&plan, arguments.work.quiet)?;
    let about = About::new(&analyses::manifest(&plan));
    let results = Results::new(&plan, &store);
    let mut tables = Tables::default();
    tables.insert(analyses::history(&results));
    tables.insert(analyses::scores(&results));
    let answer = HistoryAnswer::new(&tables, &about, &trend.runs, &warnings);
    if let Some(mut out) = out {
        let log = RunLog::new(&plan, start, 0, Vec::new());
        let run = FinishedRun::new(&plan, &store, None)?;
        run.write_quietly(&mut out, &log, arguments.work.quiet)?;
    }
    print_answer(&answer, arguments.format, arguments.work.quiet)?;
    refusal::check(&warnings)
}
