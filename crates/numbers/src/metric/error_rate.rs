//! Word error rates against several references: mWER and mPER, in percent.
//!
//! mWER (Niessen et al. 2000) takes the Levenshtein distance on tokens, mPER (Tillmann et al. 1997)
//! the position-independent distance `max(|h|, |r|) - matches`, where matches are counted with
//! multiplicity. Per segment the reference with the least distance counts; the denominator is a
//! length chosen by [`Normalisation`]. A corpus rate is the sum of distances over the sum of
//! lengths, times 100; it may pass 100. Papers leave the denominator open; the mean length of the
//! references is that of Portage's mWER, of TER and of NIST.
//!
//! Rows are `(distance, length)`, the length in units of one over the least common multiple of the
//! numbers of references where it is a mean (see [`super::mean_length`]): exact integers.
//!
//! Edge cases: an empty hypothesis costs the length of the shortest reference; an empty reference
//! costs the length of the hypothesis and counts as length 0. Over sums with length 0 the rate is 0
//! if the distance is 0 and undefined otherwise.

use std::ops::Range;
use std::sync::Arc;

use super::config::{ErrorRateConfig, Normalisation};
use super::edit_distance::EditDistance;
use super::fixed_point::nearest;
use super::longest::LongestText;
use super::tokens::{ReferenceTokens, integer};
use super::{Metric, Prepared, Scorer, Segments, Statistics};
use crate::tokenize::tokenizer;

/// Tokens of the longest text whose order counts, since time grows with the square: a novel has as many
/// words.
const LONGEST_TEXT: usize = 100_000;

impl Metric for ErrorRateConfig {
    fn signature(&self, references: usize) -> String {
        let metric = if self.ordered { "mWER" } else { "mPER" };
        let normalisation = self.normalisation.name();
        let (case, tokenizer) = (self.lowercase.signature(), self.tokenizer.signature());
        format!("{metric}|nrefs:{references}|case:{case}|tok:{tokenizer}|norm:{normalisation}")
    }

    fn higher_is_better(&self) -> bool {
        false
    }

    fn longest_text(&self) -> Option<LongestText> {
        self.ordered
            .then(|| LongestText::new(LONGEST_TEXT, tokenizer(self.tokenizer, self.lowercase)))
    }

    /// Cost: linear in the length of the references.
    fn prepare(&self, references: &[&Segments<'_>], _: &[Range<usize>]) -> Box<dyn Prepared> {
        let tokenizer = tokenizer(self.tokenizer, self.lowercase);
        let references = ReferenceTokens::new(references, tokenizer);
        Box::new(PreparedErrorRate { config: self.clone(), references })
    }
}

struct PreparedErrorRate {
    config: ErrorRateConfig,
    references: ReferenceTokens,
}

impl Prepared for PreparedErrorRate {
    /// Cost per segment and reference of lengths `m <= n`: `ceil(m / 64) * n` word steps for mWER,
    /// `m + n` steps for mPER.
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let ErrorRateConfig { ordered, normalisation, .. } = self.config;
        // One more than the vocabulary, for tokens that no reference has.
        let mut distances = Distances::new(self.references.vocabulary() as usize + 1);
        let rows = self.references.rows(2, hypotheses, |segment, hypothesis, row| {
            distances.set(hypothesis, self.references.references(segment), ordered);
            row.copy_from_slice(&match normalisation {
                Normalisation::Average => [distances.least(), self.references.mean_length(segment)],
                normalisation => {
                    let (distance, length) = distances.chosen(hypothesis.len(), normalisation);
                    [integer(distance), integer(length)]
                }
            });
        });
        let scale = match normalisation {
            Normalisation::Average => self.references.scale(),
            _ => 1,
        };
        Statistics { rows, scorer: Arc::new(RateScorer { scale }) }
    }
}

/// Distances of one hypothesis from its references.
struct Distances {
    /// Distance from and length of each reference, in order.
    pairs: Vec<(usize, usize)>,
    edit: EditDistance,
    /// Occurrences of every token in the hypothesis. All zero between calls.
    counts: Vec<u32>,
}

impl Distances {
    fn new(vocabulary: usize) -> Self {
        let edit = EditDistance::new(vocabulary);
        Self { pairs: Vec::new(), edit, counts: vec![0; vocabulary] }
    }

    /// Computes the distances of `hypothesis` from `references`.
    fn set<'a>(
        &mut self,
        hypothesis: &[u32],
        references: impl Iterator<Item = &'a [u32]>,
        ordered: bool,
    ) {
        self.pairs.clear();
        for reference in references {
            let distance = if ordered {
                self.edit.distance(hypothesis, reference)
            } else {
                hypothesis.len().max(reference.len()) - self.matches(hypothesis, reference)
            };
            self.pairs.push((distance, reference.len()));
        }
    }

    /// Tokens that two lists share, with multiplicity.
    fn matches(&mut self, hypothesis: &[u32], reference: &[u32]) -> usize {
        for &token in hypothesis {
            self.counts[token as usize] += 1;
        }
        let mut matches = 0;
        for &token in reference {
            let left = &mut self.counts[token as usize];
            if *left > 0 {
                *left -= 1;
                matches += 1;
            }
        }
        // Not `fill`: the vocabulary is far larger than a segment.
        for &token in hypothesis {
            self.counts[token as usize] = 0;
        }
        matches
    }

    /// The least distance.
    fn least(&self) -> i64 {
        integer(self.pairs.iter().map(|pair| pair.0).min().unwrap_or(0))
    }

    /// Distance and length by a rule that chooses one reference's length.
    fn chosen(&self, hypothesis: usize, normalisation: Normalisation) -> (usize, usize) {
        let pairs = self.pairs.iter().copied();
        let lengths = self.pairs.iter().map(|pair| pair.1);
        let least = pairs.clone().min().unwrap_or((0, 0));
        let length = match normalisation {
            Normalisation::Average | Normalisation::BestReference => Some(least.1),
            Normalisation::Closest => {
                lengths.min_by_key(|&length| (length.abs_diff(hypothesis), length))
            }
            Normalisation::Shortest => lengths.min(),
            Normalisation::Longest => lengths.max(),
            Normalisation::RatioBestReference => {
                return pairs.reduce(by_ratio).unwrap_or((0, 0));
            }
        };
        (least.0, length.unwrap_or(0))
    }
}

/// The pair with the smaller `distance / length`, on a tie that with the shorter length. A length
/// of 0 is best with distance 0 and worst otherwise (among those, the smaller distance is better).
fn by_ratio(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    // Ratios compared as products: equal ones tie exactly.
    let (left, right) = (a.0 as u128 * b.1 as u128, b.0 as u128 * a.1 as u128);
    let order = order_key(a)
        .cmp(&order_key(b))
        .then(left.cmp(&right))
        .then(a.1.cmp(&b.1))
        .then(a.0.cmp(&b.0));
    if order.is_gt() { b } else { a }
}

fn order_key((distance, length): (usize, usize)) -> (bool, bool) {
    (length == 0 && distance > 0, distance > 0)
}

/// `100 * distance * scale / length`.
struct RateScorer {
    scale: i64,
}

impl Scorer for RateScorer {
    fn columns(&self) -> usize {
        2
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        match (sums[0], sums[1]) {
            (0, 0) => Some(0.0),
            (_, 0) => None,
            (distance, length) => {
                // The scale may be 2^32: the product may leave 64 bits.
                let above = i128::from(distance) * i128::from(self.scale) * 100;
                Some(nearest(above) / length as f64)
            }
        }
    }
}
