//! How often intervals hold the truth.

use super::lines::{beside, has_extent, layers, level, lines, some_of};
use super::{Figure, Kind, Metric, by_metric};
use crate::report::number::size;
use crate::report::place::{Place, Row, Rows};
use crate::report::plot::{Chart, Layer, Point, Stroke};

pub(super) const KIND: Kind =
    Kind { word: "coverage", question: "Do intervals hold what they promise?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("coverage") else { return Vec::new() };
    let over_systems = rows.keep(|row| row.is_null("system"));
    let mut figures = Vec::new();
    for (metric, rows) in by_metric(&over_systems) {
        for (sampling, rows) in rows.groups(|row| row.text("sampling")) {
            let sizes = rows.groups(|row| row.number("segments").map(f64::to_bits)).len();
            figures.extend(if sizes > 1 {
                against_sizes(place, &metric, sampling, &rows)
            } else {
                against_levels(place, &metric, sampling, &rows)
            });
        }
    }
    figures
}

/// Shares of samples whose interval holds the truth, one line per method, against what `x` says.
fn methods<'a>(rows: &Rows<'a>, x: &str) -> Vec<super::lines::Line> {
    let point = |row: Row<'a>| {
        let (x, y) = (row.number(x)?, row.number("observed")?);
        let ends = row.number("observed_lower").zip(row.number("observed_upper"));
        let reach = ends.map(|(low, high)| (100.0 * (y - low), 100.0 * (high - y)));
        let tip = format!(
            "{}, {} segments: {} of {} intervals of {} % hold the truth ({:.1} %)",
            row.text("method"),
            size(row.number("segments")?),
            size(row.number("held")?),
            size(row.number("trials")?),
            100.0 * row.number("nominal")?,
            100.0 * y,
        );
        Some(Point { x, y: 100.0 * y, reach, tip })
    };
    lines(rows, |row| row.text("method").to_owned(), point)
}

fn against_sizes(
    place: &Place<'_>,
    metric: &Metric,
    sampling: &str,
    rows: &Rows<'_>,
) -> Option<Figure> {
    // The level of the study, or else the largest.
    let own = place.level() / 100.0;
    let is_own =
        |row: Row<'_>| row.number("nominal").is_some_and(|level| (level - own).abs() < 1e-9);
    let of_level = rows.keep(is_own);
    let rows = if of_level.indices.is_empty() { rows.of_largest("nominal") } else { of_level };
    let nominal = 100.0 * rows.first()?.number("nominal")?;
    let lines = methods(&rows, "segments");
    if !has_extent(&lines) {
        return None;
    }
    let (mut shown, sentence) = some_of(lines, "methods");
    let reference = level(&shown, nominal, Some("promised".to_owned()));
    beside(&mut shown);
    let chart = Chart {
        x_label: "segments of a sample".to_owned(),
        y_label: "intervals that hold the truth, %".to_owned(),
        y_range: (None, Some(100.5)),
        layers: std::iter::once(reference).chain(named(&shown)).collect(),
        ..Chart::default()
    };
    let caption = format!(
        "Share of {nominal} % intervals, each from one {sampling} sample, that hold the true score, over \
         all systems, with its own uncertainty. Below the dashed line intervals promise too \
         much.{sentence}"
    );
    Some(KIND.chart(place, &format!("{}, {sampling}", metric.title), caption, &chart))
}

fn against_levels(
    place: &Place<'_>,
    metric: &Metric,
    sampling: &str,
    rows: &Rows<'_>,
) -> Option<Figure> {
    let mut lines = methods(rows, "nominal");
    for point in lines.iter_mut().flat_map(|line| &mut line.points) {
        point.x *= 100.0;
    }
    if !has_extent(&lines) {
        return None;
    }
    let (shown, sentence) = some_of(lines, "methods");
    let ends = shown.iter().flat_map(|line| &line.points).map(|point| point.x);
    let (low, high) =
        ends.fold((100.0, 0.0), |(low, high), x| (f64::min(low, x), f64::max(high, x)));
    let diagonal = Layer::Line {
        points: vec![(low, low), (high, high)],
        colour: super::lines::GREY,
        stroke: Stroke::Dashed,
        name: Some("promised".to_owned()),
    };
    let chart = Chart {
        x_label: "level of the interval, %".to_owned(),
        y_label: "intervals that hold the truth, %".to_owned(),
        y_range: (None, Some(100.5)),
        layers: std::iter::once(diagonal).chain(named(&shown)).collect(),
        ..Chart::default()
    };
    let caption = format!(
        "Share of intervals of each level, from {sampling} samples of {} segments, that hold the true \
         score, over all systems. Below the dashed line intervals promise too much.{sentence}",
        size(rows.first()?.number("segments")?)
    );
    Some(KIND.chart(place, &format!("{}, {sampling}", metric.title), caption, &chart))
}

/// Layers in which a single line is listed too: it stands beside the promised one.
fn named(lines: &[super::lines::Line]) -> Vec<Layer> {
    let mut layers = layers(lines);
    if let (Some(Layer::Line { name, .. }), [line]) = (layers.first_mut(), lines) {
        *name = Some(line.name.clone());
    }
    layers
}
