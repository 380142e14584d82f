//! `runner explain`: what a term of the answers means.

use clap::Args;
use serde_json::json;

use super::failure::Failure;
use super::options::Format;
use super::output::{print, print_json};
use crate::diagnostic::closest;
use crate::removed;
use crate::report::glossary::{self, Group, Term};
use crate::report::wrap::wrapped;

const EXAMPLES: &str = "\
Examples:
  runner explain                  List the terms
  runner explain margin of error
  runner explain Holm";

/// Letters that a part of a name has at least, to mean it.
const FEWEST_LETTERS: usize = 3;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExplainArguments {
    /// A term of an answer, a metric, or the key of an analysis in a spec [default: the list of terms]
    #[arg(value_name = "TERM")]
    term: Vec<String>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn explain(arguments: &ExplainArguments) -> Result<(), Failure> {
    let name = arguments.term.join(" ");
    let name = name.trim();
    if name.is_empty() {
        return match arguments.format {
            Format::Text => print(&list()),
            Format::Json => print_json(&json!({ "terms": glossary::terms().collect::<Vec<_>>() })),
        };
    }
    let term = glossary::find(name).ok_or_else(|| unknown(name))?;
    match arguments.format {
        Format::Text => {
            let paragraph = wrapped(&term.paragraph(), "", "");
            print(&format!("{}\n\n{paragraph}", term.title()))
        }
        Format::Json => print_json(&json!({ "terms": [term] })),
    }
}

/// The names of all terms, in a few lines.
fn list() -> String {
    let groups: String = glossary::groups().iter().map(names_of).collect();
    format!("{groups}`runner explain TERM` explains one of them.\n")
}

fn names_of(group: &Group) -> String {
    let names: Vec<&str> = group.terms.iter().map(|term| &*term.name).collect();
    format!("{}: {}\n", group.title, names.join(", "))
}

fn unknown(name: &str) -> Failure {
    if let Some(instead) = removed::instead_of_name(name) {
        return Failure::refusal(format!("`{name}` was removed"), instead);
    }
    let help = match nearest(name) {
        Some(meant) => format!("did you mean `runner explain {meant}`?"),
        None => "`runner explain` lists the terms, `runner --help` the commands".to_owned(),
    };
    Failure::refusal(format!("there is no term `{name}`"), help)
}

/// The name of a term that `name` is probably meant to be, or a part of.
fn nearest(name: &str) -> Option<&'static str> {
    let names: Vec<&'static str> = glossary::terms().flat_map(Term::names).collect();
    let lower = name.to_lowercase();
    closest(name, names.iter().copied()).or_else(|| {
        let is_long = lower.chars().count() >= FEWEST_LETTERS;
        names.iter().copied().find(|own| is_long && own.to_lowercase().contains(&lower))
    })
}
