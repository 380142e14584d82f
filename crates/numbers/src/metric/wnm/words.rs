//! Words as WNM sees them.
//!
//! What the authors' script does to a line, in effect: tags `<...>` become spaces; white space
//! between two digits disappears (scanned once, so `1 2 3` becomes `12 3`); ASCII letters are
//! lower-cased; `" ' - . : ; ! ? ( ) , _ < > =` become spaces, so that apostrophes, hyphens and
//! decimal points split words; every other character that is no letter or digit is a word of its
//! own.
//!
//! The script reads Latin-1. Letters of all scripts, their marks and all numbers belong to words
//! here, and every Unicode white space separates (the script takes a no-break space for a word). The
//! Latin-1 symbols that the script keeps inside words are kept: `¡¢£¤¥¨ª¬®¯±²³´µ¸º¼½¾¿×÷` and the
//! soft hyphen.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Replaces `words` by the words of `line`, each followed by a space.
pub(super) fn normalise(line: &str, words: &mut String) {
    words.clear();
    let mut characters = without_tags(line).peekable();
    // Whether the last character was a digit that white space may be joined to.
    let mut joins = false;
    while let Some(character) = characters.next() {
        if character.is_whitespace() {
            while characters.next_if(|next| next.is_whitespace()).is_some() {}
            if joins && let Some(digit) = characters.next_if(char::is_ascii_digit) {
                words.push(digit);
            } else {
                separate(words);
            }
            joins = false;
            continue;
        }
        joins = character.is_ascii_digit();
        if is_punctuation(character) {
            separate(words);
        } else if is_word(character) {
            words.push(character.to_ascii_lowercase());
        } else {
            separate(words);
            words.push(character);
            separate(words);
        }
    }
    separate(words);
}

/// Ends the current word.
fn separate(words: &mut String) {
    if !words.is_empty() && !words.ends_with(' ') {
        words.push(' ');
    }
}

/// The characters of `line` with a space for every `<`, something, `>`.
fn without_tags(line: &str) -> impl Iterator<Item = char> + '_ {
    // Behind the last `>` no tag ends; looking for one at every `<` would take quadratic time.
    let last = line.rfind('>').unwrap_or(0);
    let mut rest = line;
    std::iter::from_fn(move || {
        let character = rest.chars().next()?;
        let behind = &rest[character.len_utf8()..];
        let may_open = character == '<' && line.len() - rest.len() < last;
        if may_open
            && !behind.starts_with('>')
            && let Some(end) = behind.find('>')
        {
            rest = &behind[end + 1..];
            return Some(' ');
        }
        rest = behind;
        Some(character)
    })
}

fn is_punctuation(character: char) -> bool {
    "\"'-.:;!?(),_<>=".contains(character)
}

fn is_word(character: char) -> bool {
    match character {
        '\0'..='\u{7f}' => character.is_ascii_alphanumeric(),
        '\u{a1}'..='\u{a5}'
        | '\u{a8}'
        | '\u{aa}'
        | '\u{ac}'..='\u{af}'
        | '\u{b1}'..='\u{b5}'
        | '\u{b8}'
        | '\u{ba}'
        | '\u{bc}'..='\u{ff}' => true,
        '\u{80}'..='\u{ff}' => false,
        _ => matches!(
            character.general_category_group(),
            GeneralCategoryGroup::Letter
                | GeneralCategoryGroup::Mark
                | GeneralCategoryGroup::Number
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> String {
        let mut words = String::from("left over");
        normalise(line, &mut words);
        words.trim_end().to_owned()
    }

    #[test]
    fn punctuation_splits_and_disappears() {
        assert_eq!(words("It isn't 1,250.50 euros."), "it isn t 1 250 50 euros");
        assert_eq!(words("the 12-year lease (about 40)"), "the 12 year lease about 40");
        assert_eq!(words("  ... \t"), "");
        assert_eq!(words(""), "");
    }

    #[test]
    fn digits_are_joined_once() {
        assert_eq!(words("1 250"), "1250");
        assert_eq!(words("1 \u{a0} 250"), "1250");
        assert_eq!(words("1 2 3"), "12 3");
        assert_eq!(words("1 23 4"), "1234");
        assert_eq!(words("1, 2"), "1 2");
        assert_eq!(words("a 1 b"), "a 1 b");
    }

    #[test]
    fn tags_are_spaces() {
        assert_eq!(words("a<b>c</b>d"), "a c d");
        assert_eq!(words("1<br/>2"), "12");
        assert_eq!(words("a <> b < c"), "a b c");
        assert_eq!(words("a << b >> c"), "a c");
        assert_eq!(words(&"<".repeat(1_000_000)), "");
    }

    #[test]
    fn other_characters_stand_alone() {
        assert_eq!(words("5% «n° 3» nº3"), "5 % « n ° 3 » nº3");
        assert_eq!(words("Ça Été d'été"), "Ça Été d été");
        assert_eq!(words("мир — “x”"), "мир — “ x ”");
        assert_eq!(words("a\u{301}b"), "a\u{301}b");
    }
}
