//! Whether intervals and conclusions from samples are right, as text tables.

use super::{ConclusionRow, CoverageRow};
use crate::presentation::{
    Layout, StudySection, TextCell, TextTable, interval, of_ends, percent, real, whole, words,
    words_or,
};

/// How many intervals hold the truth (Koehn 2004, section 5).
pub(super) fn coverage(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<CoverageRow>().of_first_draws();
    let title = rows.titles();
    let layout = Layout {
        word: "coverage",
        caption: "Intervals from samples that contain the true score.",
        notes: &["The interval is that of the share, as if samples were independent."],
        ..Layout::default()
    };
    let key = |row: &CoverageRow| {
        vec![
            ("sampling", words(row.sampling.name())),
            ("segments", whole(row.segments)),
            ("system", words_or(row.system.as_deref(), "all")),
            ("method", words(row.method.name())),
            ("level", whole(row.nominal)),
            ("truth", words(row.truth.name())),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let metric = title(row);
        let share = percent(row.observed).text;
        let text = match row.observed {
            None => share,
            Some(_) => format!("{} of {} ({share})", row.held, row.trials),
        };
        let ends = interval(row.observed_lower, row.observed_upper, 100.0);
        vec![
            (format!("{metric} hold"), TextCell::number(text, row.observed)),
            (format!("{metric} interval, %"), ends),
        ]
    })
}

/// Conclusions right and wrong by pair and size, after Koehn (2004), Table 3.
pub(super) fn conclusions_by_size(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<ConclusionRow>().of_first_draws();
    let rows = rows.keep(|row| row.nominal.is_some() && row.segments.is_some());
    let title = rows.titles();
    let layout = Layout {
        word: "conclusions",
        caption: "Conclusions from one sample by the paired bootstrap: percent of the samples with a right \
                  and with a wrong one, by segments of the sample.",
        notes: &["12 / 1: 12 % right and 1 % wrong conclusions, and none from the others."],
        ..Layout::default()
    };
    let key = |row: &ConclusionRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("A", words_or(row.system_a.as_deref(), "all")),
            ("B", words_or(row.system_b.as_deref(), "all")),
            ("sampling", words(row.sampling.name())),
            ("level", whole(row.nominal)),
            ("truth", words(row.truth.name())),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let [right, wrong] =
            [row.correct, row.wrong].map(|count| 100.0 * count as f64 / row.trials as f64);
        let shares = (row.trials > 0).then_some((right, wrong));
        let shares = of_ends(shares, |(right, wrong)| format!("{right:.0} / {wrong:.0}"));
        vec![
            ("true difference".to_owned(), real(row.true_difference)),
            (format!("{} segments", whole(row.segments).text), shares),
        ]
    })
}

/// Conclusions that are right, by how sure they are, after Koehn (2004), Table 4.
pub(super) fn conclusions_by_significance(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<ConclusionRow>().of_first_draws();
    let rows = rows.keep(|row| row.significance_lower.is_some() && row.system_a.is_none());
    let title = rows.titles();
    let layout = Layout {
        word: "conclusions-by-significance",
        caption: "Comparisons on one sample taken as conclusions, by the share of resamples that the \
                  better system wins: how many are right.",
        ..Layout::default()
    };
    let key = |row: &ConclusionRow| {
        let bounds = [row.significance_lower, row.significance_upper]
            .map(|share| share.map_or_else(String::new, |share| format!("{}", 100.0 * share)));
        let bounds = bounds.join("-") + " %";
        let segments = row.segments.map_or_else(|| "all".to_owned(), |count| count.to_string());
        vec![
            ("metric", TextCell::words(title(row))),
            ("resamples won", TextCell::number(bounds, row.significance_lower)),
            ("sampling", words(row.sampling.name())),
            ("segments", TextCell::words(segments)),
            ("truth", words(row.truth.name())),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let ends = interval(row.correct_share_lower, row.correct_share_upper, 100.0);
        vec![
            ("conclusions".to_owned(), whole(row.drawn)),
            ("right".to_owned(), percent(row.correct_share)),
            ("interval, %".to_owned(), ends),
            ("mean share won".to_owned(), percent(row.mean_significance)),
        ]
    })
}
