//! Weights of the words of a reference text.

use std::collections::BTreeMap;

use crate::metric::config::{WnmConfig, WnmWeight};

/// Word statistics of the texts that salience is measured against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Background {
    /// Tokens of all texts.
    pub tokens: u64,
    /// Number of texts.
    pub texts: u64,
    /// Per word, its occurrences and the number of texts that have it.
    pub words: BTreeMap<String, (u64, u64)>,
}

/// Occurrences of a word of a text, in it and in the background, which does not hold the text.
#[derive(Clone, Copy, Debug)]
struct Occurrences {
    /// Of the word in the text; at least 1.
    here: u64,
    /// Of all words in the text.
    text: u64,
    /// Of the word in the background.
    elsewhere: u64,
    /// Of all words in the background.
    background: u64,
    /// Texts of the background that have the word.
    texts_with: u64,
    /// Texts of the background.
    texts: u64,
}

/// Weight of a word of the reference text.
fn weight(config: &WnmConfig, word: Occurrences) -> f64 {
    match config.weight {
        WnmWeight::SScore => {
            let score = s_score(word);
            if config.threshold.is_some_and(|threshold| score < threshold) { 0.0 } else { score }
        }
        WnmWeight::TfIdf => {
            // The text itself is one of those that have the word.
            let share = (word.texts + 1) as f64 / (word.texts_with + 1) as f64;
            (1.0 + libm::log(word.here as f64)) * libm::log(share)
        }
        WnmWeight::One => 1.0,
    }
}

/// Weight of a word that the reference text does not have.
pub(super) fn weight_of_others(config: &WnmConfig) -> f64 {
    match config.weight {
        WnmWeight::SScore | WnmWeight::TfIdf => 0.0,
        WnmWeight::One => 1.0,
    }
}

/// `ln((P_text - P_background) * absent / P_all)` if that is positive and 0 otherwise, where
/// `absent` is the share of texts, this one included, that lack the word, and `P_all` is the
/// relative frequency in text and background together.
///
/// The sign is decided on integers: where both relative frequencies are equal, rounding would make
/// a logarithm of noise.
fn s_score(word: Occurrences) -> f64 {
    let Occurrences { here, text, elsewhere, background, texts_with, texts } = word;
    let [here, text, elsewhere, background] = [here, text, elsewhere, background].map(i128::from);
    // (P_text - P_background) * text * background.
    let (excess, background_factor) = if background == 0 {
        (here, 1)
    } else {
        (here * background - elsewhere * text, background)
    };
    let lacking = texts.saturating_sub(texts_with);
    if excess <= 0 || lacking == 0 {
        return 0.0;
    }
    let excess = excess as f64 / text as f64 / background_factor as f64;
    let absent = lacking as f64 / (texts + 1) as f64;
    let frequency = (elsewhere + here) as f64 / (background + text) as f64;
    libm::log(excess * absent / frequency)
}

/// Occurrences of the words of one text, ascending by word.
pub(super) struct WordCounts {
    /// Each word with its occurrences.
    pub(super) words: Vec<(u32, u64)>,
    /// Occurrences of all words.
    pub(super) tokens: u64,
}

impl WordCounts {
    /// Counts the words of `lines`.
    pub(super) fn new<'a>(lines: impl Iterator<Item = &'a [u32]>) -> Self {
        let mut all: Vec<u32> = lines.flatten().copied().collect();
        all.sort_unstable();
        let words = all.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect();
        Self { words, tokens: all.len() as u64 }
    }

    /// Weights against a background of `tokens` in `texts`, in which `elsewhere(word, here)` says
    /// how often a word occurs and how many texts have it.
    pub(super) fn weights(
        &self,
        config: &WnmConfig,
        (background, texts): (u64, u64),
        elsewhere: impl Fn(u32, u64) -> (u64, u64),
    ) -> WordWeights {
        let weights = self.words.iter().map(|&(word, here)| {
            let (elsewhere, texts_with) = elsewhere(word, here);
            let text = self.tokens;
            let word_counts = Occurrences { here, text, elsewhere, background, texts_with, texts };
            (word, weight(config, word_counts))
        });
        WordWeights(weights.collect())
    }
}

/// Weights of the words of one text, ascending by word.
pub(super) struct WordWeights(Vec<(u32, f64)>);

impl WordWeights {
    /// Weight of a word that the text has.
    pub(super) fn get(&self, word: u32) -> f64 {
        let place = self.0.binary_search_by_key(&word, |entry| entry.0);
        place.map_or(0.0, |at| self.0[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(counts: [u64; 6]) -> f64 {
        let [here, text, elsewhere, background, texts_with, texts] = counts;
        s_score(Occurrences { here, text, elsewhere, background, texts_with, texts })
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "0 stands for no salience")]
    fn equal_frequencies_have_no_salience() {
        // 3/10 and 30/100: rounding alone gives a difference of 5e-17 and a logarithm of -37.
        assert_eq!(score([3, 10, 30, 100, 2, 4]), 0.0);
        assert_eq!(score([1, 10, 30, 100, 2, 4]), 0.0);
        assert_eq!(score([1, 10, 0, 0, 0, 0]), 0.0);
        assert_eq!(score([1, 10, 1, 100, 4, 4]), 0.0);
    }

    #[test]
    fn an_unseen_word() {
        // ln(NT / (NT + 1) * (NW + n) / n).
        let expected = libm::log(4.0 / 5.0 * 110.0 / 10.0);
        assert!((score([2, 10, 0, 100, 0, 4]) - expected).abs() < 1e-14);
        // A background without tokens.
        assert!((score([2, 10, 0, 0, 0, 4]) - libm::log(4.0 / 5.0)).abs() < 1e-14);
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "0 and 1 are exact")]
    fn options() {
        let word = Occurrences {
            here: 3,
            text: 10,
            elsewhere: 9,
            background: 100,
            texts_with: 3,
            texts: 4,
        };
        let config = WnmConfig::default();
        let score = weight(&config, word);
        assert!(score < 0.0);
        let floored = WnmConfig { threshold: Some(0.0), ..config.clone() };
        assert_eq!(weight(&floored, word), 0.0);
        let tf_idf = WnmConfig { weight: WnmWeight::TfIdf, ..config.clone() };
        let expected = (1.0 + libm::log(3.0)) * libm::log(5.0 / 4.0);
        assert!((weight(&tf_idf, word) - expected).abs() < 1e-15);
        let one = WnmConfig { weight: WnmWeight::One, ..config };
        assert_eq!((weight(&one, word), weight_of_others(&one)), (1.0, 1.0));
    }
}
