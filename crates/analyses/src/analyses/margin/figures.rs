//! The margin of error against the size of the test set.

use super::wording::{interval, needed, plus_minus, unit, wanted, whole};
use super::{MarginRow, MetricMargins, by_metric, headline};
use crate::analyses::common::median;
use crate::presentation::{Chart, Figure, FigureKind, Layer, Point, Stroke, StudySection, spread};
use crate::stats::Freedom;
use crate::stats::margin::Precision;

/// Points along a curve.
const STEPS: u32 = 120;

/// Margins of test sets that are drawn at most: more hide each other.
const POINTS: usize = 24;

/// Of the smallest size that is drawn: below it the margin leaves every chart.
const SMALLEST: f64 = 5.0;

/// How much larger than the test set the largest size is for which the axis is still linear.
const FAR: f64 = 8.0;

pub(super) const KIND: FigureKind = FigureKind {
    word: "margin",
    question: "How much data does a margin of error take?",
    draw: |section| {
        by_metric(section).iter().filter_map(|metric| figure(section, metric)).collect()
    },
};

/// What is drawn: sizes from left to right, and the largest margin.
struct Window {
    first: f64,
    last: f64,
    top: f64,
    is_log: bool,
}

/// The law through the largest test set, of the system with the widest margin and of that with the
/// narrowest; the margins of smaller test sets as points; the wanted margin, and where it is met.
fn figure(section: &StudySection<'_>, metric: &MetricMargins<'_>) -> Option<Figure> {
    let row = metric.worst;
    let available = row.available_units? as f64;
    let margin = row.margin?;
    let farthest = row.required_units_upper.or(row.required_units).unwrap_or(0.0);
    let is_log = farthest > FAR * available;
    let farthest = farthest.max(available);
    let window = Window {
        first: SMALLEST.min(available),
        // A logarithmic axis takes more room beyond the last size.
        last: if is_log { 1.5 * farthest } else { 1.1 * farthest }.max(SMALLEST + 1.0),
        // By the law of the root twice the margin is that of a quarter of the units.
        top: 2.0 * margin.max(row.wanted.unwrap_or(0.0)),
        is_log,
    };
    let mut layers = Vec::new();
    layers.extend(row.wanted.map(|margin| Layer::Across {
        y: margin,
        name: Some(format!("wanted {}", wanted(margin))),
    }));
    if farthest > available {
        let name = Some(format!("{} available", whole(available)));
        layers.push(Layer::Down { x: available, name });
    }
    let systems = if metric.with_margin() > 1 { vec![row, metric.best] } else { vec![row] };
    for (colour, row) in systems.iter().enumerate() {
        let name = (systems.len() > 1).then(|| row.cell.system().to_owned());
        layers.push(law(row, &window, colour, name)?);
    }
    let measured = section.rows::<MarginRow>().of_first_draws().of_one_ordering();
    for (colour, system) in systems.iter().enumerate() {
        let rows = measured.keep(|row| {
            row.cell.coordinates().metric == system.cell.coordinates().metric
                && row.cell.system == system.cell.system
        });
        let mut points: Vec<Point> =
            rows.iter().filter_map(point).filter(|point| point.y <= window.top).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        let shown = spread(points.len(), POINTS);
        let points = shown.iter().map(|index| points[*index].clone()).collect();
        layers.push(Layer::Points { points, colour, name: None });
    }
    if let Some(margin) = row.wanted {
        layers.extend(mark(row, margin));
    }
    let chart = Chart {
        x_label: format!("{}s", unit(row)),
        y_label: format!("margin of error, {}", metric.title),
        x_range: (Some(if is_log { window.first } else { 0.0 }), Some(window.last)),
        y_range: (Some(0.0), Some(window.top)),
        whole_x: true,
        log_x: is_log,
        layers,
        ..Chart::default()
    };
    let sizes = headline::headline(std::slice::from_ref(metric));
    let caption = format!("{sizes} {}", caption(metric));
    let figure = KIND.chart(section, &metric.title, caption, &chart);
    Some(figure.titled(precision(metric)))
}

/// How precise scores are today, as the answer says it.
fn precision(metric: &MetricMargins<'_>) -> Option<String> {
    let margin = median(metric.rows.iter().filter_map(|row| row.margin))?;
    let of = match metric.with_margin() {
        1 => String::new(),
        count => format!(", median of {count} systems"),
    };
    let (title, size) = (&metric.title, super::wording::available(metric.worst));
    Some(format!("{title}: {} on {size}{of}", plus_minus(margin)))
}

