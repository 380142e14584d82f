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
    for word in words(&text) {
        let blank = usize::from(is_begun);
        // A path that stays whole may have gone beyond the line.
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

/// The words between blanks; a number and its `%` are one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let line = rest?;
        let mut blanks = line.match_indices(' ').map(|(at, _)| at);
        let end = blanks.find(|at| {
            !(line[at + 1..].starts_with('%')
                && line[..*at].ends_with(|c: char| c.is_ascii_digit()))
        });
        rest = end.map(|at| &line[at + 1..]);
        Some(&line[..end.unwrap_or(line.len())])
    })
}

/// What begins a message, its note and its help.
const BEGINNINGS: [&str; 4] = ["error: ", "warning: ", "= note: ", "= help: "];

/// Messages that are wider than a terminal, each in lines below its first word; what points into a text stays as it is, and
/// sequences that set colours take no room.
pub fn wrapped_messages(text: &str) -> String {
    text.split_inclusive('\n').map(wrapped_message).collect()
}

fn wrapped_message(line: &str) -> String {
    let plain = without_colours(line);
    let words_of_plain = plain.trim_start();
    let beginning = BEGINNINGS.iter().find(|beginning| words_of_plain.starts_with(**beginning));
    let Some(beginning) = beginning.filter(|_| plain.trim_end().width() > WIDTH) else {
        return line.to_owned();
    };
    let indent = plain.len() - words_of_plain.len() + beginning.len();
    let (mut wrapped, mut width) = (String::new(), 0);
    for (number, word) in words(line).enumerate() {
        // The last word has the end of the line with it.
        let room = without_colours(word).trim_end().width();
        if number > 0 && width > indent && width + 1 + room > WIDTH {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indent));
            width = indent;
        } else if number > 0 {
            wrapped.push(' ');
            width += 1;
        }
        wrapped.push_str(word);
        width += room;
    }
    wrapped
}

/// A text without the sequences that set colours: ESC, `[`, and up to `m`.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest))
}

/// Lines of a text of several, each wrapped with what it begins with, four columns deeper.
pub fn wrapped_lines(text: &str) -> String {
    if text.lines().all(|line| line.width() <= WIDTH) {
        return text.to_owned();
    }
    let lines = text.lines().map(|line| {
        let words = line.trim_start_matches(' ');
        let first = &line[..line.len() - words.len()];
        if line.width() <= WIDTH {
            line.to_owned() + "\n"
        } else {
            wrapped(words, first, &format!("{first}    "))
        }
    });
    lines.collect()
}

/// Paths are not.
fn is_breakable(word: &str) -> bool {
    // A signature may have slashes, too, and has bars to be broken at.
    !word.contains('/') || word.contains('|')
}

/// A word in pieces: the first of at most `first` columns, the others of at most `room`.
fn pieces(word: &str, first: usize, room: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut rest, mut left) = (word, first);
    while rest.width() > left {
        let mut width = 0;
        let fitting = rest.char_indices().take_while(|(_, letter)| {
            width += letter.width().unwrap_or(0);
            width <= left
        });
        let end = fitting.last();
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

    /// A line never begins with `%`, which belongs to its number.
    #[test]
    fn numbers_keep_their_percent() {
        for blanks in 60..80 {
            let lines = wrapped(&format!("{} 95 % of all", "x".repeat(blanks)), "", "");
            assert!(lines.contains("95 %"), "{lines}");
            assert!(lines.lines().all(|line| line.width() <= WIDTH), "{lines}");
        }
        assert_eq!(words("a  5 %, b % c").collect::<Vec<_>>(), ["a", "", "5 %,", "b", "%", "c"]);
    }

    #[test]
    fn messages_of_a_terminal_are_wrapped_below_their_beginning() {
        let long = "word ".repeat(20);
        let text = format!(
            "\u{1b}[1m\u{1b}[91merror\u{1b}[0m\u{1b}[1m: {}\u{1b}[0m\n = help: {long}\n",
            long.trim()
        );
        let wrapped = wrapped_messages(&text);
        let plain = without_colours(&wrapped);
        assert!(plain.lines().all(|line| line.trim_end().width() <= WIDTH), "{plain}");
        let begins: Vec<&str> = plain.lines().map(|line| &line[..10]).collect();
        assert_eq!(begins, ["error: wor", "       wor", " = help: w", "         w"]);
        let [shown, written] =
            [&wrapped, &text].map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(shown, written, "nothing is lost");
        let source = format!("1 | {long}\n  | ^^^^ {long}\n --> {long}\n");
        assert_eq!(wrapped_messages(&source), source);
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
