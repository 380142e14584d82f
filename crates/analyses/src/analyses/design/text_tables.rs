//! The table `designs` for people: of each shape the smallest design that reaches the goal.

use super::{DesignKind, DesignRow, price};
use crate::analyses::common::phrases::size_in_brackets;
use crate::analyses::common::short_table::short_table;
use crate::presentation::{
    FileName, MetricRows, Rows, StudySection, TextCell, TextTable, chance, metric_in_spec, number,
    whole,
};

/// Lines in a finding.
const FEW: usize = 8;

/// All of them, by cost.
pub(super) fn designs(section: &StudySection<'_>) -> Vec<TextTable> {
    let metrics = section.rows::<DesignRow>().by_metric();
    metrics
        .iter()
        .filter_map(|metric| {
            let (header, rows) = lines(&metric.rows, usize::MAX);
            let StudySection { study, corpus, .. } = section;
            (!rows.is_empty()).then(|| TextTable {
                name: FileName::new(&["designs", study, corpus, &metric_in_spec(&metric.title)]),
                caption: format!(
                    "Designs of each shape with the fewest documents that reach the goal, by {}. Study {study}, \
                     corpus {corpus}.",
                    metric.title
                ),
                header: header.iter().map(|heading| TextCell::words(*heading)).collect(),
                rows,
                ..TextTable::default()
            })
        })
        .collect()
}

/// The cheapest of them.
pub(super) fn of_finding(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, DesignRow>,
) -> Option<TextTable> {
    let (header, rows) = lines(&metric.rows, FEW);
    let caption = ("cheapest-designs", "Cheapest designs that reach the goal.");
    short_table(section, caption, &header, rows, "designs")
}

fn lines(rows: &Rows<'_, DesignRow>, most: usize) -> (Vec<&'static str>, Vec<Vec<TextCell>>) {
    let mut smallest: Vec<&DesignRow> =
        rows.iter().filter(|row| row.kind == DesignKind::Smallest).collect();
    smallest.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    smallest.truncate(most);
    let has_judges = smallest.iter().any(|row| row.judges.is_some());
    let has_references = smallest.iter().any(|row| row.references.is_some());
    let limits: Vec<Option<u32>> = smallest.iter().map(|row| row.segments_limit).collect();
    let has_limits = limits.iter().any(|limit| *limit != limits[0]);
    let has_chance = smallest.iter().any(|row| row.probability.is_some());
    let mut header = vec!["documents\n(segments)"];
    if has_limits {
        header.push("of each\nat most");
    }
    if has_judges {
        header.extend(["ratings of\nan output", "judges"]);
    }
    if has_references {
        header.push("references");
    }
    header.extend(["cost", "margin of a\ndifference"]);
    if has_chance {
        header.push("reaches\nthe goal");
    }
    let lines = smallest.iter().map(|row| {
        let size = size_in_brackets((row.documents.into(), row.segments));
        let mut cells = vec![TextCell::number(size, Some(row.documents.into()))];
        if has_limits {
            let limit = row.segments_limit.map(f64::from);
            let text = limit.map_or_else(|| "all".to_owned(), |limit| limit.to_string());
            cells.push(TextCell::number(text, limit));
        }
        if has_judges {
            cells.push(TextCell::optional(row.ratings_per_segment, |count| count.to_string()));
            cells.push(whole(row.judges));
        }
        if has_references {
            cells.push(whole(row.references));
        }
        cells.push(TextCell::number(price(row.cost), Some(row.cost)));
        cells.push(TextCell::optional(row.margin, |margin| format!("±{}", number(margin))));
        if has_chance {
            cells.push(TextCell::optional(row.probability, chance));
        }
        cells
    });
    let lines = lines.collect();
    (header, lines)
}
