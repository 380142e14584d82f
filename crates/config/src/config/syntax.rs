//! What the TOML parser says, for people who do not know TOML by heart.
//!
//! The parser continues after an error and reports what it meets then, which is often the same
//! mistake seen again. So one error is kept for each line, and a list or table that is never
//! closed is reported where it opens, in place of everything that it swallowed.

use std::ops::Range;

use toml::de::Error;

use crate::diagnostic::Diagnostic;

use super::source::{Content, Node};

/// The problems behind the errors of the parser. `tree` is what it made of the text all the same.
pub(super) fn explain(errors: &[Error], tree: &Node, text: &str) -> Vec<Diagnostic> {
    let mut errors: Vec<(Range<usize>, &str)> = errors
        .iter()
        .map(|error| (error.span().unwrap_or(text.len()..text.len()), error.message()))
        .collect();
    // Of those at the same place, the one with an extent says more.
    errors.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut problems = Vec::new();
    for opening in unclosed(&errors, tree, text) {
        errors.retain(|(span, _)| span.start < opening.start || span.start > opening.end);
        problems.push(never_closed(&opening, text));
    }
    let mut last_line = None;
    for (span, message) in errors {
        let line = line_of(text, span.start);
        if last_line.replace(line) != Some(line) {
            problems.push(reworded(message, span, text));
        }
    }
    problems
}

/// Lists and inline tables that are never closed, from where they open to where the parser noticed.
fn unclosed(errors: &[(Range<usize>, &str)], tree: &Node, text: &str) -> Vec<Range<usize>> {
    let noticed = errors.iter().filter(|(_, message)| {
        message.starts_with("unclosed array,") || message.starts_with("unclosed inline table,")
    });
    let mut openings: Vec<Range<usize>> = Vec::new();
    for (span, _) in noticed {
        if openings.iter().all(|known| !(known.start..=known.end).contains(&span.start))
            && let Some(start) = outermost(tree, span.start, text)
        {
            openings.push(start..span.start);
        }
    }
    openings
}

/// Where the outermost list or inline table opens that reaches up to `position`.
fn outermost(node: &Node, position: usize, text: &str) -> Option<usize> {
    let opens = text[node.span.start.min(text.len())..].starts_with(['[', '{']);
    let is_inline = match &node.content {
        Content::List(_) => true,
        // The text of a table with a header begins with a bracket.
        Content::Table(_) => text[node.span.start.min(text.len())..].starts_with('{'),
        _ => false,
    };
    let reaches = node.span.start < position
        && text.get(node.span.end..position).is_some_and(|rest| rest.trim().is_empty());
    if is_inline && opens && reaches {
        return Some(node.span.start);
    }
    match &node.content {
        Content::Table(entries) => {
            entries.iter().find_map(|(_, _, child)| outermost(child, position, text))
        }
        Content::List(list) => list.iter().find_map(|child| outermost(child, position, text)),
        _ => None,
    }
}

fn never_closed(opening: &Range<usize>, text: &str) -> Diagnostic {
    let (what, closing) =
        if text[opening.start..].starts_with('[') { ("list", ']') } else { ("table", '}') };
    Diagnostic::error(format!("this {what} is never closed"))
        .label(opening.start..opening.start + 1, "")
        .help(format!("add `{closing}` after its last entry"))
}

/// Beginnings of messages, what is said instead, and the way out.
const REWORDED: [(&str, &str, &str); 5] = [
    ("string values must be quoted", "a value is missing here", ""),
    ("invalid basic string, expected `\"`", "this string is never closed", "add `\"` at its end"),
    ("invalid literal string, expected `'`", "this string is never closed", "add `'` at its end"),
    ("unquoted keys cannot be empty", "a key is missing here", ""),
    ("duplicate key", "this key is here twice", "leave one of them out"),
];

fn reworded(message: &str, span: Range<usize>, text: &str) -> Diagnostic {
    let written = text.get(span.clone()).unwrap_or_default().trim();
    let reworded = REWORDED.iter().find(|(start, _, _)| message.starts_with(start));
    let (message, help) = match reworded {
        _ if message.starts_with("string values must be quoted") && !written.is_empty() => {
            ("a string must be in quotes", format!("write {written:?}"))
        }
        Some((_, words, help)) => (*words, (*help).to_owned()),
        None => (message.trim_end_matches(", expected nothing"), String::new()),
    };
    let problem = Diagnostic::error(message).label(span, "");
    if help.is_empty() { problem } else { problem.help(help) }
}

fn line_of(text: &str, position: usize) -> usize {
    let end = text.floor_char_boundary(position);
    text[..end].bytes().filter(|&byte| byte == b'\n').count()
}
