//! Claims and tallies as Markdown, for documents that quote the results of a run.

use super::claim_tables::table_of_claims;
use super::tally::by_basis;
use super::{ClaimRow, PublishedRow};
use crate::presentation::TextTable;

/// The claims of a run as a table of Markdown.
pub fn claims_markdown(rows: &[ClaimRow]) -> String {
    lines(&table_of_claims("", "", &rows.iter().collect(), &std::iter::empty().collect()))
}

/// How many published values of several runs are reproduced, as a table of Markdown with a line for each
/// source and basis, and one for all predictions.
pub fn tally_markdown(rows: &[PublishedRow]) -> String {
    lines(&by_basis(&rows.iter().collect()))
}

/// The table without what stands above and below it.
fn lines(table: &TextTable) -> String {
    let text = table.markdown();
    text.lines().filter(|line| line.starts_with('|')).flat_map(|line| [line, "\n"]).collect()
}
