//! Half-widths of intervals by method.

use super::IntervalRow;
use crate::analyses::common::widths;
use crate::presentation::{
    Chart, Figure, FigureKind, MetricRows, Point, StudySection, amount, by_metric, lines, number,
    some_of,
};

pub(super) const KIND: FigureKind =
    FigureKind { word: "width-methods", question: "Do methods of making intervals differ?", draw };

/// One line per method, of the first system.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    by_metric(section, |section, metric: &MetricRows<'_, IntervalRow>| {
        let rows = metric.rows.of_one_ordering();
        let first = rows.first()?;
        if widths::is_exhaustive(&first.cell) {
            return None;
        }
        let rows = rows.keep(|row| {
            row.cell.system == first.cell.system && row.level.total_cmp(&first.level).is_eq()
        });
        let point = |row: &IntervalRow| {
            let y = row.half_width?;
            let tip = format!("{}, {}: ±{}", row.method, amount(&row.cell), number(y));
            Some(Point { x: row.cell.documents.into(), y, reach: None, tip })
        };
        let lines = lines(&rows, |row| row.method.to_string(), point);
        if lines.len() < 2 {
            return None;
        }
        let (shown, sentence) = some_of(lines, "methods")?;
        let label = "half-width of the interval".to_owned();
        let chart =
            Chart { x_range: (Some(0.0), None), ..widths::chart("documents", label, &shown) };
        let caption = format!(
            "Half-width of {} % intervals of system {} by each method.{sentence}",
            100.0 * first.level,
            first.cell.system()
        );
        Some(KIND.chart(section, &metric.title, caption, &chart))
    })
}
