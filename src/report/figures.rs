//! Figures out of the tables of a run. What is drawn stands in a table: nothing is estimated here.

use std::collections::BTreeMap;

use super::about::About;
use super::folder::Folder;
use super::number::{number, size};
use super::plot::{self, Chart, Layer, Matrix, MatrixCell, Point, Stroke};
use super::summary::slug;
use super::tables::{metric_name, places, position, shortened, text};
use crate::table::{CellValue, Contents};

/// Systems whose lines get colours of their own; more are drawn in grey but for the ends.
const COLOURED: usize = 7;
const GREY: usize = 7;
/// Systems whose intervals are drawn; of more, those of the best and the worst are.
const BANDS: usize = 5;
/// Systems whose deviations are drawn with their curves.
const CURVES: usize = 5;
/// Points along a fitted curve.
const STEPS: u32 = 120;
/// Bars of a histogram.
const BARS: usize = 30;

/// A figure and what to say about it.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct Figure {
    /// Names its file.
    pub(super) name: String,
    /// Study and corpus.
    pub(super) place: String,
    /// What it is about, usually the metric.
    pub(super) title: String,
    pub(super) caption: String,
    pub(super) svg: String,
}

/// All figures, in the order of studies, corpora and metrics.
pub(super) fn all(folder: &Folder, about: &About) -> Vec<Figure> {
    let mut figures = Vec::new();
    if let Some(scores) = folder.table("scores") {
        for ((study, corpus), rows) in places(scores) {
            let place = Place { study: &study, corpus: &corpus, about };
            let groups = by_metric(scores, rows);
            let titles: Vec<String> = groups.iter().map(|(metric, _)| metric.clone()).collect();
            for ((metric, rows), title) in groups.into_iter().zip(shortened(&titles)) {
                let metric = Metric { key: metric, title };
                let growth = folder.table("growth");
                figures.extend(score_figure(&place, &metric, scores, &rows, growth));
                if let Some(sizes) = folder.table("minimal_sizes") {
                    figures.extend(deviation_figure(&place, &metric, scores, &rows, sizes));
                }
                if let Some(replicates) = folder.table("replicates") {
                    figures.extend(histogram(&place, &metric, replicates));
                }
            }
        }
    }
    if let Some(table) = folder.table("cross_references") {
        for ((study, corpus), rows) in places(table) {
            let place = Place { study: &study, corpus: &corpus, about };
            let pairs = rows.into_iter().filter(|row| {
                table.value("reference_count", *row) == CellValue::Integer(1)
                    && table.value("references", *row) != CellValue::Null
            });
            for (metric, rows) in of_metrics(table, pairs) {
                figures.extend(reference_matrix(&place, &metric, table, &rows));
            }
        }
    }
    figures
}

/// Rows by metric alone.
fn of_metrics(table: &Contents, rows: impl Iterator<Item = usize>) -> Vec<(String, Vec<usize>)> {
    let (mut names, mut groups): (Vec<String>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    for row in rows {
        let index = position(&mut names, text(table, "metric", row));
        if index == groups.len() {
            groups.push(Vec::new());
        }
        groups[index].push(row);
    }
    names.into_iter().zip(groups).collect()
}

/// References scored against each other, as Hamon et al. (2007) print them: a column is the reference
/// that is scored, a line the one that it is scored against.
fn reference_matrix(
    place: &Place<'_>,
    metric: &str,
    table: &Contents,
    rows: &[usize],
) -> Option<Figure> {
    let mut names = Vec::new();
    let mut scores: BTreeMap<(String, String), f64> = BTreeMap::new();
    for row in rows {
        let (scored, against) = (text(table, "system", *row), text(table, "references", *row));
        position(&mut names, scored.clone());
        if let Some(score) = table.value("score", *row).number() {
            scores.insert((against, scored), score);
        }
    }
    let largest = scores.values().copied().fold(0.0, f64::max);
    if scores.len() < 2 || largest <= 0.0 {
        return None;
    }
    let cell = |line: &String, column: &String| {
        let score = *scores.get(&(line.clone(), column.clone()))?;
        Some(MatrixCell {
            share: (score / largest).clamp(0.0, 1.0),
            mark: number(score),
            tip: format!("{column} against {line}: {}", number(score)),
        })
    };
    let line = |line: &String| names.iter().map(|column| cell(line, column)).collect();
    let matrix = Matrix {
        x_label: "reference that is scored".to_owned(),
        y_label: "against".to_owned(),
        cells: names.iter().map(line).collect(),
        rows: names.clone(),
        columns: names.clone(),
    };
    Some(Figure {
        name: slug(&["references", place.study, place.corpus, metric]),
        place: format!("{}, {}", place.study, place.corpus),
        title: metric.to_owned(),
        caption:
            "References scored against each other, on the whole corpus. The shade is the share of \
                  the highest score."
                .to_owned(),
        svg: plot::matrix(&matrix),
    })
}

/// A metric of a figure: as it is told apart in tables, and as it is called.
struct Metric {
    key: String,
    title: String,
}

struct Place<'a> {
    study: &'a str,
    corpus: &'a str,
    about: &'a About,
}

