//! Whether judges take documents in the order of their names, as lists of tasks have them that are not shuffled.

use std::collections::{BTreeMap, BTreeSet};

/// Steps from a judge's document to the next that say something about the order.
const FEWEST_STEPS: u32 = 10;

/// How documents come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// In the order of their names, nine steps in ten; of a random order it is one in two.
    OfNames,
    /// In another one.
    Other,
}

/// The documents of each judge as they come.
#[derive(Default)]
pub(super) struct OrderOfVisits<'a> {
    /// The last document of each judge.
    last: BTreeMap<&'a str, &'a str>,
    seen: BTreeSet<(&'a str, &'a str)>,
    steps: u32,
    ascending: u32,
}

impl<'a> OrderOfVisits<'a> {
    /// A judge rates something of a document.
    pub(super) fn add(&mut self, judge: &'a str, document: &'a str) {
        if self.last.get(judge) == Some(&document) || !self.seen.insert((judge, document)) {
            return;
        }
        if let Some(before) = self.last.insert(judge, document) {
            self.steps += 1;
            self.ascending += u32::from(parts(before) < parts(document));
        }
    }

    pub(super) fn order(&self) -> Order {
        let is_ascending = 10 * self.ascending >= 9 * self.steps;
        // Of ten steps in random order nine ascend in about 1 % of cases at most.
        if self.steps >= FEWEST_STEPS && is_ascending { Order::OfNames } else { Order::Other }
    }
}

/// A part of a name: numbers stand in their own order, before words.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Number(u64),
    Word(&'a str),
}

fn parts(name: &str) -> Vec<Part<'_>> {
    let bytes = name.as_bytes();
    bytes
        .chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit())
        .scan(0, |start, chunk| {
            let text = name.get(*start..*start + chunk.len()).unwrap_or_default();
            *start += chunk.len();
            Some(text.parse().map_or(Part::Word(text), Part::Number))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(judges: &[&str], documents: impl Iterator<Item = usize>) -> Order {
        let names: Vec<String> = documents.map(|number| format!("news-{number}")).collect();
        let mut visits = OrderOfVisits::default();
        for (index, name) in names.iter().enumerate() {
            let judge = judges[index % judges.len()];
            visits.add(judge, name);
            // A second segment of it is no step, nor is coming back.
            visits.add(judge, name);
            visits.add(judge, &names[index % judges.len()]);
        }
        visits.order()
    }

    #[test]
    fn ascending_names_are_noticed() {
        assert_eq!(order(&["a"], 1..=12), Order::OfNames, "9 before 10");
        assert_eq!(order(&["a", "b", "c"], 1..=20), Order::OfNames, "of each judge");
        assert_eq!(order(&["a"], 1..=8), Order::Other, "too few to say");
        assert_eq!(order(&["a"], (1..=20).map(|number| number * 7 % 23)), Order::Other);
        assert_eq!(parts("a10-b"), [Part::Word("a"), Part::Number(10), Part::Word("-b")]);
    }
}
