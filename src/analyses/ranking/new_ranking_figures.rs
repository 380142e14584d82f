//! What new test sets would say of the ranking, against their size.

use super::{NewRankingRow, findings};
use crate::analyses::common::phrases::{chance, size_in_words};
use crate::presentation::{
    Chart, Figure, FigureKind, Line, MetricRows, Point, StudySection, by_metric, layers, level,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "new-rankings",
    question: "What would a new test set say of the ranking?",
    draw: |section| by_metric(section, figure),
};

type Value = fn(&NewRankingRow) -> Option<f64>;

/// Probabilities against documents, a line each.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, NewRankingRow>) -> Option<Figure> {
    let last = metric.rows.iter().next_back()?;
    let top = format!("top {} is top {}", last.top, last.top);
    let values: [(&str, Value); 5] = [
        ("best is best", |row| row.best_is_best),
        (&top, |row| row.top_is_top),
        ("clusters hold", |row| row.clusters_hold),
        ("complete order is right", |row| row.order_is_true.filter(|_| row.systems > 2)),
        ("two sets agree on it", |row| row.orders_agree.filter(|_| row.systems > 2)),
    ];
    let line = |(name, value): (&str, Value)| {
        let point = |row: &NewRankingRow| {
            let y = value(row)?;
            let size = findings::size(row);
            let tip = format!("{name}, {}: {}", size_in_words(size), chance(y));
            Some(Point { x: size.0, y: 100.0 * y, reach: None, tip })
        };
        Line { name: name.to_owned(), points: metric.rows.iter().filter_map(point).collect() }
    };
    let shown: Vec<Line> = values.into_iter().map(line).collect();
    let shown: Vec<Line> = shown.into_iter().filter(|line| line.points.len() > 1).collect();
    if shown.is_empty() {
        return None;
    }
    let wanted = 100.0 * last.probability;
    let across = level(&shown, wanted, Some(format!("{wanted} %")));
    let chart = Chart {
        x_label: "scored documents of a new test set".to_owned(),
        y_label: "probability, %".to_owned(),
        x_range: (Some(0.0), None),
        y_range: (Some(0.0), Some(101.0)),
        whole_x: true,
        layers: std::iter::once(across).chain(layers(&shown)).collect(),
        ..Chart::default()
    };
    let caption = format!(
        "What is to be expected of new test sets of each size, estimated from {}, whose differences were corrected \
         for noise. By {}.",
        size_in_words(findings::size(last)),
        metric.title
    );
    let figure = KIND.chart(section, &metric.title, caption, &chart);
    let finding = findings::title(metric)?;
    Some(Figure { title: format!("{}: {finding}", metric.title), ..figure })
}
