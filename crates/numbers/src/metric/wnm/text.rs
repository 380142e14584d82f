//! Matching a hypothesis with one reference text by weighted n-grams.
//!
//! This module knows nothing of strings and of where weights come from.

use rustc_hash::FxHashMap;

use crate::metric::config::WnmValue;

/// Largest order of n-grams.
const ORDER: usize = 4;

/// The empty n-gram.
const ROOT: u32 = 0;

/// Number of a word that no reference has.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Summed weights of n-grams: what is needed for precision, recall and F.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weights {
    /// Of those that hypothesis and reference share.
    pub matched: f64,
    /// Of the hypothesis.
    pub hypothesis: f64,
    /// Of the reference.
    pub reference: f64,
}

impl Weights {
    /// Matched over hypothesis; 0 where that has no weight.
    pub fn precision(&self) -> f64 {
        ratio(self.matched, self.hypothesis)
    }

    /// Matched over reference; 0 where that has no weight.
    pub fn recall(&self) -> f64 {
        ratio(self.matched, self.reference)
    }

    /// Harmonic mean of precision and recall; 0 where they add up to 0.
    pub fn f(&self) -> f64 {
        let (precision, recall) = (self.precision(), self.recall());
        ratio(2.0 * precision * recall, precision + recall)
    }

    /// The value asked for, as a fraction.
    pub fn value(&self, value: WnmValue) -> f64 {
        match value {
            WnmValue::F => self.f(),
            WnmValue::Recall => self.recall(),
            WnmValue::Precision => self.precision(),
        }
    }
}

fn ratio(above: f64, below: f64) -> f64 {
    if below == 0.0 { 0.0 } else { above / below }
}

/// One reference text.
#[derive(Debug)]
pub(super) struct ReferenceText {
    /// The n-gram that continues an n-gram by a word. Never iterated.
    children: FxHashMap<(u32, u32), u32>,
    /// Weight of each n-gram: that of its last word.
    weights: Vec<f64>,
    /// Weight of words that the text does not have.
    others: f64,
    /// Per line, its n-grams in order; `None` where the line is missing.
    lines: Vec<Option<Vec<u32>>>,
}

/// Occurrences of n-grams; all zero between calls.
#[derive(Debug, Default)]
pub(super) struct Counts {
    reference: Vec<u32>,
    hypothesis: Vec<u32>,
    /// By unigram, the n-grams of the hypothesis that end with it.
    ends: Vec<u64>,
    /// N-grams of the hypothesis that end with a word which the text does not have.
    others: u64,
}

impl Counts {
    /// Makes room for n-grams below `count`.
    fn grow(&mut self, count: usize) {
        if self.reference.len() < count {
            self.reference.resize(count, 0);
            self.hypothesis.resize(count, 0);
            self.ends.resize(count, 0);
        }
    }
}

