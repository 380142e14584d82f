//! What new test sets would say of the ranking, against their size.

use super::{NewRankingRow, findings};
use crate::analyses::common::phrases::size_in_words;
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Line, MetricRows, Point, StudySection, by_metric, chance,
    named_layers, share,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "new-rankings",
    question: "What would a new test set say of the ranking?",
    draw: |section| by_metric(section, figure),
};

const ORDER_IS_RIGHT: &str = "complete order is right";

type Value = fn(&NewRankingRow) -> Option<f64>;

/// Probabilities against documents, a line each.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, NewRankingRow>) -> Option<Figure> {
    let last = metric.rows.iter().next_back()?;
    let top = format!("top {} is top {}", last.top, last.top);
    let values: [(&str, Value); 5] = [
        ("best is best", |row| row.best_is_best),
        (&top, |row| row.top_is_top),
        ("clusters hold", |row| row.clusters_hold),
        (ORDER_IS_RIGHT, |row| row.order_is_true.filter(|_| row.systems > 2)),
        ("two sets agree on it", |row| row.orders_agree.filter(|_| row.systems > 2)),
    ];
    let all = values.into_iter().map(|(name, value)| {
        let points = metric.rows.iter().filter_map(|row| {
            let y = value(row)?;
            let size = findings::size(row);
            let tip = format!("{name}, {}: {}", size_in_words(size), chance(y));
            Some(Point { x: size.0, y: 100.0 * y, reach: None, tip })
        });
        Line { name: name.to_owned(), points: points.collect() }
    });
    let shown: Vec<Line> = all.filter(|line| line.points.len() > 1).collect();
    if shown.is_empty() {
        return None;
    }
    let wanted = format!("wanted {} %", share(last.probability));
    let across = Layer::Across { y: 100.0 * last.probability, name: Some(wanted) };
    let chart = Chart {
        x_label: "scored documents of a new test set".to_owned(),
        y_label: "probability, %".to_owned(),
        x_range: (Some(0.0), None),
        // A little above 100 %: no point lies on the edge.
        y_range: (Some(0.0), Some(101.0)),
        whole_x: true,
        layers: std::iter::once(across).chain(named_layers(&shown)).collect(),
        ..Chart::default()
    };
    let order = if shown.iter().any(|line| line.name == ORDER_IS_RIGHT) {
        " Right: as the true scores have it."
    } else {
        ""
    };
    let caption = format!(
        "Probability that the truly best system comes out best on a new test set of each size{}, estimated \
         from {}, whose differences were corrected for noise.{order}",
        if shown.len() > 1 { ", and that more of the ranking comes out" } else { "" },
        size_in_words(findings::size(last)),
    );
    let figure = KIND.chart(section, &metric.title, caption, &chart);
    let finding = findings::title(metric)?;
    Some(figure.titled(Some(format!("By {}: {finding}", metric.title))))
}
