//! `runner rank`: which system is the best, by files of text or by ratings, without a spec.

mod arguments;
mod request;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use arguments::RankArguments;
pub(super) use request::RankRequest;

use super::{Exit, Failure, memory, print_answer, refusal, texts, threads};
use crate::analyses::{self, ComparisonRow, NewRankingRow, RankRow, Results};
use crate::corpus::looks_human;
use crate::plan::Plan;
use crate::presentation::About;
use crate::report::compare::NO_DOCUMENTS;
use crate::report::rank::RankAnswer;
use crate::table::Tables;
use crate::warning::Warning;

pub(super) fn rank(arguments: &RankArguments) -> Result<(), Failure> {
    threads::start(arguments.work.threads)?;
    memory::start(arguments.work.memory);
    ranked(request::request(arguments)?, arguments)
}

/// Ranks the systems of a request.
pub(super) fn ranked(request: RankRequest, arguments: &RankArguments) -> Result<(), Failure> {
    let RankRequest { spec, is_of_texts } = request;
    // Corpora that are refused are left out where there are others, and named before the answer.
    let is_one = spec.corpora.len() == 1;
    let read = texts::read(&spec, &arguments.texts.commands(&arguments.systems))?;
    let mut plan = texts::plan(spec, read, true, !arguments.force)?;
    if arguments.force {
        refusal::force(&mut plan.warnings);
    }
    if is_one && plan.warnings.iter().any(Warning::is_refusal) {
        return Err(refusal::print(&plan.warnings, arguments.format, arguments.work.quiet)?);
    }
    let less = "fewer systems or metrics";
    memory::check(&plan, rayon::current_num_threads(), arguments.work.memory, less)?;
    let store = texts::compute(&plan, arguments.work.quiet)?;
    let about = About::new(&analyses::manifest(&plan));
    let tables = tables(&Results::new(&plan, &store));
    let is_without_documents = is_of_texts && arguments.texts.documents.is_none();
    let notes: &[&str] = if is_without_documents { &[NO_DOCUMENTS] } else { &[] };
    let answer =
        RankAnswer::new(&tables, &about, &humans(&plan), notes, !is_of_texts, &plan.warnings);
    if answer.is_empty() {
        let message = "there is nothing to rank: no metric has scores of two systems";
        return Err(Failure::plain(Exit::Input, message));
    }
    print_answer(&answer, arguments.format, arguments.work.quiet)?;
    refusal::check(&plan.warnings)
}

/// The rows that ranks are made of.
fn tables(results: &Results<'_>) -> Tables {
    let mut tables = Tables::default();
    tables.insert(analyses::each_comparison(results).collect::<Vec<ComparisonRow>>());
    tables.insert(analyses::scores(results));
    tables.insert(analyses::each_rank(results).collect::<Vec<RankRow>>());
    tables.insert(analyses::macro_averages(results));
    tables.insert(analyses::new_rankings(results).into_iter().collect::<Vec<NewRankingRow>>());
    tables
}

/// Systems that are human translations, by corpus: those that are references, or that are called so.
fn humans(plan: &Plan) -> BTreeMap<String, BTreeSet<String>> {
    let humans = plan.corpora.iter().map(|corpus| {
        let corpus = &corpus.corpus;
        let systems = corpus.systems.iter().map(|system| &system.name);
        let systems = systems.chain(&corpus.systems_without_text);
        let humans = corpus
            .human_systems
            .iter()
            .chain(
                systems
                    .filter(|name: &&String| corpus.reference(name).is_some() || looks_human(name)),
            )
            .cloned();
        (corpus.name.clone(), humans.collect())
    });
    humans.collect()
}
