//! Corpora without texts.

use runner::corpus::model::Corpus;

use crate::support::study::documents;
pub(crate) use crate::support::study::{plan, run};

/// A corpus without texts: documents of these lengths, and the score `mark` of each segment for each
/// system.
pub(crate) fn marked(lengths: &[usize], systems: &[(&str, &dyn Fn(usize) -> f64)]) -> Corpus {
    let mut corpus = Corpus {
        name: "marked".to_owned(),
        documents: documents(lengths),
        systems_without_text: systems.iter().map(|(name, _)| (*name).to_owned()).collect(),
        ..Corpus::default()
    };
    let by_system = systems
        .iter()
        .map(|(name, mark)| {
            ((*name).to_owned(), (0..lengths.iter().sum()).map(|i| Some(mark(i))).collect())
        })
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
