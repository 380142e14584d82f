//! Means over corpora with their intervals, the best system first.

use super::findings::{headline, is_of_new_test_sets};
use super::row::MacroAverageRow;
use super::summary::{MetricSummary, SystemSummary, summaries};
use super::vocabulary::Quantity;
use crate::presentation::{
    Caterpillar, CaterpillarRow, Figure, FigureKind, StudySection, Tone, number, share,
};

/// Systems that are drawn.
const MOST: usize = 30;

pub(super) const SCORES: FigureKind = FigureKind {
    word: "macro-scores",
    question: "Which system is best on average over corpora?",
    draw: |section| figures(section, &SCORES, |system| system.score),
};

pub(super) const RANKS: FigureKind = FigureKind {
    word: "macro-ranks",
    question: "Which system ranks best over corpora?",
    draw: |section| figures(section, &RANKS, |system| system.rank),
};

fn figures(
    section: &StudySection<'_>,
    kind: &FigureKind,
    row: for<'a> fn(&SystemSummary<'a>) -> &'a MacroAverageRow,
) -> Vec<Figure> {
    let metrics = summaries(section);
    metrics.iter().filter_map(|metric| figure(section, kind, metric, row)).collect()
}

fn figure(
    section: &StudySection<'_>,
    kind: &FigureKind,
    metric: &MetricSummary<'_>,
    row: for<'a> fn(&SystemSummary<'a>) -> &'a MacroAverageRow,
) -> Option<Figure> {
    let mut systems: Vec<(&str, &MacroAverageRow)> =
        metric.systems.iter().map(|system| (system.name, row(system))).collect();
    systems.retain(|(_, row)| row.value.is_some());
    systems.sort_by_key(|(_, row)| row.observed_rank);
    let (_, first) = *systems.first().filter(|_| systems.len() > 1)?;
    let count = systems.len();
    systems.truncate(MOST);
    let is_score = first.quantity == Quantity::Score;
    let rows = systems.iter().filter_map(|(name, row)| {
        let value = row.value?;
        let interval = row.lower.zip(row.upper);
        let ends = interval.map_or_else(String::new, |(low, high)| {
            format!(" [{}, {}]", number(low), number(high))
        });
        let ranks = row.rank_lower.zip(row.rank_upper).map(|(low, high)| {
            if low == high { format!("rank {low}") } else { format!("rank {low}-{high}") }
        });
        Some(CaterpillarRow {
            name: (*name).to_owned(),
            value,
            interval,
            tone: Tone::Above,
            words: ranks.unwrap_or_default(),
            tip: format!("{name}: {}{ends}", number(value)),
            ..CaterpillarRow::default()
        })
    });
    let caterpillar = Caterpillar {
        x_label: if is_score {
            format!("mean {}", metric.title)
        } else {
            format!("mean rank by {}", metric.title)
        },
        rows: rows.collect(),
        ..Caterpillar::default()
    };
    let what = if is_score { "Mean scores" } else { "Mean ranks (1 is best)" };
    let some = if count > MOST {
        format!(" The best {MOST} of {count} are shown.")
    } else {
        String::new()
    };
    let places = if is_of_new_test_sets(first) { "new test sets" } else { "resamples" };
    let caption = format!(
        "{what} over {} corpora, with {} % intervals and, at the right, the ranks over corpora in {places}. Systems are scored on \
         the same texts: whether two differ is seen from their difference, not from these intervals.{some}",
        first.corpora,
        share(first.level),
    );
    let figure = kind.caterpillar(section, &metric.title, caption, &caterpillar);
    Some(figure.titled(is_score.then(|| headline(metric))))
}
