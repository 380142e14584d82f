//! What looks odd in texts.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::corpus::model::{Corpus, NamedTexts, Texts};
use crate::words::counted;

/// Share of segments, in percent, from which two columns are said to be alike. Systems and
/// references share short segments by chance: up to about a tenth in news.
const ALIKE_PERCENT: usize = 20;

/// Something that may be a mistake in the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Oddity {
    /// A reference repeats a machine's output on a fifth of the segments or more.
    ReferenceLikeSystem {
        /// The reference.
        reference: String,
        /// The system.
        system: String,
        /// Segments whose texts are equal and not empty.
        equal: usize,
        /// Segments that both have.
        common: usize,
    },
    /// Two references share a fifth of the segments or more.
    ReferencesAlike {
        /// One.
        one: String,
        /// The other.
        other: String,
        /// Segments whose texts are equal and not empty.
        equal: usize,
        /// Segments that both have.
        common: usize,
    },
    /// Two systems have the same text everywhere.
    IdenticalSystems {
        /// One.
        one: String,
        /// The other.
        other: String,
    },
    /// Texts that are empty or blank.
    EmptyTexts {
        /// Which column.
        column: String,
        /// How many.
        segments: usize,
        /// Number of the first, from 1.
        first: usize,
    },
    /// Control characters, and characters that cannot be seen or stand for a decoding error.
    OddCharacters {
        /// Which column.
        column: String,
        /// How many segments have some.
        segments: usize,
        /// Number of the first, from 1.
        first: usize,
        /// The first such character, as `U+0096`.
        character: String,
    },
    /// Entities such as `&amp;` that nobody decoded.
    EscapedEntities {
        /// Which column.
        column: String,
        /// How many segments have some.
        segments: usize,
        /// Number of the first, from 1.
        first: usize,
    },
}

impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReferenceLikeSystem { reference, system, equal, common } => write!(
                f,
                "reference {reference} equals the output of {system} on {equal} of {common} segments"
            ),
            Self::ReferencesAlike { one, other, equal, common } => {
                write!(f, "references {one} and {other} are equal on {equal} of {common} segments")
            }
            Self::IdenticalSystems { one, other } => {
                write!(f, "systems {one} and {other} are the same")
            }
            Self::EmptyTexts { column, segments, first } => {
                let texts = counted(*segments, "empty text");
                write!(f, "{column} has {texts}, first segment {first}")
            }
            Self::OddCharacters { column, segments, first, character } => {
                let segments = counted(*segments, "segment");
                write!(
                    f,
                    "{column} has control or invisible characters in {segments}, first {character} \
                     in segment {first}"
                )
            }
            Self::EscapedEntities { column, segments, first } => {
                let segments = counted(*segments, "segment");
                write!(
                    f,
                    "{column} has entities such as &amp; in {segments}, first segment {first}"
                )
            }
        }
    }
}

/// All oddities of `corpus`, comparisons first.
pub(super) fn find(corpus: &Corpus) -> Vec<Oddity> {
    let mut found = Vec::new();
    compare_references(corpus, &mut found);
    compare_systems(corpus, &mut found);
    if let Some(source) = &corpus.source {
        look_into("the source", source, corpus, &mut found);
    }
    for reference in &corpus.references {
        look_into(&format!("reference {}", reference.name), &reference.texts, corpus, &mut found);
    }
    for system in corpus.systems.iter().filter(|system| corpus.reference(&system.name).is_none()) {
        look_into(&format!("system {}", system.name), &system.texts, corpus, &mut found);
    }
    found
}

fn compare_references(corpus: &Corpus, found: &mut Vec<Oddity>) {
    let is_machine = |system: &&NamedTexts| {
        corpus.reference(&system.name).is_none() && !corpus.human_systems.contains(&system.name)
    };
    let machines: Vec<&NamedTexts> = corpus.systems.iter().filter(is_machine).collect();
    for (index, one) in corpus.references.iter().enumerate() {
        for system in &machines {
            if let Some((equal, common)) = alike(&one.texts, &system.texts) {
                found.push(Oddity::ReferenceLikeSystem {
                    reference: one.name.clone(),
                    system: system.name.clone(),
                    equal,
                    common,
                });
            }
        }
        for other in &corpus.references[index + 1..] {
            if let Some((equal, common)) = alike(&one.texts, &other.texts) {
                let (one, other) = (one.name.clone(), other.name.clone());
                found.push(Oddity::ReferencesAlike { one, other, equal, common });
            }
        }
    }
}

/// Segments whose texts are equal and not empty, and segments that both have, if that is much.
fn alike(one: &Texts, other: &Texts) -> Option<(usize, usize)> {
    let (mut equal, mut common) = (0, 0);
    for (one, other) in one.iter().zip(other.iter()) {
        if let (Some(one), Some(other)) = (one, other) {
            common += 1;
            equal += usize::from(one == other && !one.trim().is_empty());
        }
    }
    (equal > 0 && equal * 100 >= common * ALIKE_PERCENT).then_some((equal, common))
}

fn compare_systems(corpus: &Corpus, found: &mut Vec<Oddity>) {
    let mut first: BTreeMap<_, &str> = BTreeMap::new();
    for system in &corpus.systems {
        if system.texts.iter().flatten().all(str::is_empty) {
            continue;
        }
        let known = first.entry(system.texts.digest()).or_insert(&system.name);
        if *known != system.name {
            let (one, other) = ((*known).to_owned(), system.name.clone());
            found.push(Oddity::IdenticalSystems { one, other });
        }
    }
}

fn look_into(column: &str, texts: &Texts, corpus: &Corpus, found: &mut Vec<Oddity>) {
    let count = |odd: &dyn Fn(&str) -> bool| {
        let mut odd = texts.iter().enumerate().filter(|(_, text)| text.is_some_and(odd));
        odd.next().map(|(first, _)| (first, 1 + odd.count()))
    };
    let column = column.to_owned();
    if let Some((first, segments)) = count(&|text| text.trim().is_empty()) {
        let column = column.clone();
        found.push(Oddity::EmptyTexts { column, segments, first: first + 1 });
    }
    // Where the source has lines, so have the others.
    let has_lines = |index: usize| {
        let source = corpus.source.as_ref().and_then(|source| source.get(index));
        source.is_some_and(|source| source.contains('\n'))
    };
    let is_odd_at = |index: usize, c: char| is_odd(c) && (c != '\n' || !has_lines(index));
    let mut odd = texts
        .iter()
        .enumerate()
        .filter(|(index, text)| text.is_some_and(|text| text.contains(|c| is_odd_at(*index, c))));
    if let Some((first, segments)) = odd.next().map(|(first, _)| (first, 1 + odd.count())) {
        let character =
            texts.get(first).and_then(|text| text.chars().find(|c| is_odd_at(first, *c)));
        let character = character.map_or_else(String::new, |c| format!("U+{:04X}", u32::from(c)));
        let column = column.clone();
        found.push(Oddity::OddCharacters { column, segments, first: first + 1, character });
    }
    let escaped = |text: &str| {
        ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"].iter().any(|e| text.contains(e))
    };
    if let Some((first, segments)) = count(&escaped) {
        found.push(Oddity::EscapedEntities { column, segments, first: first + 1 });
    }
}

/// Control characters, zero-width and direction marks, line and paragraph separators, byte order
/// marks and replacement characters. The zero-width joiners U+200C and U+200D are letters' business.
fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{fffd}')
}
