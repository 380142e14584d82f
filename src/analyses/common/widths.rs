//! Half-widths of intervals as lines: what figures of widths share.

use std::collections::BTreeMap;

use crate::analyses::ScoreRow;
use crate::presentation::{Chart, Line, Point, Rows, StudySection, layers, number};
use crate::table::Cell;

/// Scores with the study's first draws, by metric, with all numbers of references.
pub(in crate::analyses) fn scores<'a>(
    section: &StudySection<'a>,
) -> Vec<(&'a str, Rows<'a, ScoreRow>)> {
    let rows = section.rows::<ScoreRow>().of_first_draws();
    rows.groups(|row| &*row.cell.metric)
}

/// Whether rows are of every set of documents: there is no one set of a size.
pub(in crate::analyses) fn is_exhaustive(cell: &Cell) -> bool {
    cell.ordering.as_deref() == Some("exhaustive")
}

/// A chart from nought on.
pub(in crate::analyses) fn chart(x_label: &str, y_label: String, lines: &[Line]) -> Chart {
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
pub(in crate::analyses) const LABEL: &str = "margin of error";

fn half_width(row: &ScoreRow) -> Option<f64> {
    Some((row.ci_upper? - row.ci_lower?) / 2.0)
}

/// Lines of half-widths, with means where several sets of references share a place.
pub(in crate::analyses) fn means<'a>(
    rows: &Rows<'a, ScoreRow>,
    name: impl Fn(&ScoreRow) -> String,
    x: impl Fn(&ScoreRow) -> Option<u32>,
    what: &str,
) -> Vec<Line> {
    let line = |(name, rows): (String, Rows<'a, ScoreRow>)| {
        let mut places: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for row in rows.iter() {
            if let (Some(x), Some(width)) = (x(row), half_width(row)) {
                places.entry(x).or_default().push(width);
            }
        }
        let point = |(x, widths): (u32, Vec<f64>)| {
            let y = widths.iter().sum::<f64>() / widths.len() as f64;
            let sets = if widths.len() > 1 {
                format!(", mean of {} sets", widths.len())
            } else {
                String::new()
            };
            let tip = format!("{name}, {x} {what}: ±{}{sets}", number(y));
            Point { x: x.into(), y, reach: None, tip }
        };
        Line { points: places.into_iter().map(point).collect(), name: name.clone() }
    };
    let lines = rows.groups(name).into_iter().map(line);
    lines.filter(|line| !line.points.is_empty()).collect()
}
