//! Texts in lines of a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::escape;

/// Columns of a terminal.
pub const WIDTH: usize = 80;

/// A text in lines of at most [`WIDTH`] columns, each with its end: broken between words, and within a word
/// that is wider than a line. `first` begins the first line, `indent` all others; both are blanks. What a
/// terminal would obey is spelled out.
pub fn wrapped(text: &str, first: &str, indent: &str) -> String {
    let text = escape::line(text);
    let mut wrapped = first.to_owned();
    let mut width = first.len();
    let mut is_begun = false;
    for word in text.split(' ') {
        let length = word.width();
        if is_begun && width + 1 + length > WIDTH {
            wrapped.push('\n');
            wrapped.push_str(indent);
            width = indent.len();
        } else if is_begun {
            wrapped.push(' ');
            width += 1;
        }
        for letter in word.chars() {
            let own = letter.width().unwrap_or(0);
            if width + own > WIDTH {
                wrapped.push('\n');
                wrapped.push_str(indent);
                width = indent.len();
            }
            wrapped.push(letter);
            width += own;
        }
        is_begun = true;
    }
    wrapped.push('\n');
    wrapped
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
        assert_eq!(wrapped("", "", ""), "\n");
    }
}
