//! How well metrics agree with each other, or with judges.

use super::options::{CorrelationKind, Over};
use crate::analyses::{CorrelationRow, largest_test_set, short_table};
use crate::presentation::{
    Finding, Rows, StudySection, TextCell, coefficient, metric_in_print, words,
};
use crate::words::{counted, grouped_count};

/// Systems below which other systems could give quite another coefficient.
const FEW_SYSTEMS: u32 = 10;

/// The highest and the lowest coefficient, on the largest test set.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let all = largest_test_set(&section.rows::<CorrelationRow>(), |row| &row.cell);
    let rows = all.keep(|row| row.against.is_none());
    if rows.is_empty() {
        return Vec::new();
    }
    let title = rows.titles();
    let kinds = rows.groups(|row| (row.kind, row.over));
    // The headline and at most four sentences.
    let mut sentences = kinds.iter().map(|(_, rows)| in_words(rows, &title)).take(5);
    let headline = sentences.next().unwrap_or_default();
    let lines = rows.iter().map(|row| {
        vec![
            TextCell::words(title(row)),
            words(&metric_in_print(&row.other_metric)),
            words(row.kind.name()),
            words(row.over.name()),
            TextCell::number(value_in_words(row), row.coefficient),
        ]
    });
    let table = short_table(
        section,
        ("correlation-of-metrics", "Correlation of metrics on the largest test set."),
        &["metric", "with", "kind", "over", "coefficient"],
        lines.collect(),
        "correlations",
    );
    let finding = Finding::new(section, "correlation", headline)
        .sentences(sentences)
        .table(table)
        .notes(notes(&all, &rows));
    vec![finding.rows(rows.iter())]
}

/// `0.900 [0.800, 0.950]`, or a dash.
pub(super) fn value_in_words(row: &CorrelationRow) -> String {
    let ends = row.ci_lower.zip(row.ci_upper);
    row.coefficient.map_or_else(|| "–".to_owned(), |value| coefficient(value, ends))
}

fn in_words(rows: &Rows<'_, CorrelationRow>, title: &impl Fn(&CorrelationRow) -> String) -> String {
    let mut known: Vec<(f64, &CorrelationRow)> =
        rows.iter().filter_map(|row| Some((row.coefficient?, row))).collect();
    known.sort_by(|one, other| other.0.total_cmp(&one.0));
    let Some(first) = rows.first() else { return String::new() };
    let kind = first.kind.name();
    // Of segments and documents, those that count; of systems, systems.
    let count = match first.over {
        Over::Systems => Some(first.systems.into()),
        Over::Documents | Over::Segments => first.n,
    };
    let over = count.map_or_else(
        || first.over.name().to_owned(),
        |count| grouped_count(count, first.over.singular()),
    );
    let names =
        |row: &CorrelationRow| format!("{} and {}", title(row), metric_in_print(&row.other_metric));
    if let (CorrelationKind::Hamming, [(share, row)]) = (first.kind, known.as_slice()) {
        let (metric, other) = (title(row), metric_in_print(&row.other_metric));
        let percent = crate::presentation::share(*share);
        return format!("{percent} % of {over} have the same rank by {metric} and by {other}.");
    }
    let same_other = rows.iter().all(|row| row.other_metric == first.other_metric);
    match known.as_slice() {
        [] => {
            let (over, why) = (first.over.name(), first.cell.status.in_words());
            format!("No correlation ({kind}) of metrics is defined over {over}: {why}.")
        }
        [(_, one)] => {
            format!("{} correlate at {} over {over} ({kind}).", names(one), value_in_words(one))
        }
        [(_, best), .., (_, least)] if same_other => format!(
            "{} correlates best with {}, at {} over {over} ({kind}), and {} least, at {}.",
            title(best),
            metric_in_print(&first.other_metric),
            value_in_words(best),
            title(least),
            value_in_words(least)
        ),
        [(_, best), .., (_, least)] => format!(
            "{} correlate best, at {} over {over} ({kind}), and {} least, at {}.",
            names(best),
            value_in_words(best),
            names(least),
            value_in_words(least)
        ),
    }
}

fn notes(all: &Rows<'_, CorrelationRow>, rows: &Rows<'_, CorrelationRow>) -> Vec<String> {
    let mut notes = Vec::new();
    let known = rows.keep(|row| row.coefficient.is_some());
    let over_systems = known.keep(|row| row.over == Over::Systems);
    if let Some(row) = over_systems.first().filter(|row| row.systems < FEW_SYSTEMS) {
        notes.push(format!(
            "Of {}: others could give quite another coefficient; intervals are about other texts, \
             with the same systems.",
            counted(row.systems as usize, "system")
        ));
    }
    let tested = all.iter().any(|row| row.against.is_some());
    let pairs = known.groups(|row| (row.cell.metric.clone(), row.other_metric.clone())).len();
    if pairs > 1 && !tested {
        notes.push(
            "Which metric is best is read off the coefficients; `differences = true` tests it."
                .to_owned(),
        );
    }
    if !known.is_empty() {
        notes.push("Positive where two metrics agree on what is better.".to_owned());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, each_reason};

    fn row(metric: &str, other: &str, value: Option<f64>) -> CorrelationRow {
        CorrelationRow {
            cell: cell(metric, None, 15),
            other_metric: other.into(),
            systems: 5,
            n: Some(5),
            coefficient: value,
            ci_level: 0.95,
            ci_lower: value.map(|value| value - 0.1),
            ci_upper: value.map(|value| value + 0.05),
            ..CorrelationRow::default()
        }
    }

    #[test]
    fn reasons_are_in_words() {
        each_reason(
            |reason| {
                let mut row = row("bleu", "adequacy", None);
                row.cell.status = reason.into();
                vec![row]
            },
            findings,
        );
    }
}
