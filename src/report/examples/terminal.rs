//! Examples on a terminal of 80 columns: outputs below each other, changed words in colour, or else marked as `git
//! diff --word-diff` does.

use unicode_width::UnicodeWidthChar;

use super::changes::{Piece, changes_of, pieces};
use super::tables::short_tables;
use super::wording::{
    NOTES, headline, metrics, place, scores, sentences, side_title, sides, unscored,
};
use crate::analyses::examples::{Example, ExampleTexts, Examples, SystemExamples};
use crate::escape;
use crate::report::summary::{TSV, on_terminal, wrapped};
use crate::report::wrap::WIDTH;

/// Columns before texts.
const INDENT: usize = 10;

/// Examples in lines of at most 80 columns. What a terminal would obey is spelled out.
pub fn text(examples: &Examples, is_styled: bool) -> String {
    let systems = examples.systems.iter();
    let mut text: String =
        systems.map(|system| of_system(examples, system, is_styled) + "\n").collect();
    for note in NOTES {
        text += &wrapped(&format!("Note  {note}"), "      ");
    }
    text
}

fn of_system(examples: &Examples, system: &SystemExamples, is_styled: bool) -> String {
    let mut text = bold(&wrapped(&headline(examples, system), ""), is_styled);
    let Some(parts) = metrics(system).next() else {
        return text + &unscored(system).map_or_else(String::new, |line| wrapped(&line, ""));
    };
    for sentence in sentences(examples, &system.system, parts) {
        text += &wrapped(&sentence, "");
    }
    if let Some(sentence) = unscored(system) {
        text += &wrapped(&sentence, "");
    }
    for table in short_tables(examples, parts) {
        text.push('\n');
        text += &on_terminal(&table, usize::MAX, TSV, is_styled);
        for note in &table.notes {
            text += &wrapped(note, "");
        }
    }
    if let Some(metric) = &system.selected_by {
        for (favoured, segments) in sides(examples, system) {
            text.push('\n');
            let title = side_title(favoured, metric, segments.len());
            text += &bold(&wrapped(&title, ""), is_styled);
            for example in segments {
                text.push('\n');
                text += &of_segment(example, metric, is_styled);
            }
        }
    }
    text
}

fn bold(lines: &str, is_styled: bool) -> String {
    if is_styled { format!("\u{1b}[1m{}\u{1b}[0m\n", lines.trim_end()) } else { lines.to_owned() }
}

fn of_segment(example: &Example, metric: &str, is_styled: bool) -> String {
    let title = format!("{}: {}", place(example), scores(example, Some(metric)));
    let mut text = wrapped(&title, "  ");
    let Some(texts) = &example.texts else { return text };
    for (label, words) in marked_lines(texts, is_styled) {
        text += &lines(label, &words);
    }
    text
}

/// The texts of a segment as words, with what each is called.
pub(super) fn marked_lines(
    texts: &ExampleTexts,
    is_styled: bool,
) -> Vec<(&'static str, Vec<Word>)> {
    let ExampleTexts { source, reference, baseline, system } = texts;
    let outputs = [baseline.as_ref(), system.as_ref()];
    let changed = changes_of(outputs);
    let marks = [Change::REMOVED, Change::ADDED];
    let [baseline, system] = [0, 1].map(|side| {
        let pieces = pieces(outputs[side]?, &changed[side]);
        Some(in_words(&pieces, Some(marks[side]), is_styled))
    });
    let [source, reference] = [source, reference].map(|text| {
        text.as_ref().map(|text: &String| in_words(&[plain_piece(text)], None, is_styled))
    });
    let lines = [("source", source), ("ref", reference), ("base", baseline), ("mine", system)];
    lines.into_iter().filter_map(|(label, words)| Some((label, words?))).collect()
}

fn plain_piece(text: &str) -> Piece<'_> {
    Piece { text, is_changed: false, is_error: false, begins: 0, labels: Vec::new() }
}

/// How what changed is marked.
#[derive(Clone, Copy)]
struct Change {
    /// Colour, of ANSI.
    colour: &'static str,
    begin: &'static str,
    end: &'static str,
}

impl Change {
    const REMOVED: Self = Self { colour: "31", begin: "[-", end: "-]" };
    const ADDED: Self = Self { colour: "32", begin: "{+", end: "+}" };
}

/// A character that stays whole, spelled out where a terminal would obey it.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    text: String,
    width: usize,
    /// Codes of ANSI, none of which is of the text.
    style: Vec<&'static str>,
}

/// What stands between blanks.
pub(super) type Word = Vec<Letter>;

