//! Small corpora, and runs over them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use runner::analyses::{Results, each_comparison, each_power};
use runner::corpus::model::{Corpus, Document, Judgments, NamedTexts};
use runner::execute::{self, PartStore};
use runner::plan::{Plan, PlanProblem};
use runner::spec;
use runner::table::{ComparisonRow, PowerRow};

pub(crate) struct Rows {
    pub(crate) comparisons: Vec<ComparisonRow>,
    pub(crate) power: Vec<PowerRow>,
}

/// The head of a spec with one study, to which `study` is appended; on the whole corpus, unless it says
/// otherwise.
pub(crate) fn spec_of(study: &str) -> String {
    let has_sizes = study.contains("test-sizes") || study.contains("samples");
    let whole = if has_sizes { "" } else { "test-sizes = { fractions = [1.0] }\n" };
    format!(
        "[experiment]\nname = \"x\"\nseed = 5\n[corpora.c.synthetic]\npreset = \"tides-2002\"\n\
         [studies.s]\ncorpora = [\"c\"]\n{whole}{study}"
    )
}

pub(crate) fn plan(study: &str, corpus: Corpus) -> Result<Plan, Vec<PlanProblem>> {
    let spec = spec::parse("test.toml", &spec_of(study)).unwrap().spec;
    runner::analyses::plan(spec, vec![Arc::new(corpus)])
}

pub(crate) fn run(study: &str, corpus: Corpus) -> Rows {
    let plan = plan(study, corpus).unwrap();
    let mut store = PartStore::in_memory();
    execute::run(&plan, &mut store, &AtomicBool::new(false), &|_| {}).unwrap();
    let results = &Results::new(&plan, &store);
    Rows { comparisons: each_comparison(results).collect(), power: each_power(results).collect() }
}

pub(crate) fn documents(lengths: &[usize]) -> Vec<Document> {
    let mut start = 0;
    let document = |(index, length): (usize, &usize)| {
        start += length;
        Document { id: format!("d{index}"), domain: None, segments: start - length..start }
    };
    lengths.iter().enumerate().map(document).collect()
}

/// One judgment of each segment of each system.
pub(crate) fn judged(lengths: &[usize], systems: &[(&str, Vec<Option<f64>>)]) -> Corpus {
    let of_system = |(name, values): &(&str, Vec<Option<f64>>)| {
        ((*name).to_owned(), Judgments { judges: vec![values.clone()] })
    };
    Corpus {
        name: "c".to_owned(),
        documents: documents(lengths),
        systems_without_text: systems.iter().map(|(name, _)| (*name).to_owned()).collect(),
        judgments: BTreeMap::from([(
            "adequacy".to_owned(),
            systems.iter().map(of_system).collect(),
        )]),
        ..Corpus::default()
    }
}

pub(crate) fn all(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

fn named(name: &str, text: &str) -> NamedTexts {
    NamedTexts { name: name.to_owned(), texts: text.lines().collect() }
}

/// The 50 segments of `golden/sacrebleu`.
pub(crate) fn texts() -> Corpus {
    Corpus {
        name: "c".to_owned(),
        documents: documents(&[20, 30]),
        references: vec![named("ref", include_str!("../../golden/sacrebleu/ref.txt"))],
        systems: vec![
            named("A", include_str!("../../golden/sacrebleu/sysA.txt")),
            named("B", include_str!("../../golden/sacrebleu/sysB.txt")),
        ],
        ..Corpus::default()
    }
}

/// The row of a pair and method.
#[track_caller]
pub(crate) fn find<'a>(
    rows: &'a [ComparisonRow],
    pair: [&str; 2],
    method: &str,
) -> &'a ComparisonRow {
    let is =
        |row: &&ComparisonRow| [&*row.system_a, &*row.system_b] == pair && &*row.method == method;
    let mut found = rows.iter().filter(is);
    let row = found.next().unwrap();
    assert!(found.next().is_none(), "one row for {pair:?} by {method}");
    row
}
