//! Where systems differ from a baseline, for people: what parts of the test set contribute to the difference, and the
//! segments that carry it, with what changed between both outputs. It estimates nothing.
//!
//! Texts are those of the user's files. They are escaped for where they go: control characters are spelled out, markup
//! is text, and Markdown is fenced.

mod changes;
mod markdown;
mod page;
mod tables;
mod terminal;
mod wording;

pub use markdown::markdown;
pub(super) use page::{STYLE, TEMPLATE, context};
pub use terminal::text;

#[cfg(test)]
mod tests;
