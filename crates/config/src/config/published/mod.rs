//! Files of printed values: the numbers of a paper, each with the cell of a result table that
//! reproduces it.
//!
//! The file is compact (one entry per printed block), the model is flat (one [`PrintedValue`] per
//! number). Numbers are kept as they are printed, so that their rounding is known. Like specs, files
//! are checked in passes that report everything at once. This module knows neither tables nor
//! results: whether a column exists is found out where it is looked up.

mod claim;
mod claim_document;
mod document;
mod figures;
mod layout;
mod lower;
mod lower_claims;
mod names;
mod number;
mod values;

use toml::de::DeTable;

use crate::diagnostic::{Diagnostic, Diagnostics, SourceText};

use super::recover::{self, Recovered};
use super::schema;
use super::source::Node;
use super::syntax;
pub use claim::{Against, Check, Claim, Subject};
pub use claim_document::Relation;
use document::PublishedDocument;
pub use document::{Basis, Missing, Reduce, Source};
pub use figures::PaperFigure;
pub use values::{HALF_WIDTH, Misprint, PrintedCell, PrintedValue, Published, Target};

/// Reads and checks a file. `name` is how messages call it, usually its path.
///
/// # Errors
///
/// Everything that is wrong with the file, in the order of the text.
pub fn parse(name: &str, text: &str) -> Result<Published, Diagnostics> {
    let source = SourceText::new(name, text);
    let fail = |problems| {
        let problems = Diagnostics::in_source(source.clone(), problems);
        problems.unwrap_or_else(|| Diagnostic::error("the file cannot be read").into())
    };
    let (table, errors) = DeTable::parse_recoverable(text);
    let tree = Node::of_document(&table, text);
    if !errors.is_empty() {
        return Err(fail(syntax::explain(&errors, &tree, text)));
    }
    let recovered: Recovered<PublishedDocument> = recover::read(tree, |_, key| Some(example(key)));
    let Recovered { document, tree, damage, mut problems } = recovered;
    let Some(document) = document else { return Err(fail(problems)) };
    let (published, found) = lower::lower(&document, &tree, &damage);
    problems.extend(found);
    if problems.is_empty() { Ok(published) } else { Err(fail(problems)) }
}

/// How a required key is written.
fn example(key: &str) -> String {
    let value = match key {
        "source" => r#"{ key = "", authors = "", title = "", venue = "", year = 0 }"#,
        "year" => "2007",
        "printed" => "\"28.9\"",
        "basis" => "\"follows\"",
        "at" => "{ metric = \"bleu\" }",
        _ => "\"...\"",
    };
    format!("{key} = {value}")
}

/// The JSON Schema of files of printed values (draft 2020-12), as it is checked in.
pub fn schema_text() -> String {
    let schema = schema::settings().into_generator().into_root_schema_for::<PublishedDocument>();
    format!("{:#}\n", serde_json::Value::from(schema))
}

#[cfg(test)]
mod tests;
