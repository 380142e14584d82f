//! The punctuation rules that 13a, the Chinese tokenizer and tercom share.
//!
//! As published they are four substitutions one after the other, each a scan from left to right
//! that never looks again at what it has matched:
//!
//! 1. spaces around each of ``{|}~ [\]^_` !"#$%& ()*+ :;<=>?@ /`` and around characters that a
//!    tokenizer isolates;
//! 2. a character other than 0-9, then `.` or `,`: spaces around the second;
//! 3. `.` or `,`, then a character other than 0-9: spaces around the first;
//! 4. a digit, then `-`: spaces around the hyphen.
//!
//! One pass does the same. The only rule with memory is 2: in a run of points and commas a match
//! takes the point before it, so that every other one matches.

use super::text::Span;
use super::white_space::{first_char, is_white_space};

/// What differs between tokenizers.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Whether the text counts as standing between two spaces.
    pub padded: bool,
    /// Whether `'s` before a space is cut off (tercom).
    pub possessive: bool,
    /// Characters beyond ASCII that are tokens of their own.
    pub isolated: fn(char) -> bool,
}

/// What a character means to the rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Isolated,
    Point,
    Digit,
    Hyphen,
    Other,
    /// Beyond ASCII: to be decoded.
    Wide,
}

const CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte {
            // Python's `str.split` takes 0x1c to 0x1f for white space, too.
            0x09..=0x0d | 0x1c..=0x20 => Class::Space,
            0x30..=0x39 => Class::Digit,
            0x2c | 0x2e => Class::Point,
            0x2d => Class::Hyphen,
            // All ASCII punctuation but the apostrophe, and what the rules treat apart.
            0x21..=0x26 | 0x28..=0x2b | 0x2f | 0x3a..=0x40 | 0x5b..=0x60 | 0x7b..=0x7e => {
                Class::Isolated
            }
            0x80.. => Class::Wide,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
}

/// Cuts `text` by the rules above and at white space.
pub(super) fn cut(text: &str, rules: Rules, spans: &mut Vec<Span>) {
    let bytes = text.as_bytes();
    let mut start = None;
    let mut previous = rules.padded.then_some(Class::Space);
    let mut previous_matched = false;
    let mut at = 0;
    while at < bytes.len() {
        let mut class = CLASSES[usize::from(bytes[at])];
        let mut length = 1;
        if class == Class::Wide {
            (class, length) = wide(&text[at..], rules);
        }
        let mut matched = false;
        let apart = match class {
            Class::Isolated => true,
            Class::Point => {
                matched = match previous {
                    None | Some(Class::Digit) => false,
                    Some(Class::Point) => !previous_matched,
                    Some(_) => true,
                };
                matched || before_other_than_digit(bytes, at + 1, rules.padded)
            }
            Class::Hyphen => previous == Some(Class::Digit),
            Class::Space | Class::Digit | Class::Other | Class::Wide => false,
        };
        if apart || class == Class::Space {
            spans.extend(start.take().map(|start| (start, at)));
            if apart {
                spans.push((at, at + length));
            }
        } else if rules.possessive && bytes[at] == b'\'' && is_possessive(bytes, at) {
            spans.extend(start.replace(at).map(|start| (start, at)));
        } else if start.is_none() {
            start = Some(at);
        }
        previous = Some(class);
        previous_matched = matched;
        at += length;
    }
    spans.extend(start.map(|start| (start, text.len())));
}

/// Class and length of the character beyond ASCII with which `text` begins.
fn wide(text: &str, rules: Rules) -> (Class, usize) {
    let Some(c) = first_char(text) else { return (Class::Other, 1) };
    let class = if is_white_space(c) {
        Class::Space
    } else if (rules.isolated)(c) {
        Class::Isolated
    } else {
        Class::Other
    };
    (class, c.len_utf8())
}

/// Whether a character other than 0-9 stands at `at`; behind the text, whether padding does.
fn before_other_than_digit(bytes: &[u8], at: usize, padded: bool) -> bool {
    bytes.get(at).map_or(padded, |byte| !byte.is_ascii_digit())
}

/// Whether the apostrophe at `at` begins `'s` before a space, which rule 1 may have put there.
fn is_possessive(bytes: &[u8], at: usize) -> bool {
    let behind = bytes.get(at + 2).map(|&byte| byte == b' ' || is_isolated(byte));
    bytes.get(at + 1) == Some(&b's') && behind.unwrap_or(true)
}

fn is_isolated(byte: u8) -> bool {
    CLASSES[usize::from(byte)] == Class::Isolated
}
