//! What references are worth, as a text table.

use super::ReferenceEquivalenceRow;
use crate::presentation::{Layout, StudySection, TextTable};

/// More references against more segments, after Zhang & Vogel (2004), Tables 3 and 4.
pub(super) fn equivalence(section: &StudySection<'_>) -> Option<TextTable> {
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
    let rows = section.rows::<ReferenceEquivalenceRow>().of_first_draws().of_one_ordering();
    layout.labelled(section, &rows)
}
