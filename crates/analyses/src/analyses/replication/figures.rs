//! The share of the pairs that is found again against the size of a round.

use super::findings::{curves, tip};
use super::row::{ReplicationRow, RoundUnit};
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Line, Point, StudySection, named_layers, some_of,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "replication",
    question: "How much does a second round find again?",
    draw: |section| figure(section).into_iter().collect(),
};

/// One line per pair of rounds of which there are several sizes.
fn figure(section: &StudySection<'_>) -> Option<Figure> {
    let curves = curves(section);
    let curves: Vec<_> =
        curves.iter().filter(|curve| curve.rows.iter().filter_map(point).count() > 1).collect();
    let lines = curves.iter().map(|curve| {
        let mut points: Vec<Point> = curve.rows.iter().filter_map(point).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Line { name: curve.title(), points }
    });
    let (shown, sentence) = some_of(lines.collect(), "pairs of rounds")?;
    let all = Layer::Across { y: 100.0, name: None };
    let chart = Chart {
        x_label: "segments of a round".to_owned(),
        y_label: "pairs found again, %".to_owned(),
        x_range: (Some(0.0), None),
        // A little above 100 %: no point lies on the edge.
        y_range: (Some(0.0), Some(101.0)),
        whole_x: true,
        layers: std::iter::once(all).chain(named_layers(&shown)).collect(),
        ..Chart::default()
    };
    let first = curves.first()?;
    let caption = format!(
        "Of the pairs of systems that one round of a size finds significantly different, the share that a second \
         round of the same size finds significantly different in the same direction.{sentence}"
    );
    Some(KIND.chart(section, "found again", caption, &chart).titled(Some(first.headline())))
}

fn point(row: &ReplicationRow) -> Option<Point> {
    let (x, y) = (row.segments?, 100.0 * row.again_share?);
    Some(Point { x, y, reach: None, tip: tip(row)? }).filter(|_| row.unit != RoundUnit::Judges)
}
