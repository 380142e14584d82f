//! Histograms of replicates.

use super::ReplicateRow;
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, MetricRows, StudySection, amount, by_metric, extent, number,
};
use crate::words::grouped_count;

/// Bars of a histogram.
const BARS: usize = 30;

pub(super) const KIND: FigureKind = FigureKind {
    word: "replicates",
    question: "How far do scores of resamples spread?",
    draw: |section| by_metric(section, figure),
};

/// Replicates of the first system on its largest test set.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, ReplicateRow>) -> Option<Figure> {
    let first = &metric.rows.first()?.cell;
    let rows = metric.rows.of_most_documents();
    let rows =
        rows.keep(|row| row.cell.system == first.system && row.cell.ordering == first.ordering);
    let values: Vec<f64> = rows.iter().filter_map(|row| row.score).collect();
    let (low, high) = extent(values.iter().copied());
    // Also where there is no value at all.
    if values.len() < BARS || low.total_cmp(&high).is_ge() {
        return None;
    }
    let width = (high - low) / BARS as f64;
    let edges: Vec<f64> = (0..=BARS).map(|index| low + width * index as f64).collect();
    let mut counts = vec![0.0; BARS];
    for value in &values {
        let bar = edges[1..BARS].partition_point(|edge| edge <= value);
        counts[bar] += 1.0;
    }
    let system = first.system();
    let chart = Chart {
        x_label: format!("{} of {system}", metric.title),
        y_label: "replicates".to_owned(),
        layers: vec![Layer::Bars { edges, counts, colour: 0 }],
        ..Chart::default()
    };
    let caption = format!(
        "Scores of {} of system {system} on {}.",
        grouped_count(values.len() as u64, "bootstrap replicate"),
        amount(&rows.first()?.cell)
    );
    let finding = format!(
        "{}: resamples of {system} score between {} and {}",
        metric.title,
        number(low),
        number(high)
    );
    Some(KIND.chart(section, &metric.title, caption, &chart).titled(Some(finding)))
}
