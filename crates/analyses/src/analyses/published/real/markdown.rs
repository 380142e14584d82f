//! What real test sets say, for documents.

use std::fmt::Write;

use super::words::together;
use super::{RealClaim, RealSet, RealText};
use crate::analyses::published::{Claim, ClaimRow, ClaimVerdict, Published};
use crate::presentation::in_markdown;

const INTO_STRING: &str = "writing to a string cannot fail";

/// The test sets as a table of Markdown.
///
/// # Panics
///
/// Never: writing to a string cannot fail.
pub fn real_sets_markdown(real: &RealText) -> String {
    let mut text =
        "| set | experiment | systems | references | documents | segments | claims tested |\n\
                    |---|---|---:|---:|---:|---:|---:|\n"
            .to_owned();
    for set in &real.sets {
        let RealSet { name, experiment, systems, references, documents, segments, .. } = set;
        // Where segments have no documents, each is its own.
        let documents =
            if documents == segments { "–".to_owned() } else { documents.to_string() };
        let counts = format!("{systems} | {references} | {documents} | {segments}");
        let tested = set.claims.len();
        writeln!(text, "| {} | `{experiment}` | {counts} | {tested} |", in_markdown(name))
            .expect(INTO_STRING);
    }
    text
}

/// Claims in print, on generated corpora and on real test sets, as a table of Markdown: those of the files `laws`,
/// each with the claim of the same name among `generated`.
///
/// # Panics
///
/// Never: writing to a string cannot fail.
pub fn real_text_markdown(laws: &[Published], generated: &[ClaimRow], real: &RealText) -> String {
    let mut text =
        "| claim | print | generated | on real text | verdict |\n|---|---|---|---|---|\n"
            .to_owned();
    for law in laws {
        for claim in &law.claims {
            let id = claim.id.as_deref().unwrap_or_default();
            let same = generated
                .iter()
                .find(|row| *row.source == *law.source.key && row.id.as_deref() == Some(id));
            let tested = on_sets(&law.source.key, id, real);
            writeln!(text, "{}", line(claim, same, &tested)).expect(INTO_STRING);
        }
    }
    text
}

/// What each set that can test a claim says of it.
fn on_sets<'a>(source: &str, id: &str, real: &'a RealText) -> Vec<(&'a RealSet, &'a RealClaim)> {
    let set_cell = |set: &'a RealSet| {
        let mut claims = set.claims.iter();
        claims.find(|claim| claim.source == source && claim.id == id).map(|claim| (set, claim))
    };
    real.sets.iter().filter_map(set_cell).collect()
}

fn line(claim: &Claim, generated: Option<&ClaimRow>, tested: &[(&RealSet, &RealClaim)]) -> String {
    let note = claim.note.as_deref().map_or(String::new(), |note| format!(" ({note})"));
    let generated = generated
        .map_or("–".to_owned(), |row| format!("{}: {}", row.verdict_words().0, row.here_text()));
    let sets: Vec<String> = tested
        .iter()
        .map(|(set, claim)| {
            let [name, here] = [&set.name, &claim.here].map(|text| in_markdown(text));
            format!("{name}, {}: {here}", claim.verdict.in_words())
        })
        .collect();
    let verdicts: Vec<ClaimVerdict> = tested.iter().map(|(_, claim)| claim.verdict).collect();
    let [said, place, print, generated] =
        [&*(claim.claim.clone() + &note), &claim.place, &claim.published, &generated]
            .map(in_markdown);
    let real = if sets.is_empty() { "–".to_owned() } else { sets.join("<br>") };
    format!("| {said} *{place}* | {print} | {generated} | {real} | **{}** |", together(&verdicts))
}
