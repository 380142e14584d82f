//! Test sets: sets of documents or segments of a corpus.

use std::fmt;
use std::ops::Range;

use super::scoring::add_part;
use crate::corpus::model::Corpus;

/// Identity of a test set: a hash of the names and sizes of its documents (and of the places of its
/// segments, where it takes only some), whatever the order in which they were added. It keys the
/// draws of its bootstrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestSetId([u8; 16]);

impl TestSetId {
    fn new(hasher: &blake3::Hasher) -> Self {
        let mut id = [0; 16];
        hasher.finalize_xof().fill(&mut id);
        Self(id)
    }

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

/// A set of segments, taken in corpus order: all of some documents, or picked ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestSet {
    /// Identity.
    pub id: TestSetId,
    /// Ascending indices of the documents that it has segments of.
    pub documents: Vec<usize>,
    /// Number of its segments.
    pub segments: usize,
    /// Ascending indices of its segments, where they are not all of its documents.
    picked: Option<Vec<usize>>,
}

impl TestSet {
    /// The set of `documents` (ascending indices) of `corpus`.
    pub(super) fn new(corpus: &Corpus, documents: Vec<usize>) -> Self {
        // The context is part of every identity, and so of every draw: never change it.
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 test set");
        let mut segments = 0;
        for index in &documents {
            let document = &corpus.documents[*index];
            hash_document(&mut hasher, corpus, *index);
            segments += document.segments.len();
        }
        Self { id: TestSetId::new(&hasher), documents, segments, picked: None }
    }

    /// The set of the segments `picked` (ascending indices, at least one) of `corpus`.
    pub(super) fn of_segments(corpus: &Corpus, picked: Vec<usize>) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 test set of segments");
        let mut documents: Vec<usize> = Vec::new();
        for segment in &picked {
            let after = corpus.documents.partition_point(|other| other.segments.start <= *segment);
            let document = after - 1;
            if documents.last() != Some(&document) {
                hash_document(&mut hasher, corpus, document);
                documents.push(document);
            }
            let place = segment - corpus.documents[document].segments.start;
            hasher.update(&(place as u64).to_le_bytes());
        }
        let segments = picked.len();
        Self { id: TestSetId::new(&hasher), documents, segments, picked: Some(picked) }
    }

    /// Ascending indices of its segments.
    pub fn segment_indices(&self, corpus: &Corpus) -> Vec<usize> {
        if let Some(picked) = &self.picked {
            return picked.clone();
        }
        let documents = self.documents.iter().map(|index| &corpus.documents[*index]);
        documents.flat_map(|document| document.segments.clone()).collect()
    }

    /// Where the segments of each of its documents stand among
    /// [`segment_indices`](Self::segment_indices).
    pub fn document_ranges(&self, corpus: &Corpus) -> Vec<Range<usize>> {
        let mut start = 0;
        let ranges = self.documents.iter().map(|index| {
            let document = &corpus.documents[*index].segments;
            let length = match &self.picked {
                None => document.len(),
                Some(picked) => picked[start..].partition_point(|segment| *segment < document.end),
            };
            start += length;
            start - length..start
        });
        ranges.collect()
    }

    /// Documents that have a segment which counts; `mask` is of all segments of the corpus, and
    /// without it all count.
    pub(super) fn counted_documents(&self, corpus: &Corpus, mask: Option<&[bool]>) -> usize {
        let Some(mask) = mask else { return self.documents.len() };
        let segments = self.segment_indices(corpus);
        let documents = self.document_ranges(corpus).into_iter();
        documents.filter(|places| segments[places.clone()].iter().any(|index| mask[*index])).count()
    }

    /// How many indices of documents and segments it holds.
    pub(super) fn members(&self) -> usize {
        self.documents.len() + self.picked.as_ref().map_or(0, Vec::len)
    }
}

fn hash_document(hasher: &mut blake3::Hasher, corpus: &Corpus, index: usize) {
    let document = &corpus.documents[index];
    add_part(hasher, document.id.as_bytes());
    hasher.update(&(document.segments.len() as u64).to_le_bytes());
}
