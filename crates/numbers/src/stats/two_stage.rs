//! Resamples in two stages: documents with replacement, then segments within each drawn document.
//!
//! The stages of the sample are drawn again as they were made: k documents of k, then from each of
//! them as many segments as it has. For means and documents of one length n the variance of the
//! replicates is `s_b^2 / k + s_w^2 / (k n)`, with the variance between document means `s_b^2`
//! (divisor k) and the mean variance within documents `s_w^2` (divisor n). But the document means of
//! a sample differ by what is drawn within documents already: `E s_b^2` holds a share of
//! `(1 - 1/k) / n` of the variance within, which the second stage adds once more. So the variance is
//! too large by about `s_w^2 / (k n)`; drawing whole documents alone is right up to the factor
//! (k - 1)/k (Davison & Hinkley 1997, section 3.8).

use std::ops::Range;

use super::kernel::BLOCK;
use super::random::{StreamKey, UniformBelow};

/// Segments in documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoStage {
    documents: Vec<Range<usize>>,
    segments: usize,
}

impl TwoStage {
    /// Consecutive `documents`, as ranges of segments.
    pub fn new(documents: Vec<Range<usize>>) -> Self {
        let segments = documents.last().map_or(0, |last| last.end);
        Self { documents, segments }
    }

    /// Number of segments.
    pub fn segments(&self) -> usize {
        self.segments
    }

    /// The most segments that a resample can have: it has as many as its documents, so that their
    /// number varies where documents differ in length.
    pub fn most_drawn(&self) -> usize {
        let longest = self.documents.iter().map(ExactSizeIterator::len).max();
        longest.unwrap_or(0).saturating_mul(self.documents.len())
    }

    /// How often each segment occurs in the first `replicates` (at most [`BLOCK`]) resamples of block
    /// `block` of the stream, one row of counts after the other. O(replicates x segments).
    ///
    /// # Panics
    ///
    /// If a stage draws from more than `u32::MAX`.
    pub fn counts(&self, key: &StreamKey, block: usize, replicates: usize) -> Vec<u32> {
        assert!(replicates <= BLOCK, "a block has {BLOCK} replicates");
        let mut counts = vec![0; replicates * self.segments];
        if self.segments == 0 {
            return counts;
        }
        let mut generator = key.generator(block as u64);
        let below_documents = uniform_below(self.documents.len());
        let mut drawn = vec![0_usize; self.documents.len()];
        for counts in counts.chunks_exact_mut(self.segments) {
            drawn.fill(0);
            below_documents
                .draw(&mut generator, drawn.len(), |document| drawn[document as usize] += 1);
            for (document, times) in self.documents.iter().zip(&drawn) {
                let segment_counts = &mut counts[document.clone()];
                if *times > 0 && !segment_counts.is_empty() {
                    // Draws are independent, so that all copies of a document draw together.
                    let draws = times * segment_counts.len();
                    let below_segments = uniform_below(segment_counts.len());
                    below_segments.draw(&mut generator, draws, |segment| {
                        segment_counts[segment as usize] += 1;
                    });
                }
            }
        }
        counts
    }
}

fn uniform_below(count: usize) -> UniformBelow {
    UniformBelow::new(u32::try_from(count).expect("fewer than 2^32 documents and segments"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::Purpose;

    fn key() -> StreamKey {
        StreamKey::new(3, Purpose::Bootstrap).text("two-stage")
    }

    /// Documents of one and two segments have eight resamples of equal probability 1/4 (documents)
    /// times 1 to 1/16 (segments); chi-square of 256 * 40 draws against its 0.9999 quantile.
    #[test]
    fn every_resample_has_its_probability() {
        let stages = TwoStage::new(vec![0..1, 1..3]);
        assert_eq!((stages.segments(), stages.most_drawn()), (3, 4));
        let mut seen = std::collections::BTreeMap::new();
        for block in 0..40 {
            for counts in stages.counts(&key(), block, BLOCK).chunks_exact(3) {
                *seen.entry(counts.to_vec()).or_insert(0.0_f64) += 1.0;
            }
        }
        let mut expected = vec![(vec![2, 0, 0], 0.25)];
        for (counts, share) in [([2, 0], 0.25), ([1, 1], 0.5), ([0, 2], 0.25)] {
            expected.push((vec![1, counts[0], counts[1]], 0.5 * share));
        }
        for (first, share) in [(4, 1.0), (3, 4.0), (2, 6.0), (1, 4.0), (0, 1.0)] {
            expected.push((vec![0, first, 4 - first], 0.25 * share / 16.0));
        }
        assert_eq!(seen.len(), expected.len());
        let n = 256.0 * 40.0;
        let chi_square: f64 = expected
            .iter()
            .map(|(counts, p)| (seen[counts] - n * p) * (seen[counts] - n * p) / (n * p))
            .sum();
        // scipy.stats.chi2.ppf(0.9999, 8)
        assert!(chi_square < 31.83, "{chi_square}");
    }

    #[test]
    fn a_shorter_block_is_a_prefix() {
        let stages = TwoStage::new(vec![0..3, 3..3, 3..9]);
        let long = stages.counts(&key(), 5, BLOCK);
        assert_eq!(stages.counts(&key(), 5, 7), long[..63]);
        assert!(TwoStage::new(Vec::new()).counts(&key(), 0, 4).is_empty());
    }
}
