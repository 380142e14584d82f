//! Verdicts on several test sets in words.

use super::RealTextRow;
use crate::analyses::published::claim_tables;
use crate::presentation::Rows;

/// Where the sets and their texts are.
pub(in crate::analyses::published) const HOW_TO_GET: &str = "On real text: kept results on public test sets, whose texts are not part of this project. Each spec \
     `experiments/laws-*.toml` says where to get them; `runner run experiments/laws-NAME.toml --data FOLDER` runs them again.";

/// A verdict in words.
pub(super) fn in_words(verdict: &str) -> &'static str {
    claim_tables::in_words(verdict).0
}

/// The verdict on all sets together: what holds on each of them holds, and what holds on none, not even in part, does
/// not; with the number of sets on which it holds.
pub(super) fn together(verdicts: &[&str]) -> String {
    let holding = verdicts.iter().filter(|verdict| **verdict == "holds").count();
    let failing = verdicts.iter().filter(|verdict| **verdict == "does-not-hold").count();
    let sets = if verdicts.len() == 1 { "set" } else { "sets" };
    let words = match verdicts.len() {
        0 => return "not tested".to_owned(),
        all if holding == all => "holds",
        all if failing == all => "does not hold",
        _ => "holds in part",
    };
    format!("{words}: on {holding} of {} {sets}", verdicts.len())
}

/// What real test sets say of a claim, a line for each; nothing where none can test it.
pub(in crate::analyses::published) fn cell(
    source: &str,
    id: Option<&str>,
    rows: &Rows<'_, RealTextRow>,
) -> String {
    let meant = rows.iter().filter(|row| &*row.source == source && Some(&*row.id) == id);
    let meant: Vec<&RealTextRow> = meant.collect();
    if meant.is_empty() {
        return "–".to_owned();
    }
    let verdicts: Vec<&str> = meant.iter().map(|row| &*row.verdict).collect();
    let set = |row: &RealTextRow| format!("{}, {}: {}", row.set, in_words(&row.verdict), row.here);
    let lines: Vec<String> =
        std::iter::once(together(&verdicts)).chain(meant.into_iter().map(set)).collect();
    lines.join("\n")
}
