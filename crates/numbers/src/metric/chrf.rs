//! chrF (Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation", WMT) and
//! chrF++ (Popović 2017, "chrF++: words helping character n-grams", WMT) as sacreBLEU 2.6 computes
//! them.
//!
//! For each order of character n-grams, and of word n-grams in chrF++: the n-grams of the
//! hypothesis, those of the reference, and their clipped matches. Precisions and recalls are
//! averaged over the orders that both texts have, and combined to F. A segment counts with the
//! reference under which its own F is largest (the first of equals), so statistics add up over
//! segments.
//!
//! Characters are Unicode scalar values: a letter with a combining accent is two.

use std::ops::Range;
use std::sync::Arc;

use super::config::ChrfConfig;
use super::intern::Interner;
use super::ngram::{Counts, NgramIndex, NgramIndexBuilder};
use super::tokens::integer;
use super::{Metric, Prepared, Rows, Scorer, Segments, Statistics, StatisticsRows, yes_or_no};
use crate::tokenize::{Lowercase, is_white_space, lowercase_into, split_white_space};

impl Metric for ChrfConfig {
    fn signature(&self, references: usize) -> String {
        let Self { lowercase, character_order, word_order, beta, whitespace, eps_smoothing } = self;
        format!(
            "chrF{beta}{}|nrefs:{references}|case:{}|eff:{}|nc:{character_order}|nw:{word_order}|space:{}",
            "+".repeat(*word_order),
            lowercase.signature(),
            yes_or_no(!eps_smoothing),
            yes_or_no(*whitespace),
        )
    }

    fn is_segmentwise(&self) -> bool {
        true
    }

    fn prepare(&self, references: &[&Segments<'_>], _: &[Range<usize>]) -> Box<dyn Prepared> {
        Box::new(PreparedChrf::new(self, references))
    }
}

/// F of (hypothesis, reference, match) counts by order: characters first, then words.
struct ChrfScorer {
    orders: usize,
    beta: f64,
    eps_smoothing: bool,
}

impl Scorer for ChrfScorer {
    fn columns(&self) -> usize {
        3 * self.orders
    }

    /// In percent. Operations follow sacreBLEU's in their order, because this F also chooses the
    /// reference of a segment, where the last bit can matter.
    fn score(&self, sums: &[i64]) -> Option<f64> {
        /// In place of a precision or recall that is undefined.
        // As in sacreBLEU.
        const EPSILON: f64 = 1e-16;
        let factor = self.beta * self.beta;
        let f = |precision: f64, recall: f64| {
            (1.0 + factor) * precision * recall / (factor * precision + recall)
        };
        let (mut smoothed, mut precisions, mut recalls, mut effective) = (0.0, 0.0, 0.0, 0.0);
        for counts in sums.chunks_exact(3) {
            let [hypothesis, reference, matched] = [counts[0], counts[1], counts[2]];
            let share = |of: i64| if of > 0 { matched as f64 / of as f64 } else { EPSILON };
            let (precision, recall) = (share(hypothesis), share(reference));
            let defined = factor * precision + recall > 0.0;
            smoothed += if defined { f(precision, recall) } else { EPSILON };
            if hypothesis > 0 && reference > 0 {
                precisions += precision;
                recalls += recall;
                effective += 1.0;
            }
        }
        if self.eps_smoothing {
            return (self.orders > 0).then(|| 100.0 * smoothed / self.orders as f64);
        }
        if precisions + recalls <= 0.0 {
            return Some(0.0);
        }
        Some(100.0 * f(precisions / effective, recalls / effective))
    }
}

/// Symbols of texts: characters, or words by number.
#[derive(Default)]
struct Symbols {
    lowercase: Lowercase,
    whitespace: bool,
    lowered: String,
    characters: Vec<u32>,
    words: Vec<u32>,
}

impl Symbols {
    fn new(config: &ChrfConfig) -> Self {
        let ChrfConfig { lowercase, whitespace, .. } = *config;
        Self { lowercase, whitespace, ..Self::default() }
    }

