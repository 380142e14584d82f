//! The spec: what the user asked for.
//!
//! Text becomes a [`model::Spec`] in passes: a tree with places, the types of the keys, which refuse
//! what is out of their range, and rules between tables. Every pass reports all its problems at once,
//! and syntax errors end it before the next.
//!
//! This module reads no files: corpora, and the names of systems and documents in them, are
//! checked where a corpus is read, with [`Parsed::error_at`] for the place in the spec.

pub mod asked;
pub mod built_in;
mod canonical;
mod choices;
pub mod defaults;
mod document;
mod interval_method;
mod messages;
pub mod metric_arguments;
mod metric_spec;
pub mod model;
mod names;
mod problems;
mod recover;
mod resample;
pub mod rules;
mod schema;
pub mod score_command;
pub mod source;
mod strata;
mod study;
mod syntax;
mod template;
mod test_sets;
mod toml_file;

pub(crate) use defaults::MOST_SEEDS;
pub(crate) use score_command::ScoreCommand;
pub(crate) use source::Step;
use toml::de::DeTable;

use crate::diagnostic::{Diagnostic, Diagnostics, SourceText};
use crate::words::counted;

pub use asked::Options;
use document::SpecDocument;
pub use model::{
    MetricConfig, OptionsKind, ReferenceChoice, ResamplingUnit, Sampling, Spec, Study,
};
use recover::Recovered;
pub use rules::{CorrelatedMetrics, NoForm, SpecProblems, StudyContext, StudyRules};
pub use schema::{schema, schema_text};
use source::Node;
pub use source::SpecPath;
pub use template::{Entry, NotUnicode, Starter, template};
pub use toml_file::{read_toml, toml_schema_text};

/// Errors of syntax that are shown: more are a file that is no spec.
const MOST_OF_SYNTAX: usize = 10;

/// A validated spec together with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// What is asked for.
    pub spec: Spec,
    text: SourceText,
    /// Where everything in the text stands.
    written: Node,
}

impl Parsed {
    /// An error about the value that `path` leads to, found later than by [`parse`]. Collect them
    /// and show them with [`Parsed::diagnostics`].
    pub fn error_at(&self, path: &SpecPath, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).label(self.written.value_span(path), "")
    }

    /// Problems together with the text they are about; `None` where there are none.
    pub fn diagnostics(&self, problems: Vec<Diagnostic>) -> Option<Diagnostics> {
        Diagnostics::in_source(self.text.clone(), problems)
    }
}

/// Reads and validates a spec whose studies may ask for analyses of these `kinds`. `name` is how messages call it, usually its path.
///
/// # Errors
///
/// Everything that is wrong with the spec, in the order of the text.
pub fn parse(name: &str, text: &str, kinds: &[&OptionsKind]) -> Result<Parsed, Diagnostics> {
    let source = SourceText::new(name, text);
    let (table, errors) = DeTable::parse_recoverable(text);
    let written = Node::of_document(&table, text);
    if !errors.is_empty() {
        let mut problems = syntax::explain(&errors, &written, text);
        if problems.len() > MOST_OF_SYNTAX {
            let more = problems.len() - MOST_OF_SYNTAX;
            problems.truncate(MOST_OF_SYNTAX);
            let message = format!("{} not shown", counted(more, "more error"));
            let help = "is this a spec? `runner init PATH` writes one for the corpora at a path";
            problems.push(Diagnostic::error(message).help(help));
        }
        return Err(failure(source, problems));
    }
    let example = |path: &SpecPath, key: &str| example(&written, path, key, kinds);
    let read = |tree: &Node| SpecDocument::read(tree, kinds);
    let recovered = recover::read_with(written.clone(), read, example);
    let Recovered { document, tree, damage, mut problems } = recovered;
    // What could be read can be read again with what tables take from each other.
    let mut complete = tree.clone();
    document::inherit(&mut complete, kinds);
    let again = SpecDocument::read(&complete, kinds);
    let (Some(_), Ok(document)) = (document, again) else { return Err(failure(source, problems)) };
    problems.extend(rules::check(&document, &written, &tree, &damage));
    if problems.is_empty() {
        let spec = document.into_spec();
        if let Some((refusal, help)) = spec.refusal_of_seeds().filter(|_| spec.seeds > 1) {
            let at = SpecPath::of(["experiment", "seeds"]);
            let problem = Diagnostic::error(refusal).label(written.value_span(&at), "");
            return Err(failure(source, vec![problem.help(help)]));
        }
        Ok(Parsed { spec, text: source, written })
    } else {
        Err(failure(source, problems))
    }
}

/// How a required key is written; the corpora of a study are those of the spec.
fn example(written: &Node, path: &SpecPath, key: &str, kinds: &[&OptionsKind]) -> Option<String> {
    let example = schema::example(path, key, kinds)?;
    let corpus = written.get("corpora").and_then(Node::first_key);
    let is_of_study = path.is_within(&SpecPath::of(["studies"]));
    match corpus.filter(|_| is_of_study && key == "corpora") {
        Some(name) => Some(format!("corpora = [{name:?}]")),
        None => Some(example),
    }
}

fn failure(source: SourceText, problems: Vec<Diagnostic>) -> Diagnostics {
    let problems = Diagnostics::in_source(source, problems);
    problems.unwrap_or_else(|| Diagnostic::error("the spec cannot be read").into())
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Style;

    use super::*;

    const SPEC: &str = "\
[experiment]
name = 'x'
seed = 1
[corpora.c.synthetic]
preset = 'p'
[studies.s]
corpora = ['c']
metrics = ['bleu']
systems = ['S1', 'S9']
";

    #[test]
    fn later_stages_point_into_the_spec() {
        let parsed = parse("spec.toml", SPEC, &[]).expect("valid");
        let system = SpecPath::of(["studies", "s", "systems"]).then(1);
        let problem = parsed.error_at(&system, "corpus `c` has no system \"S9\"");
        let problems = parsed.diagnostics(vec![problem.help("did you mean \"S1\"?")]);
        insta::assert_snapshot!(problems.expect("one").render(Style::Plain), @r#"
        error: corpus `c` has no system "S9"
         --> spec.toml:9:18
          |
        9 | systems = ['S1', 'S9']
          |                  ^^^^
          |
          = help: did you mean "S1"?
        "#);
        assert_eq!(parsed.diagnostics(Vec::new()), None);
    }

    #[test]
    fn line_ends_and_byte_order_marks_do_not_matter() {
        let plain = parse("spec.toml", SPEC, &[]).expect("valid").spec;
        let windows = format!("\u{feff}{}", SPEC.replace('\n', "\r\n"));
        assert_eq!(parse("spec.toml", &windows, &[]).expect("valid").spec, plain);
        let wrong = windows.replace("'bleu'", "'blue'");
        let problems = parse("spec.toml", &wrong, &[]).expect_err("no such metric");
        let label = &problems.iter().next().expect("one").labels[0];
        assert_eq!(&wrong[label.span.clone()], "'blue'");
    }
}
