//! Which segments the documents have.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::corpus::model::Document;

/// The paragraphs of a document.
pub(super) enum Paragraphs {
    /// This many, each a segment.
    Each(usize),
    /// Those of these numbers, in ascending order, each a segment.
    Listed(Vec<usize>),
    /// All of them are one segment.
    Together,
}

/// Where a paragraph is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It is this segment.
    Segment(usize),
    /// It is part of a segment.
    Part,
    /// The document has no such paragraph, but this many.
    Beyond(usize),
}

/// The documents of a test set.
pub(super) struct Layout {
    /// The file that has them.
    pub(super) path: PathBuf,
    pub(super) documents: Vec<Document>,
    /// Where each document is.
    pub(super) places: BTreeMap<String, usize>,
    pub(super) paragraphs: Vec<Paragraphs>,
}

impl Layout {
    /// No document yet, of the file `path`.
    pub(super) fn new(path: PathBuf) -> Self {
        let (documents, places, paragraphs) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { path, documents, places, paragraphs }
    }

    /// Adds a document of another name than all before.
    pub(super) fn push(&mut self, id: String, domain: Option<String>, paragraphs: Paragraphs) {
        let start = self.segments();
        let count = match &paragraphs {
            Paragraphs::Each(count) => *count,
            Paragraphs::Listed(numbers) => numbers.len(),
            Paragraphs::Together => 1,
        };
        self.places.insert(id.clone(), self.documents.len());
        self.documents.push(Document { id, domain, segments: start..start + count });
        self.paragraphs.push(paragraphs);
    }

    /// Number of segments.
    pub(super) fn segments(&self) -> usize {
        self.documents.last().map_or(0, |last| last.segments.end)
    }

    /// Where paragraph `number` (from 0) of a document is.
    pub(super) fn place(&self, document: usize, number: usize) -> Place {
        let segments = &self.documents[document].segments;
        match &self.paragraphs[document] {
            Paragraphs::Each(count) if number < *count => Place::Segment(segments.start + number),
            Paragraphs::Each(count) => Place::Beyond(*count),
            Paragraphs::Listed(numbers) => match numbers.binary_search(&number) {
                Ok(index) => Place::Segment(segments.start + index),
                Err(_) => Place::Beyond(numbers.len()),
            },
            Paragraphs::Together => Place::Part,
        }
    }
}
