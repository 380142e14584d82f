//! Scores of the runs with their intervals, from the first to the last.

use super::findings::headline;
use super::row::HistoryRow;
use super::vocabulary::EarlierRun;
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, MetricRows, Point, Stroke, StudySection, amount, by_metric,
    number, share,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "history",
    question: "Is a system getting better from version to version?",
    draw: |section| by_metric(section, figure),
};

/// The runs of a metric on the largest test set.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, HistoryRow>) -> Option<Figure> {
    let rows = largest_test_set(&metric.rows, |row| &row.cell)
        .keep(|row| row.compared_with == EarlierRun::Previous && row.score.is_some());
    let first = rows.first().filter(|_| rows.iter().count() > 1)?;
    let points: Vec<Point> = rows.iter().filter_map(point).collect();
    let line = points.iter().map(|point| (point.x, point.y)).collect();
    let chart = Chart {
        x_label: "run".to_owned(),
        y_label: metric.title.clone(),
        whole_x: true,
        layers: vec![
            Layer::Line { points: line, colour: 0, stroke: Stroke::Dotted, name: None },
            Layer::Points { points, colour: 0, name: None },
        ],
        ..Chart::default()
    };
    let caption = format!(
        "Score of each run on {}, with its {} % interval for other texts. The runs translate the same texts: the steps between them are \
         surer than these intervals say, and are tested in the table.",
        amount(&first.cell),
        share(first.level),
    );
    Some(KIND.chart(section, &metric.title, caption, &chart).titled(Some(headline(metric))))
}

/// A run with its interval.
fn point(row: &HistoryRow) -> Option<Point> {
    let score = row.score?;
    let step = row.delta.map_or_else(String::new, |delta| format!(", step {}", number(delta)));
    Some(Point {
        x: row.run.into(),
        y: score,
        reach: row.score_lower.zip(row.score_upper).map(|(low, high)| (score - low, high - score)),
        tip: format!("{}: {}{step}", row.cell.system(), number(score)),
    })
}
