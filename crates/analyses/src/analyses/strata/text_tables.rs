//! Strata as text tables.

use super::StratumRow;
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{Layout, StudySection, TextCell, TextTable, percent, real, whole, words};

/// All systems on the largest test set.
pub(super) fn strata(section: &StudySection<'_>) -> Option<TextTable> {
    let rows = largest_test_set(&section.rows::<StratumRow>(), |row| &row.cell);
    let title = rows.titles();
    let layout = Layout {
        word: "strata",
        caption: "Scores of the strata, and what each adds to the uncertainty of the whole score.",
        notes: &[
            "By the jackknife over the resampling units of the stratum, with Student's t. The share is that \
             of the variance of the weighted score.",
        ],
        ..Layout::default()
    };
    let key = |row: &StratumRow| {
        vec![
            ("metric", TextCell::words(title(row))),
            ("system", words(row.cell.system())),
            ("stratum", words(&row.stratum)),
        ]
    };
    layout.table(section, &rows, key, |row| {
        vec![
            ("weight".to_owned(), percent(Some(row.weight))),
            ("documents".to_owned(), whole(row.stratum_documents)),
            ("segments".to_owned(), whole(row.stratum_segments)),
            ("score".to_owned(), real(row.stratum_score)),
            ("margin".to_owned(), real(row.margin)),
            ("share".to_owned(), percent(row.variance_share)),
        ]
    })
}
