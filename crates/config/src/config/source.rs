//! The text of a spec, and where everything in it stands.
//!
//! Specs are deserialised into plain structs without spans. A check that refuses a value
//! names its [`SpecPath`]; the tree kept here turns the path into bytes of the text.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::located::{Tree, TreePath, View};

pub use crate::located::Step;

/// The way from the top of a spec to a value, such as `studies.growth.metrics[2]`.
pub type SpecPath = TreePath;

/// Reads the tree of a spec.
pub(super) type Reader<'a> = crate::located::Reader<'a, Node>;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    /// Bytes of the value as the parser gives them.
    pub(super) span: Range<usize>,
    /// Bytes to underline: the value; of a table with a header, the header; of a table that is
    /// only there because of what is in it, its key.
    shown: Range<usize>,
    pub(super) content: Content,
}

/// What a [`Node`] holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    /// Keys in the order of the text, with the bytes of the key.
    Table(Vec<(String, Range<usize>, Node)>),
    List(Vec<Node>),
    Text(String),
    /// `None` where it has no place in 64 bits.
    Integer(Option<i64>),
    /// `None` where it is larger than any number of 64 bits.
    Float(Option<f64>),
    Boolean(bool),
    Date,
}

impl Node {
    /// The tree of the whole `text`.
    pub(super) fn of_document(table: &Spanned<DeTable<'_>>, text: &str) -> Self {
        let span = table.span();
        Self { shown: span.clone(), span, content: Self::table(table.get_ref(), text) }
    }

    /// A value that stands at `span`, and is shown there.
    pub(super) fn at_place(span: Range<usize>, content: Content) -> Self {
        Self { shown: span.clone(), span, content }
    }

    /// The same with everything in it at `span`.
    pub(super) fn placed(mut self, span: Range<usize>) -> Self {
        self.put(&span, &span);
        self
    }

    /// Adds an entry to a table.
    pub(super) fn add(&mut self, key: &str, key_span: Range<usize>, value: Self) {
        if let Content::Table(entries) = &mut self.content {
            entries.push((key.to_owned(), key_span, value));
        }
    }

    fn of_value(value: &Spanned<DeValue<'_>>, text: &str) -> Self {
        let span = value.span();
        let content =
            match value.get_ref() {
                DeValue::Table(table) => Self::table(table, text),
                DeValue::Array(list) => {
                    Content::List(list.iter().map(|entry| Self::of_value(entry, text)).collect())
                }
                DeValue::String(text) => Content::Text(text.to_string()),
                DeValue::Integer(number) => {
                    Content::Integer(i64::from_str_radix(number.as_str(), number.radix()).ok())
                }
                DeValue::Float(number) => {
                    let is_written_so = number.as_str().contains("inf");
                    let number = number.as_str().parse().ok();
                    // `parse` takes a number that is too large for infinity: only what is written so is one.
                    Content::Float(number.filter(|number: &f64| {
                        number.is_finite() || number.is_nan() || is_written_so
                    }))
                }
                DeValue::Boolean(is) => Content::Boolean(*is),
                DeValue::Datetime(_) => Content::Date,
            };
        Self { shown: span.clone(), span, content }
    }

    fn table(table: &DeTable<'_>, text: &str) -> Content {
        let entries = table.iter().map(|(key, value)| {
            let mut node = Self::of_value(value, text);
            let is_written = text.get(node.span.clone()).is_some_and(|t| t.starts_with(['[', '{']));
            if matches!(node.content, Content::Table(_)) && !is_written {
                node.shown = key.span();
            }
            (key.get_ref().to_string(), key.span(), node)
        });
        Content::Table(entries.collect())
    }

    /// The bytes of the key (none for entries of lists) and the value one step down.
    fn child(&self, step: &Step) -> Option<(Option<Range<usize>>, &Self)> {
        match (&self.content, step) {
            (Content::Table(entries), Step::Key(wanted)) => {
                let entry = entries.iter().find(|(key, _, _)| key == wanted)?;
                Some((Some(entry.1.clone()), &entry.2))
            }
            (Content::List(list), Step::Index(index)) => Some((None, list.get(*index)?)),
            _ => None,
        }
    }

    /// Puts the value of a line `key = value` where a required key is missing, as if it stood where
    /// its table does. Whether that could be done.
    pub(super) fn stand_in(&mut self, path: &SpecPath, line: &str) -> bool {
        let Some((around, Step::Key(key))) = path.split_last() else { return false };
        let Ok(example) = DeTable::parse(line) else { return false };
        let mut example = Self::of_document(&example, line);
        let Some(table) = self.at_mut(&around) else { return false };
        example.put(&table.span, &table.shown);
        example.get(key).map(|value| table.fill(key, value)).is_some()
    }

    fn put(&mut self, span: &Range<usize>, shown: &Range<usize>) {
        (self.span, self.shown) = (span.clone(), shown.clone());
        match &mut self.content {
            Content::Table(entries) => {
                for (_, _, node) in entries {
                    node.put(span, shown);
                }
            }
            Content::List(list) => {
                for node in list {
                    node.put(span, shown);
                }
            }
            _ => {}
        }
    }

    /// What `path` leads to.
    pub(super) fn at(&self, path: &SpecPath) -> Option<&Self> {
        path.steps().iter().try_fold(self, |node, step| node.child(step).map(|(_, child)| child))
    }

