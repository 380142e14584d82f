//! How often people agree with differences of metrics.

use super::row::{MeaningRow, PairsOfPeople};
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    Finding, Rows, StudySection, TextTable, number, real, whole_percent, words,
};
use crate::words::counted;

/// Below it the curve says little: half of the interval of a probability.
const WIDE: f64 = 0.1;

/// Difference between the curve and the shares from which it fits badly.
const POOR_FIT: f64 = 0.1;

/// One finding about all metrics.
pub(super) fn finding(section: &StudySection<'_>) -> Option<Finding> {
    let rows = section.rows::<MeaningRow>().keep(|row| row.pairs_of == PairsOfPeople::All);
    let first = rows.first()?;
    let finding = Finding::new(section, "meaning", headline(&rows, first));
    if rows.iter().all(|row| row.probability.is_none()) {
        return Some(finding.rows(rows.iter()));
    }
    let finding = finding
        .sentences(sure(&rows))
        .sentences(corpora_differ(&rows))
        .sentences(badly_fitted(&rows))
        .table(table(section, &rows))
        .note(
            "Significant is not noticeable: a difference may be certain and still say little about what people prefer.",
        )
        .note(carries_over(first));
    Some(finding.rows(rows.iter()))
}

/// What the curve is for.
fn carries_over(row: &MeaningRow) -> String {
    let systems = counted(row.systems as usize, "system");
    match row.corpora {
        0 | 1 => format!(
            "The curve is of this corpus and its {systems}: it does not carry over to another language pair."
        ),
        corpora => format!(
            "The curve is an average over {corpora} corpora with {systems}, from pairs within each; its interval is for other \
             systems of these corpora, not for other corpora."
        ),
    }
}

/// How far single corpora lie from each other, by the metric for which they do so most.
fn corpora_differ(rows: &Rows<'_, MeaningRow>) -> Option<String> {
    let row = rows
        .iter()
        .filter(|row| row.difference_75_least.is_some())
        .max_by(|one, other| spread(one).total_cmp(&spread(other)))?;
    let least = row.difference_75_least?;
    let metric = &row.cell.metric;
    let Some(most) = row.difference_75_most else {
        return Some(format!(
            "Single corpora differ: three of four take {} {metric} on one, and on another none is known to be enough.",
            number(least)
        ));
    };
    let [least, most] = [least, most].map(number);
    (least != most)
        .then(|| format!("Single corpora differ: three of four take {least} to {most} {metric}."))
}

/// How many times as large the largest is; infinite where on one corpus no difference is enough.
fn spread(row: &MeaningRow) -> f64 {
    row.difference_75_most.unwrap_or(f64::INFINITY) / row.difference_75_least.unwrap_or(1.0)
}

fn headline(rows: &Rows<'_, MeaningRow>, first: &MeaningRow) -> String {
    let metrics = rows.groups(|row| (row.cell.coordinates().metric, &*row.against));
    let told: Vec<String> = metrics
        .iter()
        .filter_map(|(_, rows)| {
            let row = rows.first()?;
            Some(format!("{} {}", number(row.difference_75?), row.cell.metric))
        })
        .collect();
    if told.is_empty() {
        if first.probability.is_some() {
            return format!(
                "People ({}) agree with no more than half of the differences of {}, however large they are.",
                first.against, first.cell.metric
            );
        }
        let reason = first.cell.status.in_words();
        return format!("How often people agree with a difference is not known: {reason}.");
    }
    let people = match first.corpora {
        0 | 1 => "People".to_owned(),
        corpora => format!("Over {corpora} corpora people"),
    };
    format!(
        "{people} ({}) agree with three of four differences of {}.",
        first.against,
        crate::words::in_a_row(&told, "or")
    )
}

