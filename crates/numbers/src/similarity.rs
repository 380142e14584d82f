//! How alike two texts of one language are: roughly, at little cost, and without a tokenizer.
//!
//! A text becomes a set of hashes of its letters, three in a row; two texts are as alike as their sets
//! overlap. This tells a translation of a sentence from that of another one, and nothing finer: it is for
//! finding files that do not belong together, not for scores.

/// Letters and digits of a text that count; what comes later says nothing new.
const MOST_LETTERS: usize = 48;

/// Words of the bit set. 1,024 places for at most some 90 hashes: 5 to 10 % of the places are taken, so that
/// different texts share hardly more than they do in letters.
const WORDS: usize = 16;

/// From here on one character says as much as three letters of an alphabet (radicals and beyond): two in a
/// row count as well.
const FIRST_IDEOGRAPH: char = '\u{2e80}';

/// The letters of a text, three in a row, as a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterSet {
    bits: [u64; WORDS],
    /// Number of bits that are set.
    size: u32,
}

impl LetterSet {
    /// The set of `text`: letters and digits alone, without case where that is ASCII's. Blanks and
    /// punctuation do not count, so that tokenization makes no difference. O(length), at most 48
    /// letters.
    pub fn new(text: &str) -> Self {
        let mut bits = [0_u64; WORDS];
        let mut insert = |value: u64| {
            // Fibonacci hashing: the highest bits of the product depend on all bits of the value.
            let hash = (value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize;
            bits[hash / 64] |= 1 << (hash % 64);
        };
        let letters = text.chars().filter(|c| c.is_alphanumeric()).take(MOST_LETTERS);
        let (mut last, mut count) = (0_u64, 0_usize);
        for letter in letters {
            // Three code points of 21 bits.
            last =
                (last << 21 | u64::from(u32::from(letter.to_ascii_lowercase()))) & ((1 << 63) - 1);
            count += 1;
            if count > 2 {
                insert(last);
            }
            if count > 1 && letter >= FIRST_IDEOGRAPH {
                insert(last & ((1 << 42) - 1));
            }
        }
        // "Ja" is something, too.
        if (1..=2).contains(&count) {
            insert(last);
        }
        let size = bits.iter().map(|word| word.count_ones()).sum();
        Self { bits, size }
    }

    /// Whether there is no letter and no digit.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// About the number of different threes of letters.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Twice what both share over what they have together (Dice 1945): 1 for equal sets, about .1 for
    /// unrelated sentences of a language, 0 where one is empty.
    pub fn overlap(&self, other: &Self) -> f64 {
        let both = self.bits.iter().zip(&other.bits).map(|(one, other)| (one & other).count_ones());
        let (both, all): (u32, u32) = (both.sum(), self.size + other.size);
        if self.is_empty() || other.is_empty() { 0.0 } else { f64::from(2 * both) / f64::from(all) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlap(one: &str, other: &str) -> f64 {
        LetterSet::new(one).overlap(&LetterSet::new(other))
    }

    #[expect(clippy::float_cmp, reason = "ratios of small integers")]
    #[test]
    fn sets_of_trigrams_by_hand() {
        // abc bcd | bcd cde: one of two shared.
        assert_eq!(overlap("abcd", "bcde"), 0.5);
        assert_eq!(overlap("The cat, sleeps!", "the CAT sleeps"), 1.0);
        assert_eq!(overlap("ab", "ab"), 1.0);
        assert_eq!(overlap("ab", "abc"), 0.0);
        assert_eq!(overlap("", "abc"), 0.0);
        assert_eq!(overlap("...", "..."), 0.0);
        assert!(LetterSet::new(" -- ").is_empty() && !LetterSet::new("a").is_empty());
        // One trigram and two pairs, of which one pair is shared.
        assert_eq!(overlap("我喜欢", "你喜欢"), 2.0 / 6.0);
    }

    #[test]
    fn what_comes_late_does_not_count() {
        let start = "a1b2c3d4e5f6".repeat(8);
        assert_eq!(LetterSet::new(&start), LetterSet::new(&format!("{start} and more")));
    }
}
