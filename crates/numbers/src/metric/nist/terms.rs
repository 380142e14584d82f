//! Information of the matches of segments as sums of logarithms.
//!
//! The information of a match is the logarithm of the count of its prefix less that of its own. Over
//! the matches of a segment most of these are of n-grams that come again, as the prefix of another or
//! in another match: every n-gram is looked up once, and those whose counts no test set changes not at
//! all.

use std::collections::BTreeMap;

use super::information::{Counts, Origin, ReferenceNgrams};
use super::{Found, between};

/// One list of terms after the other: of every segment's orders.
#[derive(Default)]
pub(super) struct Terms {
    /// What is the same in every test set.
    fixed: Vec<i128>,
    /// Slots, and how often to take the logarithms of their counts.
    weights: Vec<(u32, i32)>,
    ends: Vec<usize>,
}

impl Terms {
    /// Appends what has information `known` whatever the test set, and the matches `found`.
    pub(super) fn push(&mut self, ngrams: &ReferenceNgrams, known: i128, found: &[Found]) {
        let mut fixed = known;
        let mut weights: BTreeMap<u32, i32> = BTreeMap::new();
        for &(prefix, ngram, times) in found {
            for (count, sign) in [(prefix, 1), (ngram, -1)] {
                let weight = sign * i32::try_from(times).expect("a segment has fewer matches");
                match count.origin() {
                    Origin::Known(count) => {
                        fixed += i128::from(ngrams.log2(u64::from(count))) * i128::from(weight);
                    }
                    Origin::Slot(slot) => *weights.entry(slot).or_default() += weight,
                }
            }
        }
        self.fixed.push(fixed);
        self.weights.extend(weights.into_iter().filter(|(_, weight)| *weight != 0));
        self.ends.push(self.weights.len());
    }

    /// Information of the matches at `at`, in units of 2^-[`DIGITS`](super::information::DIGITS).
    pub(super) fn information(&self, at: usize, counts: &Counts) -> i128 {
        let terms = between(&self.weights, &self.ends, at)
            .iter()
            .map(|&(slot, weight)| i128::from(counts.logarithm(slot)) * i128::from(weight));
        self.fixed[at] + terms.sum::<i128>()
    }
}
