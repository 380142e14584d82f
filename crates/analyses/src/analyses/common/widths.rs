//! Half-widths of intervals as lines: what figures of widths share.

use crate::analyses::{GrowthRow, ScoreRow};
use crate::presentation::{Chart, Line, Point, Rows, StudySection, layers, number};
use crate::table::{Cell, ReportRow, TextUnit};

/// Scores with the study's first draws, by metric, with all numbers of references.
pub(crate) fn scores<'a>(section: &StudySection<'a>) -> Vec<(&'a str, Rows<'a, ScoreRow>)> {
    let rows = section.rows::<ScoreRow>().of_first_draws();
    rows.groups(|row| &*row.cell.metric)
}

/// What the sizes of rows are counted in: segments where they are those of samples, else documents.
pub(crate) fn size_unit(rows: &Rows<'_, GrowthRow>) -> TextUnit {
    // Several samples of a size have as many segments; several orders hardly ever.
    let sampled = rows.iter().all(|row| row.cell.segments.is_some())
        && rows.iter().any(|row| row.test_sets > 1);
    if sampled { TextUnit::Segments } else { TextUnit::Documents }
}

/// The size of a row in that unit; documents are those that count.
pub(crate) fn size_of(row: &GrowthRow, unit: TextUnit) -> f64 {
    match row.cell.segments.filter(|_| unit == TextUnit::Segments) {
        Some(segments) => segments as f64,
        None => row.cell.judged_documents.unwrap_or(row.cell.documents).into(),
    }
}

/// Returns `true` if rows are of every set of documents: there is no one set of a size.
pub(crate) fn is_exhaustive(cell: &Cell) -> bool {
    cell.ordering.as_deref() == Some("exhaustive")
}

/// A chart from nought on.
pub(crate) fn chart(x_label: &str, y_label: String, lines: &[Line]) -> Chart {
    Chart {
        x_label: x_label.to_owned(),
        y_label,
        y_range: (Some(0.0), None),
        whole_x: true,
        layers: layers(lines),
        ..Chart::default()
    }
}

/// What widths are called on an axis. In the metric's unit, as people state differences.
pub(crate) const LABEL: &str = "margin of error";

/// Lines of half-widths, with means where several sets of references share a place.
pub(crate) fn means<R: ReportRow>(
    rows: &Rows<'_, R>,
    name: impl Fn(&R) -> String,
    x: impl Fn(&R) -> Option<f64>,
    half_width: impl Fn(&R) -> Option<f64>,
    what: &str,
) -> Vec<Line> {
    let lines = rows.groups(name).into_iter().map(|(name, rows)| {
        let mut known: Vec<(f64, f64)> =
            rows.iter().filter_map(|row| Some((x(row)?, half_width(row)?))).collect();
        // Several sets of references of one size follow each other, for `chunk_by` below.
        known.sort_by(|one, other| one.0.total_cmp(&other.0));
        let places = known.chunk_by(|one, other| one.0.total_cmp(&other.0).is_eq());
        let points = places.map(|place| {
            let x = place[0].0;
            let y = place.iter().map(|point| point.1).sum::<f64>() / place.len() as f64;
            let sets = if place.len() > 1 {
                format!(", mean of {} sets", place.len())
            } else {
                String::new()
            };
            let tip = format!("{name}, {x} {what}: ±{}{sets}", number(y));
            Point { x, y, reach: None, tip }
        });
        Line { points: points.collect(), name }
    });
    lines.filter(|line| !line.points.is_empty()).collect()
}
