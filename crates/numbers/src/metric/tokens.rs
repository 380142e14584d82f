//! References as numbers, read once for all systems.
//!
//! This module knows nothing of metrics; those that compare tokens with references start here.

use std::sync::Arc;

use super::intern::Interner;
use super::mean_length::MeanScale;
use super::{Rows, Segments, StatisticsRows};
use crate::tokenize::{Scratch, TextTokenizer};

/// The tokens of all references of all segments.
#[derive(Debug)]
pub(super) struct ReferenceTokens {
    tokenizer: TextTokenizer,
    interner: Interner,
    tokens: Vec<u32>,
    /// End of each reference in `tokens`; references of a segment follow each other.
    ends: Vec<usize>,
    /// End of each segment in `ends`.
    segments: Vec<usize>,
    /// Units per token of [`ReferenceTokens::mean_length`].
    scale: MeanScale,
}

impl ReferenceTokens {
    /// Reads `references[r][segment]`; those that are missing are left out.
    pub(super) fn new(references: &[&Segments<'_>], tokenizer: TextTokenizer) -> Self {
        let mut interner = Interner::new();
        let mut scratch = Scratch::default();
        let count = references.iter().map(|texts| texts.len()).max().unwrap_or(0);
        let mut tokens = Vec::new();
        let mut ends = Vec::with_capacity(references.len() * count);
        let mut segments = Vec::with_capacity(count);
        for segment in 0..count {
            for texts in references {
                if let Some(text) = texts.get(segment).copied().flatten() {
                    let text = tokenizer.tokenize(text, &mut scratch);
                    tokens.extend(text.iter().map(|token| interner.intern(token)));
                    ends.push(tokens.len());
                }
            }
            segments.push(ends.len());
        }
        let starts = std::iter::once(&0).chain(&segments);
        let scale = MeanScale::new(starts.zip(&segments).map(|(start, end)| end - start));
        Self { tokenizer, interner, tokens, ends, segments, scale }
    }

    /// Number of segments.
    pub(super) fn segments(&self) -> usize {
        self.segments.len()
    }

    /// Tokens are below this; it stands for every token that no reference has.
    pub(super) fn vocabulary(&self) -> u32 {
        u32::try_from(self.interner.len()).expect("interned tokens are numbered by u32")
    }

    /// Tokens of the references that segment `segment` has, in order; none beyond the last segment.
    pub(super) fn references(&self, segment: usize) -> impl ExactSizeIterator<Item = &[u32]> {
        let range = match self.segments.get(segment) {
            Some(&end) => start_of(&self.segments, segment)..end,
            None => 0..0,
        };
        range.map(move |at| &self.tokens[start_of(&self.ends, at)..self.ends[at]])
    }

    /// Sum of the lengths of a segment's references.
    pub(super) fn total_length(&self, segment: usize) -> usize {
        self.references(segment).map(<[u32]>::len).sum()
    }

    /// Units per token of [`Self::mean_length`], see [`MeanScale`].
    pub(super) fn scale(&self) -> i64 {
        self.scale.factor()
    }

    /// Mean length of a segment's references in units of 1/[`Self::scale`]; 0 without references.
    pub(super) fn mean_length(&self, segment: usize) -> i64 {
        self.scale.mean(self.total_length(segment), self.references(segment).len())
    }

    /// Statistics with a row of `columns` integers for each segment, which `fill` gets as zeros with
    /// the segment and the tokens of its hypothesis; absent where hypothesis or references are missing.
    pub(super) fn rows(
        &self,
        columns: usize,
        hypotheses: &Segments<'_>,
        mut fill: impl FnMut(usize, &[u32], &mut [i64]),
    ) -> StatisticsRows {
        let mut rows = Rows::with_capacity(columns, hypotheses.len());
        self.for_each(hypotheses, |segment, hypothesis| match hypothesis {
            Some(hypothesis) => fill(segment, hypothesis, rows.push_zeros()),
            None => rows.push_absent(),
        });
        StatisticsRows::Fixed(Arc::new(rows))
    }

    /// Calls `each` with every segment and the tokens of its hypothesis; without them where hypothesis
    /// or references are missing.
    pub(super) fn for_each(
        &self,
        hypotheses: &Segments<'_>,
        mut each: impl FnMut(usize, Option<&[u32]>),
    ) {
        let (mut scratch, mut tokens) = (Scratch::default(), Vec::new());
        for (segment, text) in hypotheses.iter().enumerate() {
            let text = text.filter(|_| self.references(segment).len() > 0);
            each(
                segment,
                text.map(|text| {
                    self.read(text, &mut scratch, &mut tokens);
                    tokens.as_slice()
                }),
            );
        }
    }

    /// Replaces `hypothesis` by the tokens of `text`; those that no reference has become
    /// [`Self::vocabulary`].
    fn read(&self, text: &str, scratch: &mut Scratch, hypothesis: &mut Vec<u32>) {
        let unknown = self.vocabulary();
        hypothesis.clear();
        let tokens = self.tokenizer.tokenize(text, scratch);
        hypothesis.extend(tokens.iter().map(|token| self.interner.get(token).unwrap_or(unknown)));
    }
}

fn start_of(ends: &[usize], at: usize) -> usize {
    if at == 0 { 0 } else { ends[at - 1] }
}

/// A number of things in memory as an integer of a row.
pub(super) fn integer(count: usize) -> i64 {
    i64::try_from(count).expect("what fits into memory can be counted by i64")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::{Lowercase, Tokenizer, tokenizer};

    fn read(references: &[&Segments<'_>]) -> ReferenceTokens {
        ReferenceTokens::new(references, tokenizer(Tokenizer::None, Lowercase::No))
    }

    #[test]
    fn references_and_their_mean_lengths() {
        let first = [Some("a b c"), Some(""), None];
        let second = [Some("a b"), Some("a"), None];
        let third = [None, Some("d d d"), None];
        let tokens = read(&[&first, &second, &third]);
        assert_eq!((tokens.scale(), tokens.vocabulary()), (6, 4));
        assert_eq!(tokens.references(0).collect::<Vec<_>>(), [&[0, 1, 2][..], &[0, 1]]);
        assert_eq!(tokens.references(1).collect::<Vec<_>>(), [&[][..], &[0], &[3, 3, 3]]);
        assert_eq!((0..4).map(|at| tokens.mean_length(at)).collect::<Vec<_>>(), [15, 8, 0, 0]);
        assert_eq!(tokens.references(2).len() + tokens.references(3).len(), 0);
    }

    #[test]
    fn unknown_tokens_share_a_number() {
        let tokens = read(&[&[Some("a b")]]);
        let mut hypothesis = vec![7];
        tokens.read("x b a y", &mut Scratch::default(), &mut hypothesis);
        assert_eq!(hypothesis, [2, 1, 0, 2]);
    }
}
