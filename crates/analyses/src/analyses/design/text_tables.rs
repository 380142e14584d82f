//! The table `designs` for people: of each shape the smallest design that reaches the goal.

use super::row::{DesignKind, DesignRow};
use crate::presentation::{Layout, MetricRows, StudySection, TextTable};

/// Lines in a finding.
const FEW: usize = 8;

/// All of them, by cost.
pub(super) fn designs(section: &StudySection<'_>) -> Vec<TextTable> {
    let metrics = section.rows::<DesignRow>().by_metric();
    let caption = "Designs of each shape with the fewest documents that reach the goal.";
    metrics
        .iter()
        .filter_map(|metric| cheapest(section, metric, ("designs", caption), usize::MAX))
        .collect()
}

/// The cheapest of them.
pub(super) fn of_finding(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, DesignRow>,
) -> Option<TextTable> {
    let caption = "Cheapest designs that reach the goal.";
    cheapest(section, metric, ("cheapest-designs", caption), FEW)
}

fn cheapest(
    section: &StudySection<'_>,
    metric: &MetricRows<'_, DesignRow>,
    (word, caption): (&str, &str),
    most: usize,
) -> Option<TextTable> {
    let smallest = metric.rows.keep(|row| row.kind == DesignKind::Smallest);
    let smallest = smallest.sorted_by(|one, other| one.cost.total_cmp(&other.cost)).take(most);
    let layout = Layout { word, about: &metric.title, caption, ..Layout::default() };
    layout.labelled(section, &smallest)
}
