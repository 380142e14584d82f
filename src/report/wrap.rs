//! Texts in lines of a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::escape;

/// Columns of a terminal.
pub const WIDTH: usize = 80;

/// Columns of a line that the beginning of a long word is put into.
const LEAST: usize = 20;

/// A text in lines of at most [`WIDTH`] columns, each with its end: broken between words, and within a word
/// that is wider than a line, at the bars of a signature where it has any. Paths stay whole, whatever
/// their width. `first` begins the first line, `indent` all others; both are blanks. What a terminal would
/// obey is spelled out.
pub fn wrapped(text: &str, first: &str, indent: &str) -> String {
    let text = escape::line(text);
    let mut wrapped = first.to_owned();
    let mut width = first.len();
    let mut is_begun = false;
    let room = WIDTH - indent.len();
    for word in text.split(' ') {
        let blank = usize::from(is_begun);
        let left = WIDTH.saturating_sub(width + blank);
        // What is broken anyhow begins here, if there is some room.
        let is_broken = is_breakable(word) && word.width() > room;
        let fits = word.width() <= left || is_broken && left >= LEAST;
        if is_begun && !fits {
            wrapped.push('\n');
            wrapped.push_str(indent);
            width = indent.len();
        } else if is_begun {
            wrapped.push(' ');
            width += 1;
        }
        let pieces = if is_broken { pieces(word, WIDTH - width, room) } else { vec![word] };
        for (number, piece) in pieces.iter().enumerate() {
            if number > 0 {
                wrapped.push('\n');
                wrapped.push_str(indent);
                width = indent.len();
            }
            wrapped.push_str(piece);
            width += piece.width();
        }
        is_begun = true;
    }
    wrapped.push('\n');
    wrapped
}

/// Lines of a text of several, each wrapped with what it begins with, four columns deeper.
pub fn wrapped_lines(text: &str) -> String {
    if text.lines().all(|line| line.width() <= WIDTH) {
        return text.to_owned();
    }
    let line = |line: &str| {
        let words = line.trim_start_matches(' ');
        let first = &line[..line.len() - words.len()];
        if line.width() <= WIDTH {
            line.to_owned() + "\n"
        } else {
            wrapped(words, first, &format!("{first}    "))
        }
    };
    text.lines().map(line).collect()
}

/// Paths are not.
fn is_breakable(word: &str) -> bool {
    !word.contains('/') || word.contains('|')
}

/// A word in pieces: the first of at most `first` columns, the others of at most `room`.
fn pieces(word: &str, first: usize, room: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut rest, mut left) = (word, first);
    while rest.width() > left {
        let mut width = 0;
        let fits = |(_, letter): &(usize, char)| {
            width += letter.width().unwrap_or(0);
            width <= left
        };
        let end = rest.char_indices().take_while(fits).last();
        // A letter at least, however narrow the room.
        let end = end.map_or(0, |(at, letter)| at + letter.len_utf8());
        let end = end.max(rest.chars().next().map_or(0, char::len_utf8));
        let end = rest[..end].rfind('|').map_or(end, |bar| bar + 1);
        let (piece, others) = rest.split_at(end);
        pieces.push(piece);
        (rest, left) = (others, room);
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        let name = "名".repeat(70);
        for text in ["word ".repeat(40), format!("one {name} two"), "x".repeat(300)] {
            let lines = wrapped(&text, "  ", "      ");
            assert!(lines.lines().all(|line| line.width() <= WIDTH), "{lines}");
            assert!(
                lines.starts_with("  ")
                    && lines.lines().skip(1).all(|line| line.starts_with("      "))
            );
            let letters =
                |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(letters(&lines), letters(&text));
        }
        assert_eq!(wrapped("a b", "  ", "    "), "  a b\n");
        let path = format!("in {}", "/folder".repeat(20));
        assert_eq!(wrapped(&path, "", "  ").lines().count(), 2);
        let signature = "WNM|nrefs:2|tok:wnm|weight:s-score|background:other-documents|agg:document-mean|value:f";
        let lines = wrapped(&format!("wnm  {signature}"), "", "     ");
        assert!(lines.starts_with("wnm  WNM|nrefs:2|tok:wnm|weight"), "{lines}");
        assert!(lines.ends_with("other-documents|\n     agg:document-mean|value:f\n"), "{lines}");
    }

    #[test]
    fn lines_keep_their_place() {
        let short = "  short\n\n    deep\n";
        assert_eq!(wrapped_lines(short), short);
        let long = format!("title\n  {}\n", "word ".repeat(20).trim());
        let lines = wrapped_lines(&long);
        let begins: Vec<bool> = lines.lines().map(|line| line.starts_with("  ")).collect();
        assert_eq!(begins, [false, true, true]);
        assert!(lines.lines().nth(2).is_some_and(|line| line.starts_with("      word")));
        assert_eq!(wrapped("", "", ""), "\n");
    }
}
