//! Which metric distinguishes systems on the least data, and which contradicts the judgments.

use super::row::MetricDiscriminationRow;
use crate::analyses::common::{largest_test_set, short_table};
use crate::presentation::{
    Caterpillar, CaterpillarRow, Figure, FigureKind, Finding, Rows, StudySection, TextTable, Tone,
    amount, interval, metric_in_print, number, real, whole, words,
};
use crate::words::counted;

/// Lines of the table.
const LINES: usize = 12;

pub(super) const KIND: FigureKind = FigureKind {
    word: "sensitivity",
    question: "Which metric distinguishes systems on the least data?",
    draw: |section| figure(section).into_iter().collect(),
};

/// Rows of the largest test set, those that discriminate most first.
fn rows_of<'a>(section: &StudySection<'a>) -> Rows<'a, MetricDiscriminationRow> {
    let rows = section.rows::<MetricDiscriminationRow>();
    largest_test_set(&rows, |row| &row.cell)
        .sorted_by(|one, other| other.ratio.unwrap_or(0.0).total_cmp(&one.ratio.unwrap_or(0.0)))
}

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = rows_of(section);
    let first = rows.first()?;
    let finding = Finding::new(section, "sensitivity", headline(&rows, first)).rows(rows.iter());
    if first.ratio.is_none() {
        return Some(finding);
    }
    let finding = finding.sentences(against_judges(&rows)).table(table(section, &rows));
    Some(finding.note(
        "Ratio: sum over pairs of systems of z² - 1, z being a difference over its standard error, to that of the baseline. \
         Its interval is for other systems on these texts. A metric can be sensitive to the wrong thing: compare it with \
         judgments.",
    ))
}

/// The metric that discriminates most beside the baseline.
fn headline(rows: &Rows<'_, MetricDiscriminationRow>, first: &MetricDiscriminationRow) -> String {
    let baseline = metric_in_print(&first.baseline);
    let Some(best) = rows.iter().find(|row| row.cell.metric != row.baseline && row.ratio.is_some())
    else {
        return format!(
            "How well metrics distinguish systems is not known: {}.",
            first.cell.status.in_words()
        );
    };
    let (title, ratio) = (rows.titles()(best), best.ratio.unwrap_or_default());
    let ends = best.ratio_lower.zip(best.ratio_upper);
    let interval = ends
        .map_or_else(String::new, |(low, high)| format!(" ({} to {})", number(low), number(high)));
    match ends {
        Some((low, _)) if low > 1.0 => format!(
            "{title} distinguishes systems significantly better than {baseline}: {baseline} would need {} times the \
             documents{interval}.",
            number(ratio)
        ),
        _ => format!(
            "No metric distinguishes systems significantly better than {baseline}; the best other one is {title}, for which \
             {baseline} would need {} times the documents{interval}.",
            number(ratio)
        ),
    }
}

/// The metric that contradicts the judgments most often.
fn against_judges(rows: &Rows<'_, MetricDiscriminationRow>) -> Option<String> {
    let judged = rows.iter().filter(|row| row.contradicts_gold.is_some());
    let most = judged.max_by_key(|row| row.contradicts_gold)?;
    let title = rows.titles()(most);
    Some(match (most.contradicts_gold?, most.contradicts_gold_significantly?) {
        (0, _) => "No significant difference of a metric contradicts the judgments.".to_owned(),
        (against, clear) => format!(
            "{title} contradicts the judgments most often: in {against} of {}, in {clear} of them significantly.",
            counted(most.significant as usize, "significant difference")
        ),
    })
}

fn table(
    section: &StudySection<'_>,
    rows: &Rows<'_, MetricDiscriminationRow>,
) -> Option<TextTable> {
    let title = rows.titles();
    let first = rows.first()?;
    let caption = format!(
        "How well metrics distinguish {} of systems, as a ratio to {}.",
        counted(first.pairs as usize, "pair"),
        metric_in_print(&first.baseline)
    );
    short_table(
        section,
        ("sensitivity", &caption),
        &[
            "metric",
            "ratio",
            "interval",
            "documents\nneeded",
            "significant\npairs",
            "against\njudges",
        ],
        rows.iter()
            .take(LINES)
            .map(|row: &MetricDiscriminationRow| {
                vec![
                    words(&title(row)),
                    real(row.ratio),
                    interval(row.ratio_lower, row.ratio_upper, 1.0),
                    real(row.documents_relative),
                    whole(row.significant),
                    whole(row.contradicts_gold),
                ]
            })
            .collect(),
        "metric_discrimination",
    )
}