    /// The value of a key of a table.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.child(&Step::from(key)).map(|(_, child)| child)
    }

    /// The first key of a table.
    pub(super) fn first_key(&self) -> Option<&str> {
        let Content::Table(entries) = &self.content else { return None };
        entries.first().map(|(key, _, _)| key.as_str())
    }

    /// The keys of a table in the order of the text.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        let entries = match &self.content {
            Content::Table(entries) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(|(key, _, _)| key.as_str())
    }

    /// As [`Self::get`], to be changed.
    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        self.child_mut(&Step::from(key))
    }

    fn at_mut(&mut self, path: &SpecPath) -> Option<&mut Self> {
        path.steps().iter().try_fold(self, |node, step| node.child_mut(step))
    }

    fn child_mut(&mut self, step: &Step) -> Option<&mut Self> {
        match (&mut self.content, step) {
            (Content::Table(entries), Step::Key(wanted)) => {
                entries.iter_mut().find(|(key, _, _)| key == wanted).map(|(_, _, node)| node)
            }
            (Content::List(list), Step::Index(index)) => list.get_mut(*index),
            _ => None,
        }
    }

    /// The values of a table, to be changed.
    pub(super) fn entries_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let entries = match &mut self.content {
            Content::Table(entries) => entries.as_mut_slice(),
            _ => &mut [],
        };
        entries.iter_mut().map(|(_, _, node)| node)
    }

    /// Puts a value into a table that has no such key.
    pub(super) fn fill(&mut self, key: &str, value: &Self) {
        if let Content::Table(entries) = &mut self.content
            && !entries.iter().any(|(known, _, _)| known == key)
        {
            entries.push((key.to_owned(), value.span.clone(), value.clone()));
        }
    }

    /// Takes out what `path` leads to. Whether it was there.
    pub(super) fn remove(&mut self, path: &SpecPath) -> bool {
        let Some((around, last)) = path.split_last() else { return false };
        let Some(node) = self.at_mut(&around) else { return false };
        let exists = node.child(last).is_some();
        match (&mut node.content, last) {
            (Content::Table(entries), Step::Key(gone)) => entries.retain(|(key, _, _)| key != gone),
            (Content::List(list), Step::Index(index)) if exists => drop(list.remove(*index)),
            _ => {}
        }
        exists
    }

    /// Bytes of the value that `path` leads to, or of the nearest value around it.
    pub(super) fn value_span(&self, path: &SpecPath) -> Range<usize> {
        let mut node = self;
        for step in path.steps() {
            match node.child(step) {
                Some((_, child)) => node = child,
                None => break,
            }
        }
        node.shown.clone()
    }

    /// Bytes of the last key of `path`, or of the nearest value around it.
    pub(super) fn key_span(&self, path: &SpecPath) -> Range<usize> {
        let mut node = self;
        let mut span = self.shown.clone();
        for step in path.steps() {
            match node.child(step) {
                Some((key, child)) => {
                    span = key.unwrap_or_else(|| child.shown.clone());
                    node = child;
                }
                None => return node.shown.clone(),
            }
        }
        span
    }
}

impl Tree for Node {
    const TABLE: &'static str = "a table";

    fn view(&self) -> View<'_, Self> {
        match &self.content {
            Content::Table(entries) => {
                View::Table(entries.iter().map(|(key, _, node)| (key.as_str(), node)).collect())
            }
            Content::List(list) => View::List(list),
            Content::Text(text) => View::Text(text),
            Content::Integer(number) => {
                number.map_or(View::OutOfRange("a whole number"), View::Integer)
            }
            Content::Float(number) => {
                number.map_or(View::OutOfRange("a decimal number"), View::Real)
            }
            Content::Boolean(is) => View::Boolean(*is),
            Content::Date => View::Date,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
[experiment]
name = 'x'

[corpora.a.synthetic]
preset = 'p'

[studies.growth]
metrics = ['bleu', 'nist']
orderings = { corpus = true }
minimal-size.epsilon = 0.1
";

    fn tree() -> Node {
        Node::of_document(&DeTable::parse(TEXT).expect("valid TOML"), TEXT)
    }

    #[test]
    fn finds_values_and_keys() {
        let tree = tree();
        let name = SpecPath::of(["experiment", "name"]);
        let study = SpecPath::of(["studies", "growth"]);
        for (path, value) in [
            (&name, "'x'"),
            (&study.then("metrics").then(1), "'nist'"),
            (&study.then("orderings").then("corpus"), "true"),
            (&study.then("minimal-size").then("epsilon"), "0.1"),
        ] {
            assert_eq!(&TEXT[tree.value_span(path)], value);
        }
        for (path, key) in [(&name, "name"), (&study.then("minimal-size"), "minimal-size")] {
            assert_eq!(&TEXT[tree.key_span(path)], key);
        }
    }

    #[test]
    fn tables_stand_at_their_headers() {
        let tree = tree();
        assert_eq!(&TEXT[tree.key_span(&SpecPath::of(["corpora", "a"]))], "a");
        for (path, value) in [
            (SpecPath::of(["studies", "growth"]), "[studies.growth]"),
            (SpecPath::of(["corpora", "a", "synthetic"]), "[corpora.a.synthetic]"),
            // These are there because of what is in them.
            (SpecPath::of(["corpora", "a"]), "a"),
            (SpecPath::of(["corpora"]), "corpora"),
            (SpecPath::of(["studies", "growth", "minimal-size"]), "minimal-size"),
        ] {
            assert_eq!(&TEXT[tree.value_span(&path)], value);
        }
    }

    #[test]
    fn falls_back_on_what_is_around() {
        let tree = tree();
        let missing = SpecPath::of(["studies", "growth", "level"]);
        assert_eq!(&TEXT[tree.value_span(&missing)], "[studies.growth]");
        assert_eq!(&TEXT[tree.key_span(&missing)], "[studies.growth]");
    }
}
