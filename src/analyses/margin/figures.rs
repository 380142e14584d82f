//! The margin of error against the size of the test set.

use super::MarginRow;
use super::wording::{interval, needed, plus_minus, unit, wanted, whole};
use super::worst::{MetricMargins, by_metric};
use crate::presentation::{Chart, Figure, FigureKind, Layer, Point, Stroke, StudySection, dashed};
use crate::stats::margin::Precision;

/// Points along a curve.
const STEPS: u32 = 120;

/// Of the smallest size that is drawn: below it the margin leaves every chart.
const SMALLEST: f64 = 5.0;

pub(super) const KIND: FigureKind = FigureKind {
    word: "margin",
    question: "How much data does a margin of error take?",
    draw: |section| {
        by_metric(section).iter().filter_map(|metric| figure(section, metric)).collect()
    },
};

/// The law through the largest test set, of the system with the widest margin and of that with the
/// narrowest; the margins of smaller test sets as points; the wanted margin, and where it is met.
fn figure(section: &StudySection<'_>, metric: &MetricMargins<'_>) -> Option<Figure> {
    let row = metric.worst;
    let available = row.available_units? as f64;
    row.margin?;
    let farthest = row.required_units_upper.or(row.required_units).unwrap_or(0.0);
    // A size far beyond is told; the chart keeps to what can be read off it.
    let last = (1.1 * farthest.max(available)).min(20.0 * available).max(SMALLEST + 1.0);
    let mut layers = Vec::new();
    let systems = if metric.with_margin() > 1 { vec![row, metric.best] } else { vec![row] };
    let top = 2.0 * row.margin?.max(row.wanted.unwrap_or(0.0));
    for (colour, row) in systems.iter().enumerate() {
        let name = (systems.len() > 1).then(|| row.cell.system().to_owned());
        layers.push(law(row, (last, top), colour, name)?);
    }
    let measured = section.rows::<MarginRow>().of_first_draws().of_one_ordering();
    for (colour, system) in systems.iter().enumerate() {
        let same = |row: &MarginRow| {
            row.cell.coordinates().metric == system.cell.coordinates().metric
                && row.cell.system == system.cell.system
        };
        let own = measured.keep(same);
        let points = own.iter().filter_map(point).filter(|point| point.y <= top).collect();
        layers.push(Layer::Points { points, colour, name: None });
    }
    if let Some(margin) = row.wanted {
        let name = Some(format!("wanted {}", wanted(margin)));
        layers.insert(0, dashed([(0.0, margin), (last, margin)], name));
        layers.extend(mark(row, margin, last));
    }
    let chart = Chart {
        x_label: format!("{}s", unit(row)),
        y_label: format!("margin of error, {}", metric.title),
        x_range: (Some(0.0), Some(last)),
        y_range: (Some(0.0), Some(top)),
        whole_x: true,
        layers,
        ..Chart::default()
    };
    Some(KIND.chart(section, &metric.title, caption(metric), &chart))
}

/// Margins that the law gives from the margin of the largest test set, up to a size and up to a margin.
fn law(
    row: &MarginRow,
    (last, top): (f64, f64),
    colour: usize,
    name: Option<String>,
) -> Option<Layer> {
    let units = usize::try_from(row.available_units?).ok()?;
    let (standard_error, level) = (row.standard_error?, row.level);
    let strata = row.strata.unwrap_or(1) as usize;
    let precision = Precision { standard_error, units, strata, level };
    let points = (0..=STEPS).filter_map(|step| {
        let x = SMALLEST + (last - SMALLEST) * f64::from(step) / f64::from(STEPS);
        Some((x, precision.margin_at(x).ok()?))
    });
    let points: Vec<(f64, f64)> = points.filter(|point| point.1 <= top).collect();
    Some(Layer::Line { points, colour, stroke: Stroke::Solid, name })
}

fn point(row: &MarginRow) -> Option<Point> {
    let (x, y) = (row.available_units? as f64, row.margin?);
    let tip = format!("{}, {} {}s: {}", row.cell.system(), whole(x), unit(row), plus_minus(y));
    Some(Point { x, y, reach: None, tip }).filter(|point| point.x >= SMALLEST)
}

/// Where the wanted margin is met, with the interval of the size.
fn mark(row: &MarginRow, margin: f64, last: f64) -> Vec<Layer> {
    let Some(size) = row.required_units.filter(|size| *size <= last) else { return Vec::new() };
    let mut layers = Vec::new();
    if let Some((lower, upper)) = row.required_units_lower.zip(row.required_units_upper) {
        let points = vec![(lower, margin), (upper.min(last), margin)];
        layers.push(Layer::Line { points, colour: 2, stroke: Stroke::Solid, name: None });
    }
    let tip = format!("{} {}s have {}", whole(size.ceil()), unit(row), wanted(margin));
    let points = vec![Point { x: size, y: margin, reach: None, tip }];
    let name = Some(format!("{} {}s needed", whole(needed(row).unwrap_or(size)), unit(row)));
    layers.push(Layer::Points { points, colour: 2, name });
    layers
}

fn caption(metric: &MetricMargins<'_>) -> String {
    let row = metric.worst;
    let units = format!("{}s", unit(row));
    let verdict = match (row.margin.zip(row.wanted), needed(row)) {
        (Some((margin, wish)), _) if margin <= wish => {
            format!("The {units} of the test set are enough for {}.", wanted(wish))
        }
        (Some((_, wish)), Some(size)) => {
            let interval =
                interval(row, " to ").map_or_else(String::new, |ends| format!(" ({ends})"));
            format!("{} takes about {} {units}{interval}.", wanted(wish), whole(size))
        }
        _ => format!(
            "{} {units} have a margin of {}.",
            whole(row.available_units.unwrap_or(0) as f64),
            row.margin.map_or_else(String::new, plus_minus)
        ),
    };
    let systems = if metric.with_margin() > 1 {
        format!(
            " Lines: {} with the widest margin and {} with the narrowest.",
            metric.worst.cell.system(),
            metric.best.cell.system()
        )
    } else {
        String::new()
    };
    format!(
        "{verdict} Points are the margins of test sets, lines what the root law makes of the largest one; \
         beyond it they are extrapolated.{systems}"
    )
}
