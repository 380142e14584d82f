//! What makes the numbers of `runner`: tokenizers, metrics and statistics.
//!
//! A crate of its own, because it alone must be fast and knows nothing of files, tables or specs: it
//! compiles beside the libraries that only store and print, and is optimised more than they are.

pub mod metric;
pub mod similarity;
pub mod stats;
pub mod tokenize;
pub mod value;
