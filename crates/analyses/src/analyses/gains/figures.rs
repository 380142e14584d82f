//! Gains with their intervals, one under the other.

use super::findings::Conclusion;
use super::row::GainRow;
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{
    Caterpillar, CaterpillarRow, Figure, FigureKind, MetricRows, StudySection, Tone, amount,
    by_metric, number, p_equals,
};

pub(super) const KIND: FigureKind = FigureKind {
    word: "gains",
    question: "What do systems gain by their change?",
    draw: |section| by_metric(section, figure),
};

/// Gains of a metric on the largest test set, those that improve most first.
fn figure(section: &StudySection<'_>, metric: &MetricRows<'_, GainRow>) -> Option<Figure> {
    let rows = largest_test_set(&metric.rows, |row| &row.cell);
    let rows = rows
        .keep(|row| row.ci_lower.is_some())
        .sorted_by(|one, other| one.rank_of_gain.cmp(&other.rank_of_gain));
    // Of one the finding says all.
    let first = rows.first().filter(|_| rows.iter().count() > 1)?;
    let bars = rows.iter().filter_map(|row| {
        let (value, before, after) = (row.gain?, number(row.before?), number(row.after?));
        let p = row.p_adjusted.map_or_else(String::new, p_equals);
        Some(CaterpillarRow {
            name: row.cell.system().to_owned(),
            value,
            interval: row.ci_lower.zip(row.ci_upper),
            tone: match Conclusion::of_row(section, row) {
                Some(Conclusion::Gains) => Tone::Above,
                Some(Conclusion::Loses) => Tone::Below,
                Some(Conclusion::Unclear) | None => Tone::Open,
            },
            tip: format!("{}: {before} to {after}, {p}", row.cell.system()),
            words: format!("{before} to {after}"),
            heading: None,
        })
    });
    let sides = if section.counts_errors(&first.cell.metric) {
        ["better after", "worse after"]
    } else {
        ["worse after", "better after"]
    };
    let caterpillar = Caterpillar {
        x_label: format!("gain, {}", metric.title),
        line_at: Some(0.0),
        sides: Some((sides[0].to_owned(), sides[1].to_owned())),
        rows: bars.collect(),
    };
    let caption = format!(
        "Score after the change less the score before it, on {}, with {} % intervals by Student's t, each for one gain. Rings: \
         not significant (Holm over the gains).",
        amount(&first.cell),
        section.level()
    );
    let headline = super::findings::headline(section, metric);
    Some(KIND.caterpillar(section, &metric.title, caption, &caterpillar).titled(Some(headline)))
}
