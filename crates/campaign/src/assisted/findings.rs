//! What a metric saves, and what people with it say of systems.

use super::row::{AssistedRow, SavedOf, SavingsRow};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, Rows, StudySection, TextTable, interval, metric_in_print, points, real, whole_percent,
    words,
};
use crate::words::{capitalised, grouped_count};

/// Lines of the table.
const LINES: usize = 12;

/// One finding about the corpus.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let savings = section.rows::<SavingsRow>();
    let rows = section.rows::<AssistedRow>();
    let Some(pairs) = savings.iter().find(|row| row.saved_of == SavedOf::Pairs) else {
        return Vec::new();
    };
    let scores = savings.iter().find(|row| row.saved_of == SavedOf::Scores);
    let finding = Finding::new(section, "assisted", headline(pairs, scores, &rows))
        .sentences(verdicts(pairs, &rows))
        .sentences(uncertain(pairs, &rows))
        .sentences(unlimited(pairs))
        .sentences(unused(&rows))
        .table(table(section, &rows));
    let is_known = pairs.saved_median.is_some();
    let finding = if is_known {
        finding.note(
            "What counts is the pair: do not promise what single scores save. Saved: share of the ratings that people alone \
             would need for the same precision.",
        )
    } else {
        finding
    };
    vec![finding.rows(savings.iter()).rows(rows.iter())]
}

fn headline(
    pairs: &SavingsRow,
    scores: Option<&SavingsRow>,
    rows: &Rows<'_, AssistedRow>,
) -> String {
    let metric = capitalised(&metric_in_print(&pairs.metric));
    let single = scores.and_then(|scores| scores.saved_median);
    let single = single.map(|share| format!("{} % for a single score", percent_of(share)));
    let Some(median) = pairs.saved_median else {
        if let Some(single) = single {
            return format!("{metric} saves {single}.");
        }
        let why = rows.first().map(|row| row.status.in_words()).unwrap_or_default();
        return format!("What {metric} saves is not known: {why}.");
    };
    let range = pairs.saved_low.zip(pairs.saved_high).filter(|_| pairs.count > 1);
    let range = range.map_or_else(String::new, |(low, high)| {
        format!(" ({} to {} % over pairs)", percent_of(low), percent_of(high))
    });
    let single = single.map_or_else(String::new, |single| format!(", {single}"));
    // Less would be printed as 0 %.
    if median < 0.005 {
        return format!("{metric} saves no ratings for a pair of systems{range}{single}.");
    }
    format!(
        "{metric} saves {} % of the ratings for a pair of systems{range}{single}.",
        percent_of(median)
    )
}

/// The one pair, or how many differ.
fn verdicts(pairs: &SavingsRow, rows: &Rows<'_, AssistedRow>) -> Option<String> {
    let mut estimated = rows.iter().filter(|row| row.system_b.is_some() && row.estimate.is_some());
    let first = estimated.next()?;
    if pairs.count > 1 {
        return Some(format!(
            "Of {}, {} differ significantly with the metric, {} by people alone, each tested by itself.",
            grouped_count(pairs.count, "pair"),
            pairs.significant_with_metric?,
            pairs.significant_by_people?
        ));
    }
    let is_clear = first.lower.zip(first.upper).is_some_and(|(low, high)| low > 0.0 || high < 0.0);
    let verdict = if is_clear { "is better than" } else { "is not significantly better than" };
    Some(format!(
        "{} {verdict} {}: {}{} with people and metric; people alone {}{}.",
        first.system_a,
        first.system_b.as_deref().unwrap_or_default(),
        points(first.estimate?),
        ends(first.lower, first.upper),
        points(first.human_mean?),
        ends(first.human_lower, first.human_upper)
    ))
}

fn ends(low: Option<f64>, high: Option<f64>) -> String {
    let ends = low.zip(high);
    ends.map_or_else(String::new, |(low, high)| format!(" [{}, {}]", points(low), points(high)))
}

fn percent_of(share: f64) -> String {
    whole_percent(share, 1.0)
}

/// How sure the saving is: of the one pair, or of that in the middle.
fn uncertain(pairs: &SavingsRow, rows: &Rows<'_, AssistedRow>) -> Option<String> {
    let median = pairs.saved_median?;
    let (row, _) = rows
        .iter()
        .filter(|row| row.system_b.is_some())
        .filter_map(|row| Some((row, (row.saved_share? - median).abs())))
        // The median of an even number of pairs belongs to none of them: the nearest stands for it.
        .min_by(|one, other| one.1.total_cmp(&other.1))?;
    // Nothing more than the headline says.
    row.saved_upper.filter(|upper| *upper >= 0.005)?;
    let [low, high] = [row.saved_lower?, row.saved_upper?].map(percent_of);
    let subject = match pairs.count {
        1 => "For this pair it saves".to_owned(),
        _ => format!(
            "For the pair in the middle ({} and {}) it saves",
            row.system_a,
            row.system_b.as_deref().unwrap_or_default()
        ),
    };
    Some(format!(
        "{subject} between {low} and {high} % ({} % interval, {} judged documents).",
        crate::presentation::share(row.level),
        row.judged_documents
    ))
}

