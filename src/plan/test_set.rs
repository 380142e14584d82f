//! Test sets: sets of documents of a corpus.

use std::fmt;

use crate::corpus::model::Corpus;

/// Identity of a test set: a hash of the names and sizes of its documents, whatever the order in
/// which they were added. It keys the draws of its bootstrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestSetId([u8; 16]);

impl TestSetId {
    /// The bytes of the hash.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for TestSetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // 64 bits are enough to tell the test sets of a table apart.
        self.0[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A set of documents; its segments are taken in corpus order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestSet {
    /// Identity.
    pub id: TestSetId,
    /// Ascending indices of its documents.
    pub documents: Vec<usize>,
    /// Number of its segments.
    pub segments: usize,
}

impl TestSet {
    /// The set of `documents` (ascending indices) of `corpus`.
    pub(super) fn new(corpus: &Corpus, documents: Vec<usize>) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 test set");
        let mut segments = 0;
        for index in &documents {
            let document = &corpus.documents[*index];
            hasher.update(&(document.id.len() as u64).to_le_bytes());
            hasher.update(document.id.as_bytes());
            hasher.update(&(document.segments.len() as u64).to_le_bytes());
            segments += document.segments.len();
        }
        let mut id = [0; 16];
        hasher.finalize_xof().fill(&mut id);
        Self { id: TestSetId(id), documents, segments }
    }

    /// Ascending indices of its segments.
    pub fn segment_indices(&self, corpus: &Corpus) -> Vec<usize> {
        let documents = self.documents.iter().map(|index| &corpus.documents[*index]);
        documents.flat_map(|document| document.segments.clone()).collect()
    }
}
