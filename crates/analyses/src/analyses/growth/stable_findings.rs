//! From how many documents on scores and deviations stay near those of all documents.

use super::GrowthRow;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, MetricRows, StudySection, TextCell, TextTable, as_written, number, size, words,
};
use crate::words::{counted, grouped, grouped_count};

/// One finding about all metrics; nothing where the study does not ask.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = section.rows::<GrowthRow>().of_first_draws();
    let metrics: Vec<Settling<'_>> = rows.by_metric().iter().filter_map(Settling::new).collect();
    let first = metrics.first()?;
    if first.sizes < 2 {
        let documents = grouped_count(first.documents.into(), "document");
        let text = format!("All test sets have {documents}: there is no smaller one to compare.");
        return Some(Finding::new(section, "stable-size", text));
    }
    let mut finding = Finding::new(section, "stable-size", headline(&metrics))
        .sentences(deviations(&metrics))
        .sentence(format!(
            "Parts are compared with the whole that they belong to: this says how soon scores settle, not how \
             precise the last ones are. For that ask [studies.{}.margin].",
            section.study
        ))
        .table(table(section, &metrics))
        .notes(notes(&metrics));
    for metric in &metrics {
        let row = metric.median_of_scores().or(metric.median_of_stdev()).unwrap_or(metric.last[0]);
        finding = finding.row_with(row, [("systems", metric.last.len().into())]);
    }
    Some(finding)
}

/// What is known of a metric: its rows of the largest size, one for each system.
struct Settling<'a> {
    title: String,
    last: Vec<&'a GrowthRow>,
    documents: u32,
    sizes: usize,
}

impl<'a> Settling<'a> {
    /// Nothing where stable sizes were not asked.
    fn new(metric: &MetricRows<'a, GrowthRow>) -> Option<Self> {
        metric.rows.first().filter(|row| row.stdev_tolerance.is_some())?;
        let by_system = metric.rows.groups(|row| row.cell.system());
        let last: Vec<&GrowthRow> = by_system
            .iter()
            .filter_map(|(_, rows)| rows.iter().max_by_key(|row| documents(row)))
            .collect();
        let sizes = metric.rows.groups(|row| row.cell.documents).len();
        let most = last.iter().map(|row| documents(row)).max()?;
        Some(Self { title: metric.title.clone(), last, documents: most, sizes })
    }

    /// The row of the system with the median of those values that there are.
    fn median(&self, value: fn(&GrowthRow) -> Option<f64>) -> Option<&'a GrowthRow> {
        let mut rows: Vec<&'a GrowthRow> =
            self.last.iter().copied().filter(|row| value(row).is_some()).collect();
        rows.sort_by(|one, other| {
            value(one).unwrap_or_default().total_cmp(&value(other).unwrap_or_default())
        });
        // Of an even number the upper of both in the middle: the median is to be a system that
        // there is.
        rows.get(rows.len() / 2).copied()
    }

    fn median_of_scores(&self) -> Option<&'a GrowthRow> {
        self.median(|row| row.scores_stable_from)
    }

    fn median_of_stdev(&self) -> Option<&'a GrowthRow> {
        self.median(|row| row.stdev_stable_from)
    }

    fn scores_from(&self) -> Option<f64> {
        self.median_of_scores()?.scores_stable_from
    }

    fn stdev_from(&self) -> Option<f64> {
        self.median_of_stdev()?.stdev_stable_from
    }
}

fn documents(row: &GrowthRow) -> u32 {
    row.cell.judged_documents.unwrap_or(row.cell.documents)
}

/// `9.3 of 15 documents`.
fn of_documents(from: f64, metric: &Settling<'_>) -> String {
    format!("{} of {}", size(from), grouped_count(metric.documents.into(), "document"))
}

