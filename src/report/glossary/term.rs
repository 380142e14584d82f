//! What a term is.

use serde::{Deserialize, Serialize};

/// A term of the answers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// What it is called in answers.
    pub name: String,
    /// Other names, and keys of specs.
    pub other_names: Vec<String>,
    /// What it is.
    pub what: String,
    /// When to use it, or how to read it.
    pub when: String,
    /// How it is computed; empty where there is nothing to compute.
    pub formula: String,
    /// Who it is of; empty where it is common knowledge.
    pub source: String,
}

impl Term {
    /// All of it in one paragraph.
    pub fn paragraph(&self) -> String {
        let source = match &*self.source {
            "" => String::new(),
            source => format!("Source: {source}."),
        };
        let formula = match &*self.formula {
            "" => String::new(),
            formula => format!("Formula: {formula}."),
        };
        let parts = [&*self.what, &*self.when, &*formula, &*source];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    /// The name, with the other names in brackets.
    pub fn title(&self) -> String {
        match &self.other_names[..] {
            [] => self.name.clone(),
            others => format!("{} ({})", self.name, others.join(", ")),
        }
    }

    /// All names, that of answers first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.name).chain(self.other_names.iter().map(|name| &**name))
    }
}