/// Words of pieces, with colours or else marks around what changed, and marks around errors.
fn in_words(pieces: &[Piece<'_>], change: Option<Change>, is_styled: bool) -> Vec<Word> {
    let mut words: Vec<Word> = vec![Word::new()];
    let push = |words: &mut Vec<Word>, text: &str, style: &[&'static str]| {
        for letter in text.chars() {
            if letter.is_whitespace() {
                words.push(Word::new());
                continue;
            }
            let text = escape::line(letter.encode_utf8(&mut [0; 4])).into_owned();
            let width = text.chars().map(|c| c.width().unwrap_or(0)).sum();
            let last = words.last_mut().expect("there is one from the beginning");
            last.push(Letter { text, width, style: style.to_vec() });
        }
    };
    for piece in pieces {
        let mark = change.filter(|_| piece.is_changed);
        if !is_styled {
            push(&mut words, &"<<".repeat(piece.begins), &[]);
            push(&mut words, mark.map_or("", |mark| mark.begin), &[]);
        }
        let colour = mark.map(|mark| mark.colour);
        // The code of underlining.
        let error = piece.is_error.then_some("4");
        let style: Vec<&'static str> =
            colour.into_iter().chain(error).filter(|_| is_styled).collect();
        push(&mut words, piece.text, &style);
        if !is_styled {
            push(&mut words, mark.map_or("", |mark| mark.end), &[]);
        }
        for label in &piece.labels {
            let end = if is_styled { "" } else { ">>" };
            push(&mut words, &format!("{end}[{label}]"), &[]);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Words without line breaks.
pub(super) fn in_one_line(words: &[Word]) -> String {
    let words =
        words.iter().map(|word| word.iter().map(|letter| &*letter.text).collect::<String>());
    words.collect::<Vec<_>>().join(" ")
}

/// Words in lines after a label. A word that is wider than a line, as a sentence without blanks, is broken.
fn lines(label: &str, words: &[Word]) -> String {
    let room = WIDTH - INDENT;
    let mut lines: Vec<Vec<&Letter>> = vec![Vec::new()];
    let blank = Letter { text: " ".to_owned(), width: 1, style: Vec::new() };
    let mut used = 0;
    for word in words {
        let width: usize = word.iter().map(|letter| letter.width).sum();
        let gap = usize::from(used > 0);
        // A word that is wider than a line is broken in any case, so that it may begin behind others.
        if used > 0 && used + gap + width > room && (width <= room || used + gap >= room) {
            lines.push(Vec::new());
            used = 0;
        } else if used > 0 {
            lines.last_mut().expect("a first line").push(&blank);
            used += gap;
        }
        for letter in word {
            if used + letter.width > room {
                lines.push(Vec::new());
                used = 0;
            }
            lines.last_mut().expect("a first line").push(letter);
            used += letter.width;
        }
    }
    let lines = lines.iter().enumerate().map(|(number, letters)| {
        let label = if number == 0 { label } else { "" };
        format!("  {label:<8}{}", styled(letters)).trim_end().to_owned() + "\n"
    });
    lines.collect()
}

fn styled(letters: &[&Letter]) -> String {
    let mut text = String::new();
    for run in letters.chunk_by(|one, other| one.style == other.style) {
        let run_text: String = run.iter().map(|letter| &*letter.text).collect();
        let style = &run[0].style;
        if style.is_empty() {
            text += &run_text;
        } else {
            text.extend(["\u{1b}[", &style.join(";"), "m", &run_text, "\u{1b}[0m"]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;
    use crate::analyses::examples::Output;

    #[test]
    fn lines_are_no_wider_than_a_terminal() {
        for text in ["word ".repeat(60), "长".repeat(200), "x".repeat(300) + " end", String::new()]
        {
            let words = in_words(&[plain_piece(&text)], None, false);
            let lines = lines("ref", &words);
            assert!(lines.lines().all(|line| line.width() <= WIDTH), "{lines}");
            assert!(lines.starts_with("  ref"));
            let letters: String = lines[5..].chars().filter(|c| !c.is_whitespace()).collect();
            assert_eq!(letters, text.replace(' ', ""));
        }
    }

    #[test]
    fn changes_are_coloured_or_marked() {
        let output = Output { text: "the old dog".to_owned(), errors: Vec::new() };
        let pieces = pieces(&output, std::slice::from_ref(&(4..7)));
        let plain = in_words(&pieces, Some(Change::REMOVED), false);
        assert_eq!(lines("base", &plain), "  base    the [-old-] dog\n");
        let coloured = in_words(&pieces, Some(Change::ADDED), true);
        assert_eq!(lines("mine", &coloured), "  mine    the \u{1b}[32mold\u{1b}[0m dog\n");
    }
}
