//! What a run answers, question by question: a block for each, over all metrics, made of the rows that the analyses leave.

mod names;
mod ranks;
mod ranks_verdict;

pub use names::metric_in_print;
pub use ranks::{RankEntry, rank_entries, ranks};

use crate::presentation::TextTable;

/// The answer to one question.
#[derive(Clone, Debug)]
pub struct Block {
    /// As a person asks it.
    pub question: String,
    /// The answer in a sentence or two.
    pub verdict: String,
    /// What else a reader needs.
    pub sentences: Vec<String>,
    /// The numbers behind it.
    pub table: TextTable,
    /// What a reader must know before acting.
    pub notes: Vec<String>,
}
