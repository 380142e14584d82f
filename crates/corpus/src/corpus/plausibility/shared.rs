//! What several checks use: limits, the columns that are outputs, and how names are listed.

use super::super::model::{Corpus, NamedTexts};

/// Names that a message lists; of more it says how many.
pub(super) const NAMED: usize = 4;

/// Bytes from which on a text is long enough not to be equal to another by chance: some five words.
pub(super) const LONG: usize = 25;

/// The file that has the scores of a name and a system, where each system has a file of its own.
pub(in crate::corpus) type ScoreFiles<'a> = dyn Fn(&str, &str) -> Option<String> + Sync + 'a;

/// The columns that are scored and are no references under the same name.
pub(super) fn outputs(corpus: &Corpus) -> impl Iterator<Item = &NamedTexts> {
    corpus.systems.iter().filter(|system| corpus.reference(&system.name).is_none())
}

/// Names in back-ticks, the first few of them.
pub(super) fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    // One more name takes no more room than `and 1 more`.
    if all.len() <= NAMED + 1 {
        return all.join(", ");
    }
    format!("{} and {} more", all[..NAMED].join(", "), all.len() - NAMED)
}
