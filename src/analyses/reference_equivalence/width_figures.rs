//! Half-widths of intervals against references.

use crate::analyses::ScoreRow;
use crate::analyses::common::widths;
use crate::presentation::{Figure, FigureKind, Rows, StudySection, amount, some_of};

pub(super) const KIND: FigureKind =
    FigureKind { word: "width-references", question: "What do more references buy?", draw };

/// One line per system on the largest test set.
fn draw(section: &StudySection<'_>) -> Vec<Figure> {
    let figure = |(metric, rows): (&str, Rows<'_, ScoreRow>)| {
        let rows = rows.of_one_ordering().of_most_documents();
        let rows = rows.of_largest(|row| row.cell.segments.map(|segments| segments as f64));
        let system = |row: &ScoreRow| row.cell.system().to_owned();
        let means = widths::means(&rows, system, |row| row.cell.reference_count, "references");
        let (shown, sentence) = some_of(means, "systems")?;
        let caption = format!(
            "Margin of error of one score: half of its {} % interval, on {}; means where several sets of \
             references were tried.{sentence}",
            section.level(),
            amount(&rows.first()?.cell),
        );
        let chart = widths::chart("references", widths::LABEL.to_owned(), &shown);
        Some(KIND.chart(section, metric, caption, &chart))
    };
    widths::scores(section).into_iter().filter_map(figure).collect()
}
