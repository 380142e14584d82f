//! What the spec language has and this version cannot run yet.
//!
//! The one list of such refusals: every line is a key, or a value of a key, that is read, checked
//! and then refused at its place. Whoever implements it deletes the line, and adds it to
//! [`model`](super::model) and to validation.

use crate::diagnostic::Diagnostic;

use super::source::{Content, Node, SpecPath};

/// Keys with a `*` for any name, and the value that is refused, where not every value is.
const REFUSED: [(&str, Option<&str>); 2] =
    [("studies.*.ranking", None), ("studies.*.correlation", None)];

/// Reports everything in the spec that is not implemented.
pub(super) fn refuse(tree: &Node) -> Vec<Diagnostic> {
    REFUSED.iter().flat_map(|(pattern, value)| refuse_one(tree, pattern, *value)).collect()
}

fn refuse_one(tree: &Node, pattern: &str, value: Option<&str>) -> Vec<Diagnostic> {
    let keys: Vec<&str> = pattern.split('.').collect();
    let mut problems = Vec::new();
    visit(tree, &SpecPath::top(), &keys, &mut |path, node| {
        let (what, span) = match (&node.content, value) {
            (Content::Text(text), Some(value)) if text == value => {
                (format!("\"{value}\""), tree.value_span(path))
            }
            (_, Some(_)) => return,
            (_, None) => {
                (format!("`{}`", path.last_key().unwrap_or_default()), tree.key_span(path))
            }
        };
        let problem = Diagnostic::error(format!("{what} is not implemented yet"));
        problems.push(problem.label(span, "").help("leave it out for now"));
    });
    problems
}

/// Calls `found` for every value whose keys match.
fn visit<'a>(
    node: &'a Node,
    path: &SpecPath,
    keys: &[&str],
    found: &mut impl FnMut(&SpecPath, &'a Node),
) {
    let Some((wanted, rest)) = keys.split_first() else {
        found(path, node);
        return;
    };
    let Content::Table(entries) = &node.content else { return };
    for (key, _, child) in entries {
        if *wanted == "*" || wanted == key {
            visit(child, &path.then(key.as_str()), rest, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use toml::de::DeTable;

    use super::*;

    #[test]
    fn every_line_refuses_something() {
        let text = include_str!("../../tests/spec/invalid/not-implemented.toml");
        let tree = Node::of_document(&DeTable::parse(text).expect("TOML"), text);
        for (pattern, value) in REFUSED {
            assert!(!refuse_one(&tree, pattern, value).is_empty(), "{pattern}");
        }
    }
}
