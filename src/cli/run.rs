//! `runner run`.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use super::arguments::RunArguments;
use super::exit_code::Exit;
use super::failure::Failure;
use super::locked::Locked;
use super::out_folder::{self, OutFolder};
use super::outcome::Outcome;
use super::stop::Stop;
use super::{memory, session, tell, threads};
use crate::analysis;
use crate::execute::{self, ExecuteError, PartStore, parts_folder};
use crate::plan::{Plan, grouped};
use crate::report::progress::Progress;

/// What was special about this run: not part of the results.
#[derive(Debug, Serialize)]
pub(super) struct RunLog {
    runner: &'static str,
    host: String,
    /// Seconds since 1970.
    finished: u64,
    seconds: f64,
    threads: usize,
    results_reused: usize,
    results_computed: usize,
    damaged_parts: Vec<String>,
}

pub(super) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let start = Instant::now();
    let stop = Stop::listen()?;
    threads::start(arguments.threads)?;
    let source = session::read_source(&arguments.spec)?;
    let plan = session::make_plan_of(&source)?;
    memory::check(&plan, rayon::current_num_threads(), arguments.memory)?;
    let path = out_folder::path(&arguments.spec, &plan.spec);
    let wanted = || Locked::new(&path, &analysis::manifest(&plan));
    let locked = arguments.locked.then(wanted).transpose()?;
    let mut out = OutFolder::open(path, &session::inputs(&source, &plan)?)?;
    drop(source);
    let mut store = PartStore::open(&parts_folder(&out.path))?;
    let damaged: Vec<String> =
        store.damaged().iter().map(|path| path.display().to_string()).collect();
    for path in &damaged {
        tell(&format!("warning: `{path}` is damaged; what it held is computed again\n"));
    }
    store.prepare()?;
    let reused = execute::reusable(&plan, &store);
    let progress = Progress::new(arguments.quiet);
    let outcome = execute::run(&plan, &mut store, stop.flag(), &|event| progress.show(event));
    progress.finish();
    outcome.map_err(|error| match error {
        ExecuteError::Interrupted => interrupted(&plan, &store, &out),
        error => error.into(),
    })?;

    let outcome = Outcome::new(&plan, &store)?;
    if let Some(locked) = &locked {
        locked.check(outcome.manifest())?;
    }
    if stop.is_wanted() {
        return Err(interrupted(&plan, &store, &out));
    }
    let log = RunLog::new(&plan, start, reused, damaged);
    // The report needs memory of its own, and neither of them.
    drop((store, plan));
    outcome.write(&mut out, &log, arguments.format, arguments.quiet)
}

/// What a run that was asked to stop leaves.
fn interrupted(plan: &Plan, store: &PartStore, out: &OutFolder) -> Failure {
    let kept = grouped(execute::reusable(plan, store) as u64);
    let all = plan.jobs.iter().map(|job| job.tasks.len()).sum::<usize>();
    let folder = out.path.display();
    Failure::helped(
        Exit::Interrupted,
        format!("interrupted; {kept} of {} results are kept in `{folder}`", grouped(all as u64)),
        "the same command goes on from there",
    )
}

impl RunLog {
    /// The log of a run of `plan` that is over now, having `reused` results.
    pub(super) fn new(plan: &Plan, start: Instant, reused: usize, damaged: Vec<String>) -> Self {
        Self {
            runner: env!("CARGO_PKG_VERSION"),
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            finished: unix_time(),
            seconds: start.elapsed().as_secs_f64(),
            threads: rayon::current_num_threads(),
            results_reused: reused,
            results_computed: plan.jobs.iter().map(|job| job.tasks.len()).sum::<usize>() - reused,
            damaged_parts: damaged,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the log says when the run was, no result does")]
fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
