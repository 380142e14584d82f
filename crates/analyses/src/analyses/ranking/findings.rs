//! Which system is best, and what new test sets would say of the ranking.

use serde_json::json;

use super::clusters::{Clusters, clusters};
use super::{NewRankingRow, RankRow, text_tables};
use crate::analyses::common::{largest_test_set, resampled, size_in_words};
use crate::presentation::{Finding, MetricRows, StudySection, chance, number};
use crate::stats::reason::Reason;
use crate::table::TextUnit;
use crate::words::in_a_row;

/// What the first metric shows, with a table by size, or of all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let metrics = section.rows::<NewRankingRow>().of_first_draws().by_metric();
    let first = metrics.first()?;
    let by = |metric: &MetricRows<'_, NewRankingRow>| {
        if metrics.len() > 1 { format!("By {}: ", metric.title) } else { String::new() }
    };
    let last = first.rows.iter().next_back()?;
    let of_judges = first_in_resamples(section, first)
        .filter(|_| last.cell.status.reason() == Some(Reason::Judges));
    let headline = format!("{}{}", by(first), of_judges.unwrap_or_else(|| headline(last)));
    let mut finding = Finding::new(section, "ranking", headline).notes(notes(section, last));
    if metrics.len() == 1 {
        let clusters = clusters_of(section, first).filter(|_| last.systems > 2);
        finding = finding
            .sentences(clusters.as_ref().map(Clusters::sentence))
            .sentences(sentences(last, section.unit().texts()));
    } else {
        let others = metrics[1..].iter().filter_map(|metric| {
            let last = metric.rows.iter().next_back()?;
            Some(format!("{}{}", by(metric), self::headline(last)))
        });
        // At most four sentences.
        finding = finding.sentences(others.take(4));
    }
    for metric in &metrics {
        let Some(last) = metric.rows.iter().next_back() else { continue };
        let clusters = clusters_of(section, metric).map(|clusters| json!(clusters.names));
        finding = metric.rows.iter().fold(finding, |finding, row| {
            let clusters = clusters.clone().filter(|_| std::ptr::eq(last, row));
            finding.row_with(row, [("clusters", clusters.into())])
        });
    }
    let table = first.rows.iter().any(|row| row.best_is_best.is_some()) && last.systems > 1;
    Some(finding.table(text_tables::of_finding(section, &metrics).filter(|_| table)))
}

/// The finding of a metric as the title of its figure.
pub(super) fn title(metric: &MetricRows<'_, NewRankingRow>) -> Option<String> {
    Some(headline(metric.rows.iter().next_back()?))
}

/// Where new test sets are not estimated: which system is the best of resamples.
fn first_in_resamples(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, NewRankingRow>,
) -> Option<String> {
    let rows = section.rows_of_metric::<RankRow>(metric.key)?;
    let rows = largest_test_set(&rows, |row| &row.cell);
    let firsts = rows.iter().filter(|row| row.rank == 1);
    let mut firsts: Vec<(&str, f64)> =
        firsts.filter_map(|row| Some((row.cell.system(), row.probability?))).collect();
    firsts.sort_by(|one, other| other.1.total_cmp(&one.1));
    let (best, p) = *firsts.first()?;
    // Less would be printed as 0 %.
    let rival = firsts.get(1).filter(|(_, p)| *p >= 0.005);
    let rival = rival.map_or_else(String::new, |(name, p)| format!(", {name} in {}", chance(*p)));
    Some(format!(
        "{best} is best in {} of the resamples of {}{rival}.",
        chance(p),
        section.unit().name()
    ))
}

/// Clusters on the largest test set.
fn clusters_of<'a>(
    section: &StudySection<'a>,
    metric: &MetricRows<'a, NewRankingRow>,
) -> Option<Clusters<'a>> {
    let rows = section.rows_of_metric::<RankRow>(metric.key)?;
    clusters(&largest_test_set(&rows, |row| &row.cell))
}

/// Scored documents and segments.
pub(super) fn size(row: &NewRankingRow) -> (f64, f64) {
    (row.scored_documents, row.scored_segments)
}

