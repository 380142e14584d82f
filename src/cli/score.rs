//! `runner score`: scores of files at hand, without a spec.

pub(super) mod arguments;
pub(super) mod memory;
pub(super) mod request;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(super) use arguments::ScoreArguments;

use super::failure::Failure;
use super::load::load;
use super::options::Format;
use super::output::{print, print_data};
use crate::analyses::{self, Results};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::execute::{self, PartStore};
use crate::plan::PlanProblem;
use crate::report::scores::{Draws, json, text};

pub(super) fn score(arguments: &ScoreArguments) -> Result<(), Failure> {
    let spec = request::spec(arguments)?;
    let corpus = &spec.corpora[0];
    let corpus = load(&corpus.name, &corpus.format, Path::new(""))
        .map_err(|error| Failure::corpus(&error, None))?;
    let plan =
        analyses::plan(spec, vec![Arc::new(corpus)]).map_err(|problems| failure(&problems))?;
    memory::check(arguments.wants_intervals(), &plan)?;
    let mut store = PartStore::in_memory();
    execute::run(&plan, &mut store, &AtomicBool::new(false), &|_| ())?;
    let rows = analyses::scores::scores(&Results::new(&plan, &store));
    let draws = arguments.wants_intervals().then_some(Draws { seed: arguments.seed });
    match arguments.format {
        Format::Text => print(&text(&rows, draws)),
        Format::Json => print_data(&json(&rows, draws)),
    }
}

/// What a plan of a command without a spec fails for.
pub(super) fn failure(problems: &[PlanProblem]) -> Failure {
    let problems = problems.iter();
    let problems = problems
        .map(|problem| Diagnostic::error(problem.message.clone()).help(problem.help.clone()));
    let problems = Diagnostics::without_source(problems.collect());
    Failure::request(problems.expect("a plan fails for some reason"))
}
