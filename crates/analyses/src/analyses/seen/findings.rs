//! Whether a system does better on seen segments than the others do.

use super::row::{SeenDifferenceRow, SeenRow};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, MetricRows, StudySection, TextTable, interval, number, real, words,
};
use crate::words::counted;

/// Metrics that sentences name, beside that of the headline.
const NAMED: usize = 3;

/// Lines of the table.
const LINES: usize = 12;

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = section.rows::<SeenRow>();
    let differences = section.rows::<SeenDifferenceRow>();
    let metrics = rows.by_metric();
    let pairs = differences.by_metric();
    let mut sentences = metrics.iter().map(|metric| {
        let pairs = pairs.iter().find(|pairs| pairs.title == metric.title);
        verdict(section, metric, pairs)
    });
    let finding = Finding::new(section, "seen", sentences.next()?)
        .sentences(share(rows.first()?))
        .sentences(sentences.take(NAMED - 1))
        .table(table(section, &metrics))
        .rows(rows.iter());
    Some(finding.note(format!(
        "Seen segments may be easier for everybody, and for some systems more than for others: a difference between systems may mean \
         that one of them has seen the texts, and proves nothing. Student's intervals at {} %, Holm's p for all pairs of a metric.",
        section.level()
    )))
}

/// A system, and by how much it does better on seen segments than one of the others.
fn ahead<'r>(section: &StudySection<'_>, row: &'r SeenDifferenceRow) -> Option<(&'r str, f64)> {
    let (p, delta) = (row.p_adjusted?, row.delta?);
    let is_first = (delta > 0.0) != section.counts_errors(&row.cell.metric);
    let system = if is_first { &row.system_a } else { &row.system_b };
    (p < 1.0 - section.level() / 100.0).then_some((system, delta.abs()))
}

/// How many others a system is ahead of.
fn wins(ahead: &[(&str, f64)], system: &str) -> usize {
    ahead.iter().filter(|(name, _)| *name == system).count()
}

fn verdict(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, SeenRow>,
    pairs: Option<&MetricRows<'_, SeenDifferenceRow>>,
) -> String {
    let MetricRows { title, rows, .. } = metric;
    let all =
        pairs.map_or(0, |pairs| pairs.rows.iter().filter(|row| row.p_value.is_some()).count());
    if all == 0 {
        let why = rows.first().map(|row| row.cell.status.in_words()).unwrap_or_default();
        let why = if rows.iter().any(|row| row.cell.status.is_ok()) {
            "there is one system"
        } else {
            why
        };
        return format!("By {title} systems cannot be compared on seen segments: {why}.");
    }
    let ahead: Vec<(&str, f64)> = pairs
        .into_iter()
        .flat_map(|pairs| pairs.rows.iter().filter_map(|row| ahead(section, row)))
        .collect();
    let others = rows.iter().count() - 1;
    let systems = rows.iter().map(|row| row.cell.system());
    let most = systems.map(|system| (wins(&ahead, system), system)).max_by_key(|(wins, _)| *wins);
    let Some((wins, most)) = most.filter(|(wins, _)| *wins > 0) else {
        return format!(
            "By {title} no system does significantly better on seen segments than another ({}).",
            counted(all, "pair")
        );
    };
    let by = ahead.iter().filter(|(name, _)| *name == most).map(|(_, by)| *by);
    let (low, high) =
        by.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), by| (low.min(by), high.max(by)));
    let range =
        if low < high { format!("{} to {}", number(low), number(high)) } else { number(low) };
    format!(
        "By {title} {most} does better on seen segments than {} of {} do, by {range} more than on the others.",
        wins,
        counted(others, "other system")
    )
}

/// How much was seen.
fn share(row: &SeenRow) -> Option<String> {
    let (seen, share) = (row.seen_segments?, row.seen_share?);
    Some(format!(
        "{seen} of {} ({:.0} %) share an n-gram with the texts that may have been seen.",
        counted(usize::try_from(row.cell.judged_segments?).ok()?, "segment"),
        100.0 * share
    ))
}

/// Systems in their order, metric by metric.
fn table(section: &StudySection<'_>, metrics: &[MetricRows<'_, SeenRow>]) -> Option<TextTable> {
    let rows =
        metrics.iter().flat_map(|metric| metric.rows.iter().map(|row| (&*metric.title, row)));
    short_table(
        section,
        ("seen", "Scores on the segments that were seen, and on the others."),
        &["metric", "system", "seen", "others", "difference", "interval"],
        rows.filter(|(_, row)| row.advantage.is_some())
            .take(LINES)
            .map(|(title, row): (&str, &SeenRow)| {
                vec![
                    words(title),
                    words(row.cell.system()),
                    real(row.score_seen),
                    real(row.score_unseen),
                    real(row.advantage),
                    interval(row.ci_lower, row.ci_upper, 1.0),
                ]
            })
            .collect(),
        "seen",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{assert_no_codes, cell, each_reason};
    use crate::presentation::About;
    use crate::stats::reason::Reason;
    use crate::table::Tables;

    fn row(system: &str, advantage: f64) -> SeenRow {
        SeenRow {
            cell: cell("bleu", Some(system), 10),
            seen_segments: Some(25),
            seen_share: Some(0.25),
            score_seen: Some(30.0 + advantage),
            score_unseen: Some(30.0),
            advantage: Some(advantage),
            ..SeenRow::default()
        }
    }

    fn pair(system_a: &str, system_b: &str, delta: f64, p: f64) -> SeenDifferenceRow {
        SeenDifferenceRow {
            cell: cell("bleu", None, 10),
            system_a: system_a.into(),
            system_b: system_b.into(),
            delta: Some(delta),
            p_value: Some(p),
            p_adjusted: Some(p),
            ..SeenDifferenceRow::default()
        }
    }

    fn told(pairs: Vec<SeenDifferenceRow>) -> Finding {
        let mut tables = Tables::default();
        tables.insert(vec![row("A", 1.0), row("B", 9.0), row("C", 0.5)]);
        tables.insert(pairs);
        let about = About::of_studies(&["s"]);
        let finding = finding(&StudySection::all(&tables, &about)[0]).unwrap();
        assert_no_codes(&finding);
        finding
    }

    #[test]
    fn the_system_that_is_ahead_is_named() {
        let finding = told(vec![
            pair("A", "B", -8.0, 0.001),
            pair("A", "C", 0.5, 0.4),
            pair("B", "C", 8.5, 0.002),
        ]);
        assert_eq!(
            finding.headline,
            "By BLEU B does better on seen segments than 2 of 2 other systems do, by 8.00 to 8.50 more than on the others."
        );
        assert_eq!(
            finding.sentences,
            ["25 of 100 segments (25 %) share an n-gram with the texts that may have been seen."]
        );
        let finding = told(vec![pair("A", "B", -8.0, 0.2)]);
        assert_eq!(
            finding.headline,
            "By BLEU no system does significantly better on seen segments than another (1 pair)."
        );
    }

    #[test]
    fn what_cannot_be_divided_says_why() {
        each_reason(
            |reason: Reason| {
                let cell =
                    crate::table::Cell { status: reason.into(), ..cell("wnm", Some("A"), 10) };
                vec![SeenRow { cell, ..SeenRow::default() }]
            },
            |section| finding(section).into_iter().collect(),
        );
    }
}
