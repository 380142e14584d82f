//! How closely parts score and decide like the whole.

use std::collections::BTreeMap;

use super::RepresentativenessRow;
use crate::analyses::common::moments::mean_of_all;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, MetricRows, StudySection, number, percent, real, whole, whole_percent, words,
};
use crate::table::{Cell, Resampled};
use crate::words::grouped_count;

/// Probability of the same decision from which a part stands for the whole.
const ENOUGH: f64 = 0.95;

/// The probability of the same decision, by size and metric.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<RepresentativenessRow>().of_first_draws();
    let Some(first) = rows.first() else { return Vec::new() };
    // Coefficients apart, rows say the same.
    let rows = rows.keep(|row| row.coefficient == first.coefficient);
    let metrics: Vec<MetricRows<'_, RepresentativenessRow>> = rows.by_metric();
    let sizes: Vec<PartSize> = metrics.iter().flat_map(by_size).collect();
    let parts: Vec<&PartSize> = sizes.iter().filter(|size| !size.is_whole()).collect();
    let (headline, size) = verdict(&parts, metrics.len());
    let of_size = parts.iter().filter(|part| Some(part.key()) == size);
    let differences = of_size.filter_map(|part| {
        let difference = number(part.row.largest_difference?);
        let system = part.row.largest_difference_system.as_deref()?;
        Some(format!(
            "By {}, a score of {} differs from that of the whole corpus by up to {difference} ({system}).",
            part.metric,
            part.name()
        ))
    });
    let lines = sizes.iter().map(|PartSize { metric, row, .. }| {
        vec![
            words(metric),
            whole(row.cell.documents),
            whole(row.cell.segments),
            percent(row.same_decision_probability),
            percent(row.same_decisions),
            real(row.largest_difference),
        ]
    });
    let table = short_table(
        section,
        ("parts", "Parts compared with the whole corpus."),
        &["metric", "documents", "segments", "same decision", "observed", "largest difference"],
        lines.collect(),
        "representativeness",
    );
    let mut finding = Finding::new(section, "representativeness", headline)
        // At most four sentences.
        .sentences(differences.take(4))
        .table(table);
    if parts.iter().any(|size| size.row.same_decision_probability.is_some()) {
        finding = finding.note(format!(
            "Same decision: the probability that a random part of this size prefers the same of two \
             systems as this corpus, over pairs of systems ({} as units). New texts agree less often.",
            section.unit().name()
        ));
    }
    let of_documents =
        parts.iter().any(|size| size.row.same_decision_probability.is_some() && !size.is_sampled);
    if of_documents && section.unit() == Resampled::Segments {
        finding = finding.note(
            "Caution: these parts are whole documents, and segments of a document are alike. Resampling \
             segments makes the probabilities too high; write `resample = \"documents\"`.",
        );
    }
    for size in &sizes {
        finding = finding.row_with(&size.row, [("test_sets", size.test_sets.into())]);
    }
    vec![finding]
}

/// What the test sets of a size have in common.
struct PartSize {
    metric: String,
    test_sets: usize,
    /// Whether sizes are in segments.
    is_sampled: bool,
    /// Means over the test sets, and the largest difference of all. Null where they differ in what they are.
    row: RepresentativenessRow,
}

impl PartSize {
    fn new(metric: &str, rows: &[&RepresentativenessRow], is_sampled: bool) -> Self {
        let first = rows[0];
        let is_one = rows.len() == 1;
        let same_segments = rows.iter().all(|row| row.cell.segments == first.cell.segments);
        let differences = rows.iter().filter_map(|row| Some((row.largest_difference?, *row)));
        let largest = differences.max_by(|one, other| one.0.total_cmp(&other.0));
        let cell = first.cell.clone();
        Self {
            metric: metric.to_owned(),
            test_sets: rows.len(),
            is_sampled,
            row: RepresentativenessRow {
                cell: Cell {
                    ordering: cell.ordering.filter(|_| is_one),
                    test_set: cell.test_set.filter(|_| is_one),
                    segments: cell.segments.filter(|_| same_segments),
                    judged_segments: cell.judged_segments.filter(|_| is_one),
                    judged_documents: cell.judged_documents.filter(|_| is_one),
                    ..cell
                },
                corpus_share: mean_of_all(rows, |row| row.corpus_share),
                value: mean_of_all(rows, |row| row.value),
                same_decisions: mean_of_all(rows, |row| row.same_decisions),
                same_decision_probability: mean_of_all(rows, |row| row.same_decision_probability),
                same_ranks: mean_of_all(rows, |row| row.same_ranks),
                mean_difference: mean_of_all(rows, |row| row.mean_difference),
                largest_difference: largest.map(|(difference, _)| difference),
                largest_difference_system: largest
                    .and_then(|(_, row)| row.largest_difference_system.clone()),
                ..first.clone()
            },
        }
    }

    fn is_whole(&self) -> bool {
        self.row.corpus_share.is_some_and(|share| share >= 1.0)
    }

    /// What sizes are compared by.
    fn key(&self) -> u64 {
        let Cell { segments, documents, .. } = &self.row.cell;
        if self.is_sampled { segments.unwrap_or(0) } else { (*documents).into() }
    }

    fn name(&self) -> String {
        let noun = if self.is_sampled { "segment" } else { "document" };
        grouped_count(self.key(), noun)
    }

    fn preference(&self) -> String {
        let verb = if self.key() == 1 { "prefers" } else { "prefer" };
        format!("{} {verb} the same of two systems as the whole corpus", self.name())
    }
}

