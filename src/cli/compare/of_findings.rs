//! Comparisons that findings answer, of several runs or over several corpora: from the spec to what is printed.

use std::time::Instant;

use super::arguments::CompareArguments;
use crate::analyses::{self, Results};
use crate::cli::finished_run::FinishedRun;
use crate::cli::run_log::RunLog;
use crate::cli::{Failure, memory, print_answer, refusal, texts};
use crate::config::model::Spec;
use crate::presentation::About;
use crate::report::findings_answer::FindingsAnswer;
use crate::warning::Warning;

/// Computes `spec`, keeps its results where they are wanted and prints what `answer` makes of them. `less` says what
/// takes less memory.
pub(super) fn compare(
    arguments: &CompareArguments,
    spec: Spec,
    less: &str,
    answer: impl for<'a> FnOnce(
        &Results<'_>,
        &About,
        &'a [Warning],
    ) -> Result<FindingsAnswer<'a>, Failure>,
) -> Result<(), Failure> {
    let start = Instant::now();
    let out = arguments.out.clone().map(|path| super::open(path, &spec)).transpose()?;
    let read = texts::read(&spec, &arguments.texts.commands(&arguments.systems))?;
    let mut plan = texts::plan(spec, read, true, false)?;
    if arguments.force {
        refusal::force(&mut plan.warnings);
    }
    if plan.warnings.iter().any(Warning::is_refusal) {
        return Err(refusal::print(&plan.warnings, arguments.format, arguments.work.quiet)?);
    }
    memory::check(&plan, rayon::current_num_threads(), arguments.work.memory, less)?;
    let store = texts::compute(&plan, arguments.work.quiet)?;
    let about = About::new(&analyses::manifest(&plan));
    let answer = answer(&Results::new(&plan, &store), &about, &plan.warnings)?;
    if let Some(mut out) = out {
        let log = RunLog::new(&plan, start, 0, Vec::new());
        let run = FinishedRun::new(&plan, &store, None)?;
        run.write_quietly(&mut out, &log, arguments.work.quiet)?;
    }
    print_answer(&answer, arguments.format, arguments.work.quiet)
}
