//! NIST of resamples whose information weights are computed again from their own references.
//!
//! A segment that is drawn `c` times stands `c` times among the references, so every count of its
//! n-grams is `c`-fold. An n-gram that only its references have keeps its information as long as
//! its prefix is theirs alone, too; all others are counted, but only those that some hypothesis of
//! the test set matches, or that such an n-gram continues.
//!
//! Information of a segment is rounded as in the rows of a test set and then taken `c` times, so that
//! a resample with every segment once has the very score of the test set.

use super::information::{Count, Origin};
use super::{Matches, between};
use crate::metric::{ReplicateRows, ResampleScorer};

impl ReplicateRows for Matches {
    /// Cost: a pass over matches and shared n-grams of the references of `segments`.
    fn resamples(&self, segments: &[usize]) -> Box<dyn ResampleScorer + '_> {
        Box::new(Resamples::new(self, segments))
    }
}

/// A matched n-gram whose information depends on the resample.
struct Term {
    /// Slot of its prefix.
    prefix: u32,
    /// Its own count.
    ngram: Origin,
    /// How often it is matched.
    times: u32,
}

/// One system on one test set.
struct Resamples<'a> {
    matches: &'a Matches,
    segments: Vec<usize>,
    /// Slot and count of the counted n-grams of each segment's references, and where each ends.
    tallies: Vec<(u32, u32)>,
    tally_ends: Vec<usize>,
    /// Terms of every order of each segment, and where each ends.
    terms: Vec<Term>,
    term_ends: Vec<usize>,
    /// Count of every slot in the current resample, then the logarithms of these counts.
    counts: Vec<u64>,
    logarithms: Vec<i64>,
    /// Sums of rows over the current resample.
    sums: Vec<i128>,
}

/// Numbers the slots that are needed, of all slots of a corpus.
struct Numbering {
    numbers: Vec<Option<u32>>,
    next: u32,
}

impl Numbering {
    fn number(&mut self, slot: u32) -> u32 {
        *self.numbers[slot as usize].get_or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }

    fn origin(&mut self, count: Count) -> Origin {
        match count.origin() {
            Origin::Slot(slot) => Origin::Slot(self.number(slot)),
            known @ Origin::Known(_) => known,
        }
    }
}

impl<'a> Resamples<'a> {
    fn new(matches: &'a Matches, segments: &[usize]) -> Self {
        let mut numbering = Numbering { numbers: vec![None; matches.ngrams.slots()], next: 0 };
        let (mut terms, mut term_ends) = (Vec::new(), Vec::new());
        for &segment in segments {
            for at in segment * matches.order..(segment + 1) * matches.order {
                for &(prefix, ngram, times) in matches.found(at) {
                    let (prefix, ngram) = (numbering.origin(prefix), numbering.origin(ngram));
                    let Origin::Slot(prefix) = prefix else {
                        unreachable!("what several segments have continues what they all have")
                    };
                    terms.push(Term { prefix, ngram, times });
                }
                term_ends.push(terms.len());
            }
        }
        let (mut tallies, mut tally_ends) = (Vec::new(), Vec::new());
        for &segment in segments {
            let shared = matches.ngrams.slot_counts(segment).iter();
            tallies.extend(shared.filter_map(|&(slot, count)| {
                numbering.numbers[slot as usize].map(|number| (number, count))
            }));
            tally_ends.push(tallies.len());
        }
        Self {
            matches,
            segments: segments.to_vec(),
            tallies,
            tally_ends,
            terms,
            term_ends,
            counts: vec![0; numbering.next as usize],
            logarithms: vec![0; numbering.next as usize],
            sums: vec![0; 2 * matches.order + 2],
        }
    }

    /// Counts n-grams in the references of a resample.
    fn tally(&mut self, drawn: &[u32]) {
        self.counts.fill(0);
        for (index, &times) in drawn.iter().enumerate().filter(|(_, times)| **times > 0) {
            for &(slot, count) in between(&self.tallies, &self.tally_ends, index) {
                self.counts[slot as usize] += u64::from(count) * u64::from(times);
            }
        }
        for (logarithm, &count) in self.logarithms.iter_mut().zip(&self.counts) {
            *logarithm = self.matches.ngrams.log2(count);
        }
    }

    /// Information of the matches of a segment that is drawn `drawn` times, for the order and
    /// segment at `at`.
    fn information(&self, at: usize, drawn: u32) -> i128 {
        let terms = between(&self.terms, &self.term_ends, at).iter().map(|term| {
            let ngram = match term.ngram {
                Origin::Slot(slot) => self.logarithms[slot as usize],
                Origin::Known(count) => {
                    self.matches.ngrams.log2(u64::from(count) * u64::from(drawn))
                }
            };
            i128::from(self.logarithms[term.prefix as usize] - ngram) * i128::from(term.times)
        });
        terms.sum()
    }
}

impl ResampleScorer for Resamples<'_> {
    /// Cost: one addition per counted n-gram and segment drawn, a look-up per counted n-gram, two per
    /// match.
    fn score(&mut self, counts: &[u32]) -> Option<f64> {
        self.tally(counts);
        self.sums.fill(0);
        let order = self.matches.order;
        for (index, &drawn) in counts.iter().enumerate().filter(|(_, drawn)| **drawn > 0) {
            let segment = self.segments[index];
            let Some(tail) = &self.matches.tails[segment] else { continue };
            for at in 0..order {
                let information = self.matches.known[segment * order + at]
                    + self.information(index * order + at, drawn);
                let rounded = self.matches.rounded(information);
                self.sums[at] += i128::from(rounded) * i128::from(drawn);
            }
            for (sum, value) in self.sums[order..].iter_mut().zip(tail) {
                *sum += i128::from(*value) * i128::from(drawn);
            }
        }
        self.matches.scorer.value(&self.sums, |sum| sum as f64)
    }
}
