//! Messages for people: what is wrong, where, and what to do about it.
//!
//! A [`Diagnostic`] is one message, with the places in a source text that it is about where there
//! are any. [`Diagnostics`] is a list of them that is never empty, together with the source. Both
//! are plain data; rendering gives a `String` and nothing here prints.
//!
//! Messages are short, lower-case fragments that name the place and the cause; the help names the
//! way out.
//!
//! This module knows nothing of what the source means.

mod render;
mod suggestion;

use std::ops::Range;
use std::sync::Arc;

pub use render::Style;
pub use suggestion::{closest, meant};

/// A place in the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Bytes of the source text.
    pub span: Range<usize>,
    /// What to say beside the underlined text; may be empty.
    pub text: String,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong, in one lower-case line.
    pub message: String,
    /// Where: the first label is the place itself, the others are context.
    pub labels: Vec<Label>,
    /// Facts that help to understand the message.
    pub note: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn error(message: impl Into<String>) -> Self {
        Self { message: message.into(), labels: Vec::new(), note: None, help: None }
    }

    /// Adds a place; the first one is the main one.
    #[must_use]
    pub fn label(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Sets the note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Where the main place starts; problems without a place come after all others.
    fn position(&self) -> usize {
        self.labels.first().map_or(usize::MAX, |label| label.span.start)
    }
}

/// A text that diagnostics point into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// Path or other name, as it is shown.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

impl SourceText {
    /// A text under a name.
    pub fn new(name: &str, text: &str) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// At least one problem, in the order of the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    source: Option<SourceText>,
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// All problems found in `source`; `None` where there are none. They are put in the order of
    /// the text; those at the same place keep their order.
    pub fn in_source(source: SourceText, mut list: Vec<Diagnostic>) -> Option<Self> {
        list.sort_by_key(Diagnostic::position);
        (!list.is_empty()).then_some(Self { source: Some(source), list })
    }

    /// Problems of no text in particular, in the order given; `None` where there are none. Labels,
    /// if any, are not shown.
    pub fn without_source(list: Vec<Diagnostic>) -> Option<Self> {
        (!list.is_empty()).then_some(Self { source: None, list })
    }

    /// The problems, at least one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// All problems as text, with an empty line between them and a line end after the last.
    pub fn render(&self, style: Style) -> String {
        render::render(self.source.as_ref(), &self.list, style)
    }
}

impl From<Diagnostic> for Diagnostics {
    /// A single problem that has no source; labels, if any, are not shown.
    fn from(diagnostic: Diagnostic) -> Self {
        Self { source: None, list: vec![diagnostic] }
    }
}

impl std::fmt::Display for Diagnostics {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.render(Style::Plain).trim_end())
    }
}

impl std::error::Error for Diagnostics {}
