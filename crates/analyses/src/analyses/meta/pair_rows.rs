//! The table `meta_pairs`.

use super::averages::averages;
use super::pair_results::{OfPairs, PairTests};
use super::pooled::pooled;
use super::study_metrics::studies;
use crate::analyses::{MetaPairRow, Results};

/// Which of two metrics agrees better with people.
pub fn meta_pairs(results: &Results<'_>) -> Vec<MetaPairRow> {
    let corpus_rows = studies(results).flat_map(|study| {
        let Some(tests) = PairTests::new(&study) else { return Vec::new() };
        let measures = tests.question.measures.iter().enumerate();
        let rows = measures.flat_map(|(index, measure)| {
            tests.rows(&study, &OfPairs::new(&study, (measure.0, measure.1)), index)
        });
        rows.collect()
    });
    let over_corpora = averages(results).into_iter().flat_map(|averages| averages.pairs);
    let pooled = pooled(results).into_iter().flat_map(|pooled| pooled.pairs);
    corpus_rows.chain(pooled).chain(over_corpora).collect()
}
