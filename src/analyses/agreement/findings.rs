//! How far judges agree.

use serde_json::{Value, json};

use super::{AgreementRow, text_tables};
use crate::presentation::{Finding, StudySection, number};

/// Every measure over all systems.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<AgreementRow>().keep(|row| row.system.is_none());
    let sentences = rows.iter().map(sentence).collect();
    let table = text_tables::agreement(section);
    Finding::of_sentences(section, "agreement", "How far do judges agree?", sentences, table)
}

fn sentence(row: &AgreementRow) -> (String, Value) {
    let option = row.option.as_ref().map_or_else(String::new, |option| format!(" ({option})"));
    let value = row.value.map_or_else(
        || format!("not defined: {}", row.status),
        |value| {
            let error = row.standard_error.map(|error| format!(" ± {}", number(error)));
            format!("{}{} over {} segments", number(value), error.unwrap_or_default(), row.segments)
        },
    );
    let text = format!("{}: {}{option} is {value}.", row.criterion, row.measure.replace('-', " "));
    let data = json!({
        "criterion": &*row.criterion,
        "measure": &*row.measure,
        "option": row.option.as_deref(),
        "value": row.value,
        "standard_error": row.standard_error,
        "segments": row.segments,
        "status": &*row.status,
    });
    (text, data)
}
