//! Differences of two systems on many samples of one size.

use super::ComparisonRow;
use super::summary::higher_is_better;
use crate::analyses::common::samples::{SampleSize, by_size};
use crate::presentation::{
    Chart, Figure, FigureKind, Layer, Point, Rows, StudySection, extent, number,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "sample-differences",
    question: "How much do differences vary from sample to sample?",
    draw,
};

/// Pairs that have figures, where there are no more; of more, three do.
const MOST: usize = 6;

/// For each metric, size and pair.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let mut figures = Vec::new();
    for metric in section.numbered_rows::<ComparisonRow>().by_metric() {
        for (pair, rows) in typical_pairs(&metric.rows) {
            let title = format!("{}, {} − {}", metric.title, pair.0, pair.1);
            let rows = rows.keep(|row| row.delta.is_some());
            let sizes = by_size(section, &rows, |row| row.cell.segments);
            for size in &sizes {
                let title = size.title(&title, sizes.len());
                figures.push(figure(section, (&metric.title, &title), pair, size));
            }
        }
    }
    figures
}

/// A pair of systems.
pub(crate) type PairOfSystems<'a> = (&'a str, &'a str);

/// The rows of each pair on samples, by the first method of the study. Of many pairs, those with the smallest,
/// the middle and the largest mean difference.
pub(crate) fn typical_pairs<'a>(
    rows: &Rows<'a, ComparisonRow>,
) -> Vec<(PairOfSystems<'a>, Rows<'a, ComparisonRow>)> {
    let Some(first) = rows.first() else { return Vec::new() };
    let mut pairs =
        rows.keep(|row| row.method == first.method).groups(|row| (&*row.system_a, &*row.system_b));
    if pairs.len() <= MOST {
        return pairs;
    }
    pairs.sort_by(|one, other| {
        let size = |rows: &Rows<'_, ComparisonRow>| mean(rows).abs();
        size(&one.1).total_cmp(&size(&other.1))
    });
    let last = pairs.len() - 1;
    let is_typical = |index: usize| [0, last / 2, last].contains(&index);
    pairs
        .into_iter()
        .enumerate()
        .filter(|(index, _)| is_typical(*index))
        .map(|(_, own)| own)
        .collect()
}

fn mean(rows: &Rows<'_, ComparisonRow>) -> f64 {
    let differences: Vec<f64> = rows.iter().filter_map(|row| row.delta).collect();
    differences.iter().sum::<f64>() / differences.len().max(1) as f64
}

fn figure(
    section: &StudySection<'_>,
    (metric, title): (&str, &str),
    (a, b): PairOfSystems<'_>,
    size: &SampleSize<'_, ComparisonRow>,
) -> Figure {
    let differences: Vec<(u32, f64)> =
        size.rows.iter().filter_map(|(sample, row)| Some((*sample, row.delta?))).collect();
    let mean = differences.iter().map(|(_, delta)| delta).sum::<f64>() / differences.len() as f64;
    let (usual, turned): (Vec<_>, Vec<_>) =
        differences.iter().copied().partition(|(_, delta)| delta * mean >= 0.0);
    let point = |(sample, delta): &(u32, f64)| Point {
        x: (*sample).into(),
        y: *delta,
        reach: None,
        tip: format!("sample {sample}: {}", number(*delta)),
    };
    let points = |of: &[(u32, f64)]| of.iter().map(point).collect::<Vec<_>>();
    let rows: Vec<&ComparisonRow> = size.rows.iter().map(|(_, row)| *row).collect();
    // Nothing says which direction is better where no sample shows a difference.
    let better = higher_is_better(&rows).map(|higher| if higher == (mean > 0.0) { a } else { b });
    let chart = Chart {
        x_label: "sample".to_owned(),
        y_label: format!("difference, {metric}"),
        whole_x: true,
        layers: vec![
            Layer::Across { y: 0.0, name: Some("no difference".to_owned()) },
            Layer::Across { y: mean, name: Some(format!("mean {}", number(mean))) },
            Layer::Points { points: points(&usual), colour: 0, name: None },
            Layer::Points { points: points(&turned), colour: 1, name: None },
        ],
        ..Chart::default()
    };
    let samples = size.in_words();
    let (low, high) = extent(differences.iter().map(|(_, delta)| *delta));
    let found =
        format!("{metric}: {a} less {b} is {} to {} on {samples}", number(low), number(high));
    let order = match (better, turned.len()) {
        (None, _) => String::new(),
        (Some(better), 0) => format!("; {better} is better in all"),
        (Some(better), 1) => format!("; {better} is better in all but 1"),
        (Some(better), count) => format!("; {better} is better in all but {count}"),
    };
    let caption = format!(
        "Score of {a} less that of {b} on each of {samples}; orange: samples that order the two the other way \
         than most differences do. Dashed: no difference, and the mean of all."
    );
    KIND.chart(section, title, caption, &chart).titled(Some(found + &order))
}
