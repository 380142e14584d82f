//! What references are worth, as a text table.

use super::ReferenceEquivalenceRow;
use crate::presentation::{Layout, StudySection, TextTable, real, whole, with_error, words};

/// More references against more segments, after Zhang & Vogel (2004), Tables 3 and 4.
pub(super) fn equivalence(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<ReferenceEquivalenceRow>().of_first_draws().of_one_ordering();
    let layout = Layout {
        word: "equivalence",
        caption: "References against segments by the relative STDEV (Zhang & Vogel 2004): percent more \
                  segments that make up for one reference less, and the part of the data on which the \
                  relative STDEV is that of the fewest references on all.",
        notes: &[
            "More references raise the score that the STDEV is divided by; in points of the metric little \
             of the difference is left. Errors are those of a finite number of resamples.",
        ],
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
        let more = with_error(row.more_segments_relative, row.more_segments_relative_error);
        vec![
            ("score".to_owned(), real(row.score_mean)),
            ("STDEV, %".to_owned(), stdev),
            ("more segments, %".to_owned(), more),
            (
                "equal data, %".to_owned(),
                with_error(row.equal_data_relative, row.equal_data_relative_error),
            ),
            ("equal data in points, %".to_owned(), real(row.equal_data_absolute)),
        ]
    })
}
