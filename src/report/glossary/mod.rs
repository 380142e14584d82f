//! The terms of answers: what each means, when it is used, its formula and its source. This is the one place of them,
//! for `runner explain` and for the page.

mod judges;
mod metrics;
mod rankings;
mod scores;
mod sizes;
mod tests_of_systems;

/// A term of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is called in answers.
    pub name: &'static str,
    /// Other names, and keys of specs.
    pub other_names: &'static [&'static str],
    /// What it is.
    pub what: &'static str,
    /// When to use it, or how to read it.
    pub when: &'static str,
    /// How it is computed; empty where there is nothing to compute.
    pub formula: &'static str,
    /// Who it is of; empty where it is common knowledge.
    pub source: &'static str,
}

impl Term {
    /// All of it in one paragraph.
    pub fn paragraph(&self) -> String {
        let source = match self.source {
            "" => String::new(),
            source => format!("Source: {source}."),
        };
        let formula = match self.formula {
            "" => String::new(),
            formula => format!("Formula: {formula}."),
        };
        let parts = [self.what, self.when, &formula, &source];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    /// The name, with the other names in brackets.
    pub fn title(&self) -> String {
        match self.other_names {
            [] => self.name.to_owned(),
            others => format!("{} ({})", self.name, others.join(", ")),
        }
    }

    /// All names, that of answers first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.other_names.iter().copied())
    }
}

/// Terms that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What they are about.
    pub title: &'static str,
    /// In the order in which a reader meets them.
    pub terms: &'static [Term],
}

/// All terms, by what they are about.
pub const GROUPS: [Group; 6] = [
    Group { title: "Scores", terms: scores::TERMS },
    Group { title: "Differences", terms: tests_of_systems::TERMS },
    Group { title: "Rankings", terms: rankings::TERMS },
    Group { title: "Sizes", terms: sizes::TERMS },
    Group { title: "Judges", terms: judges::TERMS },
    Group { title: "Metrics", terms: metrics::TERMS },
];

/// All terms.
pub fn terms() -> impl Iterator<Item = &'static Term> {
    GROUPS.iter().flat_map(|group| group.terms)
}

/// A name in the form in which names are compared: capitals, blanks, hyphens and underscores do not matter.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_'));
    letters.flat_map(char::to_lowercase).collect()
}

/// The term of this name or other name.
pub fn find(name: &str) -> Option<&'static Term> {
    let wanted = folded(name);
    let mut named = terms().filter(|term| term.names().any(|own| folded(own) == wanted));
    named.next()
}

const fn term(
    name: &'static str,
    other_names: &'static [&'static str],
    [what, when, formula, source]: [&'static str; 4],
) -> Term {
    Term { name, other_names, what, when, formula, source }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::analyses::ANALYSES;
    use crate::config::built_in;

    #[test]
    fn every_analysis_and_every_metric_has_a_term() {
        let keys = ANALYSES.iter().map(|analysis| analysis.key).filter(|key| !key.is_empty());
        for name in keys.chain(built_in::NAMES) {
            assert!(find(name).is_some(), "no term of `{name}`");
        }
    }

    #[test]
    fn every_name_is_of_one_term() {
        let mut seen = BTreeSet::new();
        for name in terms().flat_map(Term::names) {
            assert!(seen.insert(folded(name)), "`{name}` is there twice");
        }
        assert!(seen.len() > 100, "{}", seen.len());
    }

    #[test]
    fn every_term_says_what_and_when_in_sentences() {
        for term in terms() {
            for text in [term.what, term.when] {
                assert!(text.ends_with('.') && !text.contains("  "), "{}: {text}", term.name);
            }
            for text in [term.formula, term.source] {
                assert!(!text.ends_with('.') && !text.contains("  "), "{}: {text}", term.name);
            }
            assert!(term.paragraph().len() < 900, "{}", term.name);
        }
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        let name = |text: &str| find(text).map(|term| term.name);
        assert_eq!(name("Margin-of-Error"), Some("margin of error"));
        assert_eq!(name("chrF2"), Some("chrF"));
        assert_eq!(name("X_MIN"), Some("x_min"));
        assert_eq!(name("weather"), None);
    }
}
