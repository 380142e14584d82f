//! `char`: every character that is not white space is a token.

use super::text::Span;
use super::white_space::is_white_space;

/// Cuts `text` between characters.
pub(super) fn cut(text: &str, spans: &mut Vec<Span>) {
    let characters = text.char_indices().filter(|&(_, c)| !is_white_space(c));
    spans.extend(characters.map(|(at, c)| (at, at + c.len_utf8())));
}
