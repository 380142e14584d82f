//! Strata as a text table.

use super::StratumRow;
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{Layout, StudySection, TextTable};

/// All systems on the largest test set.
pub(super) fn strata(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "strata",
        caption: "Scores of the strata, and what each adds to the uncertainty of the whole score.",
        notes: &[
            "By the jackknife over the resampling units of the stratum, with Student's t. The share is that \
             of the variance of the weighted score.",
        ],
        ..Layout::default()
    };
    let rows = largest_test_set(&section.rows::<StratumRow>(), |row| &row.cell);
    layout.labelled(section, &rows)
}
