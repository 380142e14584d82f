//! Names of judges: codes in their place, and those that look like one person's.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::model::Corpus;
use crate::warning::Warning;
use crate::words::in_a_row;

impl Corpus {
    /// A code for each judge with a name: `A` gave the most judgments of the corpus (over all systems and
    /// criteria), then `B`, ..., `Z`, `AA`, ...; equal loads in byte order of the names. The same person has
    /// the same code everywhere.
    pub fn judge_codes(&self) -> BTreeMap<Arc<str>, String> {
        let loads = self.judge_loads();
        let mut judges: Vec<(&Arc<str>, usize)> = loads.into_iter().collect();
        // The sort is stable: equal loads stay in byte order of the names.
        judges.sort_by(|(_, one), (_, other)| other.cmp(one));
        judges
            .into_iter()
            .enumerate()
            .map(|(index, (name, _))| (name.clone(), code(index)))
            .collect()
    }

    /// Number of judgments of each judge with a name, over all systems and criteria.
    pub fn judge_loads(&self) -> BTreeMap<&Arc<str>, usize> {
        // Most names of one judge are in one place.
        let mut by_place: FxHashMap<*const str, (&Arc<str>, usize)> = FxHashMap::default();
        for (criterion, systems) in &self.judge_names {
            for (system, names) in systems {
                let judgments = self.judgments.get(criterion).and_then(|by| by.get(system));
                let columns = judgments.map_or(&[][..], |judgments| &judgments.judges);
                let pairs = columns.iter().zip(names).flat_map(|(s, names)| s.iter().zip(names));
                for (_, name) in pairs.filter(|(score, _)| score.is_some()) {
                    if let Some(name) = name {
                        by_place.entry(Arc::as_ptr(name)).or_insert((name, 0)).1 += 1;
                    }
                }
            }
        }
        let mut loads = BTreeMap::new();
        for (name, load) in by_place.into_values() {
            *loads.entry(name).or_default() += load;
        }
        loads
    }
}

/// People whose names a message lists.
const SHOWN: usize = 5;

/// A warning if some of the `names` of judges differ in case only.
pub fn alike<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Warning> {
    let mut groups: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for name in names {
        groups.entry(name.to_lowercase()).or_default().insert(name);
    }
    let groups = groups.into_values().filter(|names| names.len() > 1).map(|names| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        in_a_row(&names, "and")
    });
    let groups: Vec<String> = groups.collect();
    if groups.is_empty() {
        return None;
    }
    let more = groups.len().saturating_sub(SHOWN);
    let shown = groups[..groups.len() - more].join("; ");
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let message = format!("judges whose names differ in case only: {shown}{more}");
    let help = "each counts as a person: write the name of one person in one way";
    Some(Warning::of_corpus(message, help))
}

/// `A` to `Z`, then `AA`, `AB`, ...
fn code(index: usize) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "below 26")]
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        // There is no letter for 0: after `Z` comes `AA`, not `BA`.
        before => format!("{}{letter}", code(before - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::model::Judgments;

    #[test]
    fn codes_go_by_load_then_by_name() {
        let mut corpus = Corpus::default();
        for (system, names, last) in
            [("S", ["zoe", "bob", "zoe"], None), ("T", ["ann", "zoe", "ann"], Some(3.0))]
        {
            let judged = Judgments { judges: vec![vec![Some(1.0), Some(2.0), last]] };
            let by_system = corpus.judgments.entry("esa".to_owned()).or_default();
            by_system.insert(system.to_owned(), judged);
            let names = names.map(|name| Some(Arc::from(name)));
            let by_system = corpus.judge_names.entry("esa".to_owned()).or_default();
            by_system.insert(system.to_owned(), vec![names.into()]);
        }
        // Two judgments of ann and of zoe, whose third is missing, one of bob.
        let codes = corpus.judge_codes();
        let codes: Vec<(&str, &str)> =
            codes.iter().map(|(name, code)| (&**name, &**code)).collect();
        assert_eq!(codes, [("ann", "A"), ("bob", "C"), ("zoe", "B")]);
    }

    #[test]
    fn codes_go_beyond_the_alphabet() {
        assert_eq!(
            [0, 25, 26, 51, 52, 701, 702].map(code),
            ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
        );
    }
}
