//! Whole studies in memory, and corpora made for them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use runner::analyses::Results;
use runner::corpus::model::{Corpus, Document, Judgments, NamedTexts};
use runner::diagnostic::Style;
use runner::execute::{self, PartStore};
use runner::formats;
use runner::plan::{Plan, PlanProblem};

/// A spec on a generated corpus, with as much work as `orderings` and replicates ask for.
pub(crate) fn generated(name: &str, orderings: usize, replicates: u32) -> String {
    format!(
        r#"
[experiment]
name = "{name}"
seed = 3

[corpora.made.synthetic]
preset = "cesta-enfr-1"

[studies.growth]
corpora = ["made"]
systems = ["S1"]
metrics = ["bleu", "adequacy"]
resample = "segments"
orderings = {{ corpus = true, random = {orderings} }}
B = {replicates}
"#
    )
}

/// The plan of a spec, on the given corpora or on those it names.
pub(crate) fn plan(text: &str, corpora: Option<Vec<Corpus>>) -> Result<Plan, Vec<PlanProblem>> {
    let spec = runner::analyses::parse("test.toml", text);
    let spec = spec.unwrap_or_else(|problems| panic!("{}", problems.render(Style::Plain))).spec;
    let read = || {
        let corpora = spec.corpora.iter();
        let read = corpora.map(|source| {
            let loaded = formats::read(&source.name, &source.format, Path::new(""));
            let mut corpus = loaded.unwrap().corpus;
            source.shorten(&mut corpus).unwrap();
            corpus
        });
        read.collect()
    };
    let corpora = corpora.unwrap_or_else(read).into_iter().map(Arc::new).collect();
    runner::analyses::plan(spec, corpora)
}

/// The results of a plan.
pub(crate) fn compute(plan: &Plan) -> PartStore {
    let mut store = PartStore::in_memory();
    execute::run(plan, &mut store, &AtomicBool::new(false), &|_| {}).unwrap();
    store
}

/// The plan of a spec and its results.
pub(crate) fn computed(text: &str, corpora: Option<Vec<Corpus>>) -> (Plan, PartStore) {
    let plan = plan(text, corpora).unwrap();
    let store = compute(&plan);
    (plan, store)
}

/// What `read` makes of the results of a spec.
pub(crate) fn run<T>(
    text: &str,
    corpora: Option<Vec<Corpus>>,
    read: impl for<'a> FnOnce(&'a Results<'a>) -> T,
) -> (Plan, T) {
    let (plan, store) = computed(text, corpora);
    let read = read(&Results::new(&plan, &store));
    (plan, read)
}

/// Documents of these lengths.
pub(crate) fn documents(lengths: &[usize]) -> Vec<Document> {
    let mut start = 0;
    let document = |(index, length): (usize, &usize)| {
        start += length;
        Document { id: format!("d{index}"), domain: None, segments: start - length..start }
    };
    lengths.iter().enumerate().map(document).collect()
}

/// A corpus without texts: documents of these lengths, and one judgment of adequacy of each segment of
/// each system.
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

/// All of these are there.
pub(crate) fn all(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

/// A column of texts, one a line.
pub(crate) fn named(name: &str, text: &str) -> NamedTexts {
    NamedTexts { name: name.to_owned(), texts: text.lines().collect() }
}

/// The 50 segments of `golden/sacrebleu`, in two documents.
pub(crate) fn texts() -> Corpus {
    Corpus {
        name: "c".to_owned(),
        documents: documents(&[20, 30]),
        references: vec![named("ref", include_str!("../golden/sacrebleu/ref.txt"))],
        systems: vec![
            named("A", include_str!("../golden/sacrebleu/sysA.txt")),
            named("B", include_str!("../golden/sacrebleu/sysB.txt")),
        ],
        ..Corpus::default()
    }
}
