//! What real test sets say, for documents.

use super::row::{rows_of_claim, together};
use super::{RealSet, RealText};
use crate::analyses::published::{Claim, ClaimRow, ClaimVerdict, Published};
use crate::presentation::in_markdown;

/// The test sets as a table of Markdown.
pub fn real_sets_markdown(real: &RealText) -> String {
    let lines = real.sets.iter().map(|set| {
        let RealSet { experiment, systems, references, documents, segments, .. } = set;
        // Where segments have no documents, each is its own.
        let documents =
            if documents == segments { "–".to_owned() } else { documents.to_string() };
        let counts = format!("{systems} | {references} | {documents} | {segments}");
        let (name, tested) = (in_markdown(&set.name), set.claims.len());
        format!("| {name} | `{experiment}` | {counts} | {tested} |\n")
    });
    "| set | experiment | systems | references | documents | segments | claims tested |\n\
     |---|---|---:|---:|---:|---:|---:|\n"
        .to_owned()
        + &lines.collect::<String>()
}

/// Claims in print, on generated corpora and on real test sets, as a table of Markdown: those of the files `laws`,
/// each with the claim of the same name among `generated`.
pub fn real_text_markdown(laws: &[Published], generated: &[ClaimRow], real: &RealText) -> String {
    let lines = laws.iter().flat_map(|law| {
        let source = &*law.source.key;
        law.claims.iter().map(move |claim| line(source, claim, generated, real))
    });
    "| claim | print | generated | on real text | verdict |\n|---|---|---|---|---|\n".to_owned()
        + &lines.collect::<String>()
}

fn line(source: &str, claim: &Claim, generated: &[ClaimRow], real: &RealText) -> String {
    let id = claim.id.as_deref().unwrap_or_default();
    let mut rows = generated.iter();
    let generated = rows
        .find(|row| *row.source == *source && row.id.as_deref() == Some(id))
        .map_or("–".to_owned(), |row| format!("{}: {}", row.verdict_text(), row.here_text()));
    let note = claim.note.as_deref().map_or(String::new(), |note| format!(" ({note})"));
    let [said, place, print, generated] =
        [&*(claim.claim.clone() + &note), &claim.place, &claim.published, &generated]
            .map(in_markdown);
    let tested = rows_of_claim(source, id, real);
    let verdicts: Vec<ClaimVerdict> = tested.iter().map(|row| row.verdict).collect();
    let sets: Vec<String> = tested.iter().map(|row| in_markdown(&row.text())).collect();
    let real = if sets.is_empty() { "–".to_owned() } else { sets.join("<br>") };
    format!("| {said} *{place}* | {print} | {generated} | {real} | **{}** |\n", together(&verdicts))
}
