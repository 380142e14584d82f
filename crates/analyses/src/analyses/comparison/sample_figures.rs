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
    // By size alone: which of the two is better does not matter for what is typical.
    pairs.sort_by(|(_, one), (_, other)| mean(one).abs().total_cmp(&mean(other).abs()));
    let last = pairs.len() - 1;
    pairs
        .into_iter()
        .enumerate()
        .filter(|(index, _)| [0, last / 2, last].contains(index))
        .map(|(_, own)| own)
        .collect()
}

fn mean(rows: &Rows<'_, ComparisonRow>) -> f64 {
    let differences: Vec<f64> = rows.iter().filter_map(|row| row.delta).collect();
    differences.iter().sum::<f64>() / differences.len().max(1) as f64
}

/// Differences by sample.
fn points(differences: &[(u32, f64)]) -> Vec<Point> {
    let points = differences.iter().map(|(sample, delta)| Point {
        x: (*sample).into(),
        y: *delta,
        reach: None,
        tip: format!("sample {sample}: {}", number(*delta)),
    });
    points.collect()
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
    let rows: Vec<&ComparisonRow> = size.rows.iter().map(|(_, row)| *row).collect();
    // Nothing says which direction is better where no sample shows a difference.
    let better = higher_is_better(&rows).map(|higher| if higher == (mean > 0.0) { a } else { b });
    let chart = Chart {
        x_label: "sample".to_owned(),
        y_label: format!("difference, {metric}"),
        x_range: size.x_range(),
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
    let range =
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
    KIND.chart(section, title, caption, &chart).titled(Some(range + &order))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::cell;
    use crate::analyses::comparison::PairVerdict;
    use crate::presentation::{About, SamplesAbout};
    use crate::table::{ShownRows, Tables};

    /// Ten samples with all pairs of `systems` systems: system n scores n more than the first, but for the first
    /// sample, where it scores less.
    fn figures(systems: u32, sign: f64) -> Vec<Figure> {
        let pairs = (0..systems).flat_map(|a| (a + 1..systems).map(move |b| (a, b)));
        let rows = pairs.flat_map(|(a, b)| {
            (1..=10_u32).map(move |sample| {
                let mut cell = cell("bleu", None, 9);
                cell.ordering = Some(format!("broad-{sample}").into());
                let better = if sample == 1 { -1.0 } else { f64::from(b - a) };
                ComparisonRow {
                    cell,
                    system_a: format!("s{a}").into(),
                    system_b: format!("s{b}").into(),
                    delta: Some(-sign * better),
                    verdict: Some(if sample == 1 {
                        PairVerdict::Better
                    } else {
                        PairVerdict::Worse
                    }),
                    ..ComparisonRow::default()
                }
            })
        });
        let mut tables = Tables::default();
        tables.insert_shown(ShownRows { rows: Vec::new(), numbered: rows.collect() });
        let about =
            About::of_samples("s", SamplesAbout { sampling: "broad".to_owned(), count: 10 });
        KIND.figures(&StudySection::all(&tables, &about)[0])
    }

    #[test]
    fn samples_that_turn_the_order_are_counted() {
        let worse = figures(2, 1.0);
        assert_eq!(worse.len(), 1);
        assert_eq!(
            worse[0].title,
            "BLEU: s0 less s1 is -1.00 to 1.00 on 10 broad samples of 90 segments; s1 is better in all but 1"
        );
        // An error rate: the second system is better where its score is lower.
        assert!(figures(2, -1.0)[0].title.ends_with("s1 is better in all but 1"));
    }

    /// Of many pairs those with the smallest, the middle and the largest difference.
    #[test]
    fn typical_pairs_are_shown() {
        assert_eq!(figures(4, 1.0).len(), 6);
        let largest = figures(5, 1.0);
        assert_eq!(largest.len(), 3);
        assert!(largest[2].title.contains("s0 less s4"), "{}", largest[2].title);
    }
}
