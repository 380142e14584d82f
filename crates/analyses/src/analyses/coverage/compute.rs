//! The truth behind a synthetic corpus: scores on fresh corpora of the same generator.
//!
//! A seed draws documents from what the preset fixes (language, translators, systems, judges), so the
//! mean score of corpora with other seeds estimates the score that the generator stands for.

use std::sync::Arc;

use crate::execute::score_corpus;
use crate::formats::source::CorpusFormat;
use crate::plan::{CorpusPlan, Group, JobResults};
use crate::stats::random::{Purpose, StreamKey};

/// Scores on `count` fresh corpora, one vector for each scoring of the group; absent where undefined.
/// Nothing is resampled from the corpus of the job. One corpus is held at a time.
pub(super) fn generator_scores(
    job: &JobResults<'_>,
    group: &Group<'_>,
    count: u32,
) -> Vec<Vec<Option<f64>>> {
    let JobResults { spec, corpus: CorpusPlan { corpus, scorings, .. }, .. } = job;
    let CorpusFormat::Synthetic(source) = &spec.corpora[job.coordinates.corpus].format else {
        unreachable!("planned for synthetic corpora only")
    };
    let seeds = StreamKey::new(spec.seed, Purpose::Generator)
        .text(&corpus.name)
        .text(&source.preset)
        .number(source.seed);
    // Which segments of a fresh corpus would count is not known, and neither are its strata.
    let scored: Vec<usize> = group
        .scorings
        .iter()
        .copied()
        .filter(|index: &usize| {
            scorings[*index].mask.is_none() && scorings[*index].strata.is_none()
        })
        .collect();
    let mut scores = vec![Vec::with_capacity(count as usize); group.scorings.len()];
    for number in 1..=u64::from(count) {
        let fresh = spec.corpora[job.coordinates.corpus].generate(Some(seeds.seed(number)));
        let fresh = fresh.and_then(Result::ok).expect("the preset made the corpus of the spec");
        let fresh = Arc::new(fresh);
        let fresh = CorpusPlan {
            corpus: fresh,
            test_sets: Vec::new(),
            scorings: scorings.clone(),
            words_per_segment: None,
        };
        // What a metric cannot read has no score: the tables then say that the truth is undefined.
        let of_scored = score_corpus(spec, &fresh, &scored).unwrap_or_default();
        for (scoring, scores) in group.scorings.iter().zip(&mut scores) {
            let position = scored.iter().position(|index| index == scoring);
            scores.push(position.and_then(|position| *of_scored.get(position)?));
        }
    }
    scores
}