/// The sizes of a metric, ascending, each with the mean over its test sets.
fn by_size(metric: &MetricRows<'_, RepresentativenessRow>) -> Vec<PartSize> {
    let documents = metric.rows.groups(|row| row.cell.documents).len();
    let segments = metric.rows.groups(|row| row.cell.segments).len();
    // Samples have a size in segments, and any number of documents; orders the other way round.
    let is_sampled = segments < documents;
    let mut sizes: BTreeMap<u64, Vec<&RepresentativenessRow>> = BTreeMap::new();
    for row in metric.rows.iter() {
        let of_documents = u64::from(row.cell.documents);
        let key = if is_sampled { row.cell.segments.unwrap_or(0) } else { of_documents };
        sizes.entry(key).or_default().push(row);
    }
    sizes.values().map(|rows| PartSize::new(&metric.title, rows, is_sampled)).collect()
}

/// Says whether parts decide like the whole, and returns the size that this is about.
fn verdict(parts: &[&PartSize], metrics: usize) -> (String, Option<u64>) {
    let Some(first) = parts.first() else {
        let text = "Every test set is the whole corpus: there is no part to compare.";
        return (text.to_owned(), None);
    };
    let mut by_key: BTreeMap<u64, Vec<&PartSize>> = BTreeMap::new();
    for part in parts {
        by_key.entry(part.key()).or_default().push(part);
    }
    let largest = by_key.keys().next_back().copied();
    if first.row.systems < 2 {
        return (
            "There is one system: no decision to compare, only its score.".to_owned(),
            largest,
        );
    }
    // What holds for every metric; a size where one is not known has none.
    let sizes_with_least = by_key.values().filter_map(|sizes| {
        let all: Option<Vec<f64>> =
            sizes.iter().map(|size| size.row.same_decision_probability).collect();
        Some((sizes[0], all?.into_iter().fold(1.0, f64::min)))
    });
    let sizes_with_least: Vec<(&PartSize, f64)> = sizes_with_least.collect();
    let of = if metrics > 1 { format!(" for each of {metrics} metrics") } else { String::new() };
    // By chance a smaller part may agree more often than a larger one: all from there on have to.
    let below = sizes_with_least.iter().rposition(|(_, least)| *least < ENOUGH);
    let enough = sizes_with_least.get(below.map_or(0, |last| last + 1));
    match (enough, sizes_with_least.as_slice()) {
        (_, []) => {
            ("How often a part decides like the whole corpus is not known.".to_owned(), largest)
        }
        (_, [(only, least)]) => {
            let text = format!(
                "{} with a probability of {} %{of}.",
                only.preference(),
                whole_percent(*least, ENOUGH)
            );
            (text, Some(only.key()))
        }
        (Some((size, least)), _) => {
            // Smaller sizes were not tried.
            let from = if below.is_none() { "At most " } else { "" };
            let text = format!(
                "{from}{} with a probability of {} %{of}.",
                size.preference(),
                whole_percent(*least, ENOUGH)
            );
            (text, Some(size.key()))
        }
        (None, [.., (size, least)]) => {
            let text = format!(
                "Even {} with a probability of only {} %{of}.",
                size.preference(),
                whole_percent(*least, ENOUGH)
            );
            (text, Some(size.key()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::analyses::common::one_study::{cell, each_reason, finding_of};

    fn row(documents: u32, share: f64, probability: Option<f64>) -> RepresentativenessRow {
        RepresentativenessRow {
            cell: cell("bleu", None, documents),
            systems: 5,
            corpus_share: Some(share),
            value: Some(0.99),
            pairs: 10,
            same_decisions: Some(0.9),
            same_decision_probability: probability,
            largest_difference: Some(1.25),
            largest_difference_system: Some("S3".into()),
            ..RepresentativenessRow::default()
        }
    }

    /// Parts of one, five and eight of ten documents that decide like all with these probabilities.
    fn sizes(probabilities: [f64; 3]) -> Vec<RepresentativenessRow> {
        let [one, five, eight] = probabilities.map(Some);
        vec![row(1, 0.1, one), row(5, 0.5, five), row(8, 0.8, eight), row(10, 1.0, Some(1.0))]
    }

    fn headline(rows: Vec<RepresentativenessRow>) -> String {
        finding_of(rows, findings).headline
    }

    #[test]
    fn one_part_and_several() {
        for (p, beginning) in [
            ([0.8, 0.96, 0.99], "5 documents prefer"),
            // A lucky small part is none: what is below counts from the last size on.
            ([0.99, 0.9, 0.97], "8 documents prefer"),
            ([0.96, 0.97, 0.99], "At most 1 document prefers"),
            ([0.5, 0.6, 0.7], "Even 8 documents prefer"),
        ] {
            let headline = headline(sizes(p));
            assert!(headline.starts_with(beginning), "{headline}");
        }
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason| {
                let mut row = row(5, 0.3, None);
                row.cell.status = reason.into();
                vec![row]
            },
            findings,
        );
    }

    #[test]
    fn the_worst_metric_decides_and_orders_are_averaged() {
        let mut other = row(5, 0.5, Some(0.7));
        other.cell.metric = "ter".into();
        let mut random = row(5, 0.5, Some(0.9));
        random.cell.ordering = Some("random-1".into());
        random.cell.segments = Some(61);
        let found = finding_of(vec![row(5, 0.5, Some(0.8)), random, other], findings);
        assert_eq!(
            found.headline,
            "5 documents prefer the same of two systems as the whole corpus with a probability of 70 % \
             for each of 2 metrics."
        );
        assert!(
            (found.rows[0]["same_decision_probability"].as_f64().unwrap() - 0.85).abs() < 1e-12
        );
        assert_eq!(found.rows[0]["test_sets"], 2);
        assert_eq!(found.rows[0]["segments"], serde_json::Value::Null);
    }
}
