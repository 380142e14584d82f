//! Which systems gain by their change, and which gains most.

use super::row::GainRow;
use crate::analyses::common::{largest_test_set, short_table};
use crate::presentation::{
    Finding, MetricRows, StudySection, TextCell, TextTable, Verdict, interval, number, p_value,
    real, words,
};
use crate::words::counted;

/// Metrics that sentences name, beside that of the headline.
const NAMED: usize = 3;

/// Lines of the table.
const LINES: usize = 12;

/// What a gain is, without its number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Conclusion {
    /// Significantly better after the change.
    Gains,
    /// Significantly worse.
    Loses,
    /// Neither.
    Unclear,
}

impl Conclusion {
    /// Of a row that has a p-value.
    pub(super) fn of_row(section: &StudySection<'_>, row: &GainRow) -> Option<Self> {
        let (p, gain) = (row.p_adjusted?, row.gain?);
        let is_better = (gain > 0.0) != section.counts_errors(&row.cell.metric);
        Some(match p < 1.0 - section.level() / 100.0 {
            true if is_better => Self::Gains,
            true => Self::Loses,
            false => Self::Unclear,
        })
    }
}

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = largest_test_set(&section.rows::<GainRow>(), |row| &row.cell);
    let metrics = rows.by_metric();
    let mut sentences = metrics.iter().map(|metric| headline(section, metric));
    let finding = Finding::new(section, "gains", sentences.next()?)
        .sentences(sentences.take(NAMED))
        .table(table(section, &metrics))
        .rows(rows.iter());
    if rows.iter().all(|row| row.p_value.is_none()) {
        return Some(finding);
    }
    Some(finding.note(format!(
        "Student's intervals at {} % over both outputs together, each for one gain alone; p (Holm) is for all gains of a \
         metric. Do not correlate gains with the scores before: both have the same errors.",
        section.level()
    )))
}

/// How many gain by a metric, and which most.
pub(super) fn headline(section: &StudySection<'_>, metric: &MetricRows<'_, GainRow>) -> String {
    let MetricRows { title, rows, .. } = metric;
    let Some(most) = rows.iter().find(|row| row.rank_of_gain == Some(1)) else {
        let why = rows.first().map(|row| row.cell.status.in_words()).unwrap_or_default();
        return format!("What systems gain by {title} is not known: {why}.");
    };
    let conclusions: Vec<Conclusion> =
        rows.iter().filter_map(|row| Conclusion::of_row(section, row)).collect();
    let count = |wanted| conclusions.iter().filter(|one| **one == wanted).count();
    let systems = counted(conclusions.len(), "system");
    let gain = match (conclusions.len(), count(Conclusion::Gains), count(Conclusion::Loses)) {
        (0, ..) => format!("the gains have no error ({})", most.cell.status.in_words()),
        (_, 0, 0) => format!("none of {systems} changes significantly"),
        (_, gain, 0) => format!("{gain} of {systems} gain significantly"),
        (_, 0, lose) => format!("{lose} of {systems} lose significantly"),
        (_, gain, lose) => format!("{gain} of {systems} gain significantly, {lose} lose"),
    };
    format!("By {title} {gain}; {}.", in_numbers(most))
}

/// The system that gains most.
fn in_numbers(row: &GainRow) -> String {
    let [gain, before, after] =
        [row.gain, row.before, row.after].map(|value| value.map_or_else(String::new, number));
    let ranks = match (row.rank_before, row.rank_after) {
        (Some(before), Some(after)) if before != after => format!(", rank {before} to {after}"),
        (Some(before), Some(_)) => format!(", rank {before}"),
        _ => String::new(),
    };
    format!("{} gains most, {gain} ({before} to {after}{ranks})", row.cell.system())
}

