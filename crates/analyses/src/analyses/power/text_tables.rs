//! What differences take, as a text table.

use super::PowerRow;
use crate::presentation::{Layout, StudySection, TextTable};

/// What differences take, on the largest test set.
pub(super) fn power(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<PowerRow>().of_first_draws().of_one_ordering().of_most_documents();
    let layout = Layout {
        word: "power",
        caption: "Data that show a true difference between two systems, and what this test set can show.",
        notes: &[
            "By the power of Student's test with the standard error of the difference; the observed \
             difference is never taken for the true one. For one planned comparison, and for any of the \
             pairs in the worst case of Holm's adjustment.",
        ],
        ..Layout::default()
    };
    layout.labelled(section, &rows)
}
