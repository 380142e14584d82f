//! Scores against documents, with their intervals.

use super::ScoreRow;
use crate::analyses::GrowthRow;
use crate::presentation::{
    COLOURED, Chart, Figure, FigureKind, GREY, Layer, MOST_POINTS, MetricRows, Point, Polyline,
    Stroke, StudySection, by_metric, number, polylines, size, spread,
};

/// Systems whose intervals are drawn; of more, those of the best and the worst are.
const BANDS: usize = 5;

pub(super) const KIND: FigureKind = FigureKind {
    word: "scores",
    question: "When do scores settle?",
    draw: |section| by_metric(section, figure),
};

/// Scores against documents with their intervals: along the order of the corpus or, where there are
/// other orders alone, as means over them with their spread.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, ScoreRow>) -> Option<Figure> {
    let scores = &metric.rows;
    let ordering = scores.ordering()?;
    let stands_for_all = ordering == "corpus" || ordering.starts_with("explicit");
    let growth = section.rows_of_metric::<GrowthRow>(metric.key).filter(|_| !stands_for_all);
    let (series, what) = if let Some(growth) = growth {
        let lines = polylines(&growth.of_first_draws(), |row| &row.cell);
        let what = "Mean score over orderings of the documents, and its spread over them (one standard \
                    deviation to each side)";
        let estimate = |row: &GrowthRow| {
            let (mean, spread) = (row.score_mean?, row.score_spread);
            Some((mean, spread.map(|spread| (mean - spread, mean + spread))))
        };
        (series(&lines, estimate), what.to_owned())
    } else {
        let rows = scores.keep(|row| row.cell.ordering.as_deref().unwrap_or_default() == ordering);
        let lines = polylines(&rows, |row| &row.cell);
        let what = format!(
            "Score on growing test sets, documents entering in the order {ordering}, with {} % \
             bootstrap intervals (drawing {})",
            section.level(),
            section.unit(),
        );
        let estimate = |row: &ScoreRow| Some((row.score?, row.ci_lower.zip(row.ci_upper)));
        (series(&lines, estimate), what)
    };
    if series.iter().all(|line| line.points.len() < 2) {
        return None;
    }
    let chart = Chart {
        x_label: "documents".to_owned(),
        y_label: metric.title.clone(),
        whole_x: true,
        layers: lines_with_bands(&series),
        ..Chart::default()
    };
    let bands = if series.len() > BANDS { " of the best and the worst system" } else { "" };
    Some(KIND.chart(section, &metric.title, format!("{what}{bands}."), &chart))
}

/// A point of a line: x, y, and the lower and upper end of its interval.
type Estimate = (f64, f64, Option<(f64, f64)>);

/// A line of a figure.
struct Series<'a> {
    name: &'a str,
    /// Its place among the systems of the table, which gives the colour.
    index: usize,
    points: Vec<Estimate>,
}

/// Lines of what `estimate` makes of rows: a value and its interval.
fn series<'a, R>(
    lines: &[Polyline<'a, R>],
    estimate: impl Fn(&R) -> Option<(f64, Option<(f64, f64)>)>,
) -> Vec<Series<'a>> {
    let point = |(documents, row): &(f64, &R)| {
        estimate(row).map(|(value, interval)| (*documents, value, interval))
    };
    let of_system = |(index, line): (usize, &Polyline<'a, R>)| {
        let points = line.points.iter().filter_map(point).collect();
        Series { name: line.system, index, points }
    };
    let mut series: Vec<Series<'a>> = lines.iter().enumerate().map(of_system).collect();
    series.retain(|series| !series.points.is_empty());
    // The legend reads like the right edge, from top to bottom.
    let last = |series: &Series<'_>| series.points.last().map_or(0.0, |point| point.1);
    series.sort_by(|one, other| last(other).total_cmp(&last(one)));
    series
}

fn lines_with_bands(series: &[Series<'_>]) -> Vec<Layer> {
    let count = series.len();
    let is_end = |index: usize| index == 0 || index + 1 == count;
    let colour = |index: usize| match index {
        _ if count <= COLOURED => series[index].index,
        0 => 0,
        _ if is_end(index) => 1,
        _ => GREY,
    };
    let named = |index: usize| count <= COLOURED || is_end(index);
    let mut layers = Vec::new();
    for (index, line) in
        series.iter().enumerate().filter(|(index, _)| count <= BANDS || is_end(*index))
    {
        let edge = |(x, _, interval): &Estimate| interval.map(|(low, high)| (*x, low, high));
        let points: Vec<_> = line.points.iter().filter_map(edge).collect();
        if points.len() > 1 {
            layers.push(Layer::Band { points, colour: colour(index) });
        }
    }
    for (index, line) in series.iter().enumerate().rev() {
        let points = line.points.iter().map(|(x, y, _)| (*x, *y)).collect();
        let (colour, name) = (colour(index), named(index).then(|| line.name.to_owned()));
        layers.push(Layer::Line { points, colour, stroke: Stroke::Solid, name });
    }
    // The legend takes the order of the layers.
    layers.sort_by_key(|layer| match layer {
        Layer::Line { name: Some(name), .. } => {
            1 + series.iter().position(|series| series.name == *name).unwrap_or(0)
        }
        _ => 0,
    });
    for (index, line) in series.iter().enumerate() {
        let point = |(x, y, interval): &Estimate| {
            let interval = interval.map_or(String::new(), |(low, high)| {
                format!(" [{}, {}]", number(low), number(high))
            });
            let tip = format!("{}, {} documents: {}{interval}", line.name, size(*x), number(*y));
            Point { x: *x, y: *y, reach: None, tip }
        };
        let shown = spread(line.points.len(), MOST_POINTS);
        let points = shown.iter().map(|index| point(&line.points[*index])).collect();
        layers.push(Layer::Points { points, colour: colour(index), name: None });
    }
    layers
}