fn unlimited(pairs: &SavingsRow) -> Option<String> {
    let share = whole_percent(pairs.unlimited_median?, 1.0);
    Some(format!("With any number of further texts scored by the metric it would be {share} %."))
}

fn unused(rows: &Rows<'_, AssistedRow>) -> Option<String> {
    let first = rows.first()?;
    if first.unused_segments == 0
        || first.unjudged_documents == 0
        || first.saved_unlimited.is_none()
    {
        return None;
    }
    Some(format!(
        "{} of documents that are judged in part are not used.",
        capitalised(&grouped_count(first.unused_segments, "segment"))
    ))
}

fn table(section: &StudySection<'_>, rows: &Rows<'_, AssistedRow>) -> Option<TextTable> {
    let has_pairs = rows.iter().any(|row| row.system_b.is_some() && row.estimate.is_some());
    let shown = rows.iter().filter(|row| row.estimate.is_some());
    let mut shown: Vec<&AssistedRow> =
        shown.filter(|row| !has_pairs || row.system_b.is_some()).collect();
    if has_pairs {
        // The closest pairs, which are the ones in doubt.
        shown.sort_by(|one, other| {
            let [one, other] = [one, other].map(|row| row.estimate.unwrap_or_default().abs());
            one.total_cmp(&other)
        });
    }
    let first = rows.first()?;
    let lines = shown.into_iter().take(LINES).map(|row: &AssistedRow| {
        let name = match &row.system_b {
            Some(other) => format!("{} - {other}", row.system_a),
            None => row.system_a.to_string(),
        };
        vec![
            words(&name),
            real(row.human_mean),
            interval(row.human_lower, row.human_upper, 1.0),
            real(row.estimate),
            interval(row.lower, row.upper, 1.0),
            words(
                &row.saved_share
                    .map_or_else(String::new, |share| format!("{} %", whole_percent(share, 1.0))),
            ),
        ]
    });
    let caption = format!("{} alone, and with {}.", first.human, metric_in_print(&first.metric));
    short_table(
        section,
        ("assisted", &caption),
        &["systems", "people", "interval", "with metric", "interval", "saved"],
        lines.collect(),
        "assisted",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presentation::About;
    use crate::stats::reason::Reason;
    use crate::table::Tables;

    fn estimate(other: Option<&str>, saved: f64) -> AssistedRow {
        AssistedRow {
            study: "s".into(),
            corpus: "c".into(),
            human: "esa".into(),
            metric: "metricx".into(),
            system_a: "A".into(),
            system_b: other.map(Into::into),
            human_mean: Some(2.0),
            human_lower: Some(-0.1),
            human_upper: Some(4.1),
            estimate: Some(2.1),
            lower: Some(0.4),
            upper: Some(3.8),
            saved_share: Some(saved),
            saved_lower: Some(saved - 0.07),
            saved_upper: Some(saved + 0.2),
            level: 0.95,
            judged_documents: 60,
            saved_unlimited: Some(0.2),
            unjudged_documents: 20,
            unused_segments: 7,
            ..AssistedRow::default()
        }
    }

    fn savings(saved_of: SavedOf, count: u64, median: Option<f64>) -> SavingsRow {
        SavingsRow {
            study: "s".into(),
            corpus: "c".into(),
            human: "esa".into(),
            metric: "metricx".into(),
            saved_of,
            count,
            saved_low: median.map(|median| median - 0.08),
            saved_median: median,
            saved_high: median.map(|median| median + 0.09),
            unlimited_median: median.map(|median| median + 0.05),
            significant_by_people: Some(40),
            significant_with_metric: Some(44),
            ..SavingsRow::default()
        }
    }

    fn finding(rows: Vec<AssistedRow>, savings: Vec<SavingsRow>) -> Finding {
        let mut tables = Tables::default();
        tables.insert(rows);
        tables.insert(savings);
        let about = About::of_studies(&["s"]);
        let sections = StudySection::all(&tables, &about);
        let mut all = findings(&sections[0]);
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    #[test]
    fn no_savings_are_not_counted_as_savings() {
        let none = vec![savings(SavedOf::Pairs, 3, Some(0.0))];
        let headline = finding(vec![estimate(Some("B"), 0.0)], none).headline;
        assert!(headline.starts_with("MetricX saves no ratings for a pair"), "{headline}");
    }

    #[test]
    fn reasons_are_in_words() {
        for reason in Reason::ALL {
            let row = AssistedRow { status: reason.into(), estimate: None, ..estimate(None, 0.0) };
            let nothing = vec![savings(SavedOf::Pairs, 0, None), savings(SavedOf::Scores, 0, None)];
            let told = finding(vec![row], nothing);
            assert!(told.headline.ends_with('.'), "{}", told.headline);
            crate::one_study::assert_no_codes(&told);
        }
    }
}
