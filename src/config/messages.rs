//! What is wrong with an entry of a spec, in the words of the spec language.

use crate::diagnostic::{Diagnostic, closest};
use crate::value::Refusal;

use super::former_keys;
use super::reader::{Problem, ReadError};
use super::source::{Content, Node, SpecPath, Step};

/// A problem in words, and what it is about.
pub(super) struct Explained {
    pub(super) diagnostic: Diagnostic,
    /// What is left out, or put there, for the rest to be read.
    pub(super) at: SpecPath,
    /// Keys of its table whose absence it is about.
    pub(super) lacking: Vec<String>,
    /// For an unknown key, the key that was probably meant.
    pub(super) meant: Option<String>,
}

/// Says what an error of reading `tree` means. `example` is the line for a required key.
pub(super) fn explain(
    error: &ReadError,
    tree: &Node,
    example: impl Fn(&SpecPath, &str) -> Option<String>,
) -> Explained {
    let path = error.path.clone().unwrap_or_default();
    let place = ErrorLocation { path: &path, tree };
    let mut explained = Explained {
        diagnostic: Diagnostic::error(""),
        at: path.clone(),
        lacking: Vec::new(),
        meant: None,
    };
    let subject = subject(&path);
    explained.diagnostic = match &error.problem {
        Problem::UnknownKey(known) => {
            let (diagnostic, meant) = place.unknown_key(known);
            explained.meant = meant;
            diagnostic
        }
        Problem::Missing(key) => {
            explained.at = path.then(*key);
            let example = example(&explained.at, key);
            missing(tree, &path, key, &example.unwrap_or_else(|| (*key).to_owned()))
        }
        Problem::WrongType(expected) => {
            place.labelled(format!("{subject} must be {}", in_plain_words(expected)), place.found())
        }
        Problem::WrongValue(expected) => {
            place.labelled(format!("{subject} must be {expected}"), "")
        }
        Problem::UnknownWord(known) => place.unknown_word(known),
        Problem::NoChoice(what, keys) => {
            let keys = or_list(keys.iter().map(|key| format!("`{key}`")));
            place.labelled(format!("[{path}] has no {what}"), "").help(format!("add {keys}"))
        }
        Problem::SecondChoice(what, first) => {
            let (table, second) = (around(&path), key(&path));
            place
                .labelled(format!("[{table}] has more than one {what}"), "")
                .label(tree.value_span(&table.then(first.as_str())), "first here")
                .help(format!("keep either `{first}` or `{second}`"))
        }
        Problem::OutOfRange => place
            .labelled(format!("{subject} is out of range"), "")
            .help(format!("whole numbers go up to {}, decimal ones up to about 1.8e308", i64::MAX)),
        Problem::Refused(message) => match Refusal::parse(message) {
            Some(refusal) => return refused(&refusal, &path, tree, example),
            None => place.labelled(format!("{subject}: {message}"), ""),
        },
    };
    explained
}

/// A key that is not in the table at `table`; `example` is what to write.
pub(super) fn missing(tree: &Node, table: &SpecPath, key: &str, example: &str) -> Diagnostic {
    if table.steps().is_empty() {
        return Diagnostic::error(format!("the spec has no [{key}]"))
            .help(format!("add `[{key}]` with `name` and `seed`"));
    }
    Diagnostic::error(format!("`{key}` is missing {}", within(table)))
        .label(tree.value_span(table), "")
        .help(format!("add `{example}`"))
}

