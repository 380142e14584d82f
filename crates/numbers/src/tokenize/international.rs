//! `intl`: mteval-v14's international tokenization as sacreBLEU 2.6 applies it.
//!
//! Three substitutions in a row over Unicode general categories: a character other than a number,
//! then punctuation: spaces around the second; punctuation, then a character other than a number:
//! spaces around the first; spaces around each symbol. The text is not padded, so `1999.` at the
//! end of a segment stays whole. As in [`super::western`], only the first rule has memory.
//!
//! Categories are those of Unicode 18.0 (`unicode-properties` 0.1.5). sacreBLEU takes them from the
//! Python package `regex`, each release of which follows the Unicode of its time.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::text::Span;
use super::white_space::is_white_space;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Number,
    Punctuation,
    Symbol,
    Other,
}

fn class(c: char) -> Class {
    match c {
        // Most characters, without a search in the tables of Unicode.
        'a'..='z' | 'A'..='Z' => return Class::Other,
        '0'..='9' => return Class::Number,
        _ if is_white_space(c) => return Class::Space,
        _ => {}
    }
    match c.general_category_group() {
        GeneralCategoryGroup::Number => Class::Number,
        GeneralCategoryGroup::Punctuation => Class::Punctuation,
        GeneralCategoryGroup::Symbol => Class::Symbol,
        _ => Class::Other,
    }
}

/// Cuts `text` by the rules above and at white space.
pub(super) fn cut(text: &str, spans: &mut Vec<Span>) {
    let mut start = None;
    let mut previous = None;
    let mut previous_matched = false;
    let mut characters = text.char_indices().map(|(at, c)| (at, class(c))).peekable();
    while let Some((at, class)) = characters.next() {
        let end = characters.peek().map_or(text.len(), |&(next, _)| next);
        let mut matched = false;
        let apart = match class {
            Class::Symbol => true,
            Class::Punctuation => {
                matched = previous.is_some_and(|class| class != Class::Number) && !previous_matched;
                matched || characters.peek().is_some_and(|&(_, class)| class != Class::Number)
            }
            Class::Space | Class::Number | Class::Other => false,
        };
        if apart || class == Class::Space {
            spans.extend(start.take().map(|start| (start, at)));
            if apart {
                spans.push((at, end));
            }
        } else if start.is_none() {
            start = Some(at);
        }
        previous = Some(class);
        previous_matched = matched;
    }
    spans.extend(start.map(|start| (start, text.len())));
}
