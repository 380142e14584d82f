//! Scores against documents, with their intervals.

use super::lines::{COLOURED, GREY, MOST_POINTS, Path, paths, spread};
use super::{Figure, Kind, Metric, by_metric};
use crate::report::lookup::{ordering, text};
use crate::report::number::{number, size};
use crate::report::place::{Place, Rows};
use crate::report::plot::{Chart, Layer, Point, Stroke};
use crate::table::Contents;

/// Systems whose intervals are drawn; of more, those of the best and the worst are.
const BANDS: usize = 5;

pub(super) const KIND: Kind = Kind { word: "scores", question: "When do scores settle?", draw };

fn draw(place: &Place<'_>) -> Vec<Figure> {
    let Some(rows) = place.rows("scores") else { return Vec::new() };
    by_metric(rows).iter().filter_map(|(metric, rows)| figure(place, metric, rows)).collect()
}

/// Scores against documents with their intervals: along the order of the corpus or, where there are
/// other orders alone, as means over them with their spread.
fn figure(place: &Place<'_>, metric: &Metric, scores: &Rows<'_>) -> Option<Figure> {
    let ordering = ordering(scores.table, &scores.indices)?;
    let stands_for_all = ordering == "corpus" || ordering.starts_with("explicit");
    let growth = place.of_metric("growth", &metric.key).filter(|_| !stands_for_all);
    let (rows, columns) = match growth {
        Some(growth) => (growth.of_first_draws(), None),
        None => (scores.clone(), Some(("ci_lower", "ci_upper"))),
    };
    let table = rows.table;
    let keep = |row: usize| columns.is_none() || text(table, "ordering", row) == ordering;
    let series = series(table, &paths(table, &rows.indices, keep), columns);
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
    let what = match columns {
        Some(_) => format!(
            "Score on growing test sets, documents entering in the order {ordering}, with {} % \
             bootstrap intervals (drawing {})",
            place.level(),
            place.about.unit(&place.study),
        ),
        None => {
            "Mean score over orderings of the documents, and its spread over them (one standard \
                 deviation to each side)"
                .to_owned()
        }
    };
    let bands = if series.len() > BANDS { " of the best and the worst system" } else { "" };
    Some(KIND.chart(place, &metric.title, format!("{what}{bands}."), &chart))
}

/// A point of a line: x, y, and the lower and upper end of its interval.
type Estimate = (f64, f64, Option<(f64, f64)>);

/// A line of a figure.
struct Series {
    name: String,
    /// Place among the systems of the table, which gives the colour.
    index: usize,
    points: Vec<Estimate>,
}

fn series(table: &Contents, paths: &[Path], ends: Option<(&str, &str)>) -> Vec<Series> {
    let value = |column: &str, row: usize| table.value(column, row).number();
    let point = |(documents, row): &(f64, usize)| {
        if let Some((lower, upper)) = ends {
            let interval = value(lower, *row).zip(value(upper, *row));
            return Some((*documents, value("score", *row)?, interval));
        }
        let mean = value("score_mean", *row)?;
        let spread = value("score_spread", *row);
        Some((*documents, mean, spread.map(|spread| (mean - spread, mean + spread))))
    };
    let mut series: Vec<Series> = paths
        .iter()
        .enumerate()
        .map(|(index, path)| Series {
            name: path.system.clone(),
            index,
            points: path.points.iter().filter_map(point).collect(),
        })
        .filter(|series| !series.points.is_empty())
        .collect();
    // The legend reads like the right edge, from top to bottom.
    let last = |series: &Series| series.points.last().map_or(0.0, |point| point.1);
    series.sort_by(|one, other| last(other).total_cmp(&last(one)));
    series
}

fn lines_with_bands(series: &[Series]) -> Vec<Layer> {
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
        let (colour, name) = (colour(index), named(index).then(|| line.name.clone()));
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