    /// Reads `text`; `number` gives a word its number, and is not called unless `with_words`.
    fn read(&mut self, text: &str, with_words: bool, mut number: impl FnMut(&str) -> u32) {
        let text = if self.lowercase == Lowercase::No {
            text
        } else {
            self.lowered.clear();
            lowercase_into(self.lowercase, text, &mut self.lowered);
            &self.lowered
        };
        self.characters.clear();
        let kept = text.chars().filter(|&c| self.whitespace || !is_white_space(c));
        self.characters.extend(kept.map(u32::from));
        self.words.clear();
        if with_words {
            for word in split_white_space(text) {
                let (first, second) = split_punctuation(word);
                self.words.push(number(first));
                self.words.extend(second.map(&mut number));
            }
        }
    }
}

/// Cuts ASCII punctuation off the end of `word`, or else off its beginning; one character at one
/// end only, and none off a word of one character.
fn split_punctuation(word: &str) -> (&str, Option<&str>) {
    // Bytes will do, since all punctuation is ASCII. The end comes first, as in the script chrF++.py.
    let bytes = word.as_bytes();
    let cut = if bytes.len() < 2 {
        return (word, None);
    } else if is_punctuation(bytes.last()) {
        bytes.len() - 1
    } else if is_punctuation(bytes.first()) {
        1
    } else {
        return (word, None);
    };
    let (first, second) = word.split_at(cut);
    (first, Some(second))
}

fn is_punctuation(byte: Option<&u8>) -> bool {
    byte.is_some_and(u8::is_ascii_punctuation)
}

/// N-grams and lengths of the references.
struct PreparedChrf {
    config: ChrfConfig,
    references: usize,
    vocabulary: Interner,
    characters: NgramIndex,
    words: NgramIndex,
    /// By segment, then reference: characters and words; `None` where the text is missing.
    lengths: Vec<Option<[usize; 2]>>,
    scorer: Arc<ChrfScorer>,
}

impl PreparedChrf {
    fn new(config: &ChrfConfig, references: &[&Segments<'_>]) -> Self {
        let ChrfConfig { character_order, word_order, beta, eps_smoothing, .. } = *config;
        let segments = references.first().map_or(0, |first| first.len());
        let [mut characters, mut words] = [character_order, word_order]
            .map(|order| NgramIndexBuilder::new(order, references.len(), Counts::Each));
        let mut vocabulary = Interner::new();
        let mut lengths = Vec::with_capacity(segments * references.len());
        let mut symbols = Symbols::new(config);
        for segment in 0..segments {
            for (number, reference) in references.iter().enumerate() {
                lengths.push(reference[segment].map(|text| {
                    symbols.read(text, word_order > 0, |word| vocabulary.intern(word));
                    characters.add(number, &symbols.characters);
                    words.add(number, &symbols.words);
                    [symbols.characters.len(), symbols.words.len()]
                }));
            }
            characters.finish_segment();
            words.finish_segment();
        }
        let orders = character_order + word_order;
        Self {
            config: config.clone(),
            references: references.len(),
            vocabulary,
            characters: characters.build(),
            words: words.build(),
            lengths,
            scorer: Arc::new(ChrfScorer { orders, beta, eps_smoothing }),
        }
    }

    /// Writes the row of a hypothesis under `reference` of `segment`, whose matches are known.
    fn row(
        &self,
        hypothesis: [usize; 2],
        reference: [usize; 2],
        matches: [&[i64]; 2],
        number: usize,
        row: &mut [i64],
    ) {
        let orders = [self.config.character_order, self.config.word_order];
        let mut cells = row.chunks_exact_mut(3);
        for kind in 0..2 {
            for n in 0..orders[kind] {
                let Some(cells) = cells.next() else { return };
                let reference = reference[kind].saturating_sub(n);
                let hypothesis = hypothesis[kind].saturating_sub(n);
                // As in sacreBLEU: what no reference could match does not count against it.
                cells[0] = if reference > 0 { integer(hypothesis) } else { 0 };
                cells[1] = integer(reference);
                cells[2] = matches[kind][n * self.references + number];
            }
        }
    }
}

impl Prepared for PreparedChrf {
    fn extract(&self, hypotheses: &Segments<'_>) -> Statistics {
        let ChrfConfig { character_order, word_order, .. } = self.config;
        let columns = self.scorer.columns();
        let mut rows = Rows::with_capacity(columns, hypotheses.len());
        let (mut row, mut best) = (vec![0; columns], vec![0; columns]);
        let mut symbols = Symbols::new(&self.config);
        let mut seen = Vec::new();
        let mut character_matches = vec![0; character_order * self.references];
        let mut word_matches = vec![0; word_order * self.references];
        for (segment, hypothesis) in hypotheses.iter().enumerate() {
            let nodes = segment * self.references..(segment + 1) * self.references;
            let references = self.lengths.get(nodes).unwrap_or_default();
            let (Some(text), true) = (hypothesis, references.iter().any(Option::is_some)) else {
                rows.push_absent();
                continue;
            };
            symbols.read(text, word_order > 0, |word| {
                self.vocabulary.get(word).unwrap_or(Interner::UNKNOWN)
            });
            let Symbols { characters, words, .. } = &symbols;
            character_matches.fill(0);
            self.characters.add_matches(segment, characters, &mut seen, &mut character_matches);
            word_matches.fill(0);
            self.words.add_matches(segment, words, &mut seen, &mut word_matches);
            let lengths = [characters.len(), words.len()];
            // Below any F, so that the first reference counts where all have 0.
            let mut best_score = -1.0;
            for (number, &reference) in references.iter().enumerate() {
                let Some(reference) = reference else { continue };
                let matches = [&character_matches[..], &word_matches[..]];
                self.row(lengths, reference, matches, number, &mut row);
                let score = self.scorer.score(&row).unwrap_or(0.0);
                if score > best_score {
                    best_score = score;
                    std::mem::swap(&mut best, &mut row);
                }
            }
            rows.push(&best);
        }
        Statistics { rows: StatisticsRows::Fixed(Arc::new(rows)), scorer: self.scorer.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_is_cut_at_one_end() {
        let cases = [
            ("(hi)", ("(hi", Some(")"))),
            ("(hi", ("(", Some("hi"))),
            ("hi", ("hi", None)),
            ("é", ("é", None)),
            (".", (".", None)),
            ("..", (".", Some("."))),
            ("«hi»", ("«hi»", None)),
        ];
        for (word, expected) in cases {
            assert_eq!(split_punctuation(word), expected);
        }
    }
}
