//! Problems of a spec, with the places that they are about.

use crate::diagnostic::Diagnostic;

use super::recover::RemovedEntries;
use super::source::{Node, SpecPath};

/// Problems so far, and where to look things up.
pub struct SpecProblems<'a> {
    /// Everything that is written.
    pub(super) written: &'a Node,
    /// What could be read of it.
    pub(super) tree: &'a Node,
    pub(super) damage: &'a RemovedEntries,
    pub(super) problems: Vec<Diagnostic>,
}

impl SpecProblems<'_> {
    /// Whether something is written at `at`.
    pub fn is_written(&self, at: &SpecPath) -> bool {
        self.written.at(at).is_some()
    }

    /// Whether what is written at `at` could not be read.
    pub fn is_damaged(&self, at: &SpecPath) -> bool {
        self.damage.is_at(at)
    }

    /// An error about the value at `at`.
    pub fn error(&mut self, at: &SpecPath, message: impl Into<String>, help: impl Into<String>) {
        let mut problem = Diagnostic::error(message);
        // Nothing to underline where the whole file is meant.
        if !at.steps().is_empty() {
            problem = problem.label(self.tree.value_span(at), "");
        }
        self.push(at, problem, help);
    }

    /// An error about the key at `at`.
    pub fn key_error(
        &mut self,
        at: &SpecPath,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(at, Diagnostic::error(message).label(self.tree.key_span(at), ""), help);
    }

    /// An error about the value at `at`, with another place that explains it.
    pub fn error_beside(
        &mut self,
        at: &SpecPath,
        (beside, label): (&SpecPath, &str),
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let problem = Diagnostic::error(message).label(self.tree.value_span(at), "");
        self.push(at, problem.label(self.tree.value_span(beside), label), help);
    }

    /// An error about a key that may not be there, whatever its value, for the sake of one `beside`.
    /// Nothing where one of them is not written.
    pub fn clash(
        &mut self,
        at: &SpecPath,
        beside: Option<(&SpecPath, &str)>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.is_written(at) && beside.is_none_or(|(path, _)| self.is_written(path)) {
            let mut problem = Diagnostic::error(message).label(self.written.value_span(at), "");
            if let Some((path, label)) = beside {
                problem = problem.label(self.written.value_span(path), label);
            }
            self.problems.push(problem.help(help.into()));
        }
    }

    /// Reports a problem, unless the value was damaged before: then it would not be there.
    fn push(&mut self, at: &SpecPath, problem: Diagnostic, help: impl Into<String>) {
        if !self.is_damaged(at) {
            let help = help.into();
            self.problems.push(if help.is_empty() { problem } else { problem.help(help) });
        }
    }
}
