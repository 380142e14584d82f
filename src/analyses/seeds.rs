//! Further seeds of the generator: the same experiment on other corpora, as far as published values
//! read its tables.
//!
//! A further seed leaves out the studies and analyses that no published value reads. What remains is
//! asked and answered as in a run with that seed alone, so that its results have the same keys and
//! the same values: a run with the seed alone may have computed them, and more seeds take what fewer
//! seeds have left.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::scores::Scores;
use super::{ANALYSES, Analysis, ResultTables, Results, published};
use crate::config::model::CorpusFormat;
use crate::config::model::Spec;
use crate::config::published::Target;
use crate::corpus::model::Corpus;
use crate::corpus::synthetic;
use crate::execute::PartStore;
use crate::plan::{Plan, PlanProblem, PlannedAnalysis};
use crate::table::{Contents, TableDescription, TableError};

/// The plans of all seeds of the spec of `first` but the first, without texts.
pub(super) fn plans(first: &Plan) -> Result<Vec<Plan>, Vec<PlanProblem>> {
    let targets = published::targets(&first.spec);
    let analyses = planned(&tables(&targets));
    let made: Vec<_> = (1..first.spec.seeds)
        .into_par_iter()
        .map(|index| {
            let spec = restricted(first.spec.with_seed(index), &targets);
            let seed = spec.seed;
            let corpora = spec.corpora.iter().map(|source| match &source.format {
                CorpusFormat::Synthetic(generated) => {
                    let name = &source.name;
                    let corpus = synthetic::generate(&generated.preset, generated.seed, name);
                    Arc::new(corpus.expect("the preset was there for the first seed"))
                }
                _ => of_files(first, &source.name),
            });
            let corpora = corpora.collect();
            let with_seed = |problem: PlanProblem| {
                let message = format!("with seed {seed}: {}", problem.message);
                PlanProblem { message, ..problem }
            };
            Plan::new(spec, corpora, &analyses)
                .map(Plan::without_texts)
                .map_err(|problems| problems.into_iter().map(with_seed).collect::<Vec<_>>())
        })
        .collect();
    // The first seed that cannot be planned, whichever thread was first.
    made.into_iter().collect()
}

/// A corpus that is the same with all seeds.
fn of_files(first: &Plan, name: &str) -> Arc<Corpus> {
    let found = first.corpora.iter().find(|plan| plan.corpus.name == name);
    found.expect("further seeds have the corpora of the first").corpus.clone()
}

/// `spec` with the studies that a target may read, and their corpora.
fn restricted(mut spec: Spec, targets: &[&Target]) -> Spec {
    spec.studies.retain(|study| {
        targets.iter().any(|target| {
            target.may_have("study", [study.name.as_str()])
                && target.may_have("corpus", study.corpora.iter().map(String::as_str))
        })
    });
    spec.keep_used_corpora();
    spec
}

/// Names of the tables that targets are in.
fn tables(targets: &[&Target]) -> BTreeSet<String> {
    targets.iter().map(|target| target.table.clone()).collect()
}

/// The analyses that make one of `tables`.
fn making(tables: &BTreeSet<String>) -> impl Iterator<Item = &'static dyn Analysis> {
    ANALYSES.into_iter().filter(|analysis| {
        let made = analysis.table_descriptions();
        made.iter().any(|table: &TableDescription| tables.contains(table.name))
    })
}

/// What is planned for `tables`: the analyses that make them, and scores, which all others read.
fn planned(tables: &BTreeSet<String>) -> Vec<&'static dyn PlannedAnalysis> {
    let others = making(tables).map(|analysis| analysis as &dyn PlannedAnalysis);
    let scores: &'static dyn PlannedAnalysis = &Scores;
    let is_scores = making(tables)
        .any(|analysis| analysis.table_descriptions().iter().any(|table| table.name == "scores"));
    others.chain((!is_scores).then_some(scores)).collect()
}

/// The tables called `wanted` of `plan`, that of a further seed.
pub(super) fn contents(
    plan: &Plan,
    store: &PartStore,
    wanted: &BTreeSet<String>,
) -> Result<BTreeMap<String, Contents>, TableError> {
    let results = Results::new(plan, store);
    let mut tables = ResultTables::only_contents(super::manifest(plan), wanted.clone());
    for analysis in making(wanted) {
        analysis.tables(&results, &mut tables)?;
    }
    Ok(tables.contents)
}
