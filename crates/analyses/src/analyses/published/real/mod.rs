//! What real test sets say of the claims of a source. Their texts are not available everywhere, so that the results of runs
//! on them are kept in a file, which files of published values name.

mod file;
mod markdown;
mod row;

pub use file::{RealClaim, RealSet, RealText, read_real};
pub use markdown::{real_sets_markdown, real_text_markdown};
pub use row::RealTextRow;
pub(super) use row::{HOW_TO_GET, lines, real_rows};

#[cfg(test)]
mod tests;