impl Place<'_> {
    fn figure(&self, kind: &str, title: &str, caption: String, chart: &Chart) -> Figure {
        Figure {
            name: slug(&[kind, self.study, self.corpus, title]),
            place: format!("{}, {}", self.study, self.corpus),
            title: title.to_owned(),
            caption,
            svg: plot::chart(chart),
        }
    }

    /// The rows of another table at this place and metric.
    fn rows(&self, table: &Contents, metric: &Metric) -> Vec<usize> {
        let here = |row: &usize| {
            table.value("study", *row) == CellValue::Text(self.study)
                && table.value("corpus", *row) == CellValue::Text(self.corpus)
                && metric_name(table, *row) == metric.key
        };
        (0..table.rows()).filter(here).collect()
    }
}

/// Rows of the first repeat and number of replicates, by metric and references.
fn by_metric(table: &Contents, rows: Vec<usize>) -> Vec<(String, Vec<usize>)> {
    let first = rows.first().map(|row| (table.value("repeat", *row), table.value("B", *row)));
    let (mut names, mut groups): (Vec<String>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    for row in rows {
        if Some((table.value("repeat", row), table.value("B", row))) != first {
            continue;
        }
        let index = position(&mut names, metric_name(table, row));
        if index == groups.len() {
            groups.push(Vec::new());
        }
        groups[index].push(row);
    }
    names.into_iter().zip(groups).collect()
}

/// A system along its sizes.
#[derive(Debug, Default)]
struct Path {
    system: String,
    /// Documents and rows, ascending.
    points: Vec<(f64, usize)>,
}

/// One path per system along the rows that `keep` keeps.
fn paths(table: &Contents, rows: &[usize], keep: impl Fn(usize) -> bool) -> Vec<Path> {
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

/// The ordering that stands for all in a figure: that of the corpus, or else the first.
fn ordering(table: &Contents, rows: &[usize]) -> Option<String> {
    let mut orderings = Vec::new();
    for row in rows {
        position(&mut orderings, text(table, "ordering", *row));
    }
    let corpus = orderings.iter().find(|ordering| *ordering == "corpus").cloned();
    corpus.or_else(|| orderings.into_iter().next())
}

/// Scores against documents with their intervals: along the order of the corpus or, where there are
/// other orders alone, as means over them with their spread.
fn score_figure(
    place: &Place<'_>,
    metric: &Metric,
    scores: &Contents,
    rows: &[usize],
    growth: Option<&Contents>,
) -> Option<Figure> {
    let ordering = ordering(scores, rows)?;
    let over_orderings =
        growth.filter(|_| ordering != "corpus" && !ordering.starts_with("explicit"));
    let (table, rows, columns) = match over_orderings {
        Some(growth) => {
            let rows = by_metric(growth, place.rows(growth, metric)).pop()?.1;
            (growth, rows, None)
        }
        None => (scores, rows.to_vec(), Some(("ci_lower", "ci_upper"))),
    };
    let keep = |row: usize| columns.is_none() || text(table, "ordering", row) == ordering;
    let series = series(table, &paths(table, &rows, keep), columns);
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
            place.about.level(place.study),
            place.about.unit(place.study),
        ),
        None => {
            "Mean score over orderings of the documents, and its spread over them (one standard \
                 deviation to each side)"
                .to_owned()
        }
    };
    let bands = if series.len() > BANDS { " of the best and the worst system" } else { "" };
    Some(place.figure("scores", &metric.title, format!("{what}{bands}."), &chart))
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
        let points = line.points.iter().map(point).collect();
        layers.push(Layer::Points { points, colour: colour(index), name: None });
    }
    layers
}

