//! How far scores are from those of all documents, against documents.

use super::GrowthRow;
use crate::analyses::common::widths::{self, size_of};
use crate::presentation::{
    Chart, Figure, FigureKind, MetricRows, Point, StudySection, dashed, extent, layers, lines,
    number, size, some_of,
};
use crate::table::TextUnit;
use crate::words::grouped_count;

pub(super) const KIND: FigureKind =
    FigureKind { word: "score-change", question: "How soon do scores settle?", draw };

/// One figure per metric of studies that ask for stable sizes.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let rows = section.rows::<GrowthRow>().of_first_draws();
    let metrics = rows.keep(|row| row.score_change_mean.is_some()).by_metric();
    metrics.iter().filter_map(|metric| figure(section, metric)).collect()
}

/// Mean distances, a line for each system, and the tolerance where all have the same.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, GrowthRow>) -> Option<Figure> {
    let all = lines(&metric.rows, |row| row.cell.system().to_owned(), point);
    let (shown, sentence) = some_of(all, "systems")?;
    let first = metric.rows.first()?;
    let tolerance = first
        .score_tolerance
        .filter(|_| metric.rows.iter().all(|row| row.score_tolerance == first.score_tolerance));
    let mut layers = layers(&shown);
    let (low, high) = extent(shown.iter().flat_map(|line| &line.points).map(|point| point.x));
    layers.extend(tolerance.map(|tolerance| {
        dashed([(low, tolerance), (high, tolerance)], Some("tolerance".to_owned()))
    }));
    let chart = Chart {
        layers,
        ..widths::chart("documents", format!("distance from the last score, {}", metric.title), &[])
    };
    let caption = format!(
        "Mean distance of scores from those of all documents over {}, by system.{sentence}",
        grouped_count(first.orderings, "order")
    );
    Some(KIND.chart(section, &metric.title, caption, &chart))
}

fn point(row: &GrowthRow) -> Option<Point> {
    let (x, y) = (size_of(row, TextUnit::Documents), row.score_change_mean?);
    let tip = format!("{}, {} documents: {} off", row.cell.system(), size(x), number(y));
    Some(Point { x, y, reach: None, tip })
}
