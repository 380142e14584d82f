//! Words of a text, for lengths and for what changed: what stands between blanks, and single characters of scripts that
//! put no blanks between words.

use std::ops::Range;

use super::model::LengthUnit;
use crate::corpus::model::Texts;

/// Places of the words of a text in bytes, in their order. O(length).
pub fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for (place, letter) in text.char_indices() {
        let end = place + letter.len_utf8();
        let last = words.last_mut().filter(|last| last.end == place);
        match last {
            _ if letter.is_whitespace() => is_open = false,
            // Marks belong to the letter before them.
            Some(last) if is_mark(letter) || (is_open && !is_unspaced(letter)) => last.end = end,
            _ => {
                words.push(place..end);
                is_open = !is_unspaced(letter);
            }
        }
    }
    words
}

/// Number of words of each text, and what they are in most of them.
pub(super) fn lengths(texts: &[&Texts], segments: usize) -> (Vec<Option<usize>>, LengthUnit) {
    let (mut all, mut unspaced) = (0, 0);
    let lengths = (0..segments).map(|segment| {
        let text = texts.iter().find_map(|texts| texts.get(segment))?;
        let words = words(text);
        all += words.len();
        unspaced += words.iter().filter(|word| text[word.start..].starts_with(is_unspaced)).count();
        Some(words.len())
    });
    let lengths = lengths.collect();
    let unit = if 2 * unspaced > all { LengthUnit::Characters } else { LengthUnit::Words };
    (lengths, unit)
}

/// Han, kana, Thai, Lao, Myanmar and Khmer, with the punctuation of the first two.
fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{2e80}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}'
        | '\u{ff5f}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Vowels and tones above and below letters, combining accents, and selectors of variants.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}'
        | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{eb1}' | '\u{eb4}'..='\u{ebc}' | '\u{ec8}'..='\u{ece}'
        | '\u{102b}'..='\u{103e}' | '\u{1056}'..='\u{1059}'
        | '\u{17b4}'..='\u{17d3}' | '\u{17dd}'
        | '\u{3099}' | '\u{309a}'
        | '\u{ff9e}' | '\u{ff9f}'
        | '\u{fe00}'..='\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        words(text).into_iter().map(|word| &text[word]).collect()
    }

    #[test]
    fn words_stand_between_blanks() {
        assert_eq!(split(" The  dog,\tit\u{a0}barks. "), ["The", "dog,", "it", "barks."]);
        assert!(split(" \u{3000}").is_empty());
    }

    #[test]
    fn scripts_without_blanks_have_characters() {
        assert_eq!(split("我爱BLEU 2.0。好"), ["我", "爱", "BLEU", "2.0", "。", "好"]);
        assert_eq!(split("ที่นี่"), ["ที่", "นี่"]);
        assert_eq!(split("か\u{3099}く"), ["か\u{3099}", "く"]);
        assert_eq!(split("e\u{301}te 한국 말"), ["e\u{301}te", "한국", "말"]);
    }

    #[test]
    fn lengths_are_of_the_first_text_that_is_there() {
        let (one, other): (Texts, Texts) = (
            [Some("a b c"), None, None].into_iter().collect(),
            [Some("x"), Some("d e"), None].into_iter().collect(),
        );
        let (lengths_of_both, unit) = lengths(&[&one, &other], 3);
        assert_eq!((lengths_of_both, unit), (vec![Some(3), Some(2), None], LengthUnit::Words));
        let chinese: Texts = ["我爱你 ok"].into_iter().collect();
        assert_eq!(lengths(&[&chinese], 1), (vec![Some(4)], LengthUnit::Characters));
    }
}
