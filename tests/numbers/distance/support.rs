//! Reading golden files and scoring texts with a metric.

use std::path::Path;

use runner::metric::{Metric, Rows, Segments, Statistics, StatisticsRows};
use serde_json::Value;

/// A golden file.
pub(crate) fn golden(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    let bytes = std::fs::read(&path).expect("golden files are part of the repository");
    serde_json::from_slice(&bytes).expect("golden files are JSON")
}

/// The entries of an array.
pub(crate) fn array(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

/// A list of texts.
pub(crate) fn texts(value: &Value) -> Vec<Option<&str>> {
    array(value).iter().map(Value::as_str).collect()
}

/// Lists of texts.
pub(crate) fn all_texts(value: &Value) -> Vec<Vec<Option<&str>>> {
    array(value).iter().map(texts).collect()
}

/// Statistics of one system on two documents of half the segments each.
pub(crate) fn extract(
    metric: &dyn Metric,
    references: &[Vec<Option<&str>>],
    hypotheses: &Segments<'_>,
) -> Statistics {
    let references: Vec<&Segments<'_>> = references.iter().map(Vec::as_slice).collect();
    let (half, end) = (hypotheses.len() / 2, hypotheses.len());
    metric.prepare(&references, &[0..half, half..end]).extract(hypotheses)
}

/// Rows of `segments` as a test set of their own.
pub(crate) fn rows(statistics: &Statistics, segments: &[usize]) -> Rows {
    match &statistics.rows {
        StatisticsRows::PerTestSet(rows) => rows.rows(segments),
        StatisticsRows::PerReplicate(rows) => rows.rows(segments),
        StatisticsRows::Fixed(all) => {
            let mut rows = Rows::new(all.columns());
            for &segment in segments {
                if all.is_present(segment) {
                    rows.push(all.row(segment));
                } else {
                    rows.push_absent();
                }
            }
            rows
        }
    }
}

/// Score of `segments` as a test set of their own.
pub(crate) fn score(statistics: &Statistics, segments: &[usize]) -> Option<f64> {
    statistics.scorer.score(&rows(statistics, segments).sums())
}

/// Score of the first `count` segments.
pub(crate) fn corpus_score(statistics: &Statistics, count: usize) -> Option<f64> {
    score(statistics, &(0..count).collect::<Vec<_>>())
}

/// Asserts that two numbers agree to a relative tolerance.
#[track_caller]
pub(crate) fn assert_close(ours: f64, theirs: f64, tolerance: f64, what: &str) {
    let deviation = (ours - theirs).abs();
    assert!(
        deviation <= tolerance * theirs.abs().max(f64::MIN_POSITIVE),
        "{what}: {ours} is not {theirs} (off by {deviation:e})"
    );
}
