//! Judging metrics as text tables.

use super::findings::value_in_words;
use super::{MetaPairRow, MetaRow};
use crate::presentation::{
    Layout, StudySection, TextCell, TextTable, number, real, whole, words, words_or,
};

/// How well metrics agree with people, and which differ.
pub(super) fn tables(section: &StudySection<'_>) -> Vec<TextTable> {
    [agreement(section), pairs(section)].into_iter().flatten().collect()
}

fn agreement(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "metrics",
        caption: "Agreement of metrics with people, with intervals where a method holds what it promises.",
        notes: &["Tie thresholds, ranks and clusters: `meta.parquet`."],
        ..Layout::default()
    };
    let rows = section.rows::<MetaRow>();
    let key = |row: &MetaRow| {
        vec![
            ("metric", words(&row.metric)),
            ("references", words_or(row.references.as_deref(), "")),
            ("with", words(&row.gold)),
            ("systems", whole(row.systems)),
            ("scope", words(row.scope.name())),
            ("level", whole(row.ci_level)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let value = TextCell::number(value_in_words(row), row.value);
        vec![(row.measure.within(row.grouping), value)]
    })
}

fn pairs(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "pairs-of-metrics",
        caption: "Pairs of metrics: difference for other systems or texts with its interval at the level of its test, and p adjusted \
                  by Holm.",
        ..Layout::default()
    };
    let rows = section.rows::<MetaPairRow>();
    let key = |row: &MetaPairRow| {
        vec![
            ("metric", words(&row.metric)),
            ("references", words_or(row.references.as_deref(), "")),
            ("other", words(&row.other_metric)),
            ("other references", words_or(row.other_references.as_deref(), "")),
            ("with", words(&row.gold)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let measure = format!("{}, {}", row.measure.within(row.grouping), row.exchanged.name());
        let p = row.p_adjusted.map_or_else(String::new, |p| format!(" ({})", number(p)));
        let cell = row.difference.map_or_else(
            || real(None::<f64>),
            |difference| {
                let ends = row.ci_lower.zip(row.ci_upper);
                let ends = ends
                    .map_or_else(String::new, |(low, high)| format!(" [{low:+.3}, {high:+.3}]"));
                TextCell::number(format!("{difference:+.3}{ends}{p}"), row.difference)
            },
        );
        vec![(measure, cell)]
    })
}
