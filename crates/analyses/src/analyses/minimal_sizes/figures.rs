//! Deviations against documents, with fitted curves and tangents.

use super::options::Deviation;
use super::reading::read_off;
use super::{MinimalSizeRow, level_sizes};
use crate::analyses::ScoreRow;
use crate::analyses::common::order::order_in_words;
use crate::presentation::{
    COLOURED, Chart, Figure, FigureKind, Layer, MOST_POINTS, MetricRows, Point, Rows, Stroke,
    StudySection, by_metric, number, polylines, size, spread,
};
use crate::stats::regression::{Curve, Fit};
use crate::words::capitalised;

/// Systems whose deviations are drawn with their curves.
const CURVES: usize = 5;
/// Points along a fitted curve.
const STEPS: u32 = 120;

pub(super) const KIND: FigureKind = FigureKind {
    word: "deviation",
    question: "How fast does the uncertainty of scores fall?",
    draw: |section| by_metric(section, figure),
};

/// Deviations against documents with the fitted curves and the tangents that give `x_min`.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, ScoreRow>) -> Option<Figure> {
    let fits = section.rows_of_metric::<MinimalSizeRow>(metric.key)?;
    let ordering = fits.ordering()?;
    let fits = read_off(&fits.of_first_draws())
        .keep(|row: &MinimalSizeRow| row.cell.ordering.as_deref().unwrap_or_default() == ordering);
    let relative = fits.first()?.deviation == Deviation::Relative;
    // Sampled orderings of an exhaustive study have no rows of their own among the scores.
    let rows = metric.rows.keep(|row| row.cell.ordering.as_deref().unwrap_or_default() == ordering);
    let systems = polylines(&rows, |row| &row.cell);
    let mut layers = Vec::new();
    let mut highest: f64 = 0.0;
    let mut smallest = f64::INFINITY;
    let shown = spread(systems.len(), CURVES);
    for (index, line) in shown.iter().map(|index| (*index, &systems[*index])) {
        let colour = if systems.len() <= COLOURED { index } else { index % COLOURED };
        let points = line.points.iter().filter_map(|(x, row)| {
            Some((*x, if relative { row.relative_stdev } else { row.stdev }?))
        });
        let points: Vec<(f64, f64)> = points.filter(|(_, y)| *y > 0.0).collect();
        let Some(last) = points.last().map(|point| point.0) else { continue };
        smallest = smallest.min(points[0].0);
        highest = points.iter().fold(highest, |highest, point| highest.max(point.1));
        let of_system = fits.keep(|row| row.cell.system.as_deref() == Some(line.system));
        // A curve that begins above its first point is seen whole.
        let start = of_system.first().and_then(curve).map_or(0.0, |curve| curve.at(points[0].0));
        // Up to twice as high: beyond that the points would lie flat at the bottom.
        highest = highest.max(start.min(2.0 * highest));
        layers.extend(curves(&of_system, (points[0].0, last), colour));
        let unit = if relative { " %" } else { "" };
        let shown_points = spread(points.len(), MOST_POINTS).into_iter().map(|index| {
            let (x, y) = points[index];
            let tip = format!("{}, {} documents: {}{unit}", line.system, size(x), number(y));
            Point { x, y, reach: None, tip }
        });
        layers.push(Layer::Points { points: shown_points.collect(), colour, name: None });
    }
    if layers.is_empty() {
        return None;
    }
    let chart = Chart {
        x_label: "documents".to_owned(),
        y_label: if relative { "standard deviation, % of the mean" } else { "standard deviation" }
            .to_owned(),
        x_range: (Some(0.0), None),
        y_range: (Some(0.0), Some(1.05 * highest)),
        whole_x: true,
        layers,
        ..Chart::default()
    };
    let some = (shown.len() < systems.len())
        .then(|| format!(" {} of {} systems.", shown.len(), systems.len()));
    let some = some.unwrap_or_default();
    let first = fits.first()?;
    let tangent = if fits.iter().any(|row| row.x_min.is_some()) {
        let is_drawn = fits.iter().any(|row| is_along(row, smallest));
        format!(
            "; the tangent at {} ({}) meets the axis at x_min",
            if first.tangent_at.total_cmp(&1.0).is_eq() {
                "1 document".to_owned()
            } else {
                format!("{} documents", size(first.tangent_at))
            },
            if is_drawn { "dotted" } else { "left of the curves, not shown" },
        )
    } else {
        String::new()
    };
    let falls = falls(&fits);
    let title = level_size(section, &metric.title)
        .or_else(|| Some(format!("{}: {}", metric.title, falls.as_ref()?)));
    let falls = falls.map_or_else(String::new, |falls| format!(" {}.", capitalised(&falls)));
    let caption = format!(
        "Standard deviation of the score over resamples (points) and the {} function fitted to it by \
         {} (line){tangent}. Documents in {}.{some}{falls}",
        first.function.name(),
        match first.fit {
            Fit::LogLeastSquares => "logarithms",
            Fit::LeastSquares => "least squares",
        },
        order_in_words(ordering),
    );
    let figure = KIND.chart(section, &metric.title, caption, &chart);
    Some(figure.titled(title))
}

