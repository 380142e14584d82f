//! How well metrics correlate.

use serde_json::{Value, json};

use super::{CorrelationRow, text_tables};
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{Finding, Rows, StudySection};

/// The range of each coefficient over pairs of metrics, on the largest test set.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = section.rows::<CorrelationRow>().keep(|row| row.against.is_none());
    let rows = largest_test_set(&rows, |row| &row.cell);
    let mut sentences = Vec::new();
    for ((kind, over), rows) in rows.groups(|row| (&*row.kind, &*row.over)) {
        sentences.push(sentence(kind, over, &rows));
    }
    let table = text_tables::correlations(section);
    Finding::of_sentences(section, "correlation", "How well do metrics agree?", sentences, table)
}

fn sentence(kind: &str, over: &str, rows: &Rows<'_, CorrelationRow>) -> (String, Value) {
    let title = rows.titles();
    let mut pairs: Vec<(f64, String)> = Vec::new();
    for row in rows.iter() {
        let name = || format!("{} with {}", title(row), row.other_metric);
        pairs.extend(row.coefficient.map(|value| (value, name())));
    }
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let named = |(value, name): &(f64, String)| format!("{value:.3} ({name})");
    let text = match pairs.as_slice() {
        [] => "it is not defined for any pair of metrics".to_owned(),
        [one] => named(one),
        [least, .., most] => format!("from {} to {}", named(least), named(most)),
    };
    let data = json!({
        "kind": kind,
        "over": over,
        "coefficients": pairs.iter().map(|(value, name)| json!({ "pair": name, "value": value })).collect::<Vec<_>>(),
    });
    (format!("Correlation ({kind}) over {over}: {text}."), data)
}
