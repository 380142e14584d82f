//! Half-widths of intervals by method.

use super::IntervalRow;
use crate::analyses::common::widths;
use crate::presentation::{
    Chart, Figure, FigureKind, MetricRows, Point, Rows, StudySection, amount, by_metric, lines,
    number, some_of,
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
            let tip = format!("{}, {}: ±{}", row.method.name(), amount(&row.cell), number(y));
            let documents = row.cell.judged_documents.unwrap_or(row.cell.documents);
            Some(Point { x: documents.into(), y, reach: None, tip })
        };
        let lines = lines(&rows, |row| row.method.name().to_owned(), point);
        if lines.len() < 2 {
            return None;
        }
        let (shown, sentence) = some_of(lines, "methods")?;
        let label = "margin of error".to_owned();
        let chart =
            Chart { x_range: (Some(0.0), None), ..widths::chart("documents", label, &shown) };
        let caption = format!(
            "Half-width of {} % intervals of system {} by each method.{sentence}",
            100.0 * first.level,
            first.cell.system()
        );
        let figure = KIND.chart(section, &metric.title, caption, &chart);
        Some(figure.titled(widest(&metric.title, &rows)))
    })
}

/// The methods with the widest and the narrowest interval on the largest test set.
fn widest(metric: &str, rows: &Rows<'_, IntervalRow>) -> Option<String> {
    let rows = rows.of_most_documents();
    let mut known: Vec<(f64, &str)> =
        rows.iter().filter_map(|row| Some((row.half_width?, row.method.name()))).collect();
    known.sort_by(|one, other| one.0.total_cmp(&other.0));
    let ((narrow, narrowest), (wide, widest)) = (*known.first()?, *known.last()?);
    let more = 100.0 * (wide / narrow - 1.0);
    (narrow > 0.0 && known.len() > 1).then(|| {
        format!("{metric}: the interval by {widest} is {more:.0} % wider than that by {narrowest}")
    })
}