/// Gains in the order of the systems, metric by metric.
fn table(section: &StudySection<'_>, metrics: &[MetricRows<'_, GainRow>]) -> Option<TextTable> {
    let rows =
        metrics.iter().flat_map(|metric| metric.rows.iter().map(|row| (&*metric.title, row)));
    let with_gain = rows.filter(|(_, row)| row.gain.is_some()).take(LINES);
    short_table(
        section,
        ("gains", "Scores before and after the change."),
        &["metric", "system", "before", "after", "gain", "interval", "p"],
        with_gain
            .map(|(title, row): (&str, &GainRow)| {
                vec![
                    words(title),
                    words(row.cell.system()),
                    real(row.before),
                    real(row.after),
                    real(row.gain),
                    interval(row.ci_lower, row.ci_upper, 1.0),
                    TextCell::optional(row.p_adjusted, p_value),
                ]
            })
            .collect(),
        "gains",
    )
}

/// One per metric and gain of the largest test set.
pub(super) fn verdicts(section: &StudySection<'_>) -> Vec<Verdict> {
    let rows = largest_test_set(&section.rows::<GainRow>(), |row| &row.cell);
    let metrics = rows.by_metric().into_iter();
    metrics
        .flat_map(|metric: MetricRows<'_, GainRow>| {
            let title = metric.title;
            let verdicts = metric.rows.iter().map(|row| {
                let conclusion = match Conclusion::of_row(section, row) {
                    Some(Conclusion::Gains) => "gains",
                    Some(Conclusion::Loses) => "loses",
                    Some(Conclusion::Unclear) => "no significant change",
                    None => "no verdict",
                };
                let about = format!("{title}, {}", row.cell.system());
                Verdict::new("gains", about, conclusion)
            });
            verdicts.collect::<Vec<Verdict>>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of, on_section};
    use crate::stats::reason::Reason;

    fn row(system: &str, gain: f64, p: Option<f64>, ranks: [u32; 3]) -> GainRow {
        GainRow {
            cell: cell("bleu", Some(system), 16),
            before: Some(25.0),
            after: Some(25.0 + gain),
            gain: Some(gain),
            p_value: p,
            p_adjusted: p,
            rank_before: Some(ranks[0]),
            rank_after: Some(ranks[1]),
            rank_of_gain: Some(ranks[2]),
            ..GainRow::default()
        }
    }

    fn all_findings(section: &StudySection<'_>) -> Vec<Finding> {
        finding(section).into_iter().collect()
    }

    #[test]
    fn the_largest_gain_is_named() {
        let rows = vec![
            row("S8", 0.2, Some(0.4), [4, 5, 2]),
            row("S9", -0.5, Some(0.01), [1, 2, 3]),
            row("S12", 14.8, Some(0.001), [5, 1, 1]),
        ];
        let finding = finding_of(rows.clone(), all_findings);
        assert_eq!(
            finding.headline,
            "By BLEU 1 of 3 systems gain significantly, 1 lose; S12 gains most, 14.80 (25.00 to 39.80, rank 5 to 1)."
        );
        assert_eq!(finding.table.unwrap().rows.len(), 3);
        let told = on_section(rows, verdicts);
        let conclusions: Vec<&str> =
            told.iter().map(|verdict| verdict.conclusion.as_str()).collect();
        assert_eq!(conclusions, ["no significant change", "loses", "gains"]);
        assert_eq!(told[2].about, "BLEU, S12");
    }

    #[test]
    fn gains_without_an_error() {
        let mut flat = row("S8", 1.0, None, [1, 1, 1]);
        flat.cell.status = Reason::NoVariation.into();
        let finding = finding_of(vec![flat], all_findings);
        assert!(
            finding.headline.starts_with("By BLEU the gains have no error"),
            "{}",
            finding.headline
        );
        assert!(finding.notes.is_empty());
        each_reason(
            |reason: Reason| {
                let mut row = GainRow { cell: cell("bleu", Some("S8"), 16), ..GainRow::default() };
                row.cell.status = reason.into();
                vec![row]
            },
            all_findings,
        );
    }
}