/// How much systems say, at the middle difference of the metric with the widest interval.
fn sure(rows: &Rows<'_, MeaningRow>) -> Option<String> {
    let width =
        |row: &MeaningRow| row.ci_lower.zip(row.ci_upper).map(|(low, high)| (high - low) / 2.0);
    let widest = rows
        .iter()
        .filter(|row| width(row).is_some_and(|width| width > WIDE))
        .max_by(|a, b| width(a).unwrap_or(0.0).total_cmp(&width(b).unwrap_or(0.0)))?;
    let [low, high] = [widest.ci_lower?, widest.ci_upper?].map(|end| whole_percent(end, 1.0));
    Some(format!(
        "{} know little: with {} {} people agree in {low} to {high} %.",
        crate::words::capitalised(&counted(widest.systems as usize, "system")),
        number(widest.difference),
        widest.cell.metric
    ))
}

fn badly_fitted(rows: &Rows<'_, MeaningRow>) -> Option<String> {
    let row = rows.iter().find(|row| {
        let both = row.probability.zip(row.ascending_share);
        both.is_some_and(|(curve, share)| (curve - share).abs() > POOR_FIT)
    })?;
    Some(format!(
        "The curve of {} does not fit everywhere: at {} it says {} %, the pairs themselves {} %.",
        row.cell.metric,
        number(row.difference),
        whole_percent(row.probability?, 1.0),
        whole_percent(row.ascending_share?, 1.0)
    ))
}

/// Two metrics or more would not fit a table of all differences: the middle one of each.
fn table(section: &StudySection<'_>, rows: &Rows<'_, MeaningRow>) -> Option<TextTable> {
    let metrics = rows.groups(|row| (row.cell.coordinates().metric, &*row.against));
    // With three differences each they are nine lines of twelve.
    let few = metrics.len() <= 3;
    let lines = metrics.iter().flat_map(|(_, rows)| {
        let all: Vec<&MeaningRow> = rows.iter().collect();
        if few { all } else { all.get(all.len() / 2).copied().into_iter().collect() }
    });
    let lines = lines.take(12).map(|row| {
        let [curve, share] = [row.probability, row.ascending_share].map(|value| {
            let text = value.map(|value| format!("{} %", whole_percent(value, 1.0)));
            words(&text.unwrap_or_default())
        });
        let ends = row.ci_lower.zip(row.ci_upper).map_or_else(String::new, |(low, high)| {
            format!("{} to {} %", whole_percent(low, 1.0), whole_percent(high, 1.0))
        });
        vec![
            words(&row.cell.metric),
            real(row.difference),
            curve,
            words(&ends),
            share,
            real(row.difference_75),
        ]
    });
    short_table(
        section,
        ("meaning", "How often people agree with a difference of two systems."),
        &["metric", "difference", "people agree", "interval", "pairs themselves", "for 75 %"],
        lines.collect(),
        "meaning",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason, finding_of};
    use crate::stats::reason::Reason;

    fn row(difference: f64, probability: Option<f64>) -> MeaningRow {
        MeaningRow {
            cell: cell("chrf", None, 15),
            against: "mqm".into(),
            difference,
            probability,
            ci_lower: probability.map(|p| p - 0.05),
            ci_upper: probability.map(|p| p + 0.05),
            ascending_share: probability,
            difference_75: probability.map(|_| 2.0),
            systems: 12,
            ..MeaningRow::default()
        }
    }

    fn told(rows: Vec<MeaningRow>) -> Finding {
        finding_of(rows, |section| finding(section).into_iter().collect())
    }

    #[test]
    fn the_difference_of_three_quarters_leads() {
        let near = MeaningRow { ascending_share: Some(0.6), ..row(0.4, Some(0.55)) };
        let far = MeaningRow { ascending_share: Some(0.7), ..near.clone() };
        let sure = told(vec![near, row(1.0, Some(0.63))]);
        assert!(sure.sentences.is_empty(), "{:?}", sure.sentences);
        let wide = MeaningRow { ci_upper: Some(0.9), ..far };
        assert_eq!(
            told(vec![wide]).sentences,
            [
                "12 systems know little: with 0.400 chrf people agree in 50 to 90 %.",
                "The curve of chrf does not fit everywhere: at 0.400 it says 55 %, the pairs themselves 70 %."
            ]
        );
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason: Reason| {
                let mut row = row(1.0, None);
                row.cell.status = reason.into();
                vec![row]
            },
            |section| finding(section).into_iter().collect(),
        );
    }
}
