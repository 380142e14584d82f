//! The table `real_text`: what kept runs on real test sets say of claims.

use std::sync::Arc;

use super::RealText;
use crate::analyses::published::{ClaimVerdict, Published};
use crate::presentation::Rows;
use crate::table::ReportRow;
use crate::table::columns::table;
use crate::words::counted;

table! {
    /// One row per claim and real test set that can test it. This run computes none of it: they are kept results of
    /// `experiment`, on a test set that is public and not part of this project.
    pub struct RealTextRow in "real_text" {
        /// Short name of the source, such as a paper.
        source: Arc<str> [key],
        /// What the table `claims` calls the claim.
        id: Arc<str> [key],
        /// The test set: campaign, year and languages.
        set: Arc<str> [key],
        /// The experiment that was run on it.
        experiment: Arc<str>,
        /// Its systems.
        systems: u32,
        /// Its references.
        references: u32,
        /// Its documents.
        documents: u64,
        /// Its segments.
        segments: u64,
        /// What it has in place of what is published, in words.
        here: Arc<str>,
        /// The verdict on the claim, as in `claims`.
        verdict: ClaimVerdict,
        /// Version of the program that ran.
        runner: Arc<str>,
        /// Version of its numbers.
        numbers: u32,
    }
}

impl ReportRow for RealTextRow {}

impl RealTextRow {
    /// What the set says of the claim.
    pub(super) fn text(&self) -> String {
        format!("{}, {}: {}", self.set, self.verdict.in_words(), self.here)
    }
}

/// The rows of all claims of `sources`, each with what is kept of real test sets.
pub(in crate::analyses::published) fn real_rows(sources: &[Published]) -> Vec<RealTextRow> {
    let rows = sources.iter().flat_map(|source| {
        let ids = source.claims.iter().filter_map(|claim| claim.id.as_deref());
        ids.flat_map(|id| rows_of_claim(&source.source.key, id, &source.real_text))
    });
    rows.collect()
}

/// A row for each set that can test a claim.
pub(super) fn rows_of_claim(source: &str, id: &str, real: &RealText) -> Vec<RealTextRow> {
    let claims = real.sets.iter().flat_map(|set| set.claims.iter().map(move |claim| (set, claim)));
    let meant = claims.filter(|(_, claim)| claim.source == source && claim.id == id);
    let row = meant.map(|(set, claim)| RealTextRow {
        source: source.into(),
        id: id.into(),
        set: set.name.as_str().into(),
        experiment: set.experiment.as_str().into(),
        systems: set.systems,
        references: set.references,
        documents: set.documents,
        segments: set.segments,
        here: claim.here.as_str().into(),
        verdict: claim.verdict,
        runner: set.runner.as_str().into(),
        numbers: set.numbers,
    });
    row.collect()
}

/// Where the sets and their texts are.
pub(in crate::analyses::published) const HOW_TO_GET: &str = "On real text: kept results on public test sets, whose texts are not part of this project. Each spec \
     `experiments/laws-*.toml` says where to get them; `runner run experiments/laws-NAME.toml --data FOLDER` runs them again.";

/// The verdict on all sets together: what holds on each of them holds, and what holds on none, not even in part, does
/// not; with the number of sets on which it holds, and of those on which it holds in part.
pub(super) fn together(verdicts: &[ClaimVerdict]) -> String {
    let [holding, in_part, failing] =
        [ClaimVerdict::Holds, ClaimVerdict::HoldsInPart, ClaimVerdict::DoesNotHold]
            .map(|wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count());
    let verdict = match verdicts.len() {
        0 => return "not tested".to_owned(),
        all if holding == all => ClaimVerdict::Holds,
        all if failing == all => ClaimVerdict::DoesNotHold,
        _ => ClaimVerdict::HoldsInPart,
    };
    let in_part = if in_part == 0 { String::new() } else { format!(", on {in_part} in part") };
    let sets = counted(verdicts.len(), "set");
    format!("{}: on {holding} of {sets}{in_part}", verdict.in_words())
}

/// What real test sets say of a claim, a line for each; none where none can test it.
pub(in crate::analyses::published) fn lines(rows: &Rows<'_, RealTextRow>) -> Option<String> {
    let verdicts: Vec<ClaimVerdict> = rows.iter().map(|row| row.verdict).collect();
    let sets = rows.iter().map(|row| format!("\n{}", row.text()));
    (!verdicts.is_empty()).then(|| together(&verdicts) + &sets.collect::<String>())
}
