//! Whether texts are in the language of the reference, by its most frequent words: half of a text are words such
//! as "the" and "of", which no other language has.

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

use super::super::model::Texts;

/// The most frequent words.
const WORDS: usize = 50;

/// From here on a character is a word: radicals and beyond.
const FIRST_IDEOGRAPH: char = '\u{2e80}';

/// Segments of the reference that words are counted in.
const LOOKED_AT: usize = 1 << 15;

/// Share of these words, of all words, below which a language has no words of this kind, or writes without
/// spaces between them. English has .42, German .38, French .44.
const LEAST: f64 = 0.1;

/// Frequent words that a text of the language would have, and words that a column must have.
const OF_A_TEXT: f64 = 2.5;
const OF_A_COLUMN: usize = 300;

/// What a text (a column) has of the share of the reference where it is in another language. Columns of the same
/// language have .93 to 1.13, the sources of English, German and Hebrew .00 to .08.
const FOREIGN_TEXT: f64 = 0.25;
const FOREIGN_COLUMN: f64 = 0.5;

/// The most frequent words of a reference.
pub(super) struct Vocabulary {
    words: FxHashSet<u64>,
    /// Of all words of the reference.
    share: f64,
}

/// Words of a text: those that are frequent, and all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    frequent: usize,
    all: usize,
}

impl Count {
    fn share(self) -> f64 {
        self.frequent as f64 / self.all.max(1) as f64
    }
}

impl Vocabulary {
    /// Nothing where the reference is too short or has no such words.
    pub(super) fn read(reference: &Texts) -> Option<Self> {
        let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
        for text in reference.iter().take(LOOKED_AT).flatten() {
            words(text, |word| *counts.entry(word).or_default() += 1);
        }
        let all: usize = counts.values().sum();
        let mut counts: Vec<(usize, u64)> =
            counts.into_iter().map(|(word, count)| (count, word)).collect();
        // Ties go by the hash, so that the order of the map decides nothing.
        counts.sort_unstable_by(|one, other| other.cmp(one));
        counts.truncate(WORDS);
        let frequent = counts.iter().map(|(count, _)| count).sum();
        let share = Count { frequent, all }.share();
        let words = counts.into_iter().map(|(_, word)| word).collect();
        (all >= OF_A_COLUMN && share >= LEAST).then_some(Self { words, share })
    }

    fn count(&self, text: &str, into: &mut Count) {
        words(text, |word| {
            into.all += 1;
            into.frequent += usize::from(self.words.contains(&word));
        });
    }

    fn count_of(&self, text: &str) -> Count {
        let mut count = Count::default();
        self.count(text, &mut count);
        count
    }

    /// Whether `text` has hardly any of the words, and the text beside it has its share.
    pub(super) fn is_foreign(&self, text: &str, beside: &str) -> bool {
        let (own, other) = (self.count_of(text), self.count_of(beside));
        own.all as f64 * self.share >= OF_A_TEXT
            && own.share() <= FOREIGN_TEXT * self.share
            && other.share() >= FOREIGN_COLUMN * self.share
    }

    /// The shares of the words in `texts` and in the reference, where they show another language.
    pub(super) fn is_foreign_column(&self, texts: &Texts) -> Option<(f64, f64)> {
        let mut count = Count::default();
        for text in texts.iter().take(LOOKED_AT).flatten() {
            self.count(text, &mut count);
        }
        let is_foreign = count.all >= OF_A_COLUMN && count.share() < FOREIGN_COLUMN * self.share;
        is_foreign.then(|| (count.share(), self.share))
    }
}

/// Hands over the hash of every word of `text`, in small letters.
fn words(text: &str, mut found: impl FnMut(u64)) {
    let mut word: Option<FxHasher> = None;
    for letter in text.chars() {
        if letter.is_alphanumeric() && letter < FIRST_IDEOGRAPH {
            let word = word.get_or_insert_default();
            letter.to_lowercase().for_each(|letter| letter.hash(word));
            continue;
        }
        if let Some(word) = word.take() {
            found(word.finish());
        }
        if letter.is_alphanumeric() {
            found(u64::from(u32::from(letter)));
        }
    }
    if let Some(word) = word {
        found(word.finish());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        let mut count = 0;
        words(text, |_| count += 1);
        count
    }

    #[test]
    fn words_are_letters_in_a_row_or_single_ideographs() {
        assert_eq!(count("The cat's hat, 1.5 m."), 7);
        assert_eq!(count("我喜欢 UNESCO。"), 4);
        assert_eq!(count(" -- "), 0);
        let [one, other] = ["Über DIE", "ÜBER die"].map(|text| {
            let mut all = Vec::new();
            words(text, |word| all.push(word));
            all
        });
        assert_eq!(one, other);
    }

    #[test]
    fn another_language_lacks_the_words() {
        let lines = |line: &str| -> Texts { std::iter::repeat_n(line, 100).collect() };
        let german = "der Hund und die Katze sind in dem Haus mit der Maus";
        let english = "the dog and the cat are in the house with the mouse";
        let mut reference = lines(german);
        // Rare words, so that the frequent ones are not all there are.
        for number in 0..60 {
            reference.push(Some(&format!("wort{number} laut{number} brot{number} rot{number}")));
        }
        let vocabulary = Vocabulary::read(&reference).unwrap();
        assert!(vocabulary.is_foreign_column(&lines(german)).is_none());
        assert!(vocabulary.is_foreign_column(&lines(english)).is_some());
        assert!(vocabulary.is_foreign(english, german) && !vocabulary.is_foreign(german, german));
        assert!(Vocabulary::read(&lines("ja")).is_none());
    }
}
