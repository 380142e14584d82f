//! Tests of pairs of systems as a text table.

use super::ComparisonRow;
use crate::presentation::{Layout, StudySection, TextTable};

/// Tests of pairs on the largest test set.
pub(super) fn comparisons(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = section.rows::<ComparisonRow>().of_first_draws();
    let layout = Layout {
        word: "comparisons",
        caption: "Comparisons of pairs of systems on the largest test set.",
        notes: &[
            "Verdicts by the adjusted p-value: > A is better, < B is better, ~ not significantly different; \
             none where units or replicates are too few for any.",
        ],
        ..Layout::default()
    };
    layout.labelled(section, &rows.of_one_ordering().of_most_documents())
}
