//! Lines of figures.

use crate::report::lookup::{position, text};
use crate::report::place::{Row, Rows};
use crate::report::plot::{Layer, Point, Stroke};
use crate::table::Contents;

/// Systems whose lines get colours of their own; more are drawn in grey but for the ends.
pub(super) const COLOURED: usize = 7;
pub(super) const GREY: usize = 7;

/// A system along its sizes.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub(super) system: String,
    /// Documents and rows, ascending.
    pub(super) points: Vec<(f64, usize)>,
}

/// One path per system along the rows that `keep` keeps.
pub(super) fn paths(table: &Contents, rows: &[usize], keep: impl Fn(usize) -> bool) -> Vec<Path> {
    let mut names = Vec::new();
    let mut paths: Vec<Path> = Vec::new();
    for row in rows.iter().copied().filter(|row| keep(*row)) {
        let judged = table.value("judged_documents", row).number();
        let Some(documents) = judged.or(table.value("documents", row).number()) else { continue };
        let system = text(table, "system", row);
        let index = position(&mut names, system.clone());
        if index == paths.len() {
            paths.push(Path { system, points: Vec::new() });
        }
        paths[index].points.push((documents, row));
    }
    for path in &mut paths {
        path.points.sort_by(|one, other| one.0.total_cmp(&other.0));
    }
    paths
}

/// Points of a line that are drawn at most: more are no clearer, and pages grow with them.
pub(super) const MOST_POINTS: usize = 60;

/// A line with a name, from left to right.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<Point>,
}

/// Lines by the text of a column, with what `point` makes of their rows.
pub(super) fn lines<'a>(
    rows: &Rows<'a>,
    name: impl Fn(Row<'a>) -> String,
    point: impl Fn(Row<'a>) -> Option<Point>,
) -> Vec<Line> {
    let line = |(name, rows): (String, Rows<'a>)| {
        let mut points: Vec<Point> = rows.iter().filter_map(&point).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Line { name, points }
    };
    let lines = rows.groups(name).into_iter().map(line);
    lines.filter(|line| !line.points.is_empty()).collect()
}

/// Whether there is a line to draw: two points that are not one above the other.
pub(super) fn has_extent(lines: &[Line]) -> bool {
    lines.iter().any(|line| {
        let first = line.points.first().map_or(0.0, |point| point.x);
        line.points.iter().any(|point| point.x > first)
    })
}

/// Some of many lines, evenly spread, and a sentence if some are left out.
pub(super) fn some_of(lines: Vec<Line>, what: &str) -> (Vec<Line>, String) {
    let count = lines.len();
    if count <= COLOURED {
        return (lines, String::new());
    }
    let shown = spread(count, COLOURED);
    let kept = lines.into_iter().enumerate().filter(|(index, _)| shown.contains(index));
    (kept.map(|(_, line)| line).collect(), format!(" {COLOURED} of {count} {what} are shown."))
}

/// Lines with their points, intervals and tooltips. A line that has a name alone is not listed.
pub(super) fn layers(lines: &[Line]) -> Vec<Layer> {
    let mut layers = Vec::new();
    for (colour, line) in lines.iter().enumerate() {
        let points = line.points.iter().map(|point| (point.x, point.y)).collect();
        let name = (lines.len() > 1).then(|| line.name.clone());
        layers.push(Layer::Line { points, colour, stroke: Stroke::Solid, name });
    }
    for (colour, line) in lines.iter().enumerate() {
        let shown = spread(line.points.len(), MOST_POINTS);
        let points = shown.iter().map(|index| line.points[*index].clone()).collect();
        layers.push(Layer::Points { points, colour, name: None });
    }
    layers
}

/// Sets the points of lines a little beside each other, so that their intervals do not lie on one
/// another.
pub(super) fn beside(lines: &mut [Line]) {
    let all = || lines.iter().flat_map(|line| &line.points).map(|point| point.x);
    let (low, high) =
        all().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let step = 0.012 * (high - low);
    let middle = (lines.len() as f64 - 1.0) / 2.0;
    for (index, line) in lines.iter_mut().enumerate() {
        for point in &mut line.points {
            point.x += step * (index as f64 - middle);
        }
    }
}

/// A line across the chart at a height.
pub(super) fn level(lines: &[Line], height: f64, name: Option<String>) -> Layer {
    let all = lines.iter().flat_map(|line| &line.points).map(|point| point.x);
    let (low, high) =
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let points = vec![(low, height), (high, height)];
    Layer::Line { points, colour: GREY, stroke: Stroke::Dashed, name }
}

/// At most `most` of `count` indices, evenly spread, the first and the last among them.
pub(super) fn spread(count: usize, most: usize) -> Vec<usize> {
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
        let point = |x: usize| Point { x: x as f64, y: 1.0, reach: None, tip: String::new() };
        let line =
            |name: usize| Line { name: name.to_string(), points: (0..500).map(point).collect() };
        let (kept, sentence) = some_of((0..20).map(line).collect(), "systems");
        let names: Vec<&str> = kept.iter().map(|line| line.name.as_str()).collect();
        assert_eq!((names[0], names[6], names.len()), ("0", "19", 7));
        assert_eq!(sentence, " 7 of 20 systems are shown.");
        let drawn = layers(&kept[..1]);
        let Layer::Points { points, .. } = &drawn[1] else { panic!("no points") };
        assert_eq!((points.len(), points[0].x, points[59].x), (60, 0.0, 499.0));
    }
}
