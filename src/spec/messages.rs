//! What serde says about a value, in the words of the spec language.

use crate::diagnostic::{Diagnostic, closest};

use super::recover::Place;
use super::source::{Content, SpecPath, Step};

/// The message about an entry and, for an unknown key, the key that was probably meant.
pub(super) fn explain(message: &str, place: &Place<'_>) -> (Diagnostic, Option<String>) {
    if place.is_key
        && let Some(known) = message.strip_prefix("unknown field ")
    {
        return unknown_key(known, place);
    }
    (bad_value(message, place), None)
}

fn unknown_key(message: &str, place: &Place<'_>) -> (Diagnostic, Option<String>) {
    let key = place.path.last_key().unwrap_or_default();
    let known = quoted_after_expected(message);
    let around = place.path.split_last().map(|(around, _)| around).unwrap_or_default();
    let mut diagnostic = Diagnostic::error(format!("unknown key `{key}` {}", within(&around)))
        .label(place.span.clone(), "");
    if known.is_empty() {
        return (diagnostic.help("this table takes no keys: leave it empty"), None);
    }
    let list: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    let list = format!("known keys: {}", list.join(", "));
    let meant = closest(key, known.iter().copied()).map(str::to_owned);
    if let Some(meant) = &meant {
        diagnostic = diagnostic.note(list);
        diagnostic = diagnostic.help(format!("did you mean `{meant}`?"));
    } else {
        diagnostic = diagnostic.help(list);
    }
    (diagnostic, meant)
}

fn bad_value(message: &str, place: &Place<'_>) -> Diagnostic {
    let subject = subject(&place.path);
    let found = format!("this is {}", place.node.kind());
    if matches!(place.node.content, Content::Integer { fits: false })
        || message.ends_with("number overflowed")
    {
        return Diagnostic::error(format!("{subject} is out of range"))
            .label(place.span.clone(), "")
            .help(format!(
                "whole numbers go up to {}, decimal ones up to about 1.8e308",
                i64::MAX
            ));
    }
    if message.starts_with("unknown variant ") {
        let known = quoted_after_expected(message);
        let list = or_list(known.iter().map(|known| format!("\"{known}\"")));
        let diagnostic = Diagnostic::error(format!("{subject} must be {list}"));
        let Content::Text(word) = &place.node.content else {
            return diagnostic.label(place.span.clone(), found);
        };
        let diagnostic = diagnostic.label(place.span.clone(), "");
        return match closest(word, known.iter().copied()) {
            Some(meant) => diagnostic.help(format!("did you mean \"{meant}\"?")),
            None => diagnostic,
        };
    }
    let Some((_, expected)) = message.rsplit_once(", expected ") else {
        return Diagnostic::error(format!("{subject}: {message}")).label(place.span.clone(), "");
    };
    // A value of the right kind that is still refused needs no naming of its kind.
    let label = if message.starts_with("invalid value") { String::new() } else { found };
    Diagnostic::error(format!("{subject} must be {}", in_plain_words(expected)))
        .label(place.span.clone(), label)
}

/// Rust's names for kinds of values.
fn in_plain_words(expected: &str) -> &str {
    match expected {
        "i64" => "a whole number",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table",
        other => other,
    }
}

/// The names in backquotes after "expected".
fn quoted_after_expected(message: &str) -> Vec<&str> {
    let names = message.rsplit_once(", expected ").map_or("", |(_, names)| names);
    names.split('`').skip(1).step_by(2).collect()
}

/// "`a`", or "an entry of `a`" for an entry of a list.
fn subject(path: &SpecPath) -> String {
    let key = path.last_key().unwrap_or_default();
    if path.is_entry() { format!("an entry of `{key}`") } else { format!("`{key}`") }
}

/// "in [a.b]".
pub(super) fn within(table: &SpecPath) -> String {
    if table.steps().iter().any(|step| matches!(step, Step::Key(_))) {
        format!("in [{table}]")
    } else {
        "at the top of the file".to_owned()
    }
}

/// "a", "a or b", "a, b or c".
pub(super) fn or_list(items: impl IntoIterator<Item = String>) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    match (items.pop(), items.is_empty()) {
        (Some(last), false) => format!("{} or {last}", items.join(", ")),
        (Some(last), true) => last,
        (None, _) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::or_list;

    #[test]
    fn lists_read_well() {
        let list = |items: &[&str]| or_list(items.iter().map(|&item| item.to_owned()));
        assert_eq!(list(&[]), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b"]), "a or b");
        assert_eq!(list(&["a", "b", "c"]), "a, b or c");
    }
}
