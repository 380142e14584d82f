//! What a step before or after translation left in the texts: numbers of lines, quotes, marks of a vocabulary,
//! entities, capitals, words of a model about its translation. The reference beside has none of it.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::super::model::{Corpus, Texts};
use super::lines::{Column, Lines, Oddity, columns};
use crate::warning::Warning;

/// A way to be odd.
struct Mark {
    oddity: Oddity,
    /// Whether an honest text may have it too, so that it is odd beside one that has it not alone.
    may_be_meant: bool,
    /// Whether a text (its number, the text without blanks at its ends) is odd beside another.
    is_odd: fn(usize, &str, &str) -> bool,
}

const COMPARE: &str = "scores of these segments may be too low: look at the file, and take the texts as the \
                       system gave them, without what was added";

/// Returns a mark that still lacks its test. It is reported where more than one line in `one_in` has it.
const fn mark(
    what: &'static str,
    help: &'static str,
    one_in: usize,
    [is_noted, is_refused]: [bool; 2],
) -> Mark {
    let oddity = Oddity { what, help, one_in, is_noted, is_refused };
    Mark { oddity, may_be_meant: false, is_odd: |_, _, _| false }
}

/// Real outputs reach one line in 240 with quotes, one in 500 with entities, one in 200 in small letters, and one
/// in 1,000 of the rest (WMT 2021 and 2023).
const MARKS: [Mark; 11] = [
    Mark {
        may_be_meant: true,
        is_odd: |number, text, beside| {
            is_numbered(number, text) && !beside.chars().take(3).any(|c| c.is_ascii_digit())
        },
        ..mark("numbers before the text", COMPARE, 200, [false, false])
    },
    Mark {
        may_be_meant: true,
        is_odd: |_, text, beside| {
            are_ends_quotes(text) == [true; 2] && are_ends_quotes(beside) == [false; 2]
        },
        ..mark("quotes around the text", COMPARE, 200, [false, false])
    },
    Mark {
        is_odd: |_, text, beside| {
            // Each has one of these bytes.
            text.bytes().any(|byte| matches!(byte, b'@' | b'<' | 0xc4 | 0xe2 | 0xef))
                && PIECES.iter().any(|piece| text.contains(piece))
                && !PIECES.iter().any(|piece| beside.contains(piece))
        },
        ..mark(
            "marks of a vocabulary (such as `@@` or U+2581)",
            "the texts are still in the pieces that the system works with: join the pieces first",
            200,
            [true, false],
        )
    },
    Mark {
        is_odd: |_, text, beside| has_entity(text) && !has_entity(beside),
        ..mark(
            "escaped entities (such as `&amp;`)",
            "the texts were escaped once too often: replace the entities by their characters",
            200,
            [true, false],
        )
    },
    Mark {
        is_odd: |_, text, beside| {
            // Each of the first letters begins with this byte.
            text.as_bytes().contains(&0xc3) && has_wrong_letter(text) && !has_wrong_letter(beside)
        },
        ..mark(
            "letters of a wrong encoding (such as U+00C3 before a sign)",
            "UTF-8 was read as if it were Latin-1 or Windows-1252: convert the file again",
            200,
            [true, false],
        )
    },
    Mark {
        is_odd: |_, text, beside| is_tokenized(text) && !is_tokenized(beside),
        ..mark(
            "blanks before full stops or commas",
            "the texts are cut into tokens, and the reference is not: put them together again (detokenize)",
            50,
            [false, false],
        )
    },
    Mark {
        is_odd: |_, text, beside| {
            !has_small(text)
                && text.chars().filter(|c| c.is_uppercase()).take(CAPITALS).count() == CAPITALS
                && has_small(beside)
        },
        ..mark(
            "texts in capitals",
            "the reference is not: a score that heeds case means nothing there",
            200,
            [false, true],
        )
    },
    Mark {
        is_odd: |_, text, beside| !has_capital(text) && has_small(text) && has_capital(beside),
        ..mark(
            "texts in small letters alone",
            "the reference has capitals: restore them, or compare without case everywhere",
            100,
            [false, false],
        )
    },
    Mark {
        is_odd: |_, text, beside| {
            !text.contains(char::is_alphanumeric) && beside.contains(char::is_alphanumeric)
        },
        ..mark(
            "texts without a letter or digit",
            "the system gave no translation there, or it was lost: look at the file",
            200,
            [false, false],
        )
    },
    Mark {
        is_odd: |_, text, beside| {
            let (length, whole) = (text.len(), beside.len());
            whole >= LONG_ENOUGH
                && text.contains(char::is_alphanumeric)
                && (3 * length < whole
                    || 4 * length < 3 * whole && is_ended(beside) && !is_ended(text))
        },
        ..mark(
            "texts that are cut off",
            "they lack much of what the reference has, or stop without a full stop: a limit on the length of outputs may be too low",
            100,
            [false, false],
        )
    },
    Mark {
        is_odd: |_, text, beside| {
            let (length, whole) = (text.len(), beside.len());
            whole > 0 && length >= LONG_ENOUGH && length > 3 * whole
        },
        ..mark(
            "texts that are far too long",
            "they have more than three times what the reference has: the system may repeat itself, or say more than the translation",
            200,
            [false, false],
        )
    },
];

