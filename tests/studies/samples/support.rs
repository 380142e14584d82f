//! Whole runs in memory, and corpora made for them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use runner::analyses::Results;
use runner::corpus::{
    self,
    model::{Corpus, Document},
};
use runner::execute::{self, PartStore};
use runner::plan::{Plan, PlanProblem};
use runner::spec;

/// The plan of a spec, on the given corpora or on those it names.
pub(crate) fn plan(text: &str, corpora: Option<Vec<Corpus>>) -> Result<Plan, Vec<PlanProblem>> {
    let spec = spec::parse("test.toml", text);
    let spec = spec
        .unwrap_or_else(|problems| panic!("{}", problems.render(runner::diagnostic::Style::Plain)))
        .spec;
    let read = || {
        let corpora = spec.corpora.iter();
        let read = corpora.map(|corpus| corpus::read(&corpus.name, &corpus.format, Path::new("")));
        read.map(|loaded| loaded.unwrap().corpus).collect()
    };
    let corpora = corpora.unwrap_or_else(read).into_iter().map(Arc::new).collect();
    runner::analyses::plan(spec, corpora)
}

/// What `read` makes of the results of a spec.
pub(crate) fn run<T>(
    text: &str,
    corpora: Option<Vec<Corpus>>,
    read: impl FnOnce(&Results<'_>) -> T,
) -> (Plan, T) {
    let plan = plan(text, corpora).unwrap();
    let mut store = PartStore::in_memory();
    execute::run(&plan, &mut store, &AtomicBool::new(false), &|_| {}).unwrap();
    let read = read(&Results::new(&plan, &store));
    (plan, read)
}

/// A corpus without texts: documents of these lengths, and the score `mark` of each segment for each
/// system.
pub(crate) fn marked(lengths: &[usize], systems: &[(&str, &dyn Fn(usize) -> f64)]) -> Corpus {
    let mut documents = Vec::new();
    let mut end = 0;
    for (index, length) in lengths.iter().enumerate() {
        documents.push(Document {
            id: format!("d{index}"),
            domain: None,
            segments: end..end + length,
        });
        end += length;
    }
    let mut corpus = Corpus {
        name: "marked".to_owned(),
        documents,
        systems_without_text: systems.iter().map(|(name, _)| (*name).to_owned()).collect(),
        ..Corpus::default()
    };
    let by_system = systems
        .iter()
        .map(|(name, mark)| ((*name).to_owned(), (0..end).map(|i| Some(mark(i))).collect()))
        .collect();
    corpus.external.insert("mark".to_owned(), by_system);
    corpus
}

/// The start of a spec for [`marked`] corpora with the metric `mark`.
pub(crate) const MARKED: &str = r#"
[experiment]
name = "marked"
seed = 11

[corpora.marked.plain]
systems = ["none"]

[metrics.mark.external]
score = "mark"
ratio-scale = true

"#;

/// Numbers in [0, 1) that look random.
pub(crate) fn noise(index: usize) -> f64 {
    let mut state = index as u64 ^ 0x9e37_79b9_7f4a_7c15;
    for _ in 0..3 {
        state ^= state >> 31;
        state = state.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        state ^= state >> 29;
    }
    (state >> 11) as f64 / (1_u64 << 53) as f64
}
