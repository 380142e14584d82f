//! Segments and documents that are there more than once, which count as new data and are none; and outputs that
//! a system gave again and again for different texts.

use std::hash::{Hash, Hasher};

use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};

use super::super::model::{Corpus, Document, Texts};
use super::lines::{Column, Lines, Oddity, columns};
use super::shared::LONG;
use crate::warning::Warning;
use crate::words::counted;

/// Share of the longer texts, in percent, from which on repeats are too many. Published test sets have up to
/// 1.
const TOO_MANY: usize = 5;

/// Repeats of segments below which nothing is said.
const FEWEST: usize = 10;

/// Segments that are looked at, from the first on: repeats of more cost time and say nothing new.
const LOOKED_AT: usize = 1 << 15;

/// Bytes and segments of a document from which on it does not come back by chance.
const FEWEST_BYTES: usize = 100;
const FEWEST_SEGMENTS: usize = 2;

/// Documents that a message names.
const NAMED: usize = 3;

/// Characters of a text that a message shows.
const SHOWN: usize = 40;

const HELP: &str = "repeated texts are no new data, and make intervals too narrow: take them out";

/// Different references of the same output, from which on that is no translation of them.
const FEWEST_DIFFERENT: usize = 4;

const SAME_OUTPUT: Oddity = Oddity {
    what: "the same text for different references",
    help: "the system gave a standard answer, or was stuck: look at the file",
    one_in: 200,
    is_noted: false,
    is_refused: false,
};

pub(super) fn find(corpus: &Corpus) -> Vec<Warning> {
    let columns = columns(corpus);
    let same_lines: Vec<Lines> = columns.par_iter().map(same_outputs).collect();
    let mut warnings = SAME_OUTPUT.warnings(&columns.iter().zip(&same_lines).collect::<Vec<_>>());
    warnings.extend(repeated(corpus));
    warnings
}

/// Segments whose texts are those of others, where the texts beside them differ and say more.
fn same_outputs(column: &Column) -> Lines {
    let mut lines = Lines { all: column.texts.len(), ..Lines::default() };
    let Some(beside) = column.beside[0] else { return lines };
    let texts = column.texts.iter().take(LOOKED_AT).enumerate();
    let hashes = texts.filter_map(|(index, text)| {
        let (text, beside) = (text?, beside.get(index)?);
        // Short answers come back by chance, and those without a letter are another mistake.
        let says_less = text.len() >= LONG || beside.len() > 3 * text.len() + LONG;
        let is_text = says_less && text.contains(char::is_alphanumeric);
        (is_text && text != beside).then(|| (hashed(text), hashed(beside), index))
    });
    let mut hashes: Vec<(u64, u64, usize)> = hashes.collect();
    hashes.sort_unstable();
    let mut repeated: Vec<usize> = Vec::new();
    for group in hashes.chunk_by(|one, other| one.0 == other.0) {
        let different: FxHashSet<u64> = group.iter().map(|(_, beside, _)| *beside).collect();
        if different.len() >= FEWEST_DIFFERENT {
            repeated.extend(group.iter().map(|(_, _, index)| index));
        }
    }
    lines.odd = repeated.len();
    lines.first = repeated.iter().copied().min().unwrap_or(0);
    lines.example = column.texts.get(lines.first).map(shortened);
    lines
}

/// The start of a text in quotes.
fn shortened(text: &str) -> String {
    let start: String = text.chars().take(SHOWN).collect();
    if start.len() < text.len() { format!("`{start}...`") } else { format!("`{start}`") }
}

fn repeated(corpus: &Corpus) -> Vec<Warning> {
    let reference = corpus.references.first().map(|reference| ("reference", &reference.texts));
    let source = corpus.source.as_ref().map(|texts| ("source", texts));
    let Some((what, texts)) = source.or(reference) else { return Vec::new() };
    let documents = repeated_documents(&corpus.documents, texts);
    if !documents.is_empty() {
        let listed = documents.iter().take(NAMED);
        let listed: Vec<String> =
            listed.map(|(own, earlier)| format!("`{own}` is `{earlier}`")).collect();
        let more = documents.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let noun = if documents.len() == 1 { "document repeats" } else { "documents repeat" };
        let message = format!(
            "{} {noun} the {what} text of an earlier one: {}{more}",
            documents.len(),
            listed.join(", ")
        );
        return vec![Warning::of_corpus(message, HELP)];
    }
    let looked_at = 0..texts.len().min(LOOKED_AT);
    let long: Vec<&str> = looked_at
        .filter(|index: &usize| texts.length(*index).is_some_and(|length| length >= LONG))
        .filter_map(|index| texts.get(index))
        .collect();
    let repeated = repeats(&long);
    if repeated < FEWEST || repeated * 100 < long.len() * TOO_MANY {
        return Vec::new();
    }
    let message = format!(
        "{repeated} of {} repeat an earlier {what} text",
        counted(texts.len().min(LOOKED_AT), "segment")
    );
    vec![Warning::of_corpus(message, HELP)]
}

fn hashed(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// How many texts are equal to an earlier one. O(n log n) without touching the texts twice, unless they are
/// equal.
fn repeats(texts: &[&str]) -> usize {
    let mut hashes: Vec<(u64, usize)> =
        texts.iter().enumerate().map(|(index, text)| (hashed(text), index)).collect();
    hashes.sort_unstable();
    hashes
        .windows(2)
        .filter(|pair| pair[0].0 == pair[1].0 && texts[pair[0].1] == texts[pair[1].1])
        .count()
}

/// Documents whose texts are those of an earlier one, with its name.
fn repeated_documents<'a>(documents: &'a [Document], texts: &Texts) -> Vec<(&'a str, &'a str)> {
    let documents = &documents[..documents.len().min(LOOKED_AT)];
    let texts_of = |index: usize| documents[index].segments.clone().map(|index| texts.get(index));
    let long = documents.iter().enumerate().filter(|(_, document)| {
        let lengths = document.segments.clone().filter_map(|index| texts.length(index));
        document.segments.len() >= FEWEST_SEGMENTS && lengths.sum::<usize>() >= FEWEST_BYTES
    });
    let mut hashes: Vec<(u64, usize)> =
        long.map(|(index, _)| (hashed(texts_of(index).collect::<Vec<_>>()), index)).collect();
    hashes.sort_unstable();
    let mut pairs: Vec<[usize; 2]> = Vec::new();
    for group in hashes.chunk_by(|one, other| one.0 == other.0) {
        let first = group[0].1;
        let again = group[1..].iter().filter(|(_, index)| texts_of(first).eq(texts_of(*index)));
        pairs.extend(again.map(|(_, index)| [*index, first]));
    }
    pairs.sort_unstable();
    pairs.into_iter().map(|pair| pair.map(|index| documents[index].id.as_str()).into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_repeat_counts_once() {
        assert_eq!(repeats(&["a", "b", "a", "c", "a", "b"]), 3);
        assert_eq!(repeats(&["a"]), 0);
        assert_eq!(repeats(&[]), 0);
    }
}
