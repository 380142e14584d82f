//! Rules by which published rankings call two systems different, as their owners apply them, and how often they do so
//! where both are equal.
//!
//! The null is made of the data: the mean difference is taken off one system, and whole documents change owner by a fair
//! coin (or what each judge gave of a document, or single segments, the world that most rules believe in). Both are then equal on average for documents of this
//! kind, with all their likeness within documents, so that the share of draws in which a rule says "different" is its
//! error, without a model.

mod judged;
pub mod lines;
mod null;
mod pair;
mod rules;
pub mod signed_rank;
mod sums;

pub use judged::{JudgedDocument, JudgedPair, JudgedRating, JudgedSystem};
pub use null::{Draws, Exchange, MOST_ENUMERATED, NullRates, different_draws};
pub use pair::{Columns, RatedPair, RatedSystem};
pub use rules::{DocumentTest, RankingRule, RuleVerdict};
pub use sums::SummedPair;

#[cfg(test)]
mod tests;
