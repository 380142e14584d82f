//! Outputs that are cut off, empty or far too long.

use super::super::model::{Corpus, NamedTexts};
use super::lines::{Column, columns};
use super::shared::outputs;
use crate::warning::Warning;
use crate::words::counted;

/// Length of a system over that of the reference, in bytes, beyond which something is wrong. Published systems
/// have .7 to 1.1.
const SHORTEST: f64 = 0.5;
const LONGEST: f64 = 2.0;

/// Bytes of a reference from which on lengths say something.
const FEWEST_BYTES: usize = 500;

/// From how many empty texts on, and from which percentage, there are too many.
const FEWEST_EMPTY: usize = 3;
const TOO_MANY_EMPTY: usize = 1;

/// Bytes of the longest text that may be blank.
const BLANKS: usize = 8;

pub(super) fn find(corpus: &Corpus) -> Vec<Warning> {
    let mut warnings = Vec::new();
    warnings.extend(columns(corpus).iter().filter_map(empty));
    let Some(reference) = corpus.references.first() else { return warnings };
    let ratios: Vec<(&NamedTexts, f64)> =
        outputs(corpus).filter_map(|system| Some((system, ratio(system, reference)?))).collect();
    // Where all are so, the reference is: of characters in another script, or with more in it.
    let mut sorted: Vec<f64> = ratios.iter().map(|(_, ratio)| *ratio).collect();
    sorted.sort_by(f64::total_cmp);
    // Fewer than three do not show what is usual.
    let usual = if sorted.len() < 3 { 1.0 } else { sorted[sorted.len() / 2] };
    for (system, ratio) in ratios {
        // Bounded: where all outputs are far off, they are reported all the same.
        let relative = ratio / usual.clamp(SHORTEST, LONGEST);
        let how = if ratio < SHORTEST && relative < SHORTEST {
            "shorter"
        } else if ratio > LONGEST && relative > LONGEST {
            "longer"
        } else {
            continue;
        };
        warnings.push(Warning::of_corpus(
            format!(
                "system `{}` is much {how} than reference `{}` (length ratio {ratio:.2})",
                system.name, reference.name
            ),
            "texts may be cut off, left out or repeated: look at the file",
        ));
    }
    warnings
}

fn empty(column: &Column) -> Option<Warning> {
    let texts = column.texts;
    // A text of many blanks is none that an evaluation meets, and need not be looked at.
    let mut empty = (0..texts.len()).filter(|index| {
        let is_short = texts.length(*index).is_some_and(|length| length <= BLANKS);
        is_short && texts.get(*index).is_some_and(|text| text.trim().is_empty())
    });
    let first = empty.next()?;
    let (count, all) = (1 + empty.count(), texts.len());
    let warning = Warning::of_corpus(
        format!(
            "{} has {} in {all} segments, the first in segment {}",
            column.named(),
            counted(count, "empty text"),
            first + 1
        ),
        "an empty text is scored as one: fill the gaps, or leave the system or these segments out",
    );
    let is_few = count < FEWEST_EMPTY || count * 100 < all * TOO_MANY_EMPTY;
    Some(if is_few { warning.as_note() } else { warning })
}

/// Of the segments that both have.
fn ratio(system: &NamedTexts, reference: &NamedTexts) -> Option<f64> {
    let (mut own, mut other) = (0, 0);
    for index in 0..system.texts.len() {
        if let (Some(of_system), Some(of_reference)) =
            (system.texts.length(index), reference.texts.length(index))
        {
            own += of_system;
            other += of_reference;
        }
    }
    (other >= FEWEST_BYTES).then(|| own as f64 / other as f64)
}
