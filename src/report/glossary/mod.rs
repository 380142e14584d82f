//! The terms of answers: what each means, when it is used, its formula and its source. This is the one place of them,
//! for `runner explain` and for the page.

mod term;

use std::sync::LazyLock;

use serde::Deserialize;
pub use term::Term;

/// Terms that belong together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// What they are about.
    pub title: String,
    /// In the order in which a reader meets them.
    pub terms: Vec<Term>,
}

/// A file for each group.
const FILES: [&str; 6] = [
    include_str!("scores.json"),
    include_str!("tests_of_systems.json"),
    include_str!("rankings.json"),
    include_str!("sizes.json"),
    include_str!("judges.json"),
    include_str!("metrics.json"),
];

static GROUPS: LazyLock<[Group; 6]> = LazyLock::new(|| {
    FILES.map(|file| serde_json::from_str(file).expect("tests read all these files"))
});

/// All terms, by what they are about.
pub fn groups() -> &'static [Group] {
    &*GROUPS
}

/// All terms.
pub fn terms() -> impl Iterator<Item = &'static Term> {
    groups().iter().flat_map(|group| &group.terms)
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
            for text in [&term.what, &term.when] {
                assert!(text.ends_with('.') && !text.contains("  "), "{}: {text}", term.name);
            }
            for text in [&term.formula, &term.source] {
                assert!(!text.ends_with('.') && !text.contains("  "), "{}: {text}", term.name);
            }
            assert!(term.paragraph().len() < 900, "{}", term.name);
        }
    }

    #[test]
    fn names_are_found_however_they_are_written() {
        for (written, name) in [
            ("Margin-of-Error", Some("margin of error")),
            ("chrF2", Some("chrF")),
            ("X_MIN", Some("x_min")),
            ("weather", None),
        ] {
            assert_eq!(find(written).map(|term| &*term.name), name);
        }
    }
}
