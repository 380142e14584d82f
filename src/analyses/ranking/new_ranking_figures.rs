//! From which size on a ranking holds.

use super::RankStabilityRow;
use crate::presentation::{
    Chart, Figure, FigureKind, Point, StudySection, amount, layers, level, lines, some_of,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "rank-stability",
    question: "From which size on does the ranking hold?",
    draw: |section| figure(section).into_iter().collect(),
};

/// The probability of the ranking of the whole corpus against documents, one line per metric.
fn figure(section: &StudySection<'_>) -> Option<Figure> {
    let rows = section.rows::<RankStabilityRow>().of_first_draws().of_one_ordering();
    let title = rows.titles();
    let point = |row: &RankStabilityRow| {
        let y = 100.0 * row.holds?;
        let tip = format!("{}, {}: {y:.1} % of resamples", title(row), amount(&row.cell));
        Some(Point { x: row.cell.documents.into(), y, reach: None, tip })
    };
    let lines = lines(&rows, &title, point);
    let wanted = 100.0 * rows.first()?.probability;
    let (shown, sentence) = some_of(lines, "metrics")?;
    let across = level(&shown, wanted, Some("wanted".to_owned()));
    let chart = Chart {
        x_label: "documents".to_owned(),
        y_label: "resamples with that ranking, %".to_owned(),
        x_range: (Some(0.0), None),
        y_range: (Some(0.0), Some(101.0)),
        whole_x: true,
        layers: std::iter::once(across).chain(layers(&shown)).collect(),
        ..Chart::default()
    };
    let caption = format!(
        "Probability that resamples of so many documents rank all systems as the whole corpus does. \
         Above the dashed line ({wanted} %) the ranking holds.{sentence}"
    );
    Some(KIND.chart(section, "all metrics", caption, &chart))
}
