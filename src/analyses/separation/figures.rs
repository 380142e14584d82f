//! Significantly different pairs against documents.

use super::{SeparationRow, findings};
use crate::analyses::common::phrases::size_in_words;
use crate::presentation::{
    Chart, Figure, FigureKind, Point, StudySection, beside, layers, level, lines, number, some_of,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "separation",
    question: "How many documents show which systems differ?",
    draw: |section| figure(section).into_iter().collect(),
};

/// Pairs that differ significantly against documents, one line per metric.
fn figure(section: &StudySection<'_>) -> Option<Figure> {
    let rows = section.rows::<SeparationRow>().of_first_draws();
    let metrics = rows.by_metric();
    let first = metrics.first()?;
    let title = rows.titles();
    let point = |row: &SeparationRow| {
        let (size, y) = (findings::size(row)?, row.significant?);
        let reach = row.significant_lower.zip(row.significant_upper);
        // A quantile may lie on the other side of the mean.
        let reach = reach.map(|(low, high)| ((y - low).max(0.0), (high - y).max(0.0)));
        let spread = reach.map_or_else(String::new, |(below, above)| {
            format!(" ({} to {} in 80 % of the orders)", number(y - below), number(y + above))
        });
        let tip = format!(
            "{}, {}: {} of {} pairs{spread}",
            title(row),
            size_in_words(size),
            number(y),
            row.pairs
        );
        Some(Point { x: size.0, y, reach, tip })
    };
    let (mut shown, sentence) = some_of(lines(&rows, &title, point), "metrics")?;
    if shown.len() > 1 {
        beside(&mut shown);
    }
    let pairs = rows.iter().map(|row| row.pairs).max().unwrap_or(0);
    let all = level(&shown, pairs.into(), Some("all pairs".to_owned()));
    let chart = Chart {
        x_label: "scored documents".to_owned(),
        y_label: "significantly different pairs".to_owned(),
        x_range: (Some(0.0), None),
        y_range: (Some(0.0), Some(1.04 * f64::from(pairs))),
        whole_x: true,
        layers: std::iter::once(all).chain(layers(&shown)).collect(),
        ..Chart::default()
    };
    let has_spread = rows.iter().any(|row| row.significant_lower.is_some());
    let spread = if has_spread {
        "Means over the orders of the documents; bars reach from their 10 % to their 90 % quantile."
    } else {
        "One order of the documents."
    };
    let caption = format!(
        "Pairs of systems that differ significantly on test sets of each size. {spread}{sentence}"
    );
    let figure = KIND.chart(section, "all metrics", caption, &chart);
    let finding = findings::title(first)?;
    let title = if metrics.len() > 1 { format!("By {}: {finding}", first.title) } else { finding };
    Some(Figure { title, ..figure })
}