impl ReferenceText {
    /// Reads a text of words with `weight`; all words of n-grams weigh as their last.
    pub(super) fn new<'a>(
        lines: impl Iterator<Item = Option<&'a [u32]>>,
        weight: impl Fn(u32) -> f64,
        others: f64,
    ) -> Self {
        let mut children = FxHashMap::default();
        let mut weights = vec![0.0];
        let mut read = |words: &[u32]| {
            let mut ngrams = Vec::new();
            for start in 0..words.len() {
                let mut ngram = ROOT;
                for &word in words[start..].iter().take(ORDER) {
                    let next = u32::try_from(weights.len()).expect("fewer than 2^32 n-grams");
                    ngram = *children.entry((ngram, word)).or_insert(next);
                    if ngram == next {
                        weights.push(weight(word));
                    }
                    ngrams.push(ngram);
                }
            }
            ngrams
        };
        let lines = lines.map(|line| line.map(&mut read)).collect();
        Self { children, weights, others, lines }
    }

    /// Whether the text has line `line`.
    pub(super) fn has(&self, line: usize) -> bool {
        self.lines.get(line).is_some_and(Option::is_some)
    }

    /// Matches the lines `kept` of this text with a hypothesis; which line an n-gram is in does not
    /// matter. Weights of matches are the smaller of both sides' summed weights per n-gram, which
    /// for a negative weight is that of the side with more.
    pub(super) fn compare<'a>(
        &self,
        kept: impl Iterator<Item = usize>,
        hypothesis: impl Iterator<Item = &'a [u32]>,
        counts: &mut Counts,
    ) -> Weights {
        counts.grow(self.weights.len());
        for ngrams in kept.filter_map(|line| self.lines.get(line)?.as_ref()) {
            for &ngram in ngrams {
                counts.reference[ngram as usize] += 1;
            }
        }
        for words in hypothesis {
            self.read(words, counts);
        }
        let others = std::mem::take(&mut counts.others);
        let mut sums = Weights { hypothesis: self.others * others as f64, ..Weights::default() };
        for (ngram, &weight) in self.weights.iter().enumerate() {
            let reference = std::mem::take(&mut counts.reference[ngram]);
            let hypothesis = std::mem::take(&mut counts.hypothesis[ngram]);
            sums.hypothesis += weight * std::mem::take(&mut counts.ends[ngram]) as f64;
            sums.reference += weight * f64::from(reference);
            if reference > 0 && hypothesis > 0 {
                // The smaller of two negative weights is the one with more occurrences.
                let matches = if weight < 0.0 {
                    reference.max(hypothesis)
                } else {
                    reference.min(hypothesis)
                };
                sums.matched += weight * f64::from(matches);
            }
        }
        sums
    }

    /// Counts the n-grams of a line that the text has, and all by their last words.
    fn read(&self, words: &[u32], counts: &mut Counts) {
        for (start, word) in words.iter().enumerate() {
            // As many n-grams end here as there are orders up to the word's place in the line.
            let ending = (start + 1).min(ORDER) as u64;
            match self.children.get(&(ROOT, *word)) {
                Some(&unigram) => counts.ends[unigram as usize] += ending,
                None => counts.others += ending,
            }
            let mut ngram = ROOT;
            for &word in words[start..].iter().take(ORDER) {
                let Some(&next) = self.children.get(&(ngram, word)) else { break };
                counts.hypothesis[next as usize] += 1;
                ngram = next;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(reference: &[&[u32]], hypothesis: &[&[u32]], weights: &[f64]) -> Weights {
        let lines = reference.iter().map(|&line| Some(line));
        let text = ReferenceText::new(lines, |word| weights[word as usize], 0.0);
        let mut counts = Counts::default();
        text.compare(0..reference.len(), hypothesis.iter().copied(), &mut counts);
        // A second time, so that left-over counts would show.
        text.compare(0..reference.len(), hypothesis.iter().copied(), &mut counts)
    }

    #[test]
    fn weights_by_hand() {
        // Reference a b | b: n-grams a, b, ab, b. Hypothesis b b a: b, bb, bba, b, ba, a.
        let sums = compare(&[&[0, 1], &[1]], &[&[1, 1, 0]], &[1.0, 10.0]);
        assert_eq!(sums, Weights { matched: 21.0, hypothesis: 33.0, reference: 31.0 });
        // Negative weights match by the larger count: b three times against two.
        let sums = compare(&[&[0, 1], &[1]], &[&[1], &[1], &[1]], &[1.0, -1.0]);
        assert_eq!(sums, Weights { matched: -3.0, hypothesis: -3.0, reference: -2.0 });
    }

    #[test]
    fn nothing_and_everything() {
        let none = compare(&[], &[], &[]);
        assert_eq!((none.precision(), none.recall(), none.f()), (0.0, 0.0, 0.0));
        let all = compare(&[&[0, 1, 0, 1, 1]], &[&[0, 1, 0, 1, 1]], &[0.5, 2.0]);
        assert_eq!((all.precision(), all.recall(), all.f()), (1.0, 1.0, 1.0));
        let unknown = compare(&[&[0]], &[&[UNKNOWN, 0]], &[2.0]);
        assert_eq!(unknown, Weights { matched: 2.0, hypothesis: 4.0, reference: 2.0 });
    }
}
