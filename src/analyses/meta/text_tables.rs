//! Judging metrics as text tables.

use super::contest::named;
use super::findings::value_in_words;
use super::{MetaPairRow, MetaRow};
use crate::presentation::{
    Layout, StudySection, TextCell, TextTable, number, real, whole, words, words_or,
};

/// How well metrics agree with people, and which differ.
pub(super) fn tables(section: &StudySection<'_>) -> Vec<TextTable> {
    agreement(section).into_iter().chain(pairs(section)).collect()
}

fn agreement(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "metrics",
        caption: "Agreement of metrics with people, with intervals over resamples.",
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
            ("scope", words(&row.scope)),
            ("level", whole(row.ci_level)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let value = TextCell::number(value_in_words(row), row.value);
        vec![(named(&row.measure, row.grouping.as_deref()), value)]
    })
}

fn pairs(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "pairs-of-metrics",
        caption: "Pairs of metrics: difference, and p adjusted by Holm (PERM-BOTH).",
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
            ("permutations", whole(row.permutations)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let measure = named(&row.measure, row.grouping.as_deref());
        let p = row.p_adjusted.map_or_else(String::new, |p| format!(" ({})", number(p)));
        let cell = row.difference.map_or_else(
            || real(None::<f64>),
            |difference| TextCell::number(format!("{difference:+.3}{p}"), row.difference),
        );
        vec![(measure, cell)]
    })
}
