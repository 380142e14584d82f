//! Which systems differ significantly.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{ComparisonRow, text_tables};
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{Finding, Rows, StudySection, share};

/// How many pairs differ significantly, by metric and method.
pub(super) fn findings(section: &StudySection<'_>) -> Vec<Finding> {
    let rows = largest_test_set(&section.rows::<ComparisonRow>(), |row| &row.cell);
    let mut sentences = Vec::new();
    for metric in rows.by_metric() {
        for (method, rows) in metric.rows.groups(|row| &*row.method) {
            sentences.extend(sentence(&metric.title, method, &rows));
        }
    }
    let table = text_tables::comparisons(section);
    Finding::of_sentences(section, "comparison", "Which systems differ?", sentences, table)
}

fn sentence(metric: &str, method: &str, rows: &Rows<'_, ComparisonRow>) -> Option<(String, Value)> {
    let first = rows.first()?;
    let count = |verdicts: &[&str]| {
        rows.iter()
            .filter(|row| row.verdict.as_deref().is_some_and(|one| verdicts.contains(&one)))
            .count()
    };
    let pairs = rows.iter().count();
    let (different, identical) = (count(&["<", ">"]), count(&["identical"]));
    let judged = different + count(&["~"]) + identical;
    let adjustment = match &*first.adjustment {
        "holm" => "Holm",
        "benjamini-hochberg" => "Benjamini-Hochberg",
        _ => "unadjusted",
    };
    let how = format!("{metric} ({method}, {adjustment}, {} %)", share(first.level));
    let mut text = match (pairs, judged) {
        (_, 0) => format!("No pair of systems has a verdict by {how}"),
        (1, _) => {
            let not = if different == 0 { "not " } else { "" };
            let (a, b) = (&first.system_a, &first.system_b);
            format!("{a} and {b} are {not}significantly different by {how}")
        }
        _ => {
            let are = if different == 1 { "is" } else { "are" };
            format!(
                "{different} of {judged} pairs of systems {are} significantly different by {how}"
            )
        }
    };
    if identical > 0 {
        write!(text, "; identical: {identical}").expect("writing to a string cannot fail");
    }
    if judged > 0 && judged < pairs {
        write!(text, "; without a verdict: {}", pairs - judged)
            .expect("writing to a string cannot fail");
    }
    let data = json!({
        "metric": metric,
        "method": method,
        "adjustment": &*first.adjustment,
        "level": first.level,
        "documents": first.cell.documents,
        "pairs": pairs,
        "significantly_different": different,
        "identical": identical,
        "without_verdict": pairs - judged,
    });
    Some((text + ".", data))
}