const QUOTES: &str = "\"'“”„«»‘’‚‹›「」『』`";

/// What marks pieces of words: of `subword-nmt`, `SentencePiece`, `OpenNMT`, byte-level BPE, and of Moses' tokenizer;
/// and the end of a text.
const PIECES: [&str; 8] =
    ["@@ ", "\u{2581}", "\u{ffed}", "\u{120}", "</w>", "@-@", "</s>", "<pad>"];

pub(super) const ENTITIES: [&str; 7] =
    ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&nbsp;", "&#"];

/// Outputs of others that a text is looked at beside where there is no reference.
const OTHERS: usize = 4;

/// Capitals that a text in capitals has at least.
const CAPITALS: usize = 8;

/// Bytes from which on the length of a text says something.
const LONG_ENOUGH: usize = 80;

/// Characters within which words before a colon end.
const PREFIX: usize = 60;

const INVISIBLE: Oddity = Oddity {
    what: "control or invisible characters",
    help: "they may come from a wrong encoding or from markup: remove or repair them",
    one_in: 100,
    is_noted: true,
    is_refused: false,
};

const SAME_START: Oddity = Oddity {
    what: "the same words and a colon before the text",
    help: COMPARE,
    one_in: 200,
    is_noted: false,
    is_refused: false,
};

pub(super) fn find(corpus: &Corpus) -> Vec<Warning> {
    let columns = columns(corpus);
    let marked: Vec<Marks> =
        columns.par_iter().map(|column| Marks::count(column, corpus)).collect();
    let warnings = |oddity: &Oddity, lines: &dyn Fn(&Marks) -> &Lines| {
        let lines: Vec<_> = columns.iter().zip(marked.iter().map(lines)).collect();
        oddity.warnings(&lines)
    };
    let marks = MARKS.iter().enumerate();
    let marks = marks.flat_map(|(at, mark)| warnings(&mark.oddity, &|marks| &marks.of_kinds[at]));
    let mut all: Vec<Warning> = marks.collect();
    all.extend(warnings(&SAME_START, &|marks| &marks.same_start));
    all.extend(warnings(&INVISIBLE, &|marks| &marks.invisible));
    all
}

/// What one column has.
#[derive(Default)]
struct Marks {
    of_kinds: [Lines; MARKS.len()],
    same_start: Lines,
    invisible: Lines,
}

impl Marks {
    fn count(column: &Column, corpus: &Corpus) -> Self {
        let source = corpus.source.as_ref();
        let others = others(column, corpus);
        let mut marks = Self::default();
        let mut starts: BTreeMap<&str, Lines> = BTreeMap::new();
        for (index, text) in column.texts.iter().enumerate() {
            let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { continue };
            let beside = column.beside.iter().flatten();
            let beside: Vec<&str> =
                beside.map(|beside| beside.get(index).unwrap_or("").trim()).collect();
            // What a reference would have is not known where there is none; but some mistakes show by themselves.
            if beside.contains(&"") {
                continue;
            }
            let others = others.iter().filter_map(|other| other.get(index)).map(str::trim);
            let others: Vec<&str> = others.filter(|other| !other.is_empty()).collect();
            let beside = if beside.is_empty() { vec![""] } else { beside };
            let meant = if others.is_empty() { &beside } else { &others };
            let may_tell = beside != [""] || !others.is_empty();
            for (mark, lines) in MARKS.iter().zip(&mut marks.of_kinds) {
                let beside = if mark.may_be_meant { meant } else { &beside };
                lines.add(
                    index,
                    beside.iter().all(|beside: &&str| (mark.is_odd)(index, text, beside))
                        && (may_tell || !mark.may_be_meant),
                );
            }
            marks.same_start.all += 1;
            if let Some(start) = start(text).filter(|_| may_tell)
                && meant.iter().all(|beside| self::start(beside).is_none())
            {
                starts.entry(start).or_default().add(index, true);
            }
            let in_source = source.and_then(|source| source.get(index)).unwrap_or("");
            let has = |c: char| beside.iter().any(|beside| beside.contains(c));
            let has_lines = in_source.contains('\n') || has('\n');
            let invisible = invisible(text, has_lines).filter(|c| !has(*c));
            marks.invisible.add(index, invisible.is_some());
            if let Some(letter) = invisible.filter(|_| marks.invisible.odd == 1) {
                marks.invisible.example = Some(format!("U+{:04X}", u32::from(letter)));
            }
        }
        // `max_by_key` takes the last of equals: from behind, that is the first in byte order.
        let most = starts.into_iter().rev().max_by_key(|(_, lines)| lines.odd);
        if let Some((start, lines)) = most {
            let example = Some(format!("`{start}:`"));
            marks.same_start = Lines { all: marks.same_start.all, example, ..lines };
        }
        marks
    }
}

