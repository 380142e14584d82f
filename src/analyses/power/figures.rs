//! How much data shows a difference between two systems.

use super::PowerRow;
use super::summary::{MetricPower, PairPower, summaries};
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Line, Point, StudySection, named_layers, number, share, size,
};
use crate::words::grouped_count;

pub(super) const KIND: FigureKind = FigureKind {
    word: "power",
    question: "How much data shows a difference?",
    draw: |section| {
        summaries(section).iter().filter_map(|metric| figure(section, metric)).collect()
    },
};

/// The pair in the middle by itself.
const ONE: &str = "one comparison";

/// Documents against the true difference: the pair in the middle, alone and among all pairs, and the
/// easiest and the hardest pair.
fn figure(section: &StudySection<'_>, metric: &MetricPower<'_>) -> Option<Figure> {
    let typical = metric.typical()?;
    let row = typical.first();
    let one = |row: &PowerRow| row.required_documents;
    let any = |row: &PowerRow| row.required_documents_any_pair;
    let found = |row: &PowerRow| row.smallest_detectable_effect;
    let found_any = |row: &PowerRow| row.smallest_detectable_effect_any_pair;
    let mut lines = Vec::new();
    if let Some(hardest) = metric.hardest() {
        lines.push(line("hardest pair".to_owned(), hardest, one, found));
    }
    if row.pairs > 1 {
        lines.push(line(format!("any of {} pairs", row.pairs), typical, any, found_any));
    }
    lines.push(line(ONE.to_owned(), typical, one, found));
    if let Some(easiest) = metric.pairs.first().filter(|_| metric.pairs.len() > 2) {
        lines.push(line("easiest pair".to_owned(), easiest, one, found));
    }
    lines.retain(|line| !line.points.is_empty());
    if lines.iter().all(|line| line.points.len() < 2) {
        return None;
    }
    let smallest = row.smallest_detectable_effect?;
    let available = available(row);
    let here = grouped_count(available.into(), "document");
    let across = Layer::Across { y: available.into(), name: Some("available".to_owned()) };
    let mark = Layer::Mark {
        x: smallest,
        y: available.into(),
        colour: lines.iter().position(|line| line.name == ONE).unwrap_or(0),
        words: number(smallest),
        tip: format!("{here} find {} in one comparison", number(smallest)),
    };
    let chart = Chart {
        x_label: format!("true difference, {}", metric.title),
        y_label: "documents".to_owned(),
        log_x: true,
        log_y: true,
        layers: std::iter::once(across).chain(named_layers(&lines)).chain([mark]).collect(),
        ..Chart::default()
    };
    let among = if row.pairs > 1 { " in one comparison" } else { "" };
    let finding = format!(
        "{}: {here} find a true difference of {}{among} with a probability of {} %",
        metric.title,
        number(smallest),
        share(row.power)
    );
    let which = metric.hardest().map_or_else(String::new, |hardest| {
        format!(
            " One comparison: {}, the pair in the middle. The hardest pair: {}.",
            typical.name(),
            hardest.name()
        )
    });
    let caption = format!(
        "Documents that find a true difference with a probability of {} % in a two-sided test at {} %; the \
         ring: what the documents here find.{which}",
        share(row.power),
        share(row.level),
    );
    Some(KIND.chart(section, &metric.title, caption, &chart).titled(Some(finding)))
}

/// Documents that the metric counts.
fn available(row: &PowerRow) -> u32 {
    row.cell.judged_documents.unwrap_or(row.cell.documents)
}

type Value = fn(&PowerRow) -> Option<f64>;

/// The documents that each effect takes, and the effect that those here find.
fn line(name: String, pair: &PairPower<'_>, documents: Value, found: Value) -> Line {
    let point = |x: f64, y: f64| {
        let tip =
            format!("{}: a difference of {} takes {} documents", pair.name(), number(x), size(y));
        Some(Point { x, y, reach: None, tip }).filter(|point| point.x > 0.0 && point.y > 0.0)
    };
    let of_effects = pair.rows.iter().filter_map(|row| point(row.effect?, documents(row)?));
    let row = pair.first();
    let here = found(row).and_then(|effect| point(effect, available(row).into()));
    let mut points: Vec<Point> = of_effects.chain(here).collect();
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    Line { points, name }
}
