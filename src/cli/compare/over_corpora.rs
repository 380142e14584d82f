//! Systems of several corpora, such as the tasks of a harness: means over all of them, against a baseline.

use std::time::Instant;

use super::arguments::CompareArguments;
use super::request::CompareRequest;
use crate::analyses::macro_average::{MacroAverages, macro_averages};
use crate::analyses::{self, ComparisonRow, Results};
use crate::cli::exit_code::Exit;
use crate::cli::failure::Failure;
use crate::cli::finished_run::FinishedRun;
use crate::cli::output::print_answer;
use crate::cli::run_log::RunLog;
use crate::cli::{memory, refusal, texts};
use crate::presentation::About;
use crate::report::findings_answer::FindingsAnswer;
use crate::table::Tables;
use crate::warning::Warning;

/// Compares the systems of `request` over all its corpora.
pub(super) fn compare(
    arguments: &CompareArguments,
    request: CompareRequest,
) -> Result<(), Failure> {
    let start = Instant::now();
    let CompareRequest { spec, systems, .. } = request;
    let out = arguments.out.clone().map(|path| super::open(path, &spec)).transpose()?;
    let read = texts::read(&spec, &arguments.texts.commands())?;
    let mut plan = texts::plan(spec, read, true, false)?;
    if arguments.force {
        refusal::force(&mut plan.warnings);
    }
    if plan.warnings.iter().any(Warning::is_refusal) {
        return Err(refusal::print(&plan.warnings, arguments.format, arguments.work.quiet)?);
    }
    let less = "fewer systems or metrics";
    memory::check(&plan, rayon::current_num_threads(), arguments.work.memory, less)?;
    let store = texts::compute(&plan, arguments.work.quiet)?;
    let results = Results::new(&plan, &store);
    let about = About::new(&analyses::manifest(&plan));
    let mut tables = Tables::default();
    tables.insert(analyses::each_comparison(&results).collect::<Vec<ComparisonRow>>());
    tables.insert(analyses::scores(&results));
    let MacroAverages { averages, differences } = macro_averages(&results);
    tables.insert(averages);
    tables.insert(differences);
    let answer = FindingsAnswer::over_corpora(&tables, &about, &systems[0], &plan.warnings);
    if answer.is_empty() {
        let message = format!("no system has scores on all corpora beside `{}`", systems[0]);
        let help = "name one corpus with `--corpus`";
        return Err(Failure::with_help(Exit::Input, message, help));
    }
    if let Some(mut out) = out {
        let log = RunLog::new(&plan, start, 0, Vec::new());
        let run = FinishedRun::new(&plan, &store, None)?;
        run.write_quietly(&mut out, &log, arguments.work.quiet)?;
    }
    print_answer(&answer, arguments.format, arguments.work.quiet)
}
