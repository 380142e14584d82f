//! What changed from one output to the other, and texts cut into pieces by it and by marked errors.

use std::collections::BTreeSet;
use std::ops::Range;

use similar::{Algorithm, DiffTag, capture_diff_slices};

use crate::analyses::examples::{ErrorSpan, Output, words};

/// Words of a text beyond which changes are not looked for: time goes with the product of words and changes.
const MOST_WORDS: usize = 4000;

/// A piece of an output.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    /// Whether the other output does not have it.
    pub(super) is_changed: bool,
    /// Whether a judge marked it.
    pub(super) is_error: bool,
    /// Marked errors that begin with it.
    pub(super) begins: usize,
    /// Labels of the errors that end with it.
    pub(super) labels: Vec<String>,
}

/// Places of what each of two texts has and the other has not, in bytes: runs of changed words with the blanks between
/// them.
fn changes(texts: [&str; 2]) -> [Vec<Range<usize>>; 2] {
    let words = texts.map(words);
    if words.iter().any(|words| words.len() > MOST_WORDS) {
        return [Vec::new(), Vec::new()];
    }
    let spelled = [0, 1].map(|side| -> Vec<&str> {
        words[side].iter().map(|word| &texts[side][word.clone()]).collect()
    });
    let mut changed = [Vec::new(), Vec::new()];
    for operation in capture_diff_slices(Algorithm::Myers, &spelled[0], &spelled[1]) {
        let (tag, old, new) = operation.as_tag_tuple();
        if tag == DiffTag::Equal {
            continue;
        }
        for (side, run) in [old, new].into_iter().enumerate() {
            let run = &words[side][run];
            if let (Some(first), Some(last)) = (run.first(), run.last()) {
                changed[side].push(first.start..last.end);
            }
        }
    }
    changed
}

/// The same of two outputs; nothing where one has no text.
pub(super) fn changes_of(outputs: [Option<&Output>; 2]) -> [Vec<Range<usize>>; 2] {
    match outputs {
        [Some(one), Some(other)] => changes([&one.text, &other.text]),
        _ => [Vec::new(), Vec::new()],
    }
}

/// An output cut where changes and marked errors begin and end.
pub(super) fn pieces<'a>(output: &'a Output, changes: &[Range<usize>]) -> Vec<Piece<'a>> {
    let text = &*output.text;
    // Errors have their places in characters, and pieces are cut in bytes.
    let places: Vec<usize> =
        text.char_indices().map(|(place, _)| place).chain([text.len()]).collect();
    let place = |characters: usize| places[characters.min(places.len() - 1)];
    let errors: Vec<(Range<usize>, &ErrorSpan)> = output
        .errors
        .iter()
        .map(|error| (place(error.start)..place(error.end.max(error.start)), error))
        .collect();
    let ends = changes.iter().chain(errors.iter().map(|(range, _)| range));
    let cuts: BTreeSet<usize> =
        ends.flat_map(|range| [range.start, range.end]).chain([0, text.len()]).collect();
    let cuts: Vec<usize> = cuts.into_iter().collect();
    let mut pieces = Vec::new();
    for (index, start) in cuts.iter().enumerate() {
        // Where nothing is marked, as of an omission, the label alone stands at its place.
        for (_, error) in
            errors.iter().filter(|(range, _)| range.is_empty() && range.start == *start)
        {
            let labels = vec![error.label()];
            pieces.push(Piece { text: "", is_changed: false, is_error: true, begins: 1, labels });
        }
        let Some(end) = cuts.get(index + 1) else { continue };
        let covers = |range: &Range<usize>| range.start <= *start && *end <= range.end;
        let marked = errors.iter().filter(|(range, _)| !range.is_empty());
        pieces.push(Piece {
            text: &text[*start..*end],
            is_changed: changes.iter().any(covers),
            is_error: marked.clone().any(|(range, _)| covers(range)),
            begins: marked.clone().filter(|(range, _)| range.start == *start).count(),
            labels: marked
                .filter(|(range, _)| range.end == *end)
                .map(|(_, error)| error.label())
                .collect(),
        });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(texts: [&str; 2]) -> [Vec<&str>; 2] {
        let changes = changes(texts);
        [0, 1].map(|side| changes[side].iter().map(|run| &texts[side][run.clone()]).collect())
    }

    #[test]
    fn changed_words_are_found() {
        let texts = ["The old dog  barks.", "The cat barks loudly."];
        assert_eq!(changed(texts), [vec!["old dog  barks."], vec!["cat barks loudly."]]);
        assert_eq!(changed(["a b c d", "a x c d e"]), [vec!["b"], vec!["x", "e"]]);
        assert_eq!(changed(["same text", "same  text"]), [Vec::<&str>::new(), vec![]]);
        assert_eq!(changed(["", "new"]), [vec![], vec!["new"]]);
        assert_eq!(changed(["我爱你", "我恨你"]), [vec!["爱"], vec!["恨"]]);
        let long = "word ".repeat(MOST_WORDS + 1);
        assert_eq!(changed([&long, "other"]), [Vec::<&str>::new(), vec![]]);
    }

    fn error(start: usize, end: usize, severity: &str) -> ErrorSpan {
        ErrorSpan { start, end, severity: severity.to_owned(), category: None }
    }

    /// Errors over changes, within each other, of nothing, and beyond the end.
    #[test]
    fn pieces_are_the_text_again() {
        let text = "é the old dog".to_owned();
        let errors = vec![
            error(2, 2, "omission"),
            error(2, 9, "minor"),
            error(6, 13, "major"),
            error(13, 99, "beyond"),
        ];
        let output = Output { text, errors };
        let change = output.text.find("old").unwrap();
        let pieces = pieces(&output, std::slice::from_ref(&(change..change + 3)));
        let whole: String = pieces.iter().map(|piece| piece.text).collect();
        assert_eq!(whole, output.text);
        let marked: Vec<(&str, bool, bool, usize, String)> = pieces
            .iter()
            .map(|piece| {
                let Piece { text, is_changed, is_error, begins, labels } = piece;
                (*text, *is_changed, *is_error, *begins, labels.join("+"))
            })
            .collect();
        let label = str::to_owned;
        assert_eq!(
            marked,
            [
                ("é ", false, false, 0, label("")),
                ("", false, true, 1, label("omission")),
                ("the ", false, true, 1, label("")),
                ("old", true, true, 1, label("minor")),
                (" dog", false, true, 0, label("major")),
                ("", false, true, 1, label("beyond")),
            ]
        );
    }
}
