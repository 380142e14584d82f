//! Margins of error in words, which findings about single scores share.

use super::moments::median;
use crate::presentation::{extent, number};
use crate::words::{grouped_count, listing};

/// Margin of error of the scores of one metric: half the width of their intervals.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Margin {
    /// What the metric is called.
    pub(crate) metric: String,
    /// Median over systems, in the metric's unit.
    pub(crate) median: f64,
}

impl Margin {
    /// Of the systems that have one.
    pub(crate) fn of_systems(metric: &str, margins: impl Iterator<Item = f64>) -> Option<Self> {
        Some(Self { metric: metric.to_owned(), median: median(margins)? })
    }
}

/// Margins that a sentence names one by one; of more those of a metric are one range.
const NAMED: usize = 4;

fn in_words(margin: &Margin) -> String {
    format!("±{} by {}", number(margin.median), margin.metric)
}

/// By the name of the metric, without the references in brackets behind it.
fn by_name(margins: &[Margin]) -> Vec<(&str, Vec<&Margin>)> {
    let mut groups: Vec<(&str, Vec<&Margin>)> = Vec::new();
    for margin in margins {
        let name = margin.metric.split_once(" (").map_or(&*margin.metric, |(name, _)| name);
        match groups.iter_mut().find(|(other, _)| *other == name) {
            Some((_, group)) => group.push(margin),
            None => groups.push((name, vec![margin])),
        }
    }
    groups
}

fn range(name: &str, margins: &[&Margin]) -> String {
    if let [only] = margins {
        return in_words(only);
    }
    let (low, high) = extent(margins.iter().map(|margin| margin.median));
    let sets = margins.len();
    format!("±{} to ±{} by {name} ({sets} sets of references)", number(low), number(high))
}

/// How precise single scores are: a sentence. Nothing where there is no margin.
pub(crate) fn headline(margins: &[Margin], systems: usize, level: &str) -> Option<String> {
    if margins.is_empty() {
        return None;
    }
    let each: Vec<String> = if margins.len() > NAMED {
        by_name(margins).into_iter().map(|(name, margins)| range(name, &margins)).collect()
    } else {
        margins.iter().map(in_words).collect()
    };
    let of = if systems > 1 { format!(", median of {systems} systems") } else { String::new() };
    let each = listing(each.iter().map(String::as_str));
    Some(format!("A score has a margin of error of {each} ({level} %{of})."))
}

/// What scores are of: `1,420 segments in 160 documents`.
pub(crate) fn test_set(segments: Option<u64>, documents: u32) -> String {
    let count = u64::from(documents);
    let documents = grouped_count(count, "document");
    match segments {
        // A segment a document: the format knows no documents.
        Some(segments) if segments == count => grouped_count(segments, "segment"),
        Some(segments) => format!("{} in {documents}", grouped_count(segments, "segment")),
        None => documents,
    }
}
