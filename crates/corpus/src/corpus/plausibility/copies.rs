//! Columns that are equal where they should not be: outputs that were made from a reference or the other way
//! round, and files that stand in a corpus twice.

use std::collections::BTreeMap;

use super::super::model::{Corpus, NamedTexts, Texts};
use super::shared::{LONG, named, outputs};
use crate::warning::Warning;

/// Share of the longer texts, in percent, from which on equal ones are too many. Independent translations
/// share up to 5 % of them.
const TOO_ALIKE: usize = 10;

/// Pairs of systems that a note names.
const NAMED: usize = 5;

/// Equal longer texts below which nothing is said.
const FEWEST: usize = 5;

/// How much of two columns is equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Copies {
    /// Segments whose texts are equal and not blank.
    pub(super) equal: usize,
    /// Segments that both have.
    pub(super) common: usize,
    /// The same of texts that are not equal by chance.
    long_equal: usize,
    long_common: usize,
}

impl Copies {
    pub(super) fn between(one: &Texts, other: &Texts) -> Self {
        let mut copies = Self { equal: 0, common: 0, long_equal: 0, long_common: 0 };
        for index in 0..one.len() {
            let (Some(length), Some(of_other)) = (one.length(index), other.length(index)) else {
                continue;
            };
            let is_long = length >= LONG;
            copies.common += 1;
            copies.long_common += usize::from(is_long);
            // Texts of different lengths need not be looked at.
            if length == of_other && length > 0 {
                let text = one.get(index);
                let is_equal =
                    text == other.get(index) && text.is_none_or(|text| !text.trim().is_empty());
                copies.equal += usize::from(is_equal);
                copies.long_equal += usize::from(is_long && is_equal);
            }
        }
        copies
    }

    /// Whether `percent` of the longer texts are equal.
    pub(super) fn reach(&self, percent: usize) -> bool {
        self.long_equal >= FEWEST && self.long_equal * 100 >= self.long_common * percent
    }

    /// Whether all texts are equal.
    fn is_whole(&self) -> bool {
        self.equal == self.common && self.reach(TOO_ALIKE)
    }

    fn spelled(&self) -> String {
        format!("{} of {} segments", self.equal, self.common)
    }
}

/// What each reference has in common with each output of a machine.
pub(super) fn copies_of_references(
    corpus: &Corpus,
) -> impl Iterator<Item = (&NamedTexts, Vec<(&str, Copies)>)> {
    corpus.references.iter().map(move |reference| {
        let outputs = outputs(corpus);
        let machines = outputs.filter(|system| !corpus.human_systems.contains(&system.name));
        let copies = machines
            .map(|system| (system.name.as_str(), Copies::between(&reference.texts, &system.texts)));
        (reference, copies.collect())
    })
}

pub(super) fn find(corpus: &Corpus) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for (reference, copies) in copies_of_references(corpus) {
        let name = &reference.name;
        let whole = copies.iter().filter(|(_, copies)| copies.is_whole());
        let whole: Vec<&str> = whole.map(|(system, _)| *system).collect();
        if !whole.is_empty() {
            warnings.push(Warning::of_corpus(
                format!("reference `{name}` is the same text as system {}", named(whole)),
                "a reference must not be scored as a system: take it out of the systems or of the references",
            ));
        }
        let in_part = copies.iter().filter(|(_, own)| own.reach(TOO_ALIKE) && !own.is_whole());
        let in_part: Vec<String> = in_part
            .map(|(system, copies)| format!("system `{system}` on {}", copies.spelled()))
            .collect();
        if !in_part.is_empty() {
            warnings.push(Warning::of_corpus(
                format!("reference `{name}` equals {}", in_part.join(", ")),
                "one of them was probably made from the other, and scores are too high: use other references, \
                 or leave the systems out",
            ));
        }
    }
    let references = &corpus.references;
    for (at, one) in references.iter().enumerate() {
        for other in &references[at + 1..] {
            let copies = Copies::between(&one.texts, &other.texts);
            if copies.reach(TOO_ALIKE) {
                warnings.push(Warning::of_corpus(
                    format!(
                        "references `{}` and `{}` are equal on {}",
                        one.name,
                        other.name,
                        copies.spelled()
                    ),
                    "they are no independent translations, and together hardly more than one: use one of them",
                ));
            }
        }
    }
    warnings.extend(identical_systems(corpus));
    warnings.extend(mostly_identical_systems(corpus));
    warnings
}

/// Systems with the same text everywhere, in one warning for all of them.
fn identical_systems(corpus: &Corpus) -> Option<Warning> {
    let mut groups: Vec<Vec<&NamedTexts>> = Vec::new();
    // Only columns of the same length in bytes can be equal.
    let mut by_bytes: BTreeMap<usize, Vec<&NamedTexts>> = BTreeMap::new();
    let long = outputs(corpus).filter(|column| {
        let lengths = (0..column.texts.len()).filter_map(|index| column.texts.length(index));
        lengths.filter(|length| *length >= LONG).take(FEWEST).count() == FEWEST
    });
    for column in long {
        by_bytes.entry(column.texts.text_bytes()).or_default().push(column);
    }
    for columns in by_bytes.into_values() {
        let mut same_length: Vec<Vec<&NamedTexts>> = Vec::new();
        for column in columns {
            match same_length.iter_mut().find(|group| group[0].texts == column.texts) {
                Some(group) => group.push(column),
                None => same_length.push(vec![column]),
            }
        }
        groups.extend(same_length.into_iter().filter(|group| group.len() > 1));
    }
    // So far they are in the order of their sizes.
    groups.sort_by_key(|group| &group[0].name);
    let spelled = groups.iter().map(|group| {
        group.iter().map(|column| format!("`{}`", column.name)).collect::<Vec<_>>().join(" = ")
    });
    let spelled: Vec<String> = spelled.collect();
    (!spelled.is_empty()).then(|| {
        Warning::of_corpus(
            format!("systems are identical in all segments: {}", spelled.join("; ")),
            "the same file may have been taken twice: every comparison of the two is a tie, and counts as one",
        )
    })
}

/// Pairs of systems with the same text in most segments, but not in all of them.
fn mostly_identical_systems(corpus: &Corpus) -> Option<Warning> {
    let columns: Vec<&NamedTexts> = outputs(corpus).collect();
    let pairs = columns.iter().enumerate().flat_map(|(at, one)| {
        columns[at + 1..].iter().filter_map(move |other| {
            let copies = Copies::between(&one.texts, &other.texts);
            let is_most = 2 * copies.equal > copies.common && copies.equal < copies.common;
            let pair = || format!("`{}` and `{}` on {}", one.name, other.name, copies.spelled());
            (is_most && copies.reach(TOO_ALIKE)).then(pair)
        })
    });
    let pairs: Vec<String> = pairs.take(NAMED).collect();
    (!pairs.is_empty()).then(|| {
        Warning::of_corpus(
            format!("systems have the same output in most segments: {}", pairs.join(", ")),
            "scores of equal outputs differ by noise alone: a difference comes from the other segments",
        )
        .beside_numbers()
    })
}
