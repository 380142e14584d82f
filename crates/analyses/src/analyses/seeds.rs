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

use super::published::{self, Target};
use super::{Analyses, Analysis, ResultTables, Results};
use crate::config::model::Spec;
use crate::corpus::model::Corpus;
use crate::execute::PartStore;
use crate::plan::{Plan, PlanProblem, Planned};
use crate::table::{Contents, TableError};

/// The plans of all seeds of the spec of `first` but the first, without texts.
pub(super) fn plans(analyses: Analyses, first: &Plan) -> Result<Vec<Plan>, Vec<PlanProblem>> {
    let targets = published::targets(&first.spec);
    let planned = planned(analyses, &tables(&targets));
    let made: Vec<_> = (1..first.spec.seeds)
        .into_par_iter()
        .map(|index| {
            let spec = restricted(first.spec.with_seed(index), &targets);
            let seed = spec.seed;
            let corpora = spec.corpora.iter().map(|source| match source.generate(None) {
                Some(corpus) => Arc::new(corpus.expect("the preset was there for the first seed")),
                None => of_files(first, &source.name),
            });
            let corpora = corpora.collect();
            let plan = Plan::new(spec, corpora, &planned).map(Plan::without_texts);
            plan.map_err(|mut problems| {
                for problem in &mut problems {
                    problem.message = format!("with seed {seed}: {}", problem.message);
                }
                problems
            })
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
fn restricted(mut spec: Spec, targets: &[Target]) -> Spec {
    spec.studies.retain(|study| targets.iter().any(|target| target.may_be_of(study)));
    spec.keep_used_corpora();
    spec
}

/// Names of the tables that targets are in.
fn tables(targets: &[Target]) -> BTreeSet<String> {
    targets.iter().map(|target| target.quantity.table.clone()).collect()
}

/// Returns those of `analyses` that make one of `tables`.
fn making(
    analyses: Analyses,
    tables: &BTreeSet<String>,
) -> impl Iterator<Item = &'static Analysis> {
    analyses.iter().copied().filter(|analysis| {
        analysis.descriptions.iter().any(|description| tables.contains(description().name))
    })
}

/// What is planned for `tables`: the analyses that make them, and scores, which all others read. A
/// table that is not of single studies may hold what any analysis asks for.
fn planned(analyses: Analyses, tables: &BTreeSet<String>) -> Vec<Planned> {
    let described = super::all_tables(analyses);
    let are_of_studies = tables.iter().all(|name| {
        let table = described.iter().find(|table| table.name == name);
        table.is_none_or(|table| table.columns.iter().any(|column| column.name == "study"))
    });
    let chosen: Vec<&'static Analysis> = if are_of_studies {
        let with_scores = tables.iter().cloned().chain(["scores".to_owned()]).collect();
        making(analyses, &with_scores).collect()
    } else {
        analyses.to_vec()
    };
    chosen.into_iter().map(|analysis| analysis.plan).collect()
}

/// The tables called `wanted` of `plan`, that of a further seed.
pub(super) fn contents(
    analyses: Analyses,
    plan: &Plan,
    store: &PartStore,
    wanted: &BTreeSet<String>,
) -> Result<BTreeMap<String, Contents>, TableError> {
    let results = Results::new(plan, store);
    let mut tables =
        ResultTables::only_contents(analyses, super::manifest(analyses, plan), wanted.clone());
    for analysis in making(analyses, wanted) {
        (analysis.tables)(&results, &mut tables)?;
    }
    Ok(tables.contents)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analyses as all;
    use crate::config::model::PublishedText;
    use crate::corpus::synthetic;
    use crate::diagnostic::SourceText;
    use crate::execute::run;
    use crate::plan::Cost;

    static ANALYSES: [&Analysis; 17] = [
        &all::scores::SCORES,
        &all::margin::MARGIN,
        &all::growth::GROWTH,
        &all::minimal_sizes::MINIMAL_SIZES,
        &all::ranking::RANKING,
        &all::comparison::COMPARISON,
        &all::separation::SEPARATION,
        &all::power::POWER,
        &all::intervals::INTERVALS,
        &all::coverage::COVERAGE,
        &all::stability::STABILITY,
        &all::replicates::REPLICATES,
        &all::cross_reference::CROSS_REFERENCE,
        &all::correlation::CORRELATION,
        &all::agreement::AGREEMENT,
        &all::representativeness::REPRESENTATIVENESS,
        &all::published::PUBLISHED,
    ];

    const SPEC: &str = r#"
        [experiment]
        name = "spread"
        seed = 5
        seeds = 2
        published = "paper.toml"
        [defaults]
        B = 50
        [corpora.made.synthetic]
        preset = "cesta-arfr-1"
        [studies.growth]
        corpora = ["made"]
        metrics = ["bleu", "chrf", "adequacy", "fluency"]
        reference-counts = [2, 4]
        test-sizes = { documents = [4, 8, 12, 16] }
        resample = "documents"
        [studies.growth.minimal-size]
        [studies.growth.margin]
        [studies.growth.intervals]
        [studies.growth.comparison]
        [studies.growth.power]
        [studies.growth.ranking]
        [studies.growth.correlation]
        [studies.growth.cross-reference]
        [studies.growth.agreement]
        [studies.growth.replicates]
        [studies.pairs]
        corpora = ["made"]
        metrics = ["bleu"]
        test-sizes = { documents = [8, 16] }
        [studies.pairs.separation]
        [studies.subset]
        corpora = ["made"]
        metrics = ["adequacy"]
        test-sizes = { documents = [8, 16] }
        [studies.subset.representativeness]
        [studies.again]
        corpora = ["made"]
        metrics = ["bleu"]
        test-sizes = { documents = [16] }
        repeats = 3
        [studies.again.stability]
        [studies.blocks]
        corpora = ["made"]
        metrics = ["bleu"]
        samples = { sampling = "broad", segments = [60], count = 4 }
        [studies.blocks.coverage]
        [studies.blocks.comparison]
        "#;

    /// The spec with one published value, in `table`.
    fn spec(table: &str) -> Spec {
        let mut spec =
            all::parse(&ANALYSES, "spec.toml", SPEC).unwrap_or_else(|error| panic!("{error}")).spec;
        let file = "values = 'paper.csv'\nsource = { key = 'paper', authors = 'A', title = 'T', venue = 'V', \
                    year = 2004 }\n";
        let values =
            format!("place,what,value,unit,reproduced_by,corpus\nP,W,1,,{table}.value,made\n");
        let texts = [("paper.toml", file), ("paper.csv", &values)].map(|(path, text)| {
            PublishedText { path: path.to_owned(), source: SourceText::new(path, text) }
        });
        spec.published[0].texts = texts.to_vec();
        spec
    }

    fn corpus(seed: u64) -> Arc<Corpus> {
        Arc::new(synthetic::generate("cesta-arfr-1", seed, "made").expect("a preset"))
    }

    fn cells(contents: &Contents) -> Vec<String> {
        let rows = (0..contents.rows()).map(|row| {
            let values = contents.columns().map(|column| contents.value(column, row));
            format!("{:?}", values.collect::<Vec<_>>())
        });
        rows.collect()
    }

    /// A further seed that is asked for one table takes its results from a whole run with the seed, and
    /// makes the same table of them.
    #[test]
    fn each_table_is_that_of_a_whole_run() {
        let corpus = corpus(6);
        let alone = all::plan(&ANALYSES, spec("scores").with_seed(1), vec![corpus.clone()])
            .expect("a plan");
        let (mut store, stop) = (PartStore::in_memory(), AtomicBool::new(false));
        run(&alone, &mut store, &stop, &|_| {}).expect("it runs");
        let names = all::all_tables(&ANALYSES).into_iter().map(|table| table.name.to_owned());
        // Those of published values are made from the others.
        let names = names.filter(|name| !name.starts_with("published") && name != "claims");
        let names: BTreeSet<String> = names.collect();
        let whole = contents(&ANALYSES, &alone, &store, &names).expect("columns");
        let mut smaller = 0;
        for name in &names {
            let spec = spec(name).with_seed(1);
            let targets = published::targets(&spec);
            let wanted = tables(&targets);
            let restricted = restricted(spec.clone(), &targets);
            let further = Plan::new(restricted, vec![corpus.clone()], &planned(&ANALYSES, &wanted));
            let further = further.expect("a plan").without_texts();
            let tasks = further.jobs.iter().flat_map(|job| &job.tasks);
            let keys: Vec<_> = tasks.map(|task| further.key(task)).collect();
            assert!(keys.iter().all(|key| store.has(key)), "{name}: other keys than alone");
            smaller += usize::from(keys.len() < alone.result_count());
            let made = contents(&ANALYSES, &further, &store, &wanted).expect("columns");
            // A table that nothing asks for is only there where it has rows.
            assert_eq!(made.get(name).map(cells), whole.get(name).map(cells), "{name}");
        }
        assert!(whole.values().filter(|table| table.rows() > 0).count() >= 20);
        assert!(smaller >= 15, "only {smaller} tables need less than all results");
    }

    /// Texts are dropped, and the same when they are made again.
    #[test]
    fn further_plans_have_no_texts() {
        let both = all::plan(&ANALYSES, spec("agreement"), vec![corpus(5)]).expect("a plan");
        let [further] = &both.further[..] else { panic!("two seeds have one further plan") };
        let kept = &further.corpora[0].corpus;
        let mut texts = kept.systems.iter().chain(&kept.references);
        assert!(texts.all(|text| text.texts.text_bytes() == 0));
        assert_eq!(kept.judgments.len(), 2, "judgments stay");
        let made = corpus(6);
        assert_eq!(further.with_texts().corpora[0].corpus, made);
        // The estimate counts the texts that are not there.
        let one = all::plan(&ANALYSES, Spec { seeds: 1, ..spec("agreement") }, vec![corpus(5)])
            .expect("a plan");
        assert!(Cost::of_plan(&both).tables > Cost::of_plan(&one).tables);
    }
}
