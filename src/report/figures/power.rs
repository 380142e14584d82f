//! How much data shows a difference between two systems.

use super::lines::{has_extent, layers, level, lines, some_of};
use super::{Figure, Kind, Metric, amount, by_metric};
use crate::report::number::{number, size};
use crate::report::place::{Place, Row, Rows};
use crate::report::plot::{Chart, Point};

pub(super) const KIND: Kind =
    Kind { word: "power", question: "How much data shows a difference?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("power") else { return Vec::new() };
    by_metric(rows).iter().filter_map(|(metric, rows)| figure(place, metric, rows)).collect()
}

/// Documents against the true difference, one line per pair, from the largest test set.
fn figure(place: &Place<'_>, metric: &Metric, rows: &Rows<'_>) -> Option<Figure> {
    let rows = rows.of_one_ordering().of_largest("documents");
    let test_set = rows.first()?.text("test_set");
    let rows = rows.keep(|row| row.text("test_set") == test_set);
    let pair = |row: Row<'_>| format!("{} and {}", row.text("system_a"), row.text("system_b"));
    let point = |row: Row<'_>| {
        let (x, y) = (row.number("effect")?, row.number("required_documents")?);
        let segments = row.number("required_segments").map_or_else(String::new, size);
        let tip = format!(
            "{}: a difference of {} takes {} documents ({segments} segments)",
            pair(row),
            number(x),
            size(y)
        );
        Some(Point { x, y, reach: None, tip }).filter(|point| point.x > 0.0 && point.y > 0.0)
    };
    let lines = lines(&rows, pair, point);
    if !has_extent(&lines) {
        return None;
    }
    let first = rows.first()?;
    let (shown, sentence) = some_of(lines, "pairs");
    let at_hand = first.number("documents")?;
    let across = level(&shown, at_hand, Some("documents at hand".to_owned()));
    let chart = Chart {
        x_label: format!("true difference, {}", metric.title),
        y_label: "documents".to_owned(),
        log_x: true,
        log_y: true,
        layers: std::iter::once(across).chain(layers(&shown)).collect(),
        ..Chart::default()
    };
    let detectable = rows.iter().filter_map(|row| row.number("smallest_detectable_effect"));
    let ends = detectable.fold(None, |ends: Option<(f64, f64)>, value| {
        let (low, high) = ends.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    });
    let detectable = ends.map_or_else(String::new, |(low, high)| {
        let (low, high) = (number(low), number(high));
        let span = if low == high { low } else { format!("{low} to {high}, by pair") };
        format!(" The smallest difference that {} show so: {span}.", amount(first))
    });
    let caption = format!(
        "Documents that show a true difference between two systems with probability {} in a two-sided \
         test at {} %.{detectable}{sentence}",
        number(first.number("power")?),
        100.0 * first.number("level")?,
    );
    Some(KIND.chart(place, &metric.title, caption, &chart))
}
