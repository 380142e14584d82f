//! Histograms of replicates.

use super::{Figure, Kind, Metric, by_metric};
use crate::report::lookup::text;
use crate::report::number::size;
use crate::report::place::{Place, Rows};
use crate::report::plot::{Chart, Layer};

/// Bars of a histogram.
const BARS: usize = 30;

pub(super) const KIND: Kind =
    Kind { word: "replicates", question: "How far do scores of resamples spread?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("replicates") else { return Vec::new() };
    by_metric(rows).iter().filter_map(|(metric, rows)| figure(place, metric, rows)).collect()
}

/// Replicates of the first system on its largest test set.
fn figure(place: &Place<'_>, metric: &Metric, rows: &Rows<'_>) -> Option<Figure> {
    let (replicates, rows) = (rows.table, &rows.indices);
    let first = *rows.first()?;
    let documents = |row: &usize| replicates.value("documents", *row).number().unwrap_or(0.0);
    let largest = rows.iter().map(documents).fold(0.0, f64::max);
    let same =
        |column: &str, row: usize| replicates.value(column, row) == replicates.value(column, first);
    let columns = ["system", "ordering", "repeat", "B"];
    let values: Vec<f64> = rows
        .iter()
        .filter(|row| documents(row).total_cmp(&largest).is_eq())
        .filter(|row| columns.iter().all(|column| same(column, **row)))
        .filter_map(|row| replicates.value("score", *row).number())
        .collect();
    let (low, high) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(*value), high.max(*value))
        });
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
    let system = text(replicates, "system", first);
    let chart = Chart {
        x_label: format!("{} of {system}", metric.title),
        y_label: "replicates".to_owned(),
        layers: vec![Layer::Bars { edges, counts, colour: 0 }],
        ..Chart::default()
    };
    let caption = format!(
        "Scores of {} bootstrap replicates of system {system} on {} documents.",
        values.len(),
        size(largest)
    );
    Some(KIND.chart(place, &metric.title, caption, &chart))
}
