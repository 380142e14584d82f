//! How much data shows a difference between two systems.

use super::PowerRow;
use crate::presentation::{
    Chart, Figure, FigureKind, MetricRows, Point, StudySection, amount, by_metric, extent, layers,
    level, lines, number, size, some_of,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "power",
    question: "How much data shows a difference?",
    draw: |section| by_metric(section, figure),
};

/// Documents against the true difference, one line per pair, from the largest test set.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, PowerRow>) -> Option<Figure> {
    let rows = metric.rows.of_one_ordering().of_most_documents();
    let first = rows.first()?;
    let rows = rows.keep(|row| row.cell.test_set == first.cell.test_set);
    let pair = |row: &PowerRow| format!("{} and {}", row.system_a, row.system_b);
    let point = |row: &PowerRow| {
        let (x, y) = (row.effect?, row.required_documents?);
        let segments = row.required_segments.map_or_else(String::new, size);
        let tip = format!(
            "{}: a difference of {} takes {} documents ({segments} segments)",
            pair(row),
            number(x),
            size(y)
        );
        Some(Point { x, y, reach: None, tip }).filter(|point| point.x > 0.0 && point.y > 0.0)
    };
    let lines = lines(&rows, pair, point);
    let (shown, sentence) = some_of(lines, "pairs")?;
    let across = level(&shown, first.cell.documents.into(), Some("documents at hand".to_owned()));
    let chart = Chart {
        x_label: format!("true difference, {}", metric.title),
        y_label: "documents".to_owned(),
        log_x: true,
        log_y: true,
        layers: std::iter::once(across).chain(layers(&shown)).collect(),
        ..Chart::default()
    };
    let (low, high) = extent(rows.iter().filter_map(|row| row.smallest_detectable_effect));
    let detectable = if low <= high {
        let (low, high) = (number(low), number(high));
        let span = if low == high { low } else { format!("{low} to {high}, by pair") };
        format!(" The smallest difference that {} show so: {span}.", amount(&first.cell))
    } else {
        String::new()
    };
    let caption = format!(
        "Documents that show a true difference between two systems with probability {} in a two-sided \
         test at {} %.{detectable}{sentence}",
        number(first.power),
        100.0 * first.level,
    );
    Some(KIND.chart(section, &metric.title, caption, &chart))
}
