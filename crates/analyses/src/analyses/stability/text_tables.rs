//! Deviations of the ends of intervals as a text table.

use super::StabilityRow;
use crate::presentation::{Layout, StudySection, TextTable};

/// Deviations of the ends of intervals, after Zhang & Vogel (2004), Table 6.
pub(super) fn stability(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "stability",
        caption: "Mean of intervals over repetitions of the resampling, and standard deviation of their ends.",
        notes: &["Relative: percentage points of the median, where the metric has a true zero."],
        ..Layout::default()
    };
    layout.labelled(section, &section.rows::<StabilityRow>().of_one_ordering())
}
