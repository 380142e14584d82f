//! From the document to the validated spec: every problem that is more than one of shape.
//!
//! Checks take a value as it was written and give the value to go on with. What is refused is
//! reported and replaced by its default, so that the checks after it still run; a spec comes out
//! only where nothing was reported.

mod corpora;
mod derivations;
mod derive;
mod metrics;
mod studies;
mod test_sets;
mod values;

use std::ops::Range;

use crate::diagnostic::Diagnostic;

use super::document::{ExperimentTable, Named, SpecDocument};
use super::messages::within;
use super::model::{PublishedFile, Spec};
use super::recover::Damage;
use super::source::{Node, SpecPath};

/// What was found so far, and where to look things up.
pub(super) struct Findings<'a> {
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
        self.push(at, self.tree.value_span(at), message, None, help);
    }

    /// An error about the key at `at`.
    pub(super) fn key_error(
        &mut self,
        at: &SpecPath,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(at, self.tree.key_span(at), message, None, help);
    }

    /// An error about the value at `at`, with another place that explains it.
    fn error_beside(
        &mut self,
        at: &SpecPath,
        beside: (&SpecPath, &str),
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.push(at, self.tree.value_span(at), message, Some(beside), help);
    }

    /// An error about a key that is not in the table at `table`; `example` is what to write.
    pub(super) fn missing(&mut self, table: &SpecPath, key: &str, example: &str) {
        if self.damage.is_at(&table.then(key)) {
            return;
        }
        let message = if table.steps().is_empty() {
            format!("the spec has no [{key}]")
        } else {
            format!("`{key}` is missing {}", within(table))
        };
        self.error(table, message, format!("add `{example}`"));
    }

    /// Reports a problem, unless the value was damaged before: then it would not be there.
    fn push(
        &mut self,
        at: &SpecPath,
        span: Range<usize>,
        message: impl Into<String>,
        beside: Option<(&SpecPath, &str)>,
        help: impl Into<String>,
    ) {
        if self.damage.is_at(at) {
            return;
        }
        let mut problem = Diagnostic::error(message);
        // Nothing to underline where the whole file is meant.
        if !at.steps().is_empty() {
            problem = problem.label(span, "");
        }
        if let Some((path, text)) = beside {
            problem = problem.label(self.tree.value_span(path), text);
        }
        let help = help.into();
        self.problems.push(if help.is_empty() { problem } else { problem.help(help) });
    }
}

/// The validated spec and everything that is wrong with it. Only without a problem does the spec
/// say what was asked for.
pub(super) fn validate(
    document: &SpecDocument,
    tree: &Node,
    damage: &Damage,
) -> (Spec, Vec<Diagnostic>) {
    let mut findings = Findings { tree, damage, problems: Vec::new() };
    let spec = lower(document, &mut findings);
    (spec, findings.problems)
}

fn lower(document: &SpecDocument, findings: &mut Findings<'_>) -> Spec {
    let top = SpecPath::top();
    if document.experiment.is_none() {
        findings.missing(&top, "experiment", "[experiment]` with `name` and `seed");
    }
    let unnamed = ExperimentTable::default();
    let experiment = document.experiment.as_ref().unwrap_or(&unnamed);
    let at = top.then("experiment");
    let (name, seed) = if document.experiment.is_some() {
        (values::experiment_name(experiment, &at, findings), seed(experiment, &at, findings))
    } else {
        Default::default()
    };
    let corpora = corpora::lower(document.corpora.as_ref(), seed, findings);
    let declared = metrics::lower(document.metrics.as_ref(), findings);
    let (studies, metrics) = studies::lower(document, &declared, findings);
    let published = published(experiment, &at, findings);
    Spec { name, title: experiment.title.clone(), seed, published, corpora, metrics, studies }
}

/// The files of printed values, still to be read.
fn published(
    experiment: &ExperimentTable,
    at: &SpecPath,
    findings: &mut Findings<'_>,
) -> Vec<PublishedFile> {
    let Some(paths) = &experiment.published else { return Vec::new() };
    let at = at.then("published");
    let mut files: Vec<PublishedFile> = Vec::new();
    for (index, path) in paths.as_slice().iter().enumerate() {
        let at = if paths.is_list() { at.then(index) } else { at.clone() };
        if path.is_empty() {
            findings.error(&at, "the name of a file is empty", "name a TOML file, or leave it out");
        } else if files.iter().any(|file| file.path == *path) {
            findings.error(&at, format!("`{path}` is here twice"), "leave one of them out");
        }
        files.push(PublishedFile { path: path.clone(), content: None });
    }
    if paths.as_slice().is_empty() && !findings.damage.is_at(&at) {
        findings.error(&at, "`published` is empty", "name a TOML file, or leave it out");
    }
    files
}

fn seed(experiment: &ExperimentTable, at: &SpecPath, findings: &mut Findings<'_>) -> u64 {
    let Some(seed) = experiment.seed else {
        findings.missing(at, "seed", "seed = 2007");
        return 0;
    };
    values::seed(seed, &at.then("seed"), findings)
}

/// The entries of a table of named things, each with its path, names checked. `example` is what to
/// write where there is none and one is `required`.
fn named<'d, T>(
    table: Option<&'d Named<T>>,
    key: &str,
    required: Option<&str>,
    findings: &mut Findings<'_>,
) -> Vec<(&'d str, &'d T, SpecPath)> {
    let at = SpecPath::of([key]);
    let entries = table.map(|table| table.0.as_slice()).unwrap_or_default();
    if let Some(example) =
        required.filter(|_| entries.is_empty() && !findings.damage.is_within(&at))
    {
        match table {
            None => findings.missing(&SpecPath::top(), key, example),
            Some(_) => findings.error(&at, format!("[{key}] is empty"), format!("add `{example}`")),
        }
    }
    let entry = |(name, value): &'d (String, T)| (name.as_str(), value, at.then(name.as_str()));
    let entries: Vec<_> = entries.iter().map(entry).collect();
    for (name, _, at) in &entries {
        values::name(name, at, true, findings);
    }
    entries
}
