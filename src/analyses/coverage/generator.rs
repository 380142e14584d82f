//! The truth behind a synthetic corpus: scores on fresh corpora of the same generator.
//!
//! A seed draws documents from what the preset fixes (language, translators, systems, judges), so the
//! mean score of corpora with other seeds estimates the score that the generator stands for.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::corpus::source::CorpusFormat;
use crate::corpus::synthetic;
use crate::execute::job;
use crate::execute::statistics::of_corpus;
use crate::execute::view::View;
use crate::plan::{CorpusPlan, Task};
use crate::stats::random::{Purpose, StreamKey};

/// Scores on `count` fresh corpora, one vector for each scoring of the task; absent where undefined.
/// Nothing is drawn from the corpus of the task. One corpus is held at a time.
pub(super) fn of(view: &View<'_>, task: &Task, count: u32) -> Vec<Vec<Option<f64>>> {
    let plan = view.plan;
    let own = &plan.corpora[view.job.corpus];
    let CorpusFormat::Synthetic(source) = &plan.spec.corpora[view.job.corpus].format else {
        unreachable!("planned for synthetic corpora only")
    };
    let seeds = StreamKey::new(plan.spec.seed, Purpose::Generator)
        .text(&own.corpus.name)
        .text(&source.preset)
        .number(source.seed);
    let mut scores = vec![Vec::with_capacity(count as usize); task.scorings.len()];
    let never = AtomicBool::new(false);
    for number in 1..=u64::from(count) {
        let corpus = synthetic::generate(&source.preset, seeds.seed(number), &own.corpus.name);
        let corpus = Arc::new(corpus.expect("the preset made the corpus of the spec"));
        let segments: Vec<usize> = (0..corpus.segment_count()).collect();
        let fresh = CorpusPlan { corpus, test_sets: Vec::new(), scorings: own.scorings.clone() };
        let extracted = of_corpus(plan, &fresh, &task.scorings, &never).unwrap_or_default();
        for (scoring, scores) in task.scorings.iter().zip(&mut scores) {
            // Which segments of a fresh corpus would count is not known.
            let all_count = own.scorings[*scoring].mask.is_none();
            let found = extracted.iter().find(|(index, _)| all_count && index == scoring);
            scores.push(found.and_then(|(_, extracted)| {
                let statistics = &extracted.statistics;
                let rows = job::rows_of(&statistics.rows, &segments, None);
                job::score(&*statistics.scorer, &rows)
            }));
        }
    }
    scores
}
