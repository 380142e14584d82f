//! What is wrong with an entry of a spec, in the words of the spec language.

use crate::diagnostic::{Diagnostic, closest};
use crate::located::{Problem, ReadError, Tree as _};
use crate::removed;
use crate::value::Refusal;

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
    let path = error.path();
    let labelled = |message: String, label: String| {
        Diagnostic::error(message).label(tree.value_span(&path), label)
    };
    let plain = |message: String| labelled(message, String::new());
    let mut explained = Explained {
        diagnostic: Diagnostic::error(""),
        at: path.clone(),
        lacking: Vec::new(),
        meant: None,
    };
    let subject = subject(&path);
    explained.diagnostic = match &error.problem {
        Problem::UnknownKey(known) => {
            explained.meant = closest(key(&path), known.iter().copied()).map(str::to_owned);
            unknown_key(tree, &path, known, explained.meant.as_deref())
        }
        Problem::Missing(key) => {
            explained.at = path.then(*key);
            let example = example(&explained.at, key);
            missing(tree, &path, key, &example.unwrap_or_else(|| (*key).to_owned()))
        }
        Problem::WrongType(expected) => {
            labelled(format!("{subject} must be {expected}"), found(tree, &path))
        }
        Problem::WrongValue(expected) => plain(format!("{subject} must be {expected}")),
        Problem::UnknownWord(known) => {
            let list = or_list(known.iter().map(|known| format!("\"{known}\"")));
            let message = format!("{subject} must be {list}");
            match tree.at(&path).map(|node| &node.content) {
                Some(Content::Text(word)) => {
                    let meant = closest(word, known.iter().copied());
                    let meant = meant.map(|meant| format!("did you mean \"{meant}\"?"));
                    let help = instead_of_removed(&path.then(word.as_str())).or(meant);
                    help.into_iter().fold(plain(message), Diagnostic::help)
                }
                _ => labelled(message, found(tree, &path)),
            }
        }
        Problem::NoChoice(what, keys) => {
            let keys = or_list(keys.iter().map(|key| format!("`{key}`")));
            plain(format!("[{path}] has no {what}")).help(format!("add {keys}"))
        }
        Problem::SecondChoice(what, first) => {
            let (table, second) = (around(&path), key(&path));
            plain(format!("[{table}] has more than one {what}"))
                .label(tree.value_span(&table.then(first.as_str())), "first here")
                .help(format!("keep either `{first}` or `{second}`"))
        }
        Problem::OutOfRange => plain(format!("{subject} is out of range"))
            .help(format!("whole numbers go up to {}, decimal ones up to about 1.8e308", i64::MAX)),
        Problem::Refused(message) => match Refusal::parse(message) {
            Some(refusal) => return refused(&refusal, &path, tree, example),
            None => plain(format!("{subject}: {message}")),
        },
    };
    explained
}

/// A key that is not in the table at `table`; `example` is what to write.
fn missing(tree: &Node, table: &SpecPath, key: &str, example: &str) -> Diagnostic {
    if table.steps().is_empty() {
        let (file, keys) = match key {
            "source" => ("file", "`key`, `authors`, `title`, `venue` and `year`"),
            _ => ("spec", "`name` and `seed`"),
        };
        return Diagnostic::error(format!("the {file} has no [{key}]"))
            .help(format!("add `[{key}]` with {keys}"));
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

/// "this is a table".
fn found(tree: &Node, path: &SpecPath) -> String {
    tree.at(path).map(|node| format!("this is {}", node.kind())).unwrap_or_default()
}

/// A key that is none of those `known`, of which one may be `meant`.
fn unknown_key(
    tree: &Node,
    path: &SpecPath,
    known: &[&'static str],
    meant: Option<&str>,
) -> Diagnostic {
    if let Some(instead) = instead_of_removed(path) {
        let message = format!("`{}` is no longer a key of [{}]", key(path), around(path));
        return Diagnostic::error(message).label(tree.key_span(path), "").help(instead);
    }
    let message = format!("unknown key `{}` {}", key(path), within(&around(path)));
    let diagnostic = Diagnostic::error(message).label(tree.key_span(path), "");
    if known.is_empty() {
        return diagnostic.help("this table takes no keys: leave it empty");
    }
    let list: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    let list = format!("known keys: {}", list.join(", "));
    match meant {
        Some(meant) => diagnostic.note(list).help(format!("did you mean `{meant}`?")),
        None => diagnostic.help(list),
    }
}

/// Returns what to write instead of the key or the value at `path`, if an earlier version had it.
fn instead_of_removed(path: &SpecPath) -> Option<String> {
    let keys = path.steps().iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    let keys: Vec<&str> = keys.collect();
    let study = keys.iter().take(2).fold(SpecPath::default(), |path, key| path.then(*key));
    removed::instead_of_key(&keys).map(|instead| instead.replace("{study}", &study.to_string()))
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
        let items = ["a", "b", "c"].map(str::to_owned);
        for (count, list) in ["", "a", "a or b", "a, b or c"].into_iter().enumerate() {
            assert_eq!(or_list(items[..count].iter().cloned()), list);
        }
    }
}