/// What stands in for a reference where there is none: the source and some outputs of others.
fn others<'a>(column: &Column, corpus: &'a Corpus) -> Vec<&'a Texts> {
    if column.beside.iter().flatten().next().is_some() {
        return Vec::new();
    }
    let outputs = corpus.systems.iter().filter(|system| system.name != column.name);
    corpus.source.iter().chain(outputs.take(OTHERS).map(|system| &system.texts)).collect()
}

/// Whether the first and the last character of a text are quotes.
fn are_ends_quotes(text: &str) -> [bool; 2] {
    [text.chars().next(), text.chars().next_back()]
        .map(|letter: Option<char>| letter.is_some_and(|c| QUOTES.contains(c)))
}

fn has_entity(text: &str) -> bool {
    text.contains('&') && ENTITIES.iter().any(|entity| text.contains(entity))
}

/// Whether a text has a letter of two bytes that were read as one character each.
fn has_wrong_letter(text: &str) -> bool {
    text.match_indices(['Ã', 'Â', 'â']).any(|(at, start)| {
        text[at + start.len()..]
            .starts_with(|c: char| matches!(c, '\u{80}'..='\u{bf}' | '€' | '™' | '„' | '“'))
    })
}

fn is_tokenized(text: &str) -> bool {
    text.contains(" ,") || text.ends_with(" .")
}

fn has_small(text: &str) -> bool {
    text.chars().any(char::is_lowercase)
}

fn has_capital(text: &str) -> bool {
    text.chars().any(char::is_uppercase)
}

/// Whether a text ends as a sentence does.
fn is_ended(text: &str) -> bool {
    text.ends_with(|c: char| !c.is_alphanumeric() && c != ',')
}

/// Whether a text begins with a number that belongs to no sentence: `12.`, `(12)`, or that of its line.
fn is_numbered(index: usize, text: &str) -> bool {
    let text = text.trim_start_matches(['(', '[', '#']);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 7 {
        return false;
    }
    let (number, rest) = text.split_at(digits);
    let mut rest = rest.chars();
    let (mark, next) = (rest.next(), rest.next());
    let is_listed = mark.is_some_and(|mark| ".):]|\t".contains(mark))
        && !next.is_some_and(|c| c.is_ascii_digit());
    is_listed
        || mark.is_some_and(char::is_whitespace)
            && number.parse::<usize>().is_ok_and(|number| [index, index + 1].contains(&number))
}

/// The words before the first colon near the start of a text.
fn start(text: &str) -> Option<&str> {
    let colon = text.char_indices().take(PREFIX).find(|(_, c)| matches!(c, ':' | '：'))?.0;
    Some(text[..colon].trim()).filter(|start| !start.is_empty())
}

/// The first control character, zero-width or direction mark, line or paragraph separator, byte order mark or
/// replacement character. The zero-width joiners U+200C and U+200D are letters' business; where the text beside
/// has lines, so may this one.
fn invisible(text: &str, has_lines: bool) -> Option<char> {
    // All of them begin with one of these bytes.
    let may_be_odd = text.bytes().fold(false, |found, byte| {
        found | (byte < 0x20 || matches!(byte, 0x7f | 0xc2 | 0xe2 | 0xef))
    });
    if !may_be_odd {
        return None;
    }
    text.chars().find(|&c| {
        c.is_control() && (c != '\n' || !has_lines)
            || matches!(c, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fffd}')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines_are_no_numbers_of_sentences() {
        for text in ["12. Das", "(3) Das", "[3] Das", "7\tDas", "7: Das", "5 Das", "4 Das", "3)"] {
            assert!(is_numbered(4, text), "{text}");
        }
        for text in ["12.5 Meter", "12:30 Uhr", "2021 war", "Das", "7-mal", "12"] {
            assert!(!is_numbered(4, text), "{text}");
        }
    }

    #[test]
    fn starts_end_at_a_colon() {
        assert_eq!(start("Translation: the cat"), Some("Translation"));
        assert_eq!(start("翻译：猫"), Some("翻译"));
        assert_eq!(start(": x"), None);
        assert_eq!(start(&format!("{}: x", "a".repeat(80))), None);
    }

    #[test]
    fn invisible_characters_are_those_that_no_text_needs() {
        assert_eq!(invisible("a\u{200b}b", false), Some('\u{200b}'));
        assert_eq!(invisible("a\u{96}b", false), Some('\u{96}'));
        assert_eq!(invisible("a\nb", false), Some('\n'));
        assert_eq!(invisible("a\nb", true), None);
        assert_eq!(invisible("„a“\u{a0}b – \u{200d}", false), None);
    }
}
