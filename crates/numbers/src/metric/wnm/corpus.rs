//! References of a corpus as texts with weighted words, and their matching with a system's output.

use std::ops::Range;

use super::salience::{WordCounts, WordWeights, weight_of_others};
use super::text::{Counts, ReferenceText, Weights};
use super::{Reader, read_known, rows, words};
use crate::metric::config::{WnmAggregation, WnmConfig};
use crate::metric::intern::Interner;
use crate::metric::{Prepared, Segments, Statistics};

/// Lines of one reference in the whole corpus.
struct Column {
    lines: Vec<Option<Vec<u32>>>,
    /// Word counts of every document, `None` where the reference has none of its segments.
    documents: Vec<Option<WordCounts>>,
    /// Per word, its occurrences and the number of documents that have it.
    words: Vec<(u64, u64)>,
    tokens: u64,
    texts: u64,
}

impl Column {
    fn new(lines: Vec<Option<Vec<u32>>>, documents: &[Range<usize>], vocabulary: usize) -> Self {
        let documents = documents.iter().map(|document| {
            let lines = document.clone().filter_map(|at| lines.get(at)?.as_deref());
            let mut lines = lines.peekable();
            lines.peek().is_some().then(|| WordCounts::new(lines))
        });
        let documents: Vec<_> = documents.collect();
        let (mut tokens, mut texts, mut words) = (0, 0, vec![(0, 0); vocabulary]);
        for document in documents.iter().flatten() {
            texts += 1;
            tokens += document.tokens;
            for &(word, here) in &document.words {
                words[word as usize].0 += here;
                words[word as usize].1 += 1;
            }
        }
        Self { lines, documents, words, tokens, texts }
    }

    /// Weights of a document's words against the other documents.
    fn weights(&self, document: usize, config: &WnmConfig) -> Option<WordWeights> {
        let counts = self.documents[document].as_ref()?;
        let sizes = (self.tokens - counts.tokens, self.texts - 1);
        Some(counts.weights(config, sizes, |word, here| {
            let (all, texts_with) = self.words[word as usize];
            (all - here, texts_with - 1)
        }))
    }

    /// The text of `segments` with the weights of `document`.
    fn text(
        &self,
        segments: Range<usize>,
        weights: &WordWeights,
        config: &WnmConfig,
    ) -> ReferenceText {
        let lines = segments.map(|at| self.lines.get(at)?.as_deref());
        ReferenceText::new(lines, |word| weights.get(word), weight_of_others(config))
    }
}

/// What is matched as one text, with its references.
struct Unit {
    segments: Range<usize>,
    /// `None` where a reference has none of the segments.
    references: Vec<Option<ReferenceText>>,
}

/// References of a corpus.
pub(super) struct PreparedWnm {
    config: WnmConfig,
    interner: Interner,
    /// Rows stand for these: documents, or segments in the order of the corpus.
    units: Vec<Unit>,
    references: usize,
}

impl PreparedWnm {
    /// Reads the references of a corpus of `documents`.
    pub(super) fn new(
        config: &WnmConfig,
        references: &[&Segments<'_>],
        documents: &[Range<usize>],
    ) -> Self {
        let mut reader = Reader::default();
        let mut lines = Vec::new();
        for texts in references {
            let read = texts.iter().map(|text| text.map(|text| reader.read_reference(text)));
            lines.push(read.collect::<Vec<_>>());
        }
        let vocabulary = reader.interner.len();
        let columns = lines.into_iter().map(|lines| Column::new(lines, documents, vocabulary));
        let columns: Vec<Column> = columns.collect();
        let units = match config.aggregation {
            WnmAggregation::Segment => segment_units(config, &columns, documents),
            WnmAggregation::DocumentMean | WnmAggregation::DocumentSum => {
                let documents = documents.iter().enumerate();
                documents.map(|(at, segments)| unit(config, &columns, at, segments)).collect()
            }
        };
        let references = references.len();
        Self { config: config.clone(), interner: reader.interner, units, references }
    }

    /// Weights of every unit and reference.
    fn weights(&self, hypotheses: &Segments<'_>) -> Vec<Vec<Option<Weights>>> {
        let mut buffer = String::new();
        let mut counts = Counts::default();
        let lines = hypotheses.iter().map(|text| {
            text.map(|text| {
                words::normalise(text, &mut buffer);
                read_known(&self.interner, &buffer)
            })
        });
        let lines: Vec<Option<Vec<u32>>> = lines.collect();
        let line = |segment: usize| lines.get(segment).and_then(Option::as_deref);
        let units = self.units.iter().map(|Unit { segments, references }| {
            let references = references.iter().map(|text| {
                let text = text.as_ref()?;
                let shared = segments.clone().filter(|&at| line(at).is_some());
                let shared = shared.filter(|at| text.has(at - segments.start));
                let mut kept = shared.clone().map(|at| at - segments.start).peekable();
                kept.peek()?;
                Some(text.compare(kept, shared.filter_map(line), &mut counts))
            });
            references.collect()
        });
        units.collect()
    }
}

fn unit(config: &WnmConfig, columns: &[Column], document: usize, segments: &Range<usize>) -> Unit {
    let references = columns.iter().map(|column| {
        let weights = column.weights(document, config)?;
        Some(column.text(segments.clone(), &weights, config))
    });
    Unit { segments: segments.clone(), references: references.collect() }
}

/// One unit per segment, in the order of the corpus.
fn segment_units(config: &WnmConfig, columns: &[Column], documents: &[Range<usize>]) -> Vec<Unit> {
    let count = documents.iter().map(|document| document.end).max().unwrap_or(0);
    let mut units: Vec<Unit> =
        (0..count).map(|at| Unit { segments: at..at + 1, references: Vec::new() }).collect();
    for (document, segments) in documents.iter().enumerate() {
        let weights: Vec<_> =
            columns.iter().map(|column| column.weights(document, config)).collect();
        for segment in segments.clone() {
            let texts = columns.iter().zip(&weights).map(|(column, weights)| {
                Some(column.text(segment..segment + 1, weights.as_ref()?, config))
            });
            units[segment].references = texts.collect();
        }
    }
    units
}

impl Prepared for PreparedWnm {
    /// One row per document, or per segment with [`WnmAggregation::Segment`]. Cost per reference:
    /// up to five look-ups per word of the hypotheses, and the n-grams of the references once.
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let mut weights = self.weights(hypotheses);
        if self.config.aggregation == WnmAggregation::Segment {
            // Segments behind the last document have absent rows, too.
            weights.resize(hypotheses.len(), Vec::new());
        }
        if self.config.aggregation == WnmAggregation::DocumentMean {
            return rows::of_means(&weights, self.config.value);
        }
        rows::of_sums(&weights, self.references, self.config.value)
    }
}
