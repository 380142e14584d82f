//! STDEV against documents, with fitted curves and tangents.

use std::collections::BTreeMap;

use super::lines::{COLOURED, MOST_POINTS, paths, spread};
use super::{Figure, Kind, Metric, by_metric};
use crate::report::lookup::{ordering, text};
use crate::report::number::{number, size};
use crate::report::place::{Place, Rows};
use crate::report::plot::{Chart, Layer, Point, Stroke};
use crate::table::{CellValue, Contents};

/// Systems whose deviations are drawn with their curves.
const CURVES: usize = 5;
/// Points along a fitted curve.
const STEPS: u32 = 120;

pub(super) const KIND: Kind =
    Kind { word: "deviation", question: "How fast does the uncertainty of scores fall?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("scores") else { return Vec::new() };
    by_metric(rows).iter().filter_map(|(metric, rows)| figure(place, metric, rows)).collect()
}

/// STDEV against documents with the fitted curves and the tangents that give `x_min`.
fn figure(place: &Place<'_>, metric: &Metric, rows: &Rows<'_>) -> Option<Figure> {
    let fits = place.of_metric("minimal_sizes", &metric.key)?;
    let (scores, sizes) = (rows.table, fits.table);
    let ordering = ordering(sizes, &fits.indices)?;
    let here = |row: &usize| {
        text(sizes, "ordering", *row) == ordering
            && sizes.value("repeat", *row) == CellValue::Integer(1)
    };
    let fits: Vec<usize> = fits.indices.into_iter().filter(here).collect();
    let relative = sizes.value("deviation", *fits.first()?) == CellValue::Text("relative");
    let column = if relative { "relative_stdev" } else { "stdev" };
    // Sampled orderings of an exhaustive study have no rows of their own among the scores.
    let paths = paths(scores, &rows.indices, |row| text(scores, "ordering", row) == ordering);
    let mut layers = Vec::new();
    let mut fitted: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for row in &fits {
        if let Some(system) = sizes.value("system", *row).text() {
            fitted.entry(system).or_default().push(*row);
        }
    }
    let mut highest: f64 = 0.0;
    let shown = spread(paths.len(), CURVES);
    for (index, path) in shown.iter().map(|index| (*index, &paths[*index])) {
        let colour = if paths.len() <= COLOURED { index } else { index % COLOURED };
        let value = |(x, row): &(f64, usize)| Some((*x, scores.value(column, *row).number()?));
        let points: Vec<(f64, f64)> =
            path.points.iter().filter_map(value).filter(|(_, y)| *y > 0.0).collect();
        let Some(last) = points.last().map(|point| point.0) else { continue };
        highest = points.iter().fold(highest, |highest, point| highest.max(point.1));
        let fits = fitted.get(path.system.as_str()).map_or(&[][..], Vec::as_slice);
        layers.extend(curves(sizes, fits, (points[0].0, last), colour, &path.system));
        let unit = if relative { " %" } else { "" };
        let point = |(x, y): &(f64, f64)| Point {
            x: *x,
            y: *y,
            reach: None,
            tip: format!("{}, {} documents: STDEV {}{unit}", path.system, size(*x), number(*y)),
        };
        let shown_points = spread(points.len(), MOST_POINTS);
        layers.push(Layer::Points {
            points: shown_points.iter().map(|index| point(&points[*index])).collect(),
            colour,
            name: None,
        });
    }
    if layers.is_empty() {
        return None;
    }
    let chart = Chart {
        x_label: "documents".to_owned(),
        y_label: if relative { "STDEV, % of the mean" } else { "STDEV" }.to_owned(),
        x_range: (Some(0.0), None),
        y_range: (Some(0.0), Some(1.05 * highest)),
        whole_x: true,
        layers,
        ..Chart::default()
    };
    let some = if shown.len() < paths.len() {
        format!(" {} of {} systems.", shown.len(), paths.len())
    } else {
        String::new()
    };
    let caption = format!(
        "Bootstrap STDEV of the score (points), the power function fitted to it (solid) or the cubic \
         where it fits better by R² (dashed), and the tangent at the first size (dotted): x_min is where \
         it meets the axis.{some}"
    );
    Some(KIND.chart(place, &metric.title, caption, &chart))
}

/// The fitted curve of a system that the paper's rule selects, and its tangent.
fn curves(
    sizes: &Contents,
    fits: &[usize],
    (first, last): (f64, f64),
    colour: usize,
    system: &str,
) -> Vec<Layer> {
    let mut layers = Vec::new();
    let published =
        |row: &&usize| sizes.value("selected_as_published", **row) == CellValue::Boolean(true);
    let Some(row) = fits.iter().find(published).copied() else { return layers };
    let Some(curve) = Curve::of(sizes, row) else { return layers };
    let steps = (0..=STEPS).map(|step| {
        let x = first + (last - first) * f64::from(step) / f64::from(STEPS);
        (x, curve.at(x))
    });
    let stroke = if matches!(curve, Curve::Power { .. }) { Stroke::Solid } else { Stroke::Dashed };
    let x_min = sizes.value("x_min", row).number();
    let name =
        x_min.map_or_else(|| system.to_owned(), |x_min| format!("{system}, x_min {}", size(x_min)));
    layers.push(Layer::Line { points: steps.collect(), colour, stroke, name: Some(name) });
    if let (Some(x_min), Some(x)) = (x_min, sizes.value("tangent_at", row).number()) {
        let points = vec![(x, curve.at(x)), (x_min, 0.0)];
        layers.push(Layer::Line { points, colour, stroke: Stroke::Dotted, name: None });
    }
    layers
}

/// A fitted function, with the coefficients of the table.
enum Curve {
    Power { a: f64, b: f64 },
    Cubic { a: f64, b: f64, c: f64, d: f64 },
}

impl Curve {
    fn of(sizes: &Contents, row: usize) -> Option<Self> {
        let value = |column: &str| sizes.value(column, row).number();
        let (a, b) = (value("a")?, value("b")?);
        match (value("c"), value("d")) {
            (Some(c), Some(d)) => Some(Self::Cubic { a, b, c, d }),
            _ => Some(Self::Power { a, b }),
        }
    }

    fn at(&self, x: f64) -> f64 {
        match self {
            Self::Power { a, b } => a * libm::pow(x, -b),
            Self::Cubic { a, b, c, d } => ((d * x + c) * x + b) * x + a,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_those_of_the_paper() {
        let power = Curve::Power { a: 8.0, b: 0.5 };
        assert!((power.at(4.0) - 4.0).abs() < 1e-12);
        let cubic = Curve::Cubic { a: 1.0, b: 2.0, c: 3.0, d: 4.0 };
        assert!((cubic.at(2.0) - (1.0 + 4.0 + 12.0 + 32.0)).abs() < 1e-12);
    }
}
