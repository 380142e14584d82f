//! `none`: white space alone; and what white space is.

use super::text::Span;

/// Whether Python's `str.split()` and `str.strip()` take `c` as white space: the Unicode property
/// `White_Space` and the four information separators U+001C to U+001F.
#[inline]
pub fn is_white_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// The words of `text` between white space, as `str.split()` in Python.
pub fn split_white_space(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_white_space).filter(|word| !word.is_empty())
}

/// Cuts `text` at white space.
pub(super) fn cut(text: &str, spans: &mut Vec<Span>) {
    let bytes = text.as_bytes();
    let mut start = None;
    let mut at = 0;
    while at < bytes.len() {
        let (white, length) = match bytes[at] {
            byte @ 0..0x80 => (is_white_space(char::from(byte)), 1),
            _ => first_char(&text[at..]).map_or((false, 1), |c| (is_white_space(c), c.len_utf8())),
        };
        if white {
            spans.extend(start.take().map(|start| (start, at)));
        } else if start.is_none() {
            start = Some(at);
        }
        at += length;
    }
    spans.extend(start.map(|start| (start, text.len())));
}

/// The first character of `text`.
#[inline]
pub(super) fn first_char(text: &str) -> Option<char> {
    text.chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_and_splitting_agree() {
        let text = " a\u{1c}b\u{a0}\u{2028}ç\u{200b}d\u{3000}\u{feff}e\t";
        let mut spans = Vec::new();
        cut(text, &mut spans);
        let cut: Vec<_> = spans.iter().map(|&(start, end)| &text[start..end]).collect();
        assert_eq!(cut, ["a", "b", "ç\u{200b}d", "\u{feff}e"]);
        assert_eq!(split_white_space(text).collect::<Vec<_>>(), cut);
    }
}
