//! Lines of figures.

use super::{Layer, Point, Rows, Stroke, extent};
use crate::table::{Cell, ReportRow};

/// Systems whose lines get colours of their own; more come again with dashes, or grey but for the ends.
pub const COLOURED: usize = 7;
/// The number of the colour that belongs to no series.
pub const GREY: usize = usize::MAX;
/// Lines of a chart at most: each is named beside it.
pub const MOST_LINES: usize = 16;

/// A system along its sizes.
#[derive(Debug)]
pub struct Polyline<'a, R> {
    pub system: &'a str,
    /// Documents and rows, ascending.
    pub points: Vec<(f64, &'a R)>,
}

/// One polyline per system along the rows.
pub fn polylines<'a, R: ReportRow>(
    rows: &Rows<'a, R>,
    cell: impl Fn(&R) -> &Cell,
) -> Vec<Polyline<'a, R>> {
    polylines_by(rows, |row| cell(row).judged_documents.unwrap_or(cell(row).documents).into())
}

/// One polyline per system along what `x` says of rows.
pub fn polylines_by<'a, R: ReportRow>(
    rows: &Rows<'a, R>,
    x: impl Fn(&R) -> f64,
) -> Vec<Polyline<'a, R>> {
    let systems = rows.groups(|row| row.coordinates().system).into_iter();
    let polylines = systems.map(|(system, rows)| {
        let mut points: Vec<(f64, &R)> = rows.iter().map(|row| (x(row), row)).collect();
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        Polyline { system, points }
    });
    polylines.collect()
}

/// Points of a line that are drawn at most: more are no clearer, and pages grow with them.
pub const MOST_POINTS: usize = 60;

/// A line with a name, from left to right.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub name: String,
    pub points: Vec<Point>,
}

/// Lines by what `name` calls rows, of what `point` makes of them.
pub fn lines<'a, R: ReportRow>(
    rows: &Rows<'a, R>,
    name: impl Fn(&'a R) -> String,
    point: impl Fn(&'a R) -> Option<Point>,
) -> Vec<Line> {
    let lines = rows.groups(name).into_iter().map(|(name, rows)| {
        let mut points: Vec<Point> = rows.iter().filter_map(&point).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Line { name, points }
    });
    lines.filter(|line| !line.points.is_empty()).collect()
}

/// Returns `true` if there is a line to draw: two points that are not one above the other.
fn has_extent(lines: &[Line]) -> bool {
    lines.iter().any(|line| {
        let first = line.points.first().map_or(0.0, |point| point.x);
        line.points.iter().any(|point| point.x > first)
    })
}

/// Some of many lines, evenly spread, and a sentence if some are left out; `None` if there is no line to
/// draw.
pub fn some_of(lines: Vec<Line>, what: &str) -> Option<(Vec<Line>, String)> {
    let count = lines.len();
    if !has_extent(&lines) {
        return None;
    }
    let shown = spread(count, MOST_LINES);
    let kept = lines.into_iter().enumerate().filter(|(index, _)| shown.contains(index));
    let sentence = some_shown(shown.len(), count, what);
    Some((kept.map(|(_, line)| line).collect(), sentence))
}

/// Returns a sentence that says how many of all are shown, or nothing if all are.
pub fn some_shown(shown: usize, all: usize, what: &str) -> String {
    if shown < all { format!(" {shown} of {all} {what} are shown.") } else { String::new() }
}

/// Lines with their points, intervals and tooltips. A single line is not named.
pub fn layers(lines: &[Line]) -> Vec<Layer> {
    let mut layers = named_layers(lines);
    if let ([_], Some(Layer::Line { name, .. })) = (lines, layers.first_mut()) {
        *name = None;
    }
    layers
}

/// Lines with their points, intervals and tooltips, each with its name.
pub fn named_layers(lines: &[Line]) -> Vec<Layer> {
    let mut layers = Vec::new();
    for (colour, line) in lines.iter().enumerate() {
        let points = line.points.iter().map(|point| (point.x, point.y)).collect();
        let name = Some(line.name.clone());
        layers.push(Layer::Line { points, colour, stroke: Stroke::Solid, name });
    }
    // After all lines, so that points lie over every one of them.
    for (colour, line) in lines.iter().enumerate() {
        let shown = spread(line.points.len(), MOST_POINTS);
        let points = shown.iter().map(|index| line.points[*index].clone()).collect();
        layers.push(Layer::Points { points, colour, name: None });
    }
    layers
}

/// Sets the points of lines a little beside each other, so that their intervals do not lie on one
/// another.
pub fn beside(lines: &mut [Line]) {
    let (low, high) = extent_of_x(lines);
    // All of them together stay near the place that they are about.
    let step = (high - low) * f64::min(0.012, 0.08 / lines.len().max(1) as f64);
    let middle = (lines.len() as f64 - 1.0) / 2.0;
    for (index, line) in lines.iter_mut().enumerate() {
        for point in &mut line.points {
            point.x += step * (index as f64 - middle);
        }
    }
}

/// A line to compare with, which is no level.
pub fn dashed(ends: [(f64, f64); 2], name: Option<String>) -> Layer {
    Layer::Line { points: ends.to_vec(), colour: GREY, stroke: Stroke::Dashed, name }
}

/// Where lines begin and end.
pub fn extent_of_x(lines: &[Line]) -> (f64, f64) {
    extent(lines.iter().flat_map(|line| &line.points).map(|point| point.x))
}

/// At most `most` of `count` indices, evenly spread, the first and the last among them.
pub fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    (0..most).map(|index| index * (count - 1) / (most - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_keeps_the_ends() {
        assert_eq!(spread(3, 5), [0, 1, 2]);
        assert_eq!(spread(9, 5), [0, 2, 4, 6, 8]);
        assert_eq!(spread(6, 5), [0, 1, 2, 3, 5]);
    }

    #[test]
    fn many_points_and_lines_are_thinned() {
        let points =
            (0..500).map(|x| Point { x: x.into(), y: 1.0, reach: None, tip: String::new() });
        let points: Vec<Point> = points.collect();
        let lines = (0..40).map(|name| Line { name: name.to_string(), points: points.clone() });
        let (kept, sentence) = some_of(lines.collect(), "systems").unwrap();
        let names: Vec<&str> = kept.iter().map(|line| line.name.as_str()).collect();
        assert_eq!((names[0], names[15], names.len()), ("0", "39", 16));
        assert_eq!(sentence, " 16 of 40 systems are shown.");
        let drawn = layers(&kept[..1]);
        let Layer::Points { points, .. } = &drawn[1] else { panic!("no points") };
        assert_eq!((points.len(), points[0].x, points[59].x), (60, 0.0, 499.0));
    }
}
