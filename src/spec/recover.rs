//! Reads a spanned tree into a document with all its errors at once.
//!
//! Serde stops at the first error. So the entry at fault is reported, taken out of the tree, and
//! the rest is read again, until it passes. What was taken out is remembered, for later checks
//! not to complain about its absence.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use crate::diagnostic::Diagnostic;

use super::messages;
use super::source::{Content, Node, SpecPath, Step};

/// Errors after which no more are looked for: the time to find them all grows with their square.
const MOST_ERRORS: usize = 100;

/// What could be read.
pub(super) struct Recovered<D> {
    /// What is left of the document; `None` where the search for errors was given up.
    pub(super) document: Option<D>,
    /// The tree that `document` was read from.
    pub(super) tree: Node,
    /// Where something was taken out.
    pub(super) damage: Damage,
    /// What was wrong.
    pub(super) problems: Vec<Diagnostic>,
}

/// The places of a document that lack what was written there.
#[derive(Debug, Default)]
pub(super) struct Damage {
    values: BTreeSet<SpecPath>,
    /// Tables that lost a key which resembles none of the known ones.
    lost_strangers: BTreeSet<SpecPath>,
}

impl Damage {
    /// Whether the value at `path` was taken out or, if it is a list, lacks an entry.
    pub(super) fn is_at(&self, path: &SpecPath) -> bool {
        self.values.contains(path)
    }

    /// Whether anything in the value at `path` was taken out.
    pub(super) fn is_within(&self, path: &SpecPath) -> bool {
        self.values.iter().any(|damaged| damaged.is_within(path))
    }

    /// Whether the table at `path` lost a key that could have been any.
    pub(super) fn lost_stranger(&self, path: &SpecPath) -> bool {
        self.lost_strangers.contains(path)
    }
}

/// Reads as much of `table` as can be read.
pub(super) fn read<D: for<'de> Deserialize<'de>>(
    mut table: Spanned<DeTable<'_>>,
    text: &str,
) -> Recovered<D> {
    let mut damage = Damage::default();
    let mut problems: Vec<Diagnostic> = Vec::new();
    loop {
        let tree = Node::of_document(&table, text);
        let read = D::deserialize(Deserializer::from(table.clone()));
        let error = match read {
            Ok(document) => {
                return Recovered { document: Some(document), tree, damage, problems };
            }
            Err(error) => error,
        };
        let goes_on = problems.len() < MOST_ERRORS;
        let Some(place) = locate(&tree, &error).filter(|_| goes_on) else {
            problems.push(match error.span().filter(|_| goes_on) {
                Some(span) => Diagnostic::error(error.message()).label(span, ""),
                None => Diagnostic::error("there may be more errors than are shown here"),
            });
            return Recovered { document: None, tree, damage, problems };
        };
        let (problem, meant) = messages::explain(error.message(), &place);
        // A value may be refused for what was taken out of it, which was reported.
        if place.is_key || !damage.is_within(&place.path) {
            problems.push(problem);
        }
        damage.values.insert(list_or_value(&place.path));
        if let (true, Some((around, _))) = (place.is_key, place.path.split_last()) {
            match meant {
                Some(key) => damage.values.insert(around.then(key.as_str())),
                None => damage.lost_strangers.insert(around),
            };
        }
        remove(table.get_mut(), &place.path);
    }
}

/// For an entry of a list the list, and otherwise the value itself.
fn list_or_value(path: &SpecPath) -> SpecPath {
    match path.split_last() {
        Some((list, Step::Index(_))) => list,
        _ => path.clone(),
    }
}

/// The entry of a document that an error is about.
pub(super) struct Place<'a> {
    pub(super) path: SpecPath,
    /// Whether the key is at fault, and not the value.
    pub(super) is_key: bool,
    /// Bytes of the key or value.
    pub(super) span: Range<usize>,
    pub(super) node: &'a Node,
}

/// Finds the entry by the bytes that the error names. Tables may share their bytes with the tables
/// around them (`[a.b]` stands for both); the keys that lead to the error tell them apart.
fn locate<'a>(tree: &'a Node, error: &toml::de::Error) -> Option<Place<'a>> {
    let span = error.span()?;
    let shown = error.to_string();
    let keys = shown.trim_end().rsplit_once("\nin `").and_then(|(_, keys)| keys.strip_suffix('`'));
    let mut search = Search { span, keys: keys.unwrap_or_default(), exact: None, near: None };
    search.visit(tree, &SpecPath::top(), "");
    search.exact.or(search.near)
}

struct Search<'a, 'k> {
    span: Range<usize>,
    keys: &'k str,
    /// Bytes and keys agree.
    exact: Option<Place<'a>>,
    /// Bytes agree; the innermost.
    near: Option<Place<'a>>,
}

impl<'a> Search<'a, '_> {
    fn visit(&mut self, node: &'a Node, path: &SpecPath, keys: &str) {
        match &node.content {
            Content::Table(entries) => {
                for (key, key_span, child) in entries {
                    let path = path.then(key.as_str());
                    if *key_span == self.span {
                        self.found(&path, true, child, keys);
                    }
                    let separator = if keys.is_empty() { "" } else { "." };
                    let keys = format!("{keys}{separator}{key}");
                    self.value(child, &path, &keys);
                }
            }
            Content::List(list) => {
                for (index, child) in list.iter().enumerate() {
                    self.value(child, &path.then(index), keys);
                }
            }
            _ => {}
        }
    }

    fn value(&mut self, node: &'a Node, path: &SpecPath, keys: &str) {
        if node.span == self.span {
            self.found(path, false, node, keys);
        }
        self.visit(node, path, keys);
    }

    fn found(&mut self, path: &SpecPath, is_key: bool, node: &'a Node, keys: &str) {
        let place = Place { path: path.clone(), is_key, span: self.span.clone(), node };
        if self.exact.is_none() && keys == self.keys {
            self.exact = Some(place);
        } else {
            self.near = Some(place);
        }
    }
}

/// Takes out the entry that `path` leads to.
fn remove(table: &mut DeTable<'_>, path: &SpecPath) {
    let Some((first, rest)) = path.steps().split_first() else { return };
    let Step::Key(key) = first else { return };
    if rest.is_empty() {
        table.remove(key.as_str());
    } else if let Some(value) = table.get_mut(key.as_str()) {
        remove_from_value(value, rest);
    }
}

fn remove_from_value(value: &mut Spanned<DeValue<'_>>, steps: &[Step]) {
    let Some((first, rest)) = steps.split_first() else { return };
    match (value.get_mut(), first) {
        (DeValue::Table(table), Step::Key(key)) if rest.is_empty() => {
            table.remove(key.as_str());
        }
        (DeValue::Table(table), Step::Key(key)) => {
            if let Some(child) = table.get_mut(key.as_str()) {
                remove_from_value(child, rest);
            }
        }
        (DeValue::Array(list), Step::Index(index)) if rest.is_empty() => {
            let kept = list.iter().enumerate().filter(|(position, _)| position != index);
            *list = kept.map(|(_, entry)| entry.clone()).collect();
        }
        (DeValue::Array(list), Step::Index(index)) => {
            if let Some(child) = list.get_mut(*index) {
                remove_from_value(child, rest);
            }
        }
        _ => {}
    }
}
