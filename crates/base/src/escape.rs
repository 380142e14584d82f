//! Text of others, made safe to show.
//!
//! Names in corpora, paths, texts of specs and answers of other programs may hold any character. A
//! terminal obeys some of them: it moves the cursor, changes colours, turns the direction of the text
//! around, or writes what it was told to write. Here they are spelled out as Rust spells them in
//! strings: `\u{1b}`, `\r`, `\u{202e}`.
//!
//! Escape a name before it is laid out in columns, so that its width is that of what is shown.
//!
//! This module knows nothing of who shows the text, and where.

use std::borrow::Cow;
use std::fmt::Write;

const INTO_STRING: &str = "writing to a string cannot fail";

/// Whether a terminal obeys a character instead of showing it: control characters (C0, DEL, C1), ends of
/// lines and paragraphs, and those that turn the direction of the text around them.
pub fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text for one line, such as a name: line ends are spelled out too.
pub fn line(text: &str) -> Cow<'_, str> {
    spelled(text, is_obeyed)
}

/// A text of several lines, whose LF stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    spelled(text, |c| c != '\n' && is_obeyed(c))
}

/// A text of several lines, spelled out within lines by characters of the same number of bytes, so that
/// places in the text are the same.
pub fn in_place(text: &str) -> Cow<'_, str> {
    if !text.contains(is_replaced) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|c| match (is_replaced(c), c.len_utf8()) {
                // Control characters have two bytes, the others that a terminal obeys three.
                (true, 2) => '¿',
                (true, _) => char::REPLACEMENT_CHARACTER,
                (false, _) => c,
            })
            .collect(),
    )
}

fn is_replaced(c: char) -> bool {
    // Those of one byte are left to the library that shows the text, which replaces them.
    c.len_utf8() > 1 && is_obeyed(c)
}

/// A text in JSON or in strings of TOML, whose writer has escaped what these formats require: all that
/// a terminal obeys is escaped, and reads back as the same. LF stay, since no string holds them raw.
pub fn data(text: &str) -> Cow<'_, str> {
    if !text.contains(is_raw) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_raw(c) {
            // Both formats read four digits after `\u`; all that a terminal obeys is below U+10000.
            write!(escaped, "\\u{:04x}", u32::from(c)).expect(INTO_STRING);
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

fn is_raw(c: char) -> bool {
    c != '\n' && is_obeyed(c)
}

fn spelled(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_hidden(c) {
            write!(escaped, "{}", c.escape_debug()).expect(INTO_STRING);
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every character that there is.
    fn all() -> String {
        ('\0'..=char::MAX).collect()
    }

    #[test]
    fn what_a_terminal_obeys_is_spelled_out() {
        let name = "a\u{1b}[31m\u{7}\r\u{8}\t\n\0\u{7f}\u{9b}\u{2028}\u{202e}\u{2066}é中";
        let shown =
            "a\\u{1b}[31m\\u{7}\\r\\u{8}\\t\\n\\0\\u{7f}\\u{9b}\\u{2028}\\u{202e}\\u{2066}é中";
        assert_eq!(line(name), shown);
        assert_eq!(lines("a\nb\r\n"), "a\nb\\r\n");
        assert!(matches!(line("plain, é中 العربية"), Cow::Borrowed(_)));
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        let all = all();
        assert!(!line(&all).contains(is_obeyed));
        assert!(!lines(&all).contains(|c| c != '\n' && is_obeyed(c)));
        assert!(!data(&all).contains(|c| c != '\n' && is_obeyed(c)));
    }

    #[test]
    fn places_stay_where_they_are() {
        let all = all();
        let shown = in_place(&all);
        assert_eq!(shown.len(), all.len());
        assert!(!shown.contains(|c: char| c.len_utf8() > 1 && is_obeyed(c)));
        assert!(all.char_indices().zip(shown.char_indices()).all(|(one, other)| one.0 == other.0));
    }

    #[test]
    fn data_read_back_as_the_same() {
        let all = all();
        let json = serde_json::to_string(&all).unwrap();
        let shown = data(&json);
        assert!(shown.len() > json.len());
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), all);
    }
}
