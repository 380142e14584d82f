//! Names that earlier versions had, and what to use instead.

use std::sync::LazyLock;

/// The kind of thing that a removed name was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A command of the program.
    Command,
    /// An option, after the command that had it: `compare --history`.
    Option,
    /// A key of a spec with the tables around it, or a value after its key; `*` stands for any name.
    Key,
    /// A table of results.
    Table,
}

/// A removed name.
#[derive(Clone, Copy, Debug)]
pub struct Removed {
    /// What it was.
    pub kind: Kind,
    /// Its name. The steps of a key are separated by dots.
    pub name: &'static str,
    /// What to do instead. In a key, `{study}` stands for the path of the study.
    pub instead: &'static str,
}

/// All removed names: kind, name and what to do instead on each line.
pub static REMOVED: LazyLock<Vec<Removed>> = LazyLock::new(|| {
    let rows = include_str!("removed.tsv").lines().map(|line| {
        let mut fields = line.split('\t');
        let kind = match fields.next()? {
            "command" => Kind::Command,
            "option" => Kind::Option,
            "key" => Kind::Key,
            _ => Kind::Table,
        };
        Some(Removed { kind, name: fields.next()?, instead: fields.next()? })
    });
    rows.flatten().collect()
});

/// Returns what to use instead of a removed command, option or table.
pub fn instead_of(kind: Kind, name: &str) -> Option<&'static str> {
    let removed = REMOVED.iter().find(|removed| removed.kind == kind && removed.name == name);
    removed.map(|removed| removed.instead)
}

/// Returns what to use instead of the removed command, key or table called `name`. A key is named by its path, with or
/// without `studies.*`: parts of a path may be the names of other keys.
pub fn instead_of_name(name: &str) -> Option<String> {
    let mut named = REMOVED.iter().filter(|removed| match removed.kind {
        Kind::Command | Kind::Table => removed.name == name,
        Kind::Key => removed.name.strip_prefix("studies.*.") == Some(name) || removed.name == name,
        Kind::Option => false,
    });
    named.next().map(|removed| removed.instead.replace("{study}", "studies.NAME"))
}

/// Returns what to use instead of the removed key or value at `path`, which lists the tables around it, the key, and the
/// value, if it is one.
pub fn instead_of_key(path: &[&str]) -> Option<&'static str> {
    let is_at_path = |name: &str| {
        let steps: Vec<&str> = name.split('.').collect();
        steps.len() == path.len()
            && steps.iter().zip(path).all(|(step, key)| *step == "*" || step == key)
    };
    let mut keys = REMOVED.iter().filter(|removed| removed.kind == Kind::Key);
    keys.find(|removed| is_at_path(removed.name)).map(|removed| removed.instead)
}
