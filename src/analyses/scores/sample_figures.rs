//! Scores of a system on many samples of one size.

use super::ScoreRow;
use crate::analyses::common::samples::{SampleSize, by_size};
use crate::presentation::{Chart, Figure, FigureKind, Layer, Point, StudySection, extent, number};

pub(super) const KIND: FigureKind = FigureKind {
    word: "samples",
    question: "How much do scores vary from sample to sample?",
    draw,
};

/// Of the first system of the study, for each metric and size.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let rows = section.numbered_rows::<ScoreRow>();
    let mut figures = Vec::new();
    for metric in rows.by_metric() {
        let Some(first) = metric.rows.first() else { continue };
        let system = first.cell.system();
        let rows = metric.rows.keep(|row| row.cell.system() == system && row.score.is_some());
        let sizes = by_size(section, &rows, |row| row.cell.segments);
        for size in &sizes {
            let title = size.title(&metric.title, sizes.len());
            figures.push(figure(section, &title, &metric.title, system, size));
        }
    }
    figures
}

fn figure(
    section: &StudySection<'_>,
    title: &str,
    metric: &str,
    system: &str,
    size: &SampleSize<'_, ScoreRow>,
) -> Figure {
    let scores: Vec<(u32, f64)> =
        size.rows.iter().filter_map(|(sample, row)| Some((*sample, row.score?))).collect();
    let point = |(sample, score): &(u32, f64)| Point {
        x: (*sample).into(),
        y: *score,
        reach: None,
        tip: format!("sample {sample}: {}", number(*score)),
    };
    let mean = scores.iter().map(|(_, score)| score).sum::<f64>() / scores.len() as f64;
    let points = scores.iter().map(point).collect();
    let chart = Chart {
        x_label: "sample".to_owned(),
        y_label: metric.to_owned(),
        whole_x: true,
        layers: vec![
            Layer::Across { y: mean, name: Some(format!("mean {}", number(mean))) },
            Layer::Points { points, colour: 0, name: None },
        ],
        ..Chart::default()
    };
    let samples = size.in_words();
    let caption = format!(
        "Score of {system} on each of {samples}; dashed: their mean. {system} is the first system of the study."
    );
    let (low, high) = extent(scores.iter().map(|(_, score)| *score));
    let finding =
        format!("{metric}: {system} scores {} to {} on {samples}", number(low), number(high));
    KIND.chart(section, title, caption, &chart).titled(Some(finding))
}