/// STDEV against documents with the fitted curves and the tangents that give `x_min`.
fn deviation_figure(
    place: &Place<'_>,
    metric: &Metric,
    scores: &Contents,
    rows: &[usize],
    sizes: &Contents,
) -> Option<Figure> {
    let fits = place.rows(sizes, metric);
    let ordering = ordering(sizes, &fits)?;
    let here = |row: &usize| {
        text(sizes, "ordering", *row) == ordering
            && sizes.value("repeat", *row) == CellValue::Integer(1)
    };
    let fits: Vec<usize> = fits.into_iter().filter(here).collect();
    let relative = sizes.value("deviation", *fits.first()?) == CellValue::Text("relative");
    let column = if relative { "relative_stdev" } else { "stdev" };
    // Sampled orderings of an exhaustive study have no rows of their own among the scores.
    let paths = paths(scores, rows, |row| text(scores, "ordering", row) == ordering);
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
        layers.push(Layer::Points {
            points: points.iter().map(point).collect(),
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
    Some(place.figure("deviation", &metric.title, caption, &chart))
}

/// At most `most` of `count` indices, evenly spread, the first and the last among them.
fn spread(count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    (0..most).map(|index| index * (count - 1) / (most - 1)).collect()
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

/// Replicates of the first system on its largest test set.
fn histogram(place: &Place<'_>, metric: &Metric, replicates: &Contents) -> Option<Figure> {
    let rows = place.rows(replicates, metric);
    let first = *rows.first()?;
    let documents = |row: &usize| replicates.value("documents", *row).number().unwrap_or(0.0);
    let largest = rows.iter().map(documents).fold(0.0, f64::max);
    let same =
        |column: &str, row: usize| replicates.value(column, row) == replicates.value(column, first);
    let columns = ["system", "ordering", "repeat", "B"];
    let values: Vec<f64> = rows
        .iter()
        .filter(|row| documents(row).total_cmp(&largest).is_eq())
        .filter(|row| columns.iter().all(|column| same(column, **row)))
        .filter_map(|row| replicates.value("score", *row).number())
        .collect();
    let (low, high) =
        values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(*value), high.max(*value))
        });
    // Also where there is no value at all.
    if values.len() < BARS || low.total_cmp(&high).is_ge() {
        return None;
    }
    let width = (high - low) / BARS as f64;
    let edges: Vec<f64> = (0..=BARS).map(|index| low + width * index as f64).collect();
    let mut counts = vec![0.0; BARS];
    for value in &values {
        let bar = edges[1..BARS].partition_point(|edge| edge <= value);
        counts[bar] += 1.0;
    }
    let system = text(replicates, "system", first);
    let chart = Chart {
        x_label: format!("{} of {system}", metric.title),
        y_label: "replicates".to_owned(),
        layers: vec![Layer::Bars { edges, counts, colour: 0 }],
        ..Chart::default()
    };
    let caption = format!(
        "Scores of {} bootstrap replicates of system {system} on {} documents.",
        values.len(),
        size(largest)
    );
    Some(place.figure("replicates", &metric.title, caption, &chart))
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
    fn curves_are_those_of_the_paper() {
        let power = Curve::Power { a: 8.0, b: 0.5 };
        assert!((power.at(4.0) - 4.0).abs() < 1e-12);
        let cubic = Curve::Cubic { a: 1.0, b: 2.0, c: 3.0, d: 4.0 };
        assert!((cubic.at(2.0) - (1.0 + 4.0 + 12.0 + 32.0)).abs() < 1e-12);
    }
}
