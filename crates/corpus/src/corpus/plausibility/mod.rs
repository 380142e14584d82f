//! What in a corpus is probably a mistake: files that do not belong together, copies, gaps.
//!
//! Nothing here changes a score, and all of it is about a corpus as a whole. Each check says one sentence
//! and a way out; its thresholds are chosen so that the published test sets of WMT 2021 and 2023 and
//! similar ones give no false alarm. What makes a comparison meaningless is refused, what may change it is warned of, and
//! what changes none is noted: `runner corpus describe` shows the same.

mod alignment;
mod copies;
mod dependent;
mod language;
mod lengths;
mod lines;
mod marks;
mod outliers;
mod repeats;
mod scores;
mod values;

use rayon::prelude::*;

pub use dependent::{DependentReference, dependent_references};

use super::model::{Corpus, NamedTexts};
use crate::warning::Warning;

/// Names that a message lists; of more it says how many.
const NAMED: usize = 4;

/// Bytes from which on a text is long enough not to be equal to another by chance: some five words.
const LONG: usize = 25;

/// The file that has the scores of a name and a system, where each system has a file of its own.
pub(super) type ScoreFiles<'a> = dyn Fn(&str, &str) -> Option<String> + Sync + 'a;

/// All warnings about `corpus`. Time is linear in the size of its texts and hardly more than reading them
/// once; the checks run side by side.
pub fn find(corpus: &Corpus) -> Vec<Warning> {
    find_in_files(corpus, &|_, _| None)
}

/// The same, with the names of the files that `files` knows.
pub(super) fn find_in_files(corpus: &Corpus, files: &ScoreFiles<'_>) -> Vec<Warning> {
    let checks: [fn(&Corpus) -> Vec<Warning>; 6] =
        [alignment::find, marks::find, copies::find, lengths::find, repeats::find, scores::find];
    let of_texts = || checks.par_iter().flat_map_iter(|check| check(corpus)).collect();
    let (mut warnings, of_values): (Vec<Warning>, _) =
        rayon::join(of_texts, || values::find(corpus, files));
    warnings.extend(of_values);
    warnings
}

/// The columns that are scored and are no references under the same name.
fn outputs(corpus: &Corpus) -> impl Iterator<Item = &NamedTexts> {
    corpus.systems.iter().filter(|system| corpus.reference(&system.name).is_none())
}

/// Names in back-ticks, the first few of them.
fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if all.len() <= NAMED + 1 {
        return all.join(", ");
    }
    format!("{} and {} more", all[..NAMED].join(", "), all.len() - NAMED)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod values_tests;
