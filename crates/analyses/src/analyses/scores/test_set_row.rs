//! The table `test_sets`: which documents and segments test sets hold.

use std::sync::Arc;

use crate::table::{ReportRow, Shown, table};

table! {
    /// One row per test set and document: which documents a test set holds segments of.
    pub struct TestSetRow in "test_sets" {
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Identity of the test set.
        test_set: Arc<str> [key],
        /// Name of the document.
        document: Arc<str> [key],
        /// Segments of the document that are in the test set: all, where it is a set of documents.
        segments: u64,
    }
}

impl ReportRow for TestSetRow {
    // No figure and no table for people is about single documents.
    const SHOWN: Shown = Shown::Nothing;
}
