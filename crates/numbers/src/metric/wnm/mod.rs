//! WNM, the weighted n-gram model (Babych & Hartley 2004), in percent, as the authors' script
//! (version 01-1) computes it.
//!
//! A text is matched with one reference text. N-grams of orders 1 to 4, which stay within a line,
//! are counted over the whole text and weigh as much as their last word; the weight of a word is
//! its salience in the reference text against a background of other texts (the S-score, which may
//! be negative). Precision, recall and F are ratios of summed weights. See [`compare`].
//!
//! As a metric of a corpus:
//!
//! * Every document is a text. Several references are taken one at a time and averaged, as CESTA
//!   did. The background of a reference text is what the same reference has for the other documents
//!   of the whole corpus, whatever the test set is; with a single document every S-score is 0.
//! * A segment that lacks hypothesis or reference is left out of both texts. Salience does not
//!   change by that.
//! * `WnmAggregation::DocumentMean` and `WnmAggregation::DocumentSum` match whole documents.
//!   Their statistics are per document, since matching is not additive over segments.
//! * `WnmAggregation::Segment` matches segments one by one, with the weights of their document;
//!   segments outside all documents have no row. It is not the authors' definition.
//!
//! Rows of the mean are `(value, 1)`, other rows are, per reference, `(matched, hypothesis,
//! reference, 1)`: summed weights, and whether that reference exists. Values and weights are
//! rounded to a multiple of 2^-40, or of a larger power of two where sums could come near the limit
//! of `i64`; the unit is that of the system.
//!
//! This module knows nothing of where documents come from.

mod corpus;
mod rows;
mod salience;
mod text;
mod words;

use std::ops::Range;

use self::corpus::PreparedWnm;
pub use self::salience::Background;
use self::salience::{WordCounts, WordWeights, weight_of_others};
pub use self::text::Weights;
use self::text::{Counts, ReferenceText, UNKNOWN};
use super::config::{WnmConfig, WnmWeight};
use super::intern::Interner;
use super::{Metric, Prepared, Segments};

/// Matches the lines of a hypothesis with those of one reference text.
pub fn compare(
    hypothesis: &[&str],
    reference: &[&str],
    background: &Background,
    config: &WnmConfig,
) -> Weights {
    let mut reader = Reader::default();
    let reference: Vec<_> = reference.iter().map(|line| reader.read_reference(line)).collect();
    let hypothesis: Vec<_> = hypothesis.iter().map(|line| reader.read_hypothesis(line)).collect();
    let weights = reader.weights(&reference, background, config);
    let lines = reference.iter().map(|line| Some(line.as_slice()));
    let text = ReferenceText::new(lines, |word| weights.get(word), weight_of_others(config));
    let hypothesis = hypothesis.iter().map(Vec::as_slice);
    text.compare(0..reference.len(), hypothesis, &mut Counts::default())
}

impl Metric for WnmConfig {
    fn signature(&self, references: usize) -> String {
        let threshold = match (self.weight, self.threshold) {
            (WnmWeight::SScore, Some(threshold)) => format!("|threshold:{threshold}"),
            _ => String::new(),
        };
        let (weight, aggregation) = (self.weight.name(), self.aggregation.name());
        let value = self.value.name();
        format!(
            "WNM|nrefs:{references}|tok:wnm|weight:{weight}{threshold}|background:other-documents|\
             agg:{aggregation}|value:{value}"
        )
    }

    /// Cost: four look-ups per word of the references.
    fn prepare(
        &self,
        references: &[&Segments<'_>],
        documents: &[Range<usize>],
    ) -> Box<dyn Prepared> {
        Box::new(PreparedWnm::new(self, references, documents))
    }
}

/// Turns lines into numbers of words.
#[derive(Debug, Default)]
struct Reader {
    interner: Interner,
    buffer: String,
}

impl Reader {
    fn read_reference(&mut self, line: &str) -> Vec<u32> {
        words::normalise(line, &mut self.buffer);
        self.buffer.split_terminator(' ').map(|word| self.interner.intern(word)).collect()
    }

    fn read_hypothesis(&mut self, line: &str) -> Vec<u32> {
        words::normalise(line, &mut self.buffer);
        read_known(&self.interner, &self.buffer)
    }

    /// Weights of the words of a text.
    fn weights(
        &self,
        text: &[Vec<u32>],
        background: &Background,
        config: &WnmConfig,
    ) -> WordWeights {
        let mut elsewhere = vec![(0, 0); self.interner.len()];
        for (word, &counts) in &background.words {
            if let Some(word) = self.interner.get(word) {
                elsewhere[word as usize] = counts;
            }
        }
        let text = WordCounts::new(text.iter().map(Vec::as_slice));
        let sizes = (background.tokens, background.texts);
        text.weights(config, sizes, |word, _| elsewhere[word as usize])
    }
}

/// Words of a normalised line.
fn read_known(interner: &Interner, line: &str) -> Vec<u32> {
    line.split_terminator(' ').map(|word| interner.get(word).unwrap_or(UNKNOWN)).collect()
}
