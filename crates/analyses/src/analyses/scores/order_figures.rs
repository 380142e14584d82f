//! Scores as documents enter in other orders than the one that stands for all.

use std::collections::BTreeMap;

use super::ScoreRow;
use super::figures::{Series, lines_with_bands, series};
use crate::analyses::common::{along_orders, lines, order_in_words, widest};
use crate::presentation::{
    Chart, Figure, FigureKind, MetricRows, Rows, StudySection, number, polylines, size,
};

pub(super) const OF_ONE_SYSTEM: FigureKind = FigureKind {
    word: "orders",
    question: "Does the order of the documents matter?",
    draw: |section| by_metric(section, of_one_system),
};

pub(super) const OF_ONE_ORDER: FigureKind = FigureKind {
    word: "scores-random",
    question: "What do the systems score in a random order?",
    draw: |section| by_metric(section, of_one_order),
};

fn by_metric<'a>(
    section: &StudySection<'a>,
    figure: impl Fn(&StudySection<'a>, &MetricRows<'a, ScoreRow>) -> Option<Figure>,
) -> Vec<Figure> {
    let metrics = section.numbered_rows::<ScoreRow>().by_metric();
    metrics.iter().filter_map(|metric| figure(section, metric)).collect()
}

/// The first system, with a line for each order.
fn of_one_system<'a>(
    section: &StudySection<'a>,
    metric: &MetricRows<'a, ScoreRow>,
) -> Option<Figure> {
    let orders = along_orders(section, metric);
    let system = metric.rows.first()?.cell.system();
    let (layers, sentence) = lines(&orders, |row| row.score);
    let (difference, documents) = widest(&orders, |row| row.score)?;
    let chart = Chart {
        x_label: "documents".to_owned(),
        y_label: metric.title.clone(),
        whole_x: true,
        layers,
        ..Chart::default()
    };
    let caption = format!(
        "Score of {system}, the first system of the study, on growing test sets: documents enter in {} \
         orders. All end at the same test set if they have the same documents.{sentence}",
        orders.len()
    );
    let finding = format!(
        "{}: with {}, the order changes the score of {system} by up to {}",
        metric.title,
        documents_in_words(documents),
        number(difference)
    );
    Some(OF_ONE_SYSTEM.chart(section, &metric.title, caption, &chart).titled(Some(finding)))
}

/// All systems along the first random order, where another one stands for all.
fn of_one_order<'a>(
    section: &StudySection<'a>,
    metric: &MetricRows<'a, ScoreRow>,
) -> Option<Figure> {
    // A study of one order, or of samples, has its figure.
    if along_orders(section, metric).is_empty() {
        return None;
    }
    let shown = section.rows_of_metric::<ScoreRow>(metric.key)?.ordering()?;
    let first = metric.rows.ordering()?;
    if first == shown {
        return None;
    }
    let rows: Rows<'a, ScoreRow> =
        metric.rows.keep(|row| row.cell.ordering.as_deref() == Some(first));
    let lines = polylines(&rows, |row| &row.cell);
    let series =
        series(&lines, |row: &ScoreRow| Some((row.score?, row.ci_lower.zip(row.ci_upper))));
    let chart = Chart {
        x_label: "documents".to_owned(),
        y_label: metric.title.clone(),
        whole_x: true,
        layers: lines_with_bands(&series, "documents"),
        ..Chart::default()
    };
    let caption = format!(
        "Score on growing test sets, documents in {}; bands: {} % intervals{}.",
        order_in_words(first),
        section.level(),
        super::figures::of_bands(series.len()),
    );
    let finding = final_from(&series).map(|documents| {
        format!(
            "{}, {}: systems are ranked as on all documents from {} on",
            metric.title,
            order_in_words(first),
            documents_in_words(documents)
        )
    });
    Some(OF_ONE_ORDER.chart(section, &metric.title, caption, &chart).titled(finding))
}

fn documents_in_words(documents: f64) -> String {
    let unit = if documents.total_cmp(&1.0).is_eq() { "document" } else { "documents" };
    format!("{} {unit}", size(documents))
}

/// The smallest size from which on all systems stand in the order of their last scores.
fn final_from(series: &[Series<'_>]) -> Option<f64> {
    if series.len() < 2 {
        return None;
    }
    let mut sizes: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (x, y, _) in series.iter().flat_map(|line| &line.points) {
        // Positive numbers are in the order of their bits.
        sizes.entry(x.to_bits()).or_default().push(*y);
    }
    // Lines come in the order of their last scores, the highest first.
    let with_final_ranks = sizes.into_iter().rev().take_while(|(_, scores)| {
        scores.len() == series.len() && scores.windows(2).all(|pair| pair[0] >= pair[1])
    });
    let (smallest, _) = with_final_ranks.last()?;
    Some(f64::from_bits(smallest))
}