/// What a type says against a value at `path`, or against what is in it.
fn refused(
    refusal: &Refusal,
    path: &SpecPath,
    tree: &Node,
    example: impl Fn(&SpecPath, &str) -> Option<String>,
) -> Explained {
    let inside = |step: &str| match step.strip_prefix('[').and_then(|s| s.strip_suffix(']')) {
        Some(index) => path.then(index.parse::<usize>().unwrap_or(usize::MAX)),
        None => path.then(step),
    };
    let at = if refusal.at.is_empty() { path.clone() } else { inside(&refusal.at) };
    let beside = (!refusal.beside.is_empty()).then(|| inside(&refusal.beside));
    let key = key(&at);
    let problem = if let Some(rest) = refusal.problem.strip_prefix("{value}") {
        format!("{}{rest}", subject(&at))
    } else if let Some(rest) = refusal.problem.strip_prefix("[{table}]") {
        format!("[{at}]{rest}")
    } else {
        refusal.problem.replace("{key}", key)
    };
    let mut diagnostic = Diagnostic::error(problem).label(tree.value_span(&at), "");
    if let Some(beside) = beside.as_ref().filter(|beside| tree.at(beside).is_some()) {
        diagnostic = diagnostic.label(tree.value_span(beside), &*refusal.label);
    }
    let help = match example(&at, key) {
        _ if refusal.help != Refusal::NAME_ONE => refusal.help.replace("{key}", key),
        Some(example) => format!("name at least one, for instance `{example}`"),
        None => format!("name at least one, or leave `{key}` out"),
    };
    if !help.is_empty() {
        diagnostic = diagnostic.help(help);
    }
    Explained { diagnostic, at, lacking: refusal.lacking.clone(), meant: None }
}

struct ErrorLocation<'a> {
    path: &'a SpecPath,
    tree: &'a Node,
}

impl ErrorLocation<'_> {
    fn labelled(&self, message: String, label: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).label(self.tree.value_span(self.path), label)
    }

    /// "this is a table".
    fn found(&self) -> String {
        self.tree.at(self.path).map(|node| format!("this is {}", node.kind())).unwrap_or_default()
    }

    fn unknown_key(&self, known: &[&'static str]) -> (Diagnostic, Option<String>) {
        let (key, around) = (key(self.path), around(self.path));
        if let Some(instead) = former_keys::instead_of(self.path) {
            let diagnostic = Diagnostic::error(format!("`{key}` is no longer a key of [{around}]"))
                .label(self.tree.key_span(self.path), "");
            return (diagnostic.help(instead), None);
        }
        let diagnostic = Diagnostic::error(format!("unknown key `{key}` {}", within(&around)))
            .label(self.tree.key_span(self.path), "");
        if known.is_empty() {
            return (diagnostic.help("this table takes no keys: leave it empty"), None);
        }
        let list: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
        let list = format!("known keys: {}", list.join(", "));
        match closest(key, known.iter().copied()) {
            Some(meant) => {
                let diagnostic = diagnostic.note(list).help(format!("did you mean `{meant}`?"));
                (diagnostic, Some(meant.to_owned()))
            }
            None => (diagnostic.help(list), None),
        }
    }

    fn unknown_word(&self, known: &[&'static str]) -> Diagnostic {
        let list = or_list(known.iter().map(|known| format!("\"{known}\"")));
        let message = format!("{} must be {list}", subject(self.path));
        let Some(Content::Text(word)) = self.tree.at(self.path).map(|node| &node.content) else {
            return self.labelled(message, self.found());
        };
        let diagnostic = self.labelled(message, "");
        match closest(word, known.iter().copied()) {
            Some(meant) => diagnostic.help(format!("did you mean \"{meant}\"?")),
            None => diagnostic,
        }
    }
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

/// The innermost key of a path.
fn key(path: &SpecPath) -> &str {
    path.last_key().unwrap_or_default()
}

/// The path of what is around.
fn around(path: &SpecPath) -> SpecPath {
    path.split_last().map(|(around, _)| around).unwrap_or_default()
}

/// "`a`", or "an entry of `a`" for an entry of a list.
fn subject(path: &SpecPath) -> String {
    let article = if path.is_entry() { "an entry of " } else { "" };
    format!("{article}`{}`", key(path))
}

/// "in [a.b]".
fn within(table: &SpecPath) -> String {
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
