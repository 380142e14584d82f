//! Files of texts without a spec: what `runner score` and `runner compare` share.

mod arguments;
mod files;
mod memory;
mod metrics;
mod score_files;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) use arguments::{TextArguments, Unit, level};
pub(super) use files::{LEVEL, Texts};
pub(super) use metrics::overview;

use super::failure::Failure;
use super::load::{load, metrics_on};
use super::output::tell_warning;
use crate::analyses;
use crate::config::model::Spec;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::execute::{self, PartStore};
use crate::plan::{Plan, PlanProblem};

/// Reads the texts of a spec of [`Texts::spec`] and computes in memory what its study asks for; tells what is
/// odd about the texts, and with `warns` about the study.
pub(super) fn compute(spec: Spec, warns: bool) -> Result<(Plan, PartStore), Failure> {
    let corpus = &spec.corpora[0];
    let mut corpus = load(&corpus.name, &corpus.format, Path::new(""))
        .map_err(|error| Failure::corpus(&error, None))?;
    corpus.warn_of_script(&metrics_on(&spec, &spec.corpora[0].name));
    let resamples = spec.studies[0].replicates != [0];
    let plan = analyses::plan(spec, vec![Arc::new(corpus.corpus)])
        .map_err(|problems| failure(&problems))?;
    if warns {
        plan.warnings.iter().for_each(tell_warning);
    }
    memory::check(resamples, &plan)?;
    let mut store = PartStore::in_memory();
    execute::run(&plan, &mut store, &AtomicBool::new(false), &|_| ())?;
    Ok((plan, store))
}

fn failure(problems: &[PlanProblem]) -> Failure {
    let problems = problems.iter();
    let problems = problems
        .map(|problem| Diagnostic::error(problem.message.clone()).help(problem.help.clone()));
    let problems = Diagnostics::without_source(problems.collect());
    Failure::request(problems.expect("a plan fails for some reason"))
}
