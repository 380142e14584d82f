//! Segments, and where they stand by their names.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::submission::{Names, Segment};

/// The texts of a segment.
#[derive(Default)]
pub(super) struct Item {
    pub(super) source: Option<Box<str>>,
    pub(super) reference: Option<Box<str>>,
    /// By number of the system.
    pub(super) targets: BTreeMap<usize, Arc<str>>,
}

impl Item {
    /// Takes the texts that are new here; says how many others differ from those that are known.
    pub(super) fn texts(&mut self, segment: &Segment<'_>, systems: &mut Names) -> usize {
        let mut differing = 0;
        for (known, new) in
            [(&mut self.source, segment.source), (&mut self.reference, segment.reference)]
        {
            match (&*known, new) {
                (None, Some(new)) => *known = Some(new.into()),
                (Some(known), Some(new)) => differing += usize::from(**known != *new),
                (_, None) => {}
            }
        }
        for (system, text) in &segment.targets {
            let text_shown =
                self.targets.entry(systems.number(system)).or_insert_with(|| (*text).into());
            differing += usize::from(**text_shown != **text);
        }
        differing
    }
}

/// Where a segment stands: documents in byte order of their names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) document: String,
    number: u64,
    name: String,
}

impl Place {
    /// Of a name that ends in `_###_` or `_#_` and a number, this is the number in the document; a segment
    /// with any other name is a document of its own.
    pub(super) fn parse(name: &str) -> Self {
        let split = ["_###_", "_#_"].into_iter().find_map(|sign| {
            let (document, number) = name.rsplit_once(sign)?;
            Some((document, number.parse().ok()?)).filter(|(document, _)| !document.is_empty())
        });
        let (document, number) = split.unwrap_or((name, 0));
        Self { document: document.to_owned(), number, name: name.to_owned() }
    }

    /// `DOMAIN_###_DOC`, or `PAIR_#_DOMAIN_#_DOC`.
    pub(super) fn domain(&self) -> Option<&str> {
        let domain = match self.document.split_once("_###_") {
            Some((domain, _)) => domain,
            None => self.document.split_once("_#_")?.1.split_once("_#_")?.0,
        };
        Some(domain).filter(|domain| !domain.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_names() {
        for (name, document, number, domain) in [
            ("edu_###_edu00733_###_2", "edu_###_edu00733", 2, Some("edu")),
            ("cs-de_DE_#_dialogue_#_SNG_#_11", "cs-de_DE_#_dialogue_#_SNG", 11, Some("dialogue")),
            ("segment 7", "segment 7", 0, None),
        ] {
            let place = Place::parse(name);
            assert_eq!(
                (&*place.document, place.number, place.domain()),
                (document, number, domain)
            );
        }
        assert!(Place::parse("a_#_2") < Place::parse("a_#_10"), "numbers are no words");
    }
}
