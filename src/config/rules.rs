//! Rules between the keys of different tables. What one table says of itself is checked by its type.

mod studies;

use crate::diagnostic::Diagnostic;

use super::document::SpecDocument;
use super::messages;
use super::names;
use super::recover::Damage;
use super::source::{Content, Node, SpecPath};

/// What was found so far, and where to look things up.
pub(super) struct Findings<'a> {
    /// Everything that is written.
    pub(super) written: &'a Node,
    /// What could be read of it.
    pub(super) tree: &'a Node,
    pub(super) damage: &'a Damage,
    pub(super) problems: Vec<Diagnostic>,
}

impl Findings<'_> {
    /// An error about the value at `at`.
    pub(super) fn error(
        &mut self,
        at: &SpecPath,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let mut problem = Diagnostic::error(message);
        // Nothing to underline where the whole file is meant.
        if !at.steps().is_empty() {
            problem = problem.label(self.tree.value_span(at), "");
        }
        self.push(at, problem, help);
    }

    /// An error about the key at `at`.
    pub(super) fn key_error(
        &mut self,
        at: &SpecPath,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(at, Diagnostic::error(message).label(self.tree.key_span(at), ""), help);
    }

    /// An error about the value at `at`, with another place that explains it.
    fn error_beside(
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
    fn clash(
        &mut self,
        at: &SpecPath,
        beside: Option<(&SpecPath, &str)>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let is_written = |path: &SpecPath| self.written.at(path).is_some();
        if is_written(at) && beside.is_none_or(|(path, _)| is_written(path)) {
            let mut problem = Diagnostic::error(message).label(self.written.value_span(at), "");
            if let Some((path, label)) = beside {
                problem = problem.label(self.written.value_span(path), label);
            }
            self.problems.push(problem.help(help.into()));
        }
    }

    /// An error about a key that is not in the table at `table`; `example` is what to write.
    pub(super) fn missing(&mut self, table: &SpecPath, key: &str, example: &str) {
        if !self.damage.is_at(&table.then(key)) {
            self.problems.push(messages::missing(self.tree, table, key, example));
        }
    }

    /// Reports a problem, unless the value was damaged before: then it would not be there.
    fn push(&mut self, at: &SpecPath, problem: Diagnostic, help: impl Into<String>) {
        if !self.damage.is_at(at) {
            let help = help.into();
            self.problems.push(if help.is_empty() { problem } else { problem.help(help) });
        }
    }
}

/// Everything that is wrong between tables.
pub(super) fn check(
    document: &SpecDocument,
    written: &Node,
    tree: &Node,
    damage: &Damage,
) -> Vec<Diagnostic> {
    let mut findings = Findings { written, tree, damage, problems: Vec::new() };
    let corpora = "[corpora.NAME.FORMAT]` with the name and the format of a corpus, for instance \
                   `[corpora.enfr-1.synthetic]";
    let studies = "[studies.NAME]` with the name of a study, for instance `[studies.growth]";
    section("corpora", Some(corpora), &mut findings);
    section("metrics", None, &mut findings);
    section("studies", Some(studies), &mut findings);
    studies::check(document, &mut findings);
    findings.problems
}

/// A table of named things: its names, and that it is there if there is an `example` of one.
fn section(key: &str, example: Option<&str>, findings: &mut Findings<'_>) {
    let at = SpecPath::of([key]);
    let table = findings.written.get(key).map(|table| &table.content);
    let Some(Content::Table(entries)) = table else {
        if let Some(example) = example.filter(|_| !findings.damage.is_within(&at)) {
            let message = format!("the spec has no [{key}]");
            findings.error(&SpecPath::top(), message, format!("add `{example}`"));
        }
        return;
    };
    if let Some(example) = example.filter(|_| entries.is_empty()) {
        findings.error(&at, format!("[{key}] is empty"), format!("add `{example}`"));
    }
    for (name, span, _) in entries {
        if let Err(refusal) = names::check(name) {
            let problem = Diagnostic::error(refusal.problem).label(span.clone(), "");
            findings.problems.push(problem.help(refusal.help));
        }
    }
}
