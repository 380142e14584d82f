//! `runner run`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueHint};

use super::experiment::inputs;
use super::finished_run::FinishedRun;
use super::locked::Locked;
use super::options::{Format, SpecOptions, Telling};
use super::out_folder::{self, OutFolder};
use super::output::tell_of_warnings;
use super::run_log::RunLog;
use super::{Exit, Failure, memory, refusal, stop, tell, tell_warnings, threads};
use crate::analyses;
use crate::execute::{self, ExecuteError, PartStore, parts_folder};
use crate::plan::Plan;
use crate::report::progress::Progress;
use crate::words::{counted, grouped};

const EXAMPLES: &str = "\
Examples:
  runner run mine.toml                   Results in results/NAME
  runner run mine.toml --study growth    Only one of its studies
  runner run mine.toml --locked          Fail if anything has changed

An interrupted run resumes where it stopped.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct RunArguments {
    /// Spec, a TOML file; `-` is standard input
    #[arg(value_hint = ValueHint::FilePath)]
    spec: PathBuf,
    #[command(flatten)]
    options: SpecOptions,
    /// Number of threads [default: `RAYON_NUM_THREADS`, or one per core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<u16>,
    /// Abort if the estimated memory exceeds this, in GB [default: three quarters of the machine's]
    #[arg(long, value_name = "GB", value_parser = memory::gigabytes)]
    memory: Option<f64>,
    /// Fail if the spec, an input or the numeric version has changed since the manifest in the output
    /// folder, or if the tables would differ
    #[arg(long)]
    locked: bool,
    /// Print nothing but warnings and errors: the exit code says what was found
    #[arg(long, short)]
    quiet: bool,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t, conflicts_with = "quiet")]
    format: Format,
    /// Print all findings, not only the answers
    #[arg(long, conflicts_with = "quiet")]
    details: bool,
}

pub(super) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let start = Instant::now();
    threads::start(arguments.threads)?;
    memory::start(arguments.memory);
    let experiment = arguments.options.read(&arguments.spec)?;
    let plan = experiment.plan()?;
    if arguments.quiet {
        tell_warnings(&plan.warnings);
    } else {
        tell_of_warnings(&plan.warnings);
    }
    let less =
        "fewer replicates (B), metrics, systems or sizes in the largest study, or fewer --threads";
    memory::check(&plan, rayon::current_num_threads(), arguments.memory, less)?;
    let path = out_folder::path(arguments.options.out.as_deref(), &plan.spec);
    let locked =
        arguments.locked.then(|| Locked::new(&path, &analyses::manifest(&plan))).transpose()?;
    let mut out =
        OutFolder::open(path, Some(&plan.spec.name), &inputs(&experiment.source, &plan)?)?;
    drop(experiment);
    let mut store = PartStore::open(&parts_folder(&out.path), &plan)?;
    let damaged: Vec<String> =
        store.damaged().iter().map(|path| path.display().to_string()).collect();
    for path in &damaged {
        tell(&format!("warning: `{path}` is damaged; what it held is computed again\n"));
    }
    if let count @ 1.. = store.foreign().len() {
        let parts = counted(count, "file");
        tell(&format!(
            "{parts} of results in `{}` are of another version of runner: they stay and are not used\n",
            parts_folder(&out.path).display()
        ));
    }
    store.prepare()?;
    let reused = execute::reusable(&plan, &store);
    let progress = Arc::new(Progress::new(arguments.quiet));
    keep_at_end(&plan, &store, &out, reused, &progress);
    let outcome = execute::run(&plan, &mut store, stop::flag(), &|event| progress.show(event));
    progress.finish();
    outcome.map_err(|error| match error {
        ExecuteError::Interrupted => stop::failure(),
        error => error.into(),
    })?;

    let finished = FinishedRun::new(&plan, &store, Some(&out.path))?;
    if let Some(locked) = &locked {
        locked.check(finished.manifest())?;
    }
    let log = RunLog::new(&plan, start, reused, damaged);
    // The report needs memory, but neither store nor plan.
    drop((store, plan));
    let warnings = finished.manifest().warnings.clone();
    let RunArguments { format, details, quiet, .. } = *arguments;
    finished.write(&mut out, &log, Telling { format, details, quiet })?;
    refusal::check(&warnings)
}

/// What a signal finds while jobs run: results that are kept, `reused` ones among them, and finished ones that
/// still can be.
fn keep_at_end(
    plan: &Plan,
    store: &PartStore,
    out: &OutFolder,
    reused: usize,
    progress: &Arc<Progress>,
) {
    let (unkept, progress) = (store.unkept(), Arc::clone(progress));
    let (all, folder) = (grouped(plan.result_count() as u64), out.path.display().to_string());
    stop::at_end(stop::WHILE, move || {
        progress.finish();
        let kept = match unkept.keep() {
            Ok(kept) => grouped((reused + kept) as u64),
            Err(error) => return error.into(),
        };
        if kept == "0" {
            return stop::nothing_saved();
        }
        Failure::with_help(
            Exit::Interrupted,
            format!("interrupted; {kept} of {all} results are kept in `{folder}`"),
            "run the same command again to resume",
        )
    });
}
