//! Rules between the keys of different tables. What one table says of itself is checked by its type.

mod judges;
mod strata;
mod studies;
mod study_rules;

use crate::diagnostic::Diagnostic;

use super::document::SpecDocument;
use super::names;
pub use super::problems::SpecProblems;
use super::recover::RemovedEntries;
use super::source::{Content, Node, SpecPath};

pub use study_rules::{CorrelatedMetrics, NoForm, StudyContext, StudyRules};

/// Everything that is wrong between tables.
pub(super) fn check(
    document: &SpecDocument,
    written: &Node,
    tree: &Node,
    damage: &RemovedEntries,
) -> Vec<Diagnostic> {
    let mut problems = SpecProblems { written, tree, damage, problems: Vec::new() };
    let corpora = "[corpora.NAME.FORMAT]` with the name and the format of a corpus, for instance \
                   `[corpora.enfr-1.synthetic]";
    let studies = "[studies.NAME]` with the name of a study, for instance `[studies.growth]";
    section("corpora", Some(corpora), &mut problems);
    section("metrics", None, &mut problems);
    section("studies", Some(studies), &mut problems);
    studies::check(document, &mut problems);
    problems.problems
}

/// A table of named things: its names, and that it is there if there is an `example` of one.
fn section(key: &str, example: Option<&str>, problems: &mut SpecProblems<'_>) {
    let at = SpecPath::of([key]);
    let table = problems.written.get(key).map(|table| &table.content);
    let Some(Content::Table(entries)) = table else {
        if let Some(example) = example.filter(|_| !problems.damage.is_within(&at)) {
            let message = format!("the spec has no [{key}]");
            problems.error(&SpecPath::top(), message, format!("add `{example}`"));
        }
        return;
    };
    if let Some(example) = example.filter(|_| entries.is_empty()) {
        problems.error(&at, format!("[{key}] is empty"), format!("add `{example}`"));
    }
    for (name, span, _) in entries {
        if let Err(refusal) = names::check(name) {
            let problem = Diagnostic::error(refusal.problem).label(span.clone(), "");
            problems.problems.push(problem.help(refusal.help));
        }
    }
}
