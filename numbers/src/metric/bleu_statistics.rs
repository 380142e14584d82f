//! Statistics that BLEU and M-BLEU share: lengths, clipped n-gram matches and n-gram totals.

use super::config::ReferenceLength;
use super::fixed_point::nearest;
use super::intern::Interner;
use super::mean_length::MeanScale;
use super::ngram::{Counts, NgramIndex, NgramIndexBuilder};
use super::{Rows, Segments};
use crate::tokenize::{Scratch, TextTokenizer};

/// Sums of rows, by name.
#[derive(Clone, Copy, Debug)]
pub(super) struct BleuSums<'a> {
    /// Tokens of the hypotheses.
    pub hypothesis_length: i64,
    /// Tokens of the references, times the scale.
    pub reference_length: i64,
    /// Clipped matches of orders 1, 2, ...
    pub matches: &'a [i64],
    /// N-grams of the hypotheses of orders 1, 2, ...
    pub totals: &'a [i64],
}

impl<'a> BleuSums<'a> {
    /// Number of columns for n-grams up to `order`.
    pub(super) fn columns(order: usize) -> usize {
        2 + 2 * order
    }

    /// Takes a sum of rows apart.
    pub(super) fn new(sums: &'a [i64], order: usize) -> Self {
        Self {
            hypothesis_length: sums[0],
            reference_length: sums[1],
            matches: &sums[2..2 + order],
            totals: &sums[2 + order..2 + 2 * order],
        }
    }

    /// exp(1 - r/c) where the hypotheses are shorter (c < r), else 1; 0 where they are empty and
    /// the references are not. `scale` is that of the reference length.
    pub(super) fn brevity_penalty(&self, scale: i64) -> f64 {
        let hypothesis_length = i128::from(self.hypothesis_length) * i128::from(scale);
        if hypothesis_length >= i128::from(self.reference_length) {
            1.0
        } else if hypothesis_length == 0 {
            0.0
        } else {
            libm::exp(1.0 - self.reference_length as f64 / nearest(hypothesis_length))
        }
    }
}

/// References of a corpus, tokenized and counted.
pub(super) struct BleuReferences {
    tokenizer: TextTokenizer,
    order: usize,
    reference_length: ReferenceLength,
    scale: MeanScale,
    vocabulary: Interner,
    index: NgramIndex,
    /// Lengths of the references of each segment, one segment after another.
    lengths: Vec<usize>,
    /// End of each segment in `lengths`.
    ends: Vec<usize>,
}

impl BleuReferences {
    /// Reads `references` for n-grams up to `order`.
    pub(super) fn new(
        tokenizer: TextTokenizer,
        order: usize,
        reference_length: ReferenceLength,
        references: &[&Segments<'_>],
    ) -> Self {
        let segments = references.first().map_or(0, |first| first.len());
        let mut builder = NgramIndexBuilder::new(order, references.len(), Counts::Maximum);
        let (mut vocabulary, mut scratch) = (Interner::new(), Scratch::default());
        let (mut lengths, mut ends, mut symbols) = (Vec::new(), Vec::new(), Vec::new());
        for segment in 0..segments {
            for (number, reference) in references.iter().enumerate() {
                let Some(text) = reference[segment] else { continue };
                let tokens = tokenizer.tokenize(text, &mut scratch);
                symbols.clear();
                symbols.extend(tokens.iter().map(|token| vocabulary.intern(token)));
                builder.add(number, &symbols);
                lengths.push(symbols.len());
            }
            builder.finish_segment();
            ends.push(lengths.len());
        }
        let scale = match reference_length {
            ReferenceLength::Closest | ReferenceLength::Shortest => MeanScale::new([]),
            ReferenceLength::Average => {
                let starts = std::iter::once(&0).chain(&ends);
                MeanScale::new(starts.zip(&ends).map(|(start, end)| end - start))
            }
        };
        let index = builder.build();
        Self { tokenizer, order, reference_length, scale, vocabulary, index, lengths, ends }
    }

    /// Factor by which reference lengths are multiplied in rows.
    pub(super) fn scale(&self) -> i64 {
        self.scale.factor()
    }

    /// One row per segment: hypothesis length, scaled reference length, matches, totals.
    pub(super) fn rows(&self, hypotheses: &Segments<'_>) -> Rows {
        let columns = BleuSums::columns(self.order);
        let mut rows = Rows::with_capacity(columns, hypotheses.len());
        let mut row = vec![0; columns];
        let (mut scratch, mut symbols, mut seen) = (Scratch::default(), Vec::new(), Vec::new());
        for (segment, hypothesis) in hypotheses.iter().enumerate() {
            let lengths = self.lengths(segment);
            let (Some(text), false) = (hypothesis, lengths.is_empty()) else {
                rows.push_absent();
                continue;
            };
            let tokens = self.tokenizer.tokenize(text, &mut scratch);
            symbols.clear();
            let numbers = tokens.iter().map(|token| self.vocabulary.get(token));
            symbols.extend(numbers.map(|number| number.unwrap_or(Interner::UNKNOWN)));
            row.fill(0);
            row[0] = as_integer(symbols.len());
            row[1] = self.reference_length(symbols.len(), lengths);
            let (matches, totals) = row[2..].split_at_mut(self.order);
            self.index.add_matches(segment, &symbols, &mut seen, matches);
            for (n, total) in totals.iter_mut().enumerate() {
                *total = as_integer(symbols.len().saturating_sub(n));
            }
            rows.push(&row);
        }
        rows
    }

    /// Lengths of the references that segment `segment` has.
    fn lengths(&self, segment: usize) -> &[usize] {
        let start = if segment == 0 { 0 } else { self.ends.get(segment - 1).copied().unwrap_or(0) };
        let end = self.ends.get(segment).copied().unwrap_or(start);
        &self.lengths[start..end]
    }

    /// The scaled reference length of a hypothesis of `length` tokens.
    fn reference_length(&self, length: usize, lengths: &[usize]) -> i64 {
        match self.reference_length {
            ReferenceLength::Closest => {
                let closest = lengths.iter().min_by_key(|&&other| (other.abs_diff(length), other));
                as_integer(closest.copied().unwrap_or(0))
            }
            ReferenceLength::Shortest => as_integer(lengths.iter().copied().min().unwrap_or(0)),
            ReferenceLength::Average => self.scale.mean(lengths.iter().sum(), lengths.len()),
        }
    }
}

fn as_integer(length: usize) -> i64 {
    i64::try_from(length).expect("lengths of texts in memory fit into 63 bits")
}

/// The additional pair of a signature where the reference length is not the default.
pub(super) fn reference_length_signature(reference_length: ReferenceLength) -> &'static str {
    match reference_length {
        ReferenceLength::Closest => "",
        ReferenceLength::Shortest => "|reflen:shortest",
        ReferenceLength::Average => "|reflen:average",
    }
}