/// Margins that the law gives from the margin of the largest test set, up to a size and up to a margin.
fn law(row: &MarginRow, window: &Window, colour: usize, name: Option<String>) -> Option<Layer> {
    let units = usize::try_from(row.available_units?).ok()?;
    let (standard_error, level) = (row.standard_error?, row.level);
    let strata = row.strata.unwrap_or(1) as usize;
    let freedom = Freedom {
        degrees: row.degrees_of_freedom?,
        effective_units: row.effective_units?,
        longest_share: row.longest_share?,
        ..Freedom::of_units(units as f64, strata as f64)
    };
    let precision = Precision { standard_error, units, strata, freedom, level };
    let points = (0..=STEPS).filter_map(|step| {
        let share = f64::from(step) / f64::from(STEPS);
        let Window { first, last, is_log, .. } = *window;
        let x = if is_log {
            first * libm::pow(last / first, share)
        } else {
            first + (last - first) * share
        };
        Some((x, precision.margin_at(x).ok()?))
    });
    let points: Vec<(f64, f64)> = points.filter(|point| point.1 <= window.top).collect();
    Some(Layer::Line { points, colour, stroke: Stroke::Solid, name })
}

fn point(row: &MarginRow) -> Option<Point> {
    let (x, y) = (row.available_units? as f64, row.margin?);
    let tip = format!("{}, {} {}s: {}", row.cell.system(), whole(x), unit(row), plus_minus(y));
    Some(Point { x, y, reach: None, tip }).filter(|point| point.x >= SMALLEST)
}

/// Where the wanted margin is met, with the interval of the size.
fn mark(row: &MarginRow, margin: f64) -> Vec<Layer> {
    let Some(size) = row.required_units else { return Vec::new() };
    let mut layers = Vec::new();
    if let Some((lower, upper)) = row.required_units_lower.zip(row.required_units_upper) {
        let points = vec![(lower, margin), (upper, margin)];
        layers.push(Layer::Line { points, colour: 0, stroke: Stroke::Solid, name: None });
    }
    let words = format!("{} {}s", whole(needed(row).unwrap_or(size)), unit(row));
    let tip = format!("{} {}s have {}", whole(size.ceil()), unit(row), wanted(margin));
    layers.push(Layer::Mark { x: size, y: margin, colour: 0, words, tip });
    layers
}

fn caption(metric: &MetricMargins<'_>) -> String {
    let row = metric.worst;
    let met = match (needed(row), row.wanted) {
        (Some(size), Some(wish)) => {
            let interval = interval(row, " to ")
                .map_or_else(String::new, |ends| format!("; the bar beside it: {ends}"));
            format!(
                " The ring: {} is met with about {} {}s{interval}.",
                wanted(wish),
                whole(size),
                unit(row)
            )
        }
        _ => String::new(),
    };
    let systems = if metric.with_margin() > 1 {
        format!(
            " {} has the widest margin, {} the narrowest.",
            metric.worst.cell.system(),
            metric.best.cell.system()
        )
    } else {
        String::new()
    };
    format!(
        "Points are the margins of test sets, lines what the root law makes of the largest one; beyond it \
         they are extrapolated.{met}{systems}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::{cell, on_section};
    use crate::table::TextUnit;

    fn figure_of(wanted: Option<f64>, required: Option<f64>) -> Figure {
        let rows = [10, 20, 40_u32].map(|documents| {
            let standard_error = 4.0 / f64::from(documents).sqrt();
            let is_all = documents == 40;
            MarginRow {
                cell: cell("bleu", Some("A"), documents),
                margin: Some(2.05 * standard_error),
                standard_error: Some(standard_error),
                level: 0.95,
                unit: TextUnit::Documents,
                available_units: Some(documents.into()),
                degrees_of_freedom: Some(f64::from(documents) - 1.0),
                effective_units: Some(documents.into()),
                longest_share: Some(1.0 / f64::from(documents)),
                wanted,
                required_units: required.filter(|_| is_all),
                required_units_lower: required.filter(|_| is_all).map(|size| size / 1.5),
                required_units_upper: required.filter(|_| is_all).map(|size| size * 1.5),
                ..MarginRow::default()
            }
        });
        let mut figures = on_section(rows.to_vec(), |section| KIND.figures(section));
        assert_eq!(figures.len(), 1);
        figures.remove(0)
    }

    /// The wanted margin is a line, and a ring stands where it is met, however far that is; what is
    /// available stands beside it.
    #[test]
    fn the_wanted_margin_is_met_at_a_ring() {
        for (required, at) in [(64.0, "64 documents"), (64_000.0, "64,000 documents")] {
            let figure = figure_of(Some(1.0), Some(required));
            for words in [at, "wanted ±1", "40 available"] {
                assert!(
                    figure.svg.contains(&format!(">{words}</text>")),
                    "{words}: {}",
                    figure.svg
                );
            }
            assert!(figure.svg.contains("documents have ±1"), "{}", figure.svg);
            assert_eq!(figure.title, "BLEU: ±1.3 on 40 documents");
            assert!(figure.caption.contains("±1 is met with about 64"), "{}", figure.caption);
        }
    }

    /// Without a wish there is neither line nor ring.
    #[test]
    fn without_a_wish_nothing_is_marked() {
        let figure = figure_of(None, None);
        for words in ["wanted", "available", "ring"] {
            assert!(!figure.svg.contains(words) && !figure.caption.contains(words), "{words}");
        }
        assert_eq!(figure.title, "BLEU: ±1.3 on 40 documents");
    }
}
