//! Statistics that BLEU and M-BLEU share: lengths, clipped n-gram matches and n-gram totals.

use std::sync::Arc;

use super::config::ReferenceLength;
use super::fixed_point::nearest;
use super::ngram::{Counts, NgramIndex, NgramIndexBuilder};
use super::tokens::{ReferenceTokens, integer};
use super::{Prepared, Scorer, Segments, Statistics};
use crate::tokenize::TextTokenizer;

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
        // The scale may be 2^32, and lengths 2^31: products leave 64 bits.
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
pub(super) struct PreparedBleu {
    tokens: ReferenceTokens,
    index: NgramIndex,
    order: usize,
    reference_length: ReferenceLength,
    scorer: Arc<dyn Scorer>,
}

impl PreparedBleu {
    /// Reads `references` for n-grams up to `order`; `scorer` is made for the factor that reference
    /// lengths are multiplied by in rows.
    pub(super) fn boxed(
        tokenizer: TextTokenizer,
        order: usize,
        reference_length: ReferenceLength,
        references: &[&Segments<'_>],
        scorer: impl Fn(i64) -> Arc<dyn Scorer>,
    ) -> Box<dyn Prepared> {
        let tokens = ReferenceTokens::new(references, tokenizer);
        let mut builder = NgramIndexBuilder::new(order, references.len(), Counts::Maximum);
        for segment in 0..tokens.segments() {
            for (number, symbols) in tokens.references(segment).enumerate() {
                builder.add(number, symbols);
            }
            builder.finish_segment();
        }
        let is_mean = reference_length == ReferenceLength::Average;
        let scorer = scorer(if is_mean { tokens.scale() } else { 1 });
        Box::new(Self { tokens, index: builder.build(), order, reference_length, scorer })
    }

    /// The scaled reference length of a hypothesis of `length` tokens.
    fn reference_length(&self, length: usize, segment: usize) -> i64 {
        let lengths = self.tokens.references(segment).map(<[u32]>::len);
        let chosen = match self.reference_length {
            ReferenceLength::Closest => {
                lengths.min_by_key(|&other| (other.abs_diff(length), other))
            }
            ReferenceLength::Shortest => lengths.min(),
            ReferenceLength::Average => return self.tokens.mean_length(segment),
        };
        integer(chosen.unwrap_or(0))
    }
}

impl Prepared for PreparedBleu {
    /// Rows of hypothesis length, scaled reference length, matches and totals.
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let mut seen = Vec::new();
        let columns = BleuSums::columns(self.order);
        let rows = self.tokens.rows(columns, hypotheses, |segment, symbols, row| {
            row[0] = integer(symbols.len());
            row[1] = self.reference_length(symbols.len(), segment);
            let (matches, totals) = row[2..].split_at_mut(self.order);
            self.index.add_matches(segment, symbols, &mut seen, matches);
            for (n, total) in totals.iter_mut().enumerate() {
                *total = integer(symbols.len().saturating_sub(n));
            }
        });
        Statistics { rows, scorer: Arc::clone(&self.scorer) }
    }
}

/// The additional pair of a signature where the reference length is not the default.
pub(super) fn reference_length_signature(reference_length: ReferenceLength) -> &'static str {
    match reference_length {
        ReferenceLength::Closest => "",
        ReferenceLength::Shortest => "|reflen:shortest",
        ReferenceLength::Average => "|reflen:average",
    }
}
