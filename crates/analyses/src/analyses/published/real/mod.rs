//! What real test sets say of the claims of a source. Their texts are not available everywhere, so that the results of runs
//! on them are kept in a file, which files of published values name.

mod file;
mod words;

pub use file::{RealClaim, RealSet, RealText, read_real};
pub(super) use words::HOW_TO_GET;
pub use words::lines;

#[cfg(test)]
mod tests;
