//! What a term is.

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

/// A term, in short.
pub(super) const fn term(
    name: &'static str,
    other_names: &'static [&'static str],
    [what, when, formula, source]: [&'static str; 4],
) -> Term {
    Term { name, other_names, what, when, formula, source }
}
