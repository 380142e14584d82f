//! What a difference is worth before there are any data: from how much pairs of systems varied on other campaigns.
//!
//! No study asks for it: `runner expect` does, with a difference and a size. What the campaigns were is in `reference`, a
//! table of numbers that `experiments/expect-reference.toml` makes.

mod compute;
mod findings;
mod reference;
mod row;
mod rows;
mod script;

pub use compute::{Expected, Question, Size, expected};
pub use findings::finding;
pub use reference::{Campaign, Reference};
pub use row::{ExpectedRow, ExpectedStatus};
pub use rows::rows;
pub use script::script;
