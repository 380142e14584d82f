//! What can be wrong with a spec only in view of its corpora.

use crate::config::source::SpecPath;
use crate::diagnostic::closest;

/// A problem, with the place in the spec that it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanProblem {
    /// The value.
    pub path: SpecPath,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl PlanProblem {
    /// A problem of key `key` of a study.
    pub fn of_study(study: &str, key: &[&str], message: String, help: String) -> Self {
        let start = SpecPath::of(["studies", study]);
        let path = key.iter().fold(start, |path, part| path.then(*part));
        Self { path, message, help }
    }

    /// The same problem, at one element of the list.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        self.path = self.path.then(index);
        self
    }

    /// A name that does not exist, with the nearest of the `known` names.
    pub fn unknown(
        study: &str,
        key: &[&str],
        what: &str,
        name: &str,
        owner: &str,
        known: &[&str],
    ) -> Self {
        let message = format!("{owner} has no {what} `{name}`");
        let help = match (closest(name, known.iter().copied()), known) {
            (Some(candidate), _) => format!("did you mean `{candidate}`?"),
            (None, []) => format!("{owner} has none at all"),
            (None, known) => format!("it has {}", quoted(known)),
        };
        Self::of_study(study, key, message, help)
    }
}

/// Names in back-ticks, at most twelve.
fn quoted(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let mut shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    if names.len() > SHOWN {
        shown.push(format!("{} more", names.len() - SHOWN));
    }
    shown.join(", ")
}
