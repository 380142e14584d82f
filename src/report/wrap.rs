//! Texts in lines of a terminal.

use textwrap::core::{Word, display_width};
use textwrap::wrap_algorithms::wrap_first_fit;
use unicode_width::UnicodeWidthStr;

use crate::escape;

/// Columns of a terminal.
pub const WIDTH: usize = 80;

/// A text in lines of at most [`WIDTH`] columns, each with its end: broken between words, and within a word
/// that is wider than a line, at the bars of a signature where it has any. Paths stay whole, whatever
/// their width. `first` begins the first line, `indent` all others; both are blanks. What a terminal would
/// obey is spelled out.
pub fn wrapped(text: &str, first: &str, indent: &str) -> String {
    let text = escape::line(text);
    let room = WIDTH - indent.len();
    let parts = words(&text).into_iter().flat_map(|word| {
        let is_wide = word.trim_end().width() > room;
        if is_wide && is_breakable(word) { pieces(word, room) } else { vec![Word::from(word)] }
    });
    lines(&parts.collect::<Vec<_>>(), first, indent) + "\n"
}

/// Puts parts of a text into lines, which begin with `first` and then with `indent`.
fn lines(parts: &[Word<'_>], first: &str, indent: &str) -> String {
    let widths = [first, indent].map(|start| WIDTH.saturating_sub(display_width(start)) as f64);
    let lines = wrap_first_fit(parts, &widths).into_iter().map(|line| {
        let line: String = line.iter().flat_map(|part| [part.word, part.whitespace]).collect();
        line.trim_end_matches(' ').to_owned()
    });
    first.to_owned() + &lines.collect::<Vec<_>>().join(&format!("\n{indent}"))
}

/// Splits a text after its blanks; a number and its `%` are one word.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(' ') {
        let rest = &text[at + 1..];
        let is_number = text[start..at].ends_with(|c: char| c.is_ascii_digit());
        if !(rest.starts_with(' ') || is_number && rest.starts_with('%')) {
            words.push(&text[start..=at]);
            start = at + 1;
        }
    }
    words.push(&text[start..]);
    words
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
    // Colours have no blanks, so the beginning has as many with them.
    let blanks = plain[..indent].matches(' ').count();
    let end = line.match_indices(' ').nth(blanks - 1).map_or(0, |(at, _)| at + 1);
    let words: Vec<Word<'_>> = words(&line[end..]).into_iter().map(Word::from).collect();
    lines(&words, &line[..end], &" ".repeat(indent))
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

/// Splits a word after its bars, and what is wider than `room` between all letters.
fn pieces(word: &str, room: usize) -> Vec<Word<'_>> {
    let pieces = word.split_inclusive('|').map(Word::from).flat_map(|piece| {
        let width = if display_width(&piece) > room { 1 } else { room };
        piece.break_apart(width).collect::<Vec<_>>()
    });
    pieces.collect()
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
        assert_eq!(words("a  5 %, b % c"), ["a  ", "5 %, ", "b ", "% ", "c"]);
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
