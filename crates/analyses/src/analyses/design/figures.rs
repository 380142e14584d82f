//! Cost against margin of error.

use super::findings::{in_words, price, title};
use super::row::{DesignKind, DesignRow, GoalKind};
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, MetricRows, Point, Stroke, StudySection, number,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "design",
    question: "What does a narrower margin of error cost?",
    draw: |section| {
        let metrics = section.rows::<DesignRow>().by_metric();
        metrics.iter().filter_map(|metric| figure(section, metric)).collect()
    },
};

/// How many times the margin and the cost of the recommended design are shown; without one, of the smallest margin.
const MARGINS: f64 = 3.0;

/// Designs as points, those that reach the goal in the colour of the frontier; the frontier as a line.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, DesignRow>) -> Option<Figure> {
    let rows: Vec<&DesignRow> = metric
        .rows
        .iter()
        .filter(|row| row.kind != DesignKind::None && row.margin.is_some() && row.cost > 0.0)
        .collect();
    let recommended = rows.iter().copied().find(|row| row.recommended);
    let smallest = rows.iter().filter_map(|row| row.margin).fold(f64::INFINITY, f64::min);
    let top = MARGINS * recommended.and_then(|row| row.margin).unwrap_or(smallest);
    let mut shown = rows.clone();
    shown.retain(|row| row.margin.is_some_and(|margin| margin <= top));
    let falls_short = points(&shown, |row| !row.reached && is_worth_a_thought(row));
    let reaches = points(&shown, |row| row.reached && is_worth_a_thought(row));
    let mut frontier: Vec<(f64, f64)> = shown
        .iter()
        .filter(|row| row.on_frontier)
        .filter_map(|row| Some((row.cost, row.margin?)))
        .collect();
    if frontier.is_empty() {
        return None;
    }
    frontier.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut layers = vec![
        Layer::Points { points: falls_short, colour: 1, name: Some("falls short".to_owned()) },
        Layer::Points { points: reaches, colour: 0, name: Some("reaches the goal".to_owned()) },
        Layer::Line { points: frontier, colour: 0, stroke: Stroke::Solid, name: None },
    ];
    if rows.first()?.goal == GoalKind::Margin {
        let wanted = rows[0].wanted;
        let name = Some(format!("wanted ±{}", number(wanted)));
        layers.insert(0, Layer::Across { y: wanted, name });
    }
    if let Some((row, margin)) = recommended.and_then(|row| Some((row, row.margin?))) {
        let words = format!("cheapest: {}", price(row.cost));
        layers.push(Layer::Mark { x: row.cost, y: margin, colour: 0, words, tip: in_words(row) });
    }
    let current = points(&shown, |row| row.kind == DesignKind::Current);
    if !current.is_empty() {
        let name = Some("this corpus".to_owned());
        layers.push(Layer::Points { points: current, colour: 2, name });
    }
    let chart = Chart {
        x_label: rows[0]
            .unit
            .as_deref()
            .map_or_else(|| "cost".to_owned(), |unit| format!("cost, {unit}")),
        y_label: format!("margin of a difference, {}", metric.title),
        y_range: (Some(0.0), Some(top)),
        log_x: true,
        layers,
        ..Chart::default()
    };
    let who = if rows[0].judges.is_some() { "documents and new judges" } else { "documents" };
    let caption = format!(
        "Each point is a design: the smallest of its shape that reaches the goal, or one that no other beats at the same \
         cost or less (the line). The margin is that of the difference of two systems, expected of new {who}."
    );
    Some(KIND.chart(section, &metric.title, caption, &chart).titled(title(metric)))
}

/// Of all sizes: best at their cost, or smallest of their shape.
fn is_worth_a_thought(row: &DesignRow) -> bool {
    row.kind != DesignKind::Current && (row.on_frontier || row.kind == DesignKind::Smallest)
}

fn points(rows: &[&DesignRow], wanted: fn(&DesignRow) -> bool) -> Vec<Point> {
    rows.iter().filter(|row| wanted(row)).filter_map(|row| point(row)).collect()
}

fn point(row: &DesignRow) -> Option<Point> {
    let margin = row.margin?;
    let tip = format!("{}: {}, ±{}", price(row.cost), in_words(row), number(margin));
    Some(Point { x: row.cost, y: margin, reach: None, tip })
}
