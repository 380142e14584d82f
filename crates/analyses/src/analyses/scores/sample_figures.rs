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
    let mean = scores.iter().map(|(_, score)| score).sum::<f64>() / scores.len() as f64;
    let points = scores.iter().map(|(sample, score)| Point {
        x: (*sample).into(),
        y: *score,
        reach: None,
        tip: format!("sample {sample}: {}", number(*score)),
    });
    let chart = Chart {
        x_label: "sample".to_owned(),
        y_label: metric.to_owned(),
        x_range: size.x_range(),
        whole_x: true,
        layers: vec![
            Layer::Across { y: mean, name: Some(format!("mean {}", number(mean))) },
            Layer::Points { points: points.collect(), colour: 0, name: None },
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyses::common::one_study::cell;
    use crate::presentation::{About, SamplesAbout};
    use crate::table::{ShownRows, Tables};

    fn figures(shown: u32, count: u64) -> Vec<Figure> {
        let rows = (1..=shown).flat_map(|sample| {
            ["A", "B"].map(|system| {
                let mut cell = cell("bleu", Some(system), 9);
                cell.ordering = Some(format!("broad-{sample}").into());
                cell.segments = Some(1300);
                ScoreRow { cell, score: Some(20.0 + f64::from(sample)), ..ScoreRow::default() }
            })
        });
        let mut tables = Tables::default();
        tables.insert_shown(ShownRows { rows: Vec::new(), numbered: rows.collect() });
        let about = About::of_samples("s", SamplesAbout { sampling: "broad".to_owned(), count });
        KIND.figures(&StudySection::all(&tables, &about)[0])
    }

    /// A title does not speak of samples that are not shown.
    #[test]
    fn the_first_of_many_samples_are_called_so() {
        let found = figures(10, 5000);
        assert!(
            found[0].title.ends_with("on the first 10 of 5,000 broad samples of 1,300 segments"),
            "{}",
            found[0].title
        );
        assert!(figures(4, 4).is_empty());
    }
}
