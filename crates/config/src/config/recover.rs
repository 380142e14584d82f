//! Reads a tree into a document with all its errors at once.
//!
//! Serde stops at the first error. So the entry at fault is reported and left out, what is missing is
//! replaced by an example, and the rest is read again, until it passes. What was left out is
//! remembered, for later checks not to complain about its absence.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;

use crate::diagnostic::Diagnostic;
use crate::located::{Problem, ReadError};

use super::messages::{self, Explained};
use super::source::{Node, Reader, SpecPath, Step};

/// Errors after which no more are looked for: the time to find them all grows with their square.
const MOST_ERRORS: usize = 100;

/// What could be read.
pub(super) struct Recovered<D> {
    /// What is left of the document; `None` where the search for errors was given up.
    pub(super) document: Option<D>,
    /// The tree that `document` was read from.
    pub(super) tree: Node,
    /// Where something was left out.
    pub(super) damage: RemovedEntries,
    /// What was wrong.
    pub(super) problems: Vec<Diagnostic>,
}

/// The places of a document that lack what was written there.
#[derive(Debug, Default)]
pub(super) struct RemovedEntries {
    values: BTreeSet<SpecPath>,
    /// What was never written, and is reported as missing.
    missing: BTreeSet<SpecPath>,
}

impl RemovedEntries {
    /// Whether the value at `path` was left out, is missing or, if it is a list, lacks an entry.
    pub(super) fn is_at(&self, path: &SpecPath) -> bool {
        self.values.contains(path) || self.missing.iter().any(|missing| path.is_within(missing))
    }

    /// Whether anything in the value at `path` was left out.
    pub(super) fn is_within(&self, path: &SpecPath) -> bool {
        self.values.iter().any(|damaged| damaged.is_within(path))
    }
}

/// Reads as much of `tree` as can be read. `example` gives the line that says how a required key of a
/// table is written.
pub(super) fn read<D: DeserializeOwned>(
    tree: Node,
    example: impl Fn(&SpecPath, &str) -> Option<String>,
) -> Recovered<D> {
    read_with(tree, |tree| D::deserialize(Reader::new(tree)), example)
}

/// As [`read`], of what `read` makes of a tree.
pub(super) fn read_with<D>(
    mut tree: Node,
    read: impl Fn(&Node) -> Result<D, ReadError>,
    example: impl Fn(&SpecPath, &str) -> Option<String>,
) -> Recovered<D> {
    let mut damage = RemovedEntries::default();
    let mut problems: Vec<Diagnostic> = Vec::new();
    loop {
        let error = match read(&tree) {
            Ok(document) => return Recovered { document: Some(document), tree, damage, problems },
            Err(error) => error,
        };
        if problems.len() == MOST_ERRORS {
            problems.push(Diagnostic::error("there may be more errors than are shown here"));
            return Recovered { document: None, tree, damage, problems };
        }
        let Explained { diagnostic, at, lacking, meant } =
            messages::explain(&error, &tree, &example);
        let is_new = if let Problem::Missing(key) = error.problem {
            if !damage.is_at(&at) {
                problems.push(diagnostic);
                damage.missing.insert(at.clone());
            }
            example(&at, key).is_some_and(|line| tree.stand_in(&at, &line))
        } else {
            // A value may be refused for what was left out of it, which was reported.
            let is_told = match lacking.as_slice() {
                [] => damage.is_within(&at),
                keys => keys.iter().any(|key| damage.is_at(&at.then(key.as_str()))),
            };
            if error.is_key || !is_told {
                problems.push(diagnostic);
            }
            damage.values.insert(list_or_value(&at));
            if let (Some(key), Some((around, _))) = (meant, at.split_last()) {
                damage.values.insert(around.then(key.as_str()));
            }
            tree.remove(&at)
        };
        // Without progress, the same error would come again and again.
        if !is_new {
            return Recovered { document: None, tree, damage, problems };
        }
    }
}

/// For an entry of a list the list, and otherwise the value itself.
fn list_or_value(path: &SpecPath) -> SpecPath {
    match path.split_last() {
        Some((list, Step::Index(_))) => list,
        _ => path.clone(),
    }
}
