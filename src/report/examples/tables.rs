//! What documents, domains and lengths contribute, in tables for people.

use super::wording::signed;
use crate::analyses::examples::{Examples, MetricParts, Part};
use crate::presentation::{FileName, TextCell, TextTable, metric_in_print, number};

/// Documents that a terminal shows at most of those in favour of each system.
const MOST_OF_A_SIDE: usize = 8;

/// Documents by their contribution, those most in favour of the system first; then domains, and lengths, in their
/// order. A table without lines is left out.
pub(super) fn tables(examples: &Examples, parts: &MetricParts) -> Vec<TextTable> {
    let lengths = format!("length ({})", examples.length_unit.name());
    let mut documents: Vec<&Part> = parts.by_document.iter().collect();
    let sign = if parts.higher_is_better { 1.0 } else { -1.0 };
    let in_favour = |part: &Part| part.contribution.map_or(f64::NEG_INFINITY, |value| sign * value);
    // Stable: of equal ones the first in the corpus stays first.
    documents.sort_by(|one, other| in_favour(other).total_cmp(&in_favour(one)));
    let tables = [
        table("document", "By document", &documents, parts),
        table("domain", "By domain", &parts.by_domain.iter().collect::<Vec<_>>(), parts),
        table(
            &lengths,
            "By length of the reference",
            &parts.by_length.iter().collect::<Vec<_>>(),
            parts,
        ),
    ];
    tables.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

/// The same with the documents of both ends alone.
pub(super) fn short_tables(examples: &Examples, parts: &MetricParts) -> Vec<TextTable> {
    let mut tables = tables(examples, parts);
    let most = MOST_OF_A_SIDE.min(examples.count.max(1));
    for table in &mut tables {
        let lines = table.rows.len();
        if table.header[0].text == "document" && lines > 2 * most {
            table.rows.drain(most..lines - most);
            let left_out = lines - 2 * most;
            table.notes.push(format!(
                "{left_out} documents between these are in JSON, and on the page of --out."
            ));
        }
    }
    tables
}

fn table(what: &str, caption: &str, lines: &[&Part], parts: &MetricParts) -> TextTable {
    let header = [what, "contribution", "share", "segments", "base", "mine"];
    // A share that is none has no sign.
    let share = |share: f64| format!("{:.0} %", (100.0 * share).round() + 0.0);
    let rows = lines.iter().map(|part| {
        let segments = part.segments as f64;
        vec![
            TextCell::words(&*part.name),
            TextCell::optional(part.contribution, signed),
            TextCell::optional(part.share, share),
            TextCell::number(part.segments.to_string(), Some(segments)),
            TextCell::optional(part.baseline_score, number),
            TextCell::optional(part.score, number),
        ]
    });
    TextTable {
        name: FileName::new(&["examples", what]),
        caption: format!("{caption}, {}", metric_in_print(&parts.metric)),
        header: header.map(TextCell::words).to_vec(),
        rows: rows.collect(),
        ..TextTable::default()
    }
    .aligned()
}
