//! Systems against people, in words and as a figure.

use super::relative_row::RelativeScoreRow;
use crate::analyses::common::short_table;
use crate::presentation::{
    Caterpillar, CaterpillarRow, Figure, FigureKind, Finding, MetricRows, Rows, StudySection,
    TextTable, Tone, amount, by_metric, interval, metric_in_print, number, real, words,
};
use crate::words::counted;

/// Metrics that sentences name.
const NAMED: usize = 3;

/// Lines of the table.
const LINES: usize = 12;

pub(super) const KIND: FigureKind = FigureKind {
    word: "relative-scores",
    question: "How do systems score beside people?",
    draw: |section| by_metric(section, figure),
};

/// Those with a percentage, the highest first.
fn ranked<'a>(rows: &Rows<'a, RelativeScoreRow>) -> Rows<'a, RelativeScoreRow> {
    let with_share = rows.keep(|row| row.relative.is_some());
    with_share.sorted_by(|one, other| {
        other.relative.unwrap_or_default().total_cmp(&one.relative.unwrap_or_default())
    })
}

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = section.rows::<RelativeScoreRow>().of_first_draws();
    let metrics = rows.groups(|row| &*row.cell.metric);
    let mut told = metrics.iter().map(|(metric, rows)| sentence(metric, rows));
    let finding = Finding::new(section, "cross-reference", told.next()?);
    let finding = finding.sentences(told.take(NAMED)).rows(rows.iter());
    if rows.iter().all(|row| row.relative.is_none()) {
        return Some(finding);
    }
    Some(finding.table(table(section, &rows)).note(
        "A score above that of people does not say that the translation is better: people translate more freely, and share fewer \
         words with another translator than systems do.",
    ))
}

/// How many systems score above people, and the highest of them.
fn sentence(metric: &str, rows: &Rows<'_, RelativeScoreRow>) -> String {
    let title = metric_in_print(metric);
    let ranked = ranked(rows);
    let Some(best) = ranked.first() else {
        let why = rows.first().map(|row| row.cell.status).filter(|status| !status.is_ok());
        let why =
            why.map_or_else(|| "it has no true zero".to_owned(), |why| why.in_words().to_owned());
        return format!("By {title} scores have no percentage of those of people: {why}.");
    };
    let above = ranked.iter().filter(|row| row.relative.is_some_and(|relative| relative > 100.0));
    let ends = best.ci_lower.zip(best.ci_upper);
    let ends = ends
        .map_or_else(String::new, |(low, high)| format!(" ({} to {})", number(low), number(high)));
    format!(
        "By {title} {} of {} score above people; {} reaches {} %{ends} of what people do.",
        above.count(),
        counted(ranked.iter().count(), "system"),
        best.cell.system(),
        number(best.relative.unwrap_or_default())
    )
}

fn table(section: &StudySection<'_>, rows: &Rows<'_, RelativeScoreRow>) -> Option<TextTable> {
    short_table(
        section,
        ("relative-scores", "Scores in percent of those of people, by the same references."),
        &["metric", "system", "score", "people", "%", "interval"],
        rows.groups(|row| &*row.cell.metric)
            .iter()
            .flat_map(|(_, rows)| ranked(rows).iter().collect::<Vec<_>>())
            .take(LINES)
            .map(|row: &RelativeScoreRow| {
                vec![
                    words(&metric_in_print(&row.cell.metric)),
                    words(row.cell.system()),
                    real(row.score),
                    real(row.human),
                    real(row.relative),
                    interval(row.ci_lower, row.ci_upper, 1.0),
                ]
            })
            .collect(),
        "relative_scores",
    )
}

/// Percentages with their intervals, one under the other.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, RelativeScoreRow>) -> Option<Figure> {
    let ranked = ranked(&metric.rows).keep(|row| row.ci_lower.is_some());
    let first = ranked.first().filter(|_| ranked.iter().count() > 1)?;
    let bars = ranked.iter().filter_map(|row| {
        let (value, low, high) = (row.relative?, row.ci_lower?, row.ci_upper?);
        let (score, human) = (number(row.score?), number(row.human?));
        Some(CaterpillarRow {
            name: row.cell.system().to_owned(),
            value,
            interval: Some((low, high)),
            tone: match () {
                () if low > 100.0 => Tone::Above,
                () if high < 100.0 => Tone::Below,
                () => Tone::Open,
            },
            tip: format!("{}: {score}, people {human}", row.cell.system()),
            words: score,
            heading: None,
        })
    });
    let caterpillar = Caterpillar {
        x_label: format!("{}, % of people", metric.title),
        line_at: Some(100.0),
        sides: None,
        rows: bars.collect(),
    };
    let caption = format!(
        "Scores in percent of what people score by the same references, on {}, with {} % intervals by Student's t. Rings: not \
         significantly different from people.",
        amount(&first.cell),
        section.level()
    );
    let headline = sentence(&first.cell.metric, &metric.rows);
    Some(KIND.caterpillar(section, &metric.title, caption, &caterpillar).titled(Some(headline)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of, on_section};
    use crate::stats::reason::Reason;

    fn row(system: &str, relative: Option<f64>) -> RelativeScoreRow {
        RelativeScoreRow {
            cell: cell("bleu", Some(system), 3),
            sets: 3,
            score: Some(30.0),
            human: Some(25.0),
            relative,
            ci_lower: relative.map(|relative| relative - 4.0),
            ci_upper: relative.map(|relative| relative + 4.0),
            ..RelativeScoreRow::default()
        }
    }

    fn all_findings(section: &StudySection<'_>) -> Vec<Finding> {
        finding(section).into_iter().collect()
    }

    #[test]
    fn systems_above_people_are_counted() {
        let rows = vec![row("S1", Some(69.4)), row("S2", Some(127.2))];
        let finding = finding_of(rows.clone(), all_findings);
        assert_eq!(
            finding.headline,
            "By BLEU 1 of 2 systems score above people; S2 reaches 127.2 % (123.2 to 131.2) of what people do."
        );
        assert_eq!(finding.table.unwrap().rows.len(), 2);
        assert_eq!(on_section(rows, |section| KIND.figures(section)).len(), 1);
        let none = finding_of(vec![row("S1", None)], all_findings);
        assert_eq!(
            none.headline,
            "By BLEU scores have no percentage of those of people: it has no true zero."
        );
        assert!(none.notes.is_empty());
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason: Reason| {
                let mut row = row("S1", None);
                row.cell.status = reason.into();
                vec![row]
            },
            all_findings,
        );
    }
}
