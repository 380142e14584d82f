//! Verdicts on several test sets in words.

use super::RealTextRow;
use crate::analyses::published::ClaimVerdict;
use crate::presentation::Rows;

/// Where the sets and their texts are.
pub(in crate::analyses::published) const HOW_TO_GET: &str = "On real text: kept results on public test sets, whose texts are not part of this project. Each spec \
     `experiments/laws-*.toml` says where to get them; `runner run experiments/laws-NAME.toml --data FOLDER` runs them again.";

/// The verdict on all sets together: what holds on each of them holds, and what holds on none, not even in part, does
/// not; with the number of sets on which it holds, and of those on which it holds in part.
pub(super) fn together(verdicts: &[ClaimVerdict]) -> String {
    let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let holding = count(ClaimVerdict::Holds);
    let sets = if verdicts.len() == 1 { "set" } else { "sets" };
    let verdict = match verdicts.len() {
        0 => return "not tested".to_owned(),
        all if holding == all => ClaimVerdict::Holds,
        all if count(ClaimVerdict::DoesNotHold) == all => ClaimVerdict::DoesNotHold,
        _ => ClaimVerdict::HoldsInPart,
    };
    let sets = format!("{}: on {holding} of {} {sets}", verdict.in_words(), verdicts.len());
    match count(ClaimVerdict::HoldsInPart) {
        0 => sets,
        in_part => format!("{sets}, on {in_part} in part"),
    }
}

/// What real test sets say of a claim, a line for each; none where none can test it.
pub(in crate::analyses::published) fn cell(
    source: &str,
    id: Option<&str>,
    rows: &Rows<'_, RealTextRow>,
) -> Option<String> {
    let meant = rows.iter().filter(|row| &*row.source == source && Some(&*row.id) == id);
    let meant: Vec<&RealTextRow> = meant.collect();
    if meant.is_empty() {
        return None;
    }
    let verdicts: Vec<ClaimVerdict> = meant.iter().map(|row| row.verdict).collect();
    let set = |row: &RealTextRow| format!("{}, {}: {}", row.set, row.verdict.in_words(), row.here);
    let lines: Vec<String> =
        std::iter::once(together(&verdicts)).chain(meant.into_iter().map(set)).collect();
    Some(lines.join("\n"))
}
