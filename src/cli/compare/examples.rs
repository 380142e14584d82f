//! `--examples`: where systems differ.

use serde_json::Value;

use super::arguments::CompareArguments;
use crate::analyses::examples::{self, ExampleRequest, Examples};
use crate::cli::failure::Failure;
use crate::plan::Plan;
use crate::report;

/// Segments of each side on a page, where `--examples` names no number.
const COUNT: u16 = 10;

/// Texts that are nowhere shown cannot be left out, and a table alone has no room for examples.
pub(super) fn check(arguments: &CompareArguments) -> Result<(), Failure> {
    if arguments.examples.is_some() && arguments.format.is_bare() {
        let message = "--examples: this format has the table alone";
        return Err(Failure::refusal(message, "take the format text, markdown or json"));
    }
    if arguments.no_texts && arguments.examples.is_none() && arguments.out.is_none() {
        let message = "--no-texts: no texts are shown without `--examples` or `--out`";
        return Err(Failure::refusal(message, "leave it out, or add `--examples`"));
    }
    Ok(())
}

/// What is shown, where anything is: printed, or on the page.
pub(super) fn examples(
    plan: &Plan,
    arguments: &CompareArguments,
    baseline: &str,
) -> Result<Option<Examples>, Failure> {
    if arguments.examples.is_none() && arguments.out.is_none() {
        return Ok(None);
    }
    let request = ExampleRequest {
        baseline: baseline.to_owned(),
        primary: arguments.primary.clone(),
        count: arguments.examples.unwrap_or(COUNT).into(),
        has_texts: !arguments.no_texts,
    };
    Ok(Some(examples::examples(plan, &plan.grids[0], &request)?))
}

/// Nothing, or text that follows the answer.
pub(super) fn text(examples: Option<&Examples>, is_styled: bool) -> String {
    examples.map_or_else(String::new, |examples| {
        format!("\n{}", report::examples::text(examples, is_styled))
    })
}

/// The same in Markdown.
pub(super) fn markdown(examples: Option<&Examples>) -> String {
    examples.map_or_else(String::new, report::examples::markdown)
}

/// The answer with the key `examples`.
pub(super) fn with_json(mut answer: Value, examples: Option<&Examples>) -> Value {
    if let Some(examples) = examples {
        answer["examples"] = serde_json::to_value(examples).expect("plain data");
    }
    answer
}
