//! Pseudo-words: strings of syllables that look like a language without being one.

use rustc_hash::FxHashSet;

use super::design::Sound;
use super::stream::Stream;

/// Syllable parts of a language. Earlier entries are drawn more often.
struct Inventory {
    onsets: &'static [&'static str],
    nuclei: &'static [&'static str],
    codas: &'static [&'static str],
    endings: &'static [&'static str],
}

const FRENCH: Inventory = Inventory {
    onsets: &[
        "d", "l", "p", "s", "r", "m", "t", "c", "n", "v", "f", "b", "g", "j", "pr", "tr", "qu",
        "br", "ch", "pl", "cr", "gr", "fl", "dr", "bl", "cl", "gl",
    ],
    nuclei: &[
        "e", "a", "i", "é", "o", "u", "ou", "ai", "on", "an", "è", "oi", "en", "in", "eu", "au",
    ],
    codas: &["", "", "", "", "r", "", "l", "n", "c", "t"],
    endings: &[
        "e", "ion", "é", "er", "ment", "té", "re", "", "ent", "ue", "al", "ité", "eur", "if",
        "ance", "ir", "ie", "ette", "ard", "ège",
    ],
};

const ENGLISH: Inventory = Inventory {
    onsets: &[
        "t", "s", "r", "d", "l", "m", "c", "p", "b", "h", "w", "f", "n", "st", "g", "th", "pr",
        "tr", "sh", "cl", "v", "br", "gr", "ch", "sp", "pl", "fl", "dr",
    ],
    nuclei: &["e", "i", "a", "o", "u", "ea", "ou", "ee", "ai", "oo", "ie", "ow"],
    codas: &["", "n", "r", "", "t", "l", "", "m", "nd", "c", "rt", "p", "g"],
    endings: &[
        "", "er", "ing", "tion", "ed", "al", "ent", "y", "ment", "e", "ic", "ness", "ate", "ant",
        "ure", "ish",
    ],
};

const ARABIC: Inventory = Inventory {
    onsets: &[
        "l", "m", "n", "b", "r", "t", "k", "q", "d", "h", "f", "w", "y", "s", "j", "kh", "sh", "z",
        "gh", "th", "dh",
    ],
    nuclei: &["a", "i", "u", "aa", "ii", "uu"],
    codas: &["", "", "", "l", "n", "m", "r", "b", "d"],
    endings: &["a", "at", "iin", "aan", "i", "un", "ya", "ar", "im", "ab"],
};

const CHINESE: Inventory = Inventory {
    onsets: &[
        "sh", "d", "j", "zh", "x", "l", "g", "h", "y", "b", "m", "t", "q", "z", "w", "f", "c",
        "ch", "k", "p", "r", "s", "n",
    ],
    nuclei: &["i", "a", "e", "u", "ao", "ia", "ai", "uo", "ei", "ou", "ian", "ie", "iu", "ui"],
    codas: &["", "", "ng", "n", ""],
    endings: &["", "n", "ng"],
};

impl Sound {
    fn inventory(self) -> &'static Inventory {
        match self {
            Self::French => &FRENCH,
            Self::English => &ENGLISH,
            Self::Arabic => &ARABIC,
            Self::Chinese => &CHINESE,
        }
    }

    /// Whether a short function word loses its vowel before another (l'eau).
    pub(super) fn elides(self) -> bool {
        self == Self::French
    }

    /// What ends a question.
    pub(super) fn question_mark(self) -> &'static str {
        if self == Self::French { " ?" } else { "?" }
    }
}

/// Makes words of one language, no word twice.
pub(super) struct Speller {
    inventory: &'static Inventory,
    used: FxHashSet<String>,
}

impl Speller {
    pub(super) fn new(sound: Sound) -> Self {
        Self { inventory: sound.inventory(), used: FxHashSet::default() }
    }

    /// A function word: one open or closed syllable.
    pub(super) fn function_word(&mut self, stream: &mut Stream) -> String {
        self.unused(1, stream, |inventory, _, stream| {
            let mut word = String::new();
            word.push_str(early(inventory.onsets, stream));
            word.push_str(early(inventory.nuclei, stream));
            word.push_str(early(inventory.codas, stream));
            word
        })
    }

    /// A content word of `syllables` syllables and an ending.
    pub(super) fn content_word(&mut self, syllables: usize, stream: &mut Stream) -> String {
        self.unused(syllables, stream, |inventory, syllables, stream| {
            let mut word = String::new();
            for syllable in 0..syllables {
                word.push_str(early(inventory.onsets, stream));
                word.push_str(early(inventory.nuclei, stream));
                if syllable + 1 < syllables {
                    word.push_str(early(inventory.codas, stream));
                }
            }
            // An ending on a vowel takes a consonant between the two.
            let ending = early(inventory.endings, stream);
            if ending.chars().next().is_some_and(is_vowel) {
                word.push_str(early(inventory.onsets, stream));
            }
            word.push_str(ending);
            word
        })
    }

    /// Tries until a word is new, with one more syllable after every few failures.
    fn unused(
        &mut self,
        syllables: usize,
        stream: &mut Stream,
        make: impl Fn(&Inventory, usize, &mut Stream) -> String,
    ) -> String {
        for attempt in 0.. {
            let mut word = make(self.inventory, syllables + attempt / 8, stream);
            if attempt >= 64 {
                // A function word has no longer form: join two.
                word += &make(self.inventory, syllables, stream);
            }
            if self.used.insert(word.clone()) {
                return word;
            }
        }
        unreachable!("words grow until one is new")
    }
}

/// An entry; earlier ones are more frequent, in a straight line down to the last.
fn early<'a>(entries: &[&'a str], stream: &mut Stream) -> &'a str {
    let (one, other) = (stream.below(entries.len()), stream.below(entries.len()));
    entries[one.min(other)]
}

/// Whether a word that starts so takes an elided word before it.
pub(super) fn is_vowel(letter: char) -> bool {
    matches!(letter, 'a' | 'e' | 'i' | 'o' | 'u' | 'é' | 'è')
}
