//! Claims and tallies as Markdown, for documents that quote the results of a run.

use std::fmt::Write;

use super::tally::agreement;
use super::{ClaimRow, PublishedRow};
use crate::presentation::in_markdown;

const INTO_STRING: &str = "writing to a string cannot fail";

/// The claims of a run as a table of Markdown: claim, published, here, verdict.
pub fn claims_markdown(rows: &[ClaimRow]) -> String {
    let mut text = "| claim | published | here | verdict |\n|---|---|---|---|\n".to_owned();
    for row in rows {
        let (verdict, _) = row.verdict_words();
        let note = row.note.as_deref().map_or(String::new(), |note| format!(" ({note})"));
        let [claim, place, published, here] =
            [&*row.claim, &*row.place, &*row.published, &*(row.here_text() + &note)]
                .map(in_markdown);
        writeln!(text, "| {claim} *{place}* | {published} | {here} | **{verdict}** |")
            .expect(INTO_STRING);
    }
    text
}

/// How many published values of several runs are reproduced, as a table of Markdown with a line for each
/// source and basis, and one for all predictions.
pub fn tally_markdown(rows: &[PublishedRow]) -> String {
    let mut text = "| source | basis | values | within | outside | no interval |\n\
                    |---|---|---:|---:|---:|---:|\n"
        .to_owned();
    let mut sources: Vec<&str> = Vec::new();
    for row in rows {
        if !sources.contains(&&*row.source_name) {
            sources.push(&row.source_name);
        }
    }
    let bases = ["predicted", "follows", "calibrated", "measured"];
    let lines = sources.iter().flat_map(|source| bases.map(|basis| (Some(*source), basis)));
    for (source, basis) in lines.chain([(None, "predicted")]) {
        let is_meant = |row: &&PublishedRow| {
            source.is_none_or(|source| *row.source_name == *source)
                && row.basis.as_deref() == Some(basis)
        };
        let [all, within, outside, unjudged] = agreement(rows.iter().filter(is_meant));
        if all > 0 || source.is_none() {
            let source = source.unwrap_or("**all**");
            let counts = format!("{all} | {within} | {outside} | {unjudged}");
            writeln!(text, "| {source} | {basis} | {counts} |").expect(INTO_STRING);
        }
    }
    text
}
