//! Margins of error in words, which findings about single scores share.

use super::moments::median;
use crate::presentation::number;
use crate::words::{grouped_count, listing};

/// Margin of error of the scores of one metric: half the width of their intervals.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::analyses) struct Margin {
    /// What the metric is called.
    pub(in crate::analyses) metric: String,
    /// Median over systems, in the metric's unit.
    pub(in crate::analyses) median: f64,
}

impl Margin {
    /// Of the systems that have one.
    pub(crate) fn of_systems(metric: &str, margins: impl Iterator<Item = f64>) -> Option<Self> {
        Some(Self { metric: metric.to_owned(), median: median(margins)? })
    }
}

/// How precise single scores are: a sentence. Nothing where there is no margin.
pub(in crate::analyses) fn headline(
    margins: &[Margin],
    systems: usize,
    level: &str,
) -> Option<String> {
    let each: Vec<String> = margins
        .iter()
        .map(|margin| format!("±{} by {}", number(margin.median), margin.metric))
        .collect();
    if each.is_empty() {
        return None;
    }
    let of = if systems > 1 { format!(", median of {systems} systems") } else { String::new() };
    let each = listing(each.iter().map(String::as_str));
    Some(format!("A score has a margin of error of {each} ({level} %{of})."))
}

/// What scores are of: `1,420 segments in 160 documents`.
pub(in crate::analyses) fn test_set(segments: Option<u64>, documents: u32) -> String {
    let count = u64::from(documents);
    let documents = grouped_count(count, "document");
    match segments {
        // A segment a document: the format knows no documents.
        Some(segments) if segments == count => grouped_count(segments, "segment"),
        Some(segments) => format!("{} in {documents}", grouped_count(segments, "segment")),
        None => documents,
    }
}
