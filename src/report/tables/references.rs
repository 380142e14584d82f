//! References: what more of them are worth, and how alike they are.

use crate::presentation::{
    Layout, Rows, StudySection, TextCell, TextTable, real, whole, with_error, words,
};
use crate::table::{CrossReferenceRow, ReferenceEquivalenceRow};

/// More references against more segments, after Zhang & Vogel (2004), Tables 3 and 4.
pub(super) fn equivalence(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<ReferenceEquivalenceRow>().of_first_draws().of_one_ordering();
    let layout = Layout {
        word: "equivalence",
        caption: "What references are worth: the relative STDEV with so many of them, percent more segments \
                  that make up for one less, and the part of the data on which they are as precise as the \
                  smallest number on all.",
        notes: &["Errors are those of a finite number of resamples."],
        ..Layout::default()
    };
    let key = |row: &ReferenceEquivalenceRow| {
        vec![
            ("metric", words(&row.metric)),
            ("system", words(&row.system)),
            ("references", whole(row.reference_count)),
            ("translators", whole(row.translators)),
            ("segments", whole(row.segments)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        let stdev = with_error(row.relative_stdev_mean, row.relative_stdev_error);
        let more = with_error(row.more_segments, row.more_segments_error);
        vec![
            ("score".to_owned(), real(row.score_mean)),
            ("STDEV, %".to_owned(), stdev),
            ("more segments, %".to_owned(), more),
            ("equal data, %".to_owned(), with_error(row.equal_data, row.equal_data_error)),
        ]
    })
}

/// References scored against each other, after Hamon et al. (2007), Table 1: a column is the reference
/// that is scored, a line what it is scored against. A table per metric.
pub(super) fn cross_references(section: &StudySection<'_>) -> Vec<TextTable> {
    let rows = section.rows::<CrossReferenceRow>().keep(|row| row.cell.system.is_some());
    let of_metric = |(metric, rows): (&str, Rows<'_, CrossReferenceRow>)| {
        let layout = Layout {
            word: "references",
            about: metric,
            caption: "References scored against others, on the whole corpus.",
            ..Layout::default()
        };
        let others = rows.iter().filter_map(|row| row.cell.reference_count).max();
        // All others: one line, as in the paper.
        let key = |row: &CrossReferenceRow| {
            let cell = &row.cell;
            let text = match cell.reference_count {
                Some(count) if count > 1 && cell.reference_count == others => {
                    format!("{count} references")
                }
                _ => cell.references.as_deref().unwrap_or_default().to_owned(),
            };
            vec![("against", TextCell::words(text))]
        };
        layout
            .table(section, &rows, key, |row| vec![(row.cell.system().to_owned(), real(row.score))])
    };
    rows.groups(|row| &*row.cell.metric).into_iter().filter_map(of_metric).collect()
}