/// The verdict, by the largest size.
fn headline(last: &NewRankingRow) -> String {
    if last.systems < 2 {
        return "There is nothing to rank: one system has scores.".to_owned();
    }
    let best = last.best_system.as_deref().zip(last.best_again).zip(last.orders_agree);
    let Some(((best, again), _)) = best else {
        return format!("There is no ranking: {}.", last.cell.status.in_words());
    };
    let tied = last.best_systems.unwrap_or(1);
    // Names may have the sign between them, too.
    let names: Vec<&str> = best.split(" + ").collect();
    let names =
        if names.len() == tied as usize { in_a_row(&names, "and") } else { best.to_owned() };
    if tied == last.systems && again >= 1.0 {
        let all = if tied == 2 { "The two".to_owned() } else { format!("All {tied}") };
        return format!("{all} systems have the same scores: there is nothing to rank.");
    }
    let rival = last.rival.as_deref().zip(last.rival_best);
    let rival = rival.map_or_else(String::new, |(name, p)| format!(", {name} in {}", chance(p)));
    let p = chance(again);
    let verdict = if tied > 1 {
        if again >= 0.5 {
            format!("{names} are tied for best ({p} of new test sets like this).")
        } else {
            format!("No system is clearly the best: {names} are tied here.")
        }
    } else if again >= last.probability {
        format!("The best system is {best} (best in {p} of new test sets like this).")
    } else if again >= 0.5 {
        format!(
            "The best system is probably {best} (best in {p} of new test sets like this{rival})."
        )
    } else {
        format!(
            "No system is clearly the best: {best} is best in {p} of new test sets like this{rival}."
        )
    };
    match last.order_is_true.filter(|_| last.systems > 2) {
        None => verdict,
        Some(order) => {
            format!("{verdict} The complete order is right in {} of new test sets.", chance(order))
        }
    }
}

/// By how much the best leads here, and by how much on other texts. Where several are best there is no lead.
fn lead(last: &NewRankingRow, unit: TextUnit) -> Option<String> {
    let best = last.best_system.as_deref().filter(|_| last.best_systems == Some(1))?;
    let second = last.second_system.as_deref()?;
    let (lead, expected) = last.lead.zip(last.expected_lead).filter(|(lead, _)| *lead > 0.0)?;
    let unit = unit.name();
    let lead = format!("{best} leads {second} by {}", number(lead));
    Some(if expected > 0.0 {
        format!("{lead}; {} expected on new {unit}.", number(expected))
    } else {
        format!("{lead}, no more than luck; nothing of it is expected on new {unit}.")
    })
}

fn sentences(last: &NewRankingRow, unit: TextUnit) -> Vec<String> {
    let agreement = last.orders_agree.zip(last.bests_agree).zip(last.pairs_agree);
    let Some(((orders, bests), pairs)) = agreement.filter(|_| last.systems > 1) else {
        return Vec::new();
    };
    let two = "Two new test sets of this size agree on the";
    // They may agree on another one than the best of this test set.
    let which =
        if last.best_again.is_some_and(|again| bests > again) { ", whichever it is," } else { "" };
    let mut sentences = vec![if last.systems == 2 {
        format!("{two} better system{which} in {}.", chance(bests))
    } else {
        format!(
            "{two} best system{which} in {}, on the order of {} of the pairs, and on the complete order in {}.",
            chance(bests),
            chance(pairs),
            chance(orders)
        )
    }];
    if let Some(text) = lead(last, unit) {
        sentences.push(text);
    }
    // Less would be printed as 0 %.
    if let Some((name, p)) = last.rival.as_deref().zip(last.rival_best).filter(|(_, p)| *p >= 0.005)
        && last.best_again.is_some_and(|again| again >= last.probability)
    {
        sentences.push(format!("Next comes {name}, best in {}.", chance(p)));
    }
    sentences
}

