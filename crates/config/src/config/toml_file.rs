//! TOML files that are no specs: read like specs, with all their problems at once.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use toml::de::DeTable;

use crate::diagnostic::{Diagnostic, Diagnostics, SourceText};

use super::problems::SpecProblems;
use super::recover::{self, Recovered};
use super::source::Node;
use super::{schema, syntax};

/// Reads a file. `check` reports what keys of the right types have wrong.
///
/// # Errors
///
/// Everything that is wrong with the file, in the order of the text.
pub fn read_toml<D: DeserializeOwned>(
    source: &SourceText,
    check: impl FnOnce(&D, &mut SpecProblems<'_>),
) -> Result<D, Diagnostics> {
    let fail = |problems| {
        let problems = Diagnostics::in_source(source.clone(), problems);
        problems.unwrap_or_else(|| Diagnostic::error("the file cannot be read").into())
    };
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let tree = Node::of_document(&table, &source.text);
    if !errors.is_empty() {
        return Err(fail(syntax::explain(&errors, &tree, &source.text)));
    }
    let Recovered { document, tree, damage, problems } =
        recover::read::<D>(tree, |_, key| Some(format!("{key} = ...")));
    let Some(document) = document else { return Err(fail(problems)) };
    let mut problems = SpecProblems { written: &tree, tree: &tree, damage: &damage, problems };
    check(&document, &mut problems);
    let problems = problems.problems;
    if problems.is_empty() { Ok(document) } else { Err(fail(problems)) }
}

/// The JSON Schema (draft 2020-12) of files that are read into `D`, as it is checked in.
pub fn toml_schema_text<D: JsonSchema>() -> String {
    let schema = schema::settings().into_generator().into_root_schema_for::<D>();
    format!("{:#}\n", serde_json::Value::from(schema))
}