/// Ratios with their intervals, one under the other.
fn figure(section: &StudySection<'_>) -> Option<Figure> {
    let rows = rows_of(section);
    let title = rows.titles();
    let with_ratio = rows.keep(|row| row.ratio_lower.is_some());
    let first = with_ratio.first().filter(|_| with_ratio.iter().count() > 1)?;
    let bars = with_ratio.iter().filter_map(|row| {
        let (low, high) = row.ratio_lower.zip(row.ratio_upper)?;
        let documents = row.documents_relative.map_or_else(String::new, number);
        Some(CaterpillarRow {
            name: title(row),
            value: row.ratio?,
            interval: Some((low, high)),
            tone: match () {
                () if low > 1.0 => Tone::Above,
                () if high < 1.0 => Tone::Below,
                () => Tone::Open,
            },
            words: format!("{documents} × documents"),
            tip: format!(
                "{}: needs {documents} times the documents of {}",
                title(row),
                row.baseline
            ),
            heading: None,
        })
    });
    let baseline = metric_in_print(&first.baseline);
    let caterpillar = Caterpillar {
        x_label: format!("discrimination, as a ratio to {baseline}"),
        line_at: Some(1.0),
        sides: Some((format!("less than {baseline}"), format!("more than {baseline}"))),
        rows: bars.collect(),
    };
    let caption = format!(
        "Sum of z² - 1 over {} of systems, as a ratio to {baseline}, on {}, with {} % intervals for other systems (jackknife, of the \
         logarithm).",
        counted(first.pairs as usize, "pair"),
        amount(&first.cell),
        section.level()
    );
    let headline = headline(&rows, first);
    Some(KIND.caterpillar(section, "all metrics", caption, &caterpillar).titled(Some(headline)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of, on_section};
    use crate::stats::reason::Reason;

    fn row(
        metric: &str,
        ratio: f64,
        ends: Option<(f64, f64)>,
        against: u32,
    ) -> MetricDiscriminationRow {
        MetricDiscriminationRow {
            cell: cell(metric, None, 16),
            baseline: "bleu".into(),
            pairs: 21,
            ratio: Some(ratio),
            ratio_lower: ends.map(|ends| ends.0),
            ratio_upper: ends.map(|ends| ends.1),
            significant: 20,
            contradicts_gold: Some(against),
            contradicts_gold_significantly: Some(0),
            ..MetricDiscriminationRow::default()
        }
    }

    fn all_findings(section: &StudySection<'_>) -> Vec<Finding> {
        finding(section).into_iter().collect()
    }

    #[test]
    fn the_best_metric_is_named() {
        let mut rows = vec![
            row("bleu", 1.0, None, 1),
            row("nist", 1.134, Some((0.9, 1.4)), 3),
            row("m-bleu", 1.412, Some((1.1, 1.9)), 0),
        ];
        let finding = finding_of(rows.clone(), all_findings);
        assert_eq!(
            finding.headline,
            "M-BLEU distinguishes systems significantly better than BLEU: BLEU would need 1.41 times the documents (1.10 to 1.90)."
        );
        assert_eq!(finding.table.unwrap().rows.len(), 3);
        assert_eq!(on_section(rows.clone(), |section| KIND.figures(section)).len(), 1);
        rows[2] = row("m-bleu", 1.412, Some((0.8, 1.9)), 0);
        let finding = finding_of(rows, all_findings);
        assert!(finding.headline.starts_with("No metric distinguishes"), "{}", finding.headline);
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason: Reason| {
                let mut row = MetricDiscriminationRow {
                    cell: cell("nist", None, 16),
                    baseline: "bleu".into(),
                    ..MetricDiscriminationRow::default()
                };
                row.cell.status = reason.into();
                vec![row]
            },
            all_findings,
        );
    }
}
