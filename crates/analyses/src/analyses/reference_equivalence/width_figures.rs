//! Half-widths of intervals against references.

use crate::analyses::ScoreRow;
use crate::analyses::common::widths;
use crate::presentation::{
    Figure, FigureKind, Line, StudySection, amount, counted_mean, metric_in_print, number, some_of,
};

pub(super) const KIND: FigureKind =
    FigureKind { word: "width-references", question: "What do more references buy?", draw };

/// One line per system on the largest test set.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let figures = widths::scores(section).into_iter().filter_map(|(metric, rows)| {
        let rows = rows.of_one_ordering().of_most_documents();
        let rows = rows.of_largest(|row| row.cell.segments.map(|segments| segments as f64));
        let system = |row: &ScoreRow| row.cell.system().to_owned();
        let references = |row: &ScoreRow| row.cell.reference_count.map(f64::from);
        let means = widths::means(&rows, system, references, ScoreRow::margin, "references");
        let (shown, sentence) = some_of(means, "systems")?;
        let caption = format!(
            "Margin of error of one score: half of its {} % interval, on {}; means where several sets of \
             references were tried.{sentence}",
            section.level(),
            amount(&rows.first()?.cell),
        );
        let chart = widths::chart("references", widths::LABEL.to_owned(), &shown);
        let finding = most_against_fewest(metric, &shown);
        Some(KIND.chart(section, metric, caption, &chart).titled(finding))
    });
    figures.collect()
}

/// The margin with the most references beside that with the fewest, of the first system.
fn most_against_fewest(metric: &str, lines: &[Line]) -> Option<String> {
    let line = lines.first()?;
    let (first, last) = (line.points.first()?, line.points.last()?);
    Some(format!(
        "{}: the margin of {} is ±{} with {}, ±{} with {}",
        metric_in_print(metric),
        line.name,
        number(first.y),
        counted_mean(first.x, "reference"),
        number(last.y),
        counted_mean(last.x, "reference")
    ))
}
