//! Agreement of judges as a text table.

use super::AgreementRow;
use crate::presentation::{Layout, StudySection, TextTable, whole, with_error, words, words_or};

/// How much judges agree.
pub(super) fn agreement(section: &StudySection<'_>) -> Option<TextTable> {
    let layout = Layout {
        word: "agreement",
        caption: "Agreement of judges, with standard errors by the jackknife over documents.",
        ..Layout::default()
    };
    let key = |row: &AgreementRow| {
        vec![
            ("criterion", words(&row.criterion)),
            ("system", words_or(row.system.as_deref(), "all")),
            ("segments", whole(row.segments)),
        ]
    };
    layout.table(section, &section.rows(), key, |row| {
        let option = row.option.as_ref().map_or_else(String::new, |option| format!(", {option}"));
        let heading = format!("{}{option}", row.measure.replace('-', " "));
        vec![(heading, with_error(row.value, row.standard_error))]
    })
}
