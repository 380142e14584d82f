//! How much data shows a difference between two systems.

use super::PowerRow;
use super::summary::{MetricPower, PairPower, summaries};
use crate::presentation::{
    Chart, Figure, FigureKind, Line, Point, StudySection, layers, level, number, share, size,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "power",
    question: "How much data shows a difference?",
    draw: |section| {
        summaries(section).iter().filter_map(|metric| figure(section, metric)).collect()
    },
};

/// Documents against the true difference: the pair in the middle, alone and among all pairs, and the
/// easiest and the hardest pair.
fn figure(section: &StudySection<'_>, metric: &MetricPower<'_>) -> Option<Figure> {
    let typical = metric.typical()?;
    let row = typical.first();
    let one = |row: &PowerRow| row.required_documents;
    let any = |row: &PowerRow| row.required_documents_any_pair;
    let mut lines = Vec::new();
    if let Some(hardest) = metric.hardest() {
        lines.push(line("hardest pair".to_owned(), hardest, one));
    }
    if row.pairs > 1 {
        lines.push(line(format!("any of {} pairs", row.pairs), typical, any));
    }
    lines.push(line("one comparison".to_owned(), typical, one));
    if let Some(easiest) = metric.pairs.first().filter(|_| metric.pairs.len() > 2) {
        lines.push(line("easiest pair".to_owned(), easiest, one));
    }
    lines.retain(|line| !line.points.is_empty());
    if lines.iter().all(|line| line.points.len() < 2) {
        return None;
    }
    let available = row.cell.judged_documents.unwrap_or(row.cell.documents);
    let across = level(&lines, available.into(), Some("available".to_owned()));
    let chart = Chart {
        x_label: format!("true difference, {}", metric.title),
        y_label: "documents".to_owned(),
        log_x: true,
        log_y: true,
        layers: std::iter::once(across).chain(layers(&lines)).collect(),
        ..Chart::default()
    };
    let smallest = row.smallest_detectable_effect?;
    let title = format!(
        "{}: {} find {}",
        metric.title,
        if available == 1 { "1 document".to_owned() } else { format!("{available} documents") },
        number(smallest)
    );
    let which = metric.hardest().map_or_else(String::new, |hardest| {
        format!(
            " One comparison: {}, the pair in the middle. The hardest pair: {}.",
            typical.name(),
            hardest.name()
        )
    });
    let caption = format!(
        "Documents that find a true difference with a probability of {} % in a two-sided test at {} %.{which}",
        share(row.power),
        share(row.level),
    );
    Some(KIND.chart(section, &title, caption, &chart))
}

fn line(name: String, pair: &PairPower<'_>, documents: fn(&PowerRow) -> Option<f64>) -> Line {
    let point = |row: &&PowerRow| {
        let (x, y) = (row.effect?, documents(row)?);
        let tip =
            format!("{}: a difference of {} takes {} documents", pair.name(), number(x), size(y));
        Some(Point { x, y, reach: None, tip }).filter(|point| point.x > 0.0 && point.y > 0.0)
    };
    Line { points: pair.rows.iter().filter_map(point).collect(), name }
}