fn headline(metrics: &[Settling<'_>]) -> String {
    let mut settled: Vec<(f64, &Settling<'_>)> =
        metrics.iter().filter_map(|metric| Some((metric.scores_from()?, metric))).collect();
    settled.sort_by(|one, other| one.0.total_cmp(&other.0));
    match settled.as_slice() {
        [] => "From how many documents on scores settle is not known: no score has a tolerance."
            .to_owned(),
        [(from, metric)] => {
            let tolerance = metric.median_of_scores().and_then(|row| row.score_tolerance);
            let tolerance = tolerance.map_or_else(String::new, number);
            let whose = if metric.last.len() > 1 { " of the median system" } else { "" };
            format!(
                "By {}, the score{whose} stays within ±{tolerance} of that of all documents from {} on.",
                metric.title,
                of_documents(*from, metric)
            )
        }
        [(least, first), .., (most, last)] => format!(
            "Scores stay near those of all documents from {} ({}) to {} ({}) on.",
            size(*least),
            first.title,
            of_documents(*most, last),
            last.title
        ),
    }
}

/// From where on deviations stay near the last one, and that this is the law of the root.
fn deviations(metrics: &[Settling<'_>]) -> Option<String> {
    let mut from: Vec<f64> = metrics.iter().filter_map(Settling::stdev_from).collect();
    from.sort_by(f64::total_cmp);
    let (least, most) = (from.first()?, from.last()?);
    let first = &metrics[0];
    let tolerance = first.last[0].stdev_tolerance?;
    let range = match (size(*least), size(*most)) {
        (least, most) if least == most => least,
        (least, most) => format!("{least} to {most}"),
    };
    // sqrt(N/n) is at most 1 + tolerance from n = N/(1 + tolerance)^2 on.
    let growth = 1.0 + 0.01 * tolerance;
    let by_law = (f64::from(first.documents) / (growth * growth)).ceil();
    Some(format!(
        "The standard deviation stays within {} % of the last one from {range} documents on. Where it falls with the root of the size, \
         that is document {}, whatever the metric.",
        as_written(tolerance),
        size(by_law)
    ))
}

/// `5 to 10`: between which sizes four of five orders lie.
fn span(ends: Option<(f64, f64)>) -> TextCell {
    let text = ends.map(|(low, high)| format!("{} to {}", size(low), size(high)));
    TextCell::number(text.unwrap_or_else(|| "–".to_owned()), ends.map(|ends| ends.0))
}

fn line(metric: &Settling<'_>) -> Vec<TextCell> {
    let (scores, stdev) = (metric.median_of_scores(), metric.median_of_stdev());
    let tolerance = scores.and_then(|row| row.score_tolerance);
    vec![
        words(&metric.title),
        words(scores.map_or("–", |row| row.cell.system())),
        TextCell::optional(tolerance, |tolerance| format!("±{}", number(tolerance))),
        TextCell::optional(metric.scores_from(), size),
        span(scores.and_then(|row| row.scores_stable_from_lower.zip(row.scores_stable_from_upper))),
        TextCell::optional(metric.stdev_from(), size),
        span(stdev.and_then(|row| row.stdev_stable_from_lower.zip(row.stdev_stable_from_upper))),
    ]
}

fn table(section: &StudySection<'_>, metrics: &[Settling<'_>]) -> Option<TextTable> {
    short_table(
        section,
        (
            "stable-sizes",
            "Documents from which on scores and standard deviations stay near the last ones.",
        ),
        &[
            "metric",
            "median system",
            "tolerance",
            "scores from",
            "80 % of orders",
            "deviation from",
            "80 % of orders",
        ],
        metrics.iter().map(line).collect(),
        "growth",
    )
}

fn notes(metrics: &[Settling<'_>]) -> Vec<String> {
    let orders = metrics[0].last[0].orderings;
    let mut notes = vec![match orders {
        1 => "Documents in one order: in others scores settle elsewhere.".to_owned(),
        orders => format!("Mean over {} orders of the documents.", grouped(orders)),
    }];
    let missing: usize = metrics
        .iter()
        .map(|metric| metric.last.iter().filter(|row| row.scores_stable_from.is_none()).count())
        .sum();
    if missing > 0 {
        notes.push(format!(
            "{} without a last score or a tolerance for it.",
            counted(missing, "scoring")
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of, findings_of};

    fn row(metric: &str, documents: u32, from: Option<f64>) -> GrowthRow {
        let mut cell = cell(metric, Some("a"), documents);
        cell.ordering = None;
        GrowthRow {
            cell,
            orderings: 3,
            test_sets: 3,
            score_tolerance: from.map(|_| 1.5),
            scores_stable_from: from,
            scores_stable_from_lower: from.map(|from| from - 2.0),
            scores_stable_from_upper: from.map(|from| from + 2.0),
            stdev_tolerance: Some(25.0),
            stdev_stable_from: Some(9.5),
            stdev_stable_from_lower: Some(9.0),
            stdev_stable_from_upper: Some(10.0),
            ..GrowthRow::default()
        }
    }

    fn of_stable_sizes(section: &StudySection<'_>) -> Vec<Finding> {
        finding(section).into_iter().collect()
    }

    #[test]
    fn what_is_not_there_is_not_said() {
        let not_asked = GrowthRow { stdev_tolerance: None, ..row("bleu", 15, None) };
        assert!(findings_of(vec![not_asked], of_stable_sizes).is_empty());
        let one_size = finding_of(vec![row("bleu", 15, Some(15.0))], of_stable_sizes);
        assert_eq!(
            one_size.headline,
            "All test sets have 15 documents: there is no smaller one to compare."
        );
        let unknown =
            finding_of(vec![row("bleu", 8, None), row("bleu", 15, None)], of_stable_sizes);
        assert!(unknown.headline.contains("is not known"));
        assert!(unknown.notes[1].starts_with("1 scoring without"));
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason| {
                let mut all = vec![row("bleu", 8, None), row("bleu", 15, None)];
                for row in &mut all {
                    row.cell.status = reason.into();
                }
                all
            },
            of_stable_sizes,
        );
    }
}