/// The size that the answer has.
fn level_size(section: &StudySection<'_>, metric: &str) -> Option<String> {
    let mut sizes = level_sizes(section).into_iter();
    let size_of = sizes.find(|size| size.title == metric)?;
    let beyond = if size_of.is_beyond() { ", extrapolated" } else { "" };
    let size = size(size_of.documents);
    Some(format!("{metric}: x_max is {size} documents (median system{beyond})"))
}

/// How fast the deviation of the median system falls; nothing where a size says nothing.
fn falls(fits: &Rows<'_, MinimalSizeRow>) -> Option<String> {
    let power = fits.iter().filter(|row| row.c.is_none());
    let mut exponents: Vec<f64> = power.filter_map(|row| row.b).collect();
    exponents.sort_by(f64::total_cmp);
    let median = *exponents.get(exponents.len() / 2)?;
    // Four times the documents; at most one decimal, since exponents are known to no more.
    let factor = libm::pow(4.0, median);
    let what = if exponents.len() > 1 { " (median system)" } else { "" };
    Some(if median > 0.0 {
        format!("four times the documents divide the deviation by {factor:.1}{what}")
    } else {
        format!("the deviation does not fall with more documents{what}")
    })
}

/// The fitted curve of a system, and its tangent: those whose sizes the finding and the table have.
fn curves(fits: &Rows<'_, MinimalSizeRow>, (first, last): (f64, f64), colour: usize) -> Vec<Layer> {
    let Some(row) = fits.first() else { return Vec::new() };
    let Some(curve) = curve(row) else { return Vec::new() };
    let steps = (0..=STEPS).map(|step| {
        let x = first + (last - first) * f64::from(step) / f64::from(STEPS);
        (x, curve.at(x))
    });
    let x_min = row.x_min.map_or_else(String::new, |x_min| format!(", x_min {}", size(x_min)));
    let name = Some(format!("{}{x_min}", row.cell.system()));
    let mut layers =
        vec![Layer::Line { points: steps.collect(), colour, stroke: Stroke::Solid, name }];
    if let Some(x_min) = row.x_min.filter(|_| is_along(row, first)) {
        let points = vec![(row.tangent_at, curve.at(row.tangent_at)), (x_min, 0.0)];
        layers.push(Layer::Line { points, colour, stroke: Stroke::Dotted, name: None });
    }
    layers
}

/// Returns `true` if the tangent of a row touches its curve where that is drawn.
fn is_along(row: &MinimalSizeRow, first: f64) -> bool {
    row.x_min.is_some() && row.tangent_at >= first - 1e-9
}

/// The fitted function, with the coefficients of the table.
fn curve(row: &MinimalSizeRow) -> Option<Curve> {
    let (a, b) = (row.a?, row.b?);
    Some(match (row.c, row.d) {
        (Some(c), Some(d)) => Curve::Cubic { a, b, c, d },
        _ => Curve::Power { a, b },
    })
}
