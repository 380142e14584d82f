//! Scores along several orders of the documents: what figures of orders share.

use super::order::order_in_words;
use crate::analyses::ScoreRow;
use crate::presentation::{
    GREY, Layer, MOST_POINTS, MetricRows, Point, Rows, Stroke, StudySection, number, size,
    some_shown, spread,
};

/// Orders that are drawn.
const MOST: usize = 16;
/// Orders that get colours of their own.
const COLOURED: usize = 4;
/// Sizes below which there is no curve.
const FEWEST: usize = 3;

/// A system along an order.
pub(crate) struct AlongOrder<'a> {
    pub(crate) order: String,
    /// Documents and rows, ascending.
    pub(crate) rows: Vec<(f64, &'a ScoreRow)>,
}

/// The first system of a metric along each order of the study, that of the corpus first. None where the study
/// has one order, or takes samples.
pub(crate) fn along_orders<'a>(
    section: &StudySection<'a>,
    metric: &MetricRows<'a, ScoreRow>,
) -> Vec<AlongOrder<'a>> {
    let Some(first) = metric.rows.first().filter(|_| section.samples().is_none()) else {
        return Vec::new();
    };
    let of_corpus = section.rows_of_metric::<ScoreRow>(metric.key).map(|rows| {
        rows.of_first_draws().keep(|row| row.cell.ordering.as_deref() == Some("corpus"))
    });
    let rows = of_corpus.iter().flat_map(Rows::iter).chain(metric.rows.iter());
    let mut orders: Vec<(&str, AlongOrder<'a>)> = Vec::new();
    for row in rows.filter(|row| row.cell.system == first.cell.system) {
        let ordering = row.cell.ordering.as_deref().unwrap_or_default();
        let documents = row.cell.judged_documents.unwrap_or(row.cell.documents);
        let place = orders.iter().position(|(own, _)| *own == ordering).unwrap_or_else(|| {
            orders
                .push((ordering, AlongOrder { order: order_in_words(ordering), rows: Vec::new() }));
            orders.len() - 1
        });
        orders[place].1.rows.push((documents.into(), row));
    }
    let mut orders: Vec<AlongOrder<'a>> = orders.into_iter().map(|(_, order)| order).collect();
    for order in &mut orders {
        order.rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    }
    orders.retain(|order| order.rows.len() >= FEWEST);
    if orders.len() < 2 { Vec::new() } else { orders }
}

/// Lines of what `value` makes of rows, and a sentence if some are left out. Many orders are grey.
pub(crate) fn lines(
    orders: &[AlongOrder<'_>],
    value: impl Fn(&ScoreRow) -> Option<f64>,
) -> (Vec<Layer>, String) {
    let shown = spread(orders.len(), MOST);
    let is_grey = shown.len() > COLOURED;
    let mut layers = Vec::new();
    // From the last to the first: the order of the corpus lies on top.
    for (colour, order) in shown.iter().map(|index| &orders[*index]).enumerate().rev() {
        let points: Vec<(f64, f64)> =
            order.rows.iter().filter_map(|(x, row)| Some((*x, value(row)?))).collect();
        let dots = spread(points.len(), MOST_POINTS).into_iter().map(|index| {
            let (x, y) = points[index];
            let tip = format!("{}, {} documents: {}", order.order, size(x), number(y));
            Point { x, y, reach: None, tip }
        });
        let dots = dots.collect();
        // Only the order of the corpus keeps a colour among many.
        let colour = if is_grey && colour > 0 { GREY } else { colour };
        let name = (colour != GREY).then(|| order.order.clone());
        layers.push(Layer::Line { points, colour, stroke: Stroke::Solid, name });
        layers.push(Layer::Points { points: dots, colour, name: None });
    }
    (layers, some_shown(shown.len(), orders.len(), "orders"))
}

/// Where values of the orders differ most: how much, and at how many documents.
pub(crate) fn widest(
    orders: &[AlongOrder<'_>],
    value: impl Fn(&ScoreRow) -> Option<f64>,
) -> Option<(f64, f64)> {
    let first = orders.first()?;
    let ranges = first.rows.iter().filter_map(|(documents, _)| {
        let values = orders.iter().filter_map(|order| {
            value(order.rows.iter().find(|(x, _)| x.total_cmp(documents).is_eq())?.1)
        });
        let values: Vec<f64> = values.collect();
        let (low, high) = crate::presentation::extent(values.iter().copied());
        (values.len() > 1).then_some((high - low, *documents))
    });
    ranges.max_by(|one, other| one.0.total_cmp(&other.0))
}