fn notes(section: &StudySection<'_>, last: &NewRankingRow) -> Vec<String> {
    if last.cell.status.reason() == Some(Reason::Judges) {
        return vec![
            "Resamples take the scores of this test set for the truth. What new test sets with new judges would say \
             is not estimated."
                .to_owned(),
        ];
    }
    if last.orders_agree.is_none() {
        return Vec::new();
    }
    let about = match section.unit().texts() {
        TextUnit::Segments => {
            "this is about other segments of these documents, and is too favourable for other documents"
        }
        TextUnit::Documents => "this is about other documents of this kind",
    };
    vec![
        format!(
            "{}: {about}. Estimated from {}; all smaller sizes too.",
            resampled(section),
            size_in_words(size(last))
        ),
        "Observed differences are larger than true ones; they are corrected for that \
         (docs/statistics/rankings.md)."
            .to_owned(),
        "\"Best is best\": the best system of a new test set, whichever it is, is truly the best."
            .to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason};
    use crate::presentation::About;
    use crate::stats::reason::Status;
    use crate::table::Tables;

    fn row(systems: u32, documents: u32) -> NewRankingRow {
        NewRankingRow {
            cell: cell("mqm", None, documents),
            systems,
            basis_test_sets: 1,
            scored_documents: documents.into(),
            scored_segments: 6.0 * f64::from(documents),
            best_system: Some("A".into()),
            best_systems: Some(1),
            best_again: Some(0.97),
            second_system: Some("B".into()),
            lead: Some(0.8),
            expected_lead: Some(0.5),
            rival: Some("B".into()),
            rival_best: Some(0.03),
            best_is_best: Some(0.96),
            top: 3,
            top_is_top: Some(0.7).filter(|_| systems > 3),
            clusters_hold: Some(0.9).filter(|_| systems > 2),
            order_is_true: Some(0.08),
            orders_agree: Some(0.04),
            bests_agree: Some(0.94),
            pairs_agree: Some(0.9),
            probability: 0.95,
            ..NewRankingRow::default()
        }
    }

    fn found(rows: Vec<NewRankingRow>, ranks: Vec<RankRow>) -> Finding {
        let mut tables = Tables::default();
        tables.insert(rows);
        tables.insert(ranks);
        let about = About::of_studies(&["s"]);
        finding(&StudySection::all(&tables, &about)[0]).unwrap()
    }

    fn unranked(status: Status, row: NewRankingRow) -> NewRankingRow {
        let mut unranked =
            NewRankingRow { best_system: None, best_again: None, orders_agree: None, ..row };
        unranked.cell.status = status;
        unranked
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason| vec![unranked(reason.into(), row(12, 75))],
            |section| finding(section).into_iter().collect(),
        );
    }

    #[test]
    fn how_sure_the_best_is() {
        for (again, order, expected) in [
            (
                0.72,
                0.6,
                "The best system is probably A (best in 72 % of new test sets like this, B in 3 %). The complete \
                 order is right in 60 % of new test sets.",
            ),
            (
                0.38,
                0.999,
                "No system is clearly the best: A is best in 38 % of new test sets like this, B in 3 %. The complete \
                 order is right in >99 % of new test sets.",
            ),
        ] {
            let own =
                NewRankingRow { best_again: Some(again), order_is_true: Some(order), ..row(3, 1) };
            assert_eq!(found(vec![own], Vec::new()).headline, expected);
        }
    }

    #[test]
    fn nothing_to_rank() {
        for (systems, status, expected) in [
            (1, Reason::TooFewUnits, "There is nothing to rank: one system has scores."),
            (
                3,
                Reason::OneUnit,
                "There is no ranking: a single segment or document cannot be resampled.",
            ),
            (
                3,
                Reason::DifferentSegments,
                "There is no ranking: the systems are not scored on the same segments.",
            ),
        ] {
            let unranked = unranked(status.into(), row(systems, 1));
            let without_best = NewRankingRow { best_is_best: None, ..unranked };
            let findings = found(vec![without_best], Vec::new());
            assert!(findings.table.is_none());
            assert!(findings.sentences.is_empty() && findings.notes.is_empty());
            assert_eq!(findings.headline, expected);
        }
    }

    #[test]
    fn ties() {
        for (systems, tied, again, expected) in [
            (3, 3, 1.0, "All 3 systems have the same scores: there is nothing to rank."),
            (2, 2, 1.0, "The two systems have the same scores: there is nothing to rank."),
            (
                3,
                2,
                0.9,
                "A and B are tied for best (90 % of new test sets like this). The complete order is right in 8 % of new test sets.",
            ),
            (
                3,
                2,
                0.3,
                "No system is clearly the best: A and B are tied here. The complete order is right in 8 % of new test sets.",
            ),
        ] {
            let own = NewRankingRow {
                best_system: Some(["A", "B", "C"][..tied as usize].join(" + ").into()),
                best_systems: Some(tied),
                best_again: Some(again),
                rival: None,
                rival_best: None,
                ..row(systems, 9)
            };
            assert_eq!(found(vec![own], Vec::new()).headline, expected);
        }
    }
}
