//! Files of texts without a spec: what `runner score`, `runner compare` and `runner rank` share.

mod arguments;
mod command_line;
mod files;
mod memory;
mod metrics;
mod score_files;

use std::io::{self, IsTerminal};
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) use arguments::{TextArguments, Unit, level};
pub(super) use files::{LEVEL, Texts, experiment, whole_corpus};
pub(super) use metrics::{MetricArguments, overview};

use super::load::load;
use super::{CommandOptions, Failure, refusal, tell, tell_warnings};
use crate::analyses;
use crate::config::model::Spec;
use crate::corpus::model::Corpus;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::execute::{self, PartStore};
use crate::plan::{Cost, Plan, PlanProblem};
use crate::report::progress::Progress;
use crate::warning::{self, Warning};
use crate::words::{bytes, short_duration};

/// Work above this, in seconds on one core, is announced.
const LONG: f64 = 5.0;

/// Corpora in memory, and what is odd about them.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) corpora: Vec<Corpus>,
    pub(super) warnings: Vec<Warning>,
}

/// Reads the corpora of a spec.
pub(super) fn read(spec: &Spec, commands: &CommandOptions) -> Result<Read, Failure> {
    let mut read = Read::default();
    for corpus in &spec.corpora {
        let loaded =
            load(spec, corpus, Path::new(""), commands).map_err(|error| error.failure(|_| None))?;
        read.corpora.push(loaded.corpus);
        read.warnings.extend(loaded.warnings);
    }
    Ok(read)
}

/// Plans what the studies of a spec ask for, on its corpora. Warnings are about the corpora, and with `warns` about the
/// studies. Inputs that cannot be compared are refused by warnings; with `leaves_out` they are left out where there are
/// others.
pub(super) fn plan(
    mut spec: Spec,
    Read { corpora, mut warnings }: Read,
    warns: bool,
    leaves_out: bool,
) -> Result<Plan, Failure> {
    let mut corpora: Vec<Arc<Corpus>> = corpora.into_iter().map(Arc::new).collect();
    let is_one = corpora.len() == 1;
    if leaves_out && !is_one {
        refusal::leave_out(&mut spec, &mut corpora, &mut warnings);
        if spec.studies.is_empty() {
            tell_warnings(&warning::merged(warnings));
            return Err(refusal::of_everything());
        }
    }
    let mut plan = analyses::plan(spec, corpora).map_err(|problems| failure(&problems))?;
    let study_warnings = mem::take(&mut plan.warnings).into_iter().filter(|_| warns);
    // A single corpus and study need no names.
    plan.warnings = warning::merged(warnings.into_iter().chain(study_warnings).map(|warning| {
        if is_one { Warning { corpus: None, study: None, ..warning } } else { warning }
    }));
    Ok(plan)
}

/// Computes in memory what `plan` asks for; says nothing of it if it `is_quiet`.
pub(super) fn compute(plan: &Plan, is_quiet: bool) -> Result<PartStore, Failure> {
    let draws = plan.spec.studies.iter().any(|study| study.replicates != [0]);
    memory::check(draws, plan)?;
    if !is_quiet {
        tell_estimate(plan);
    }
    let mut store = PartStore::in_memory();
    let progress = Progress::new(is_quiet);
    let outcome =
        // The flag stays unset: nothing is kept here, so that a signal ends the process at once.
        execute::run(plan, &mut store, &AtomicBool::new(false), &|event| progress.show(event));
    progress.finish();
    outcome?;
    Ok(store)
}

/// Announces long work before it starts, on a terminal.
fn tell_estimate(plan: &Plan) {
    let Cost { seconds, memory, .. } = Cost::of_plan(plan);
    if seconds >= LONG && io::stderr().is_terminal() {
        let (time, memory) = (short_duration(seconds), bytes(memory));
        tell(&format!("about {time} of work on one core, {memory} of memory\n"));
    }
}

/// The failure of a plan over corpora without a spec.
pub(super) fn failure(problems: &[PlanProblem]) -> Failure {
    let problems = problems.iter();
    let problems = problems
        .map(|problem| Diagnostic::error(problem.message.clone()).help(problem.help.clone()));
    let problems = Diagnostics::without_source(problems.collect());
    Failure::request(problems.expect("a plan fails for some reason"))
}
