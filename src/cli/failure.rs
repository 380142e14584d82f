//! Why a command ends early.

use std::io;

use super::exit_code::Exit;
use crate::corpus::error::CorpusError;
use crate::diagnostic::{Diagnostic, Diagnostics, Style};
use crate::execute::{ExecuteError, PartError};
use crate::table::TableError;

/// A message for the user and the exit code of its cause.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) exit: Exit,
    /// Nothing where the user has been told already.
    diagnostics: Option<Diagnostics>,
}

impl Failure {
    fn new(exit: Exit, diagnostics: impl Into<Diagnostics>) -> Self {
        Self { exit, diagnostics: Some(diagnostics.into()) }
    }

    /// A failure that the user has been told of.
    pub(super) fn told(exit: Exit) -> Self {
        Self { exit, diagnostics: None }
    }

    pub(super) fn request(diagnostics: impl Into<Diagnostics>) -> Self {
        Self::new(Exit::Request, diagnostics)
    }

    /// A failure with a message alone.
    pub(super) fn plain(exit: Exit, message: impl Into<String>) -> Self {
        Self::new(exit, Diagnostic::error(message))
    }

    pub(super) fn environment(message: impl Into<String>) -> Self {
        Self::new(Exit::Environment, Diagnostic::error(message))
    }

    /// The corpus failed to load; `error_message` is extended by how to get it.
    pub(super) fn corpus(error: &CorpusError, note: Option<String>) -> Self {
        let mut diagnostic = Diagnostic::error(error.to_string());
        if let Some(note) = note {
            diagnostic = diagnostic.help(note);
        }
        let exit = match error {
            CorpusError::UnknownPreset { .. } => Exit::Request,
            CorpusError::Unreadable { error, .. }
                if error.kind() == io::ErrorKind::PermissionDenied =>
            {
                Exit::Environment
            }
            _ => Exit::Input,
        };
        Self::new(exit, diagnostic)
    }

    pub(super) fn render(&self, style: Style) -> String {
        self.diagnostics.as_ref().map_or_else(String::new, |list| list.render(style))
    }
}

impl From<ExecuteError> for Failure {
    fn from(error: ExecuteError) -> Self {
        let exit = match &error {
            ExecuteError::Data { .. } => Exit::Input,
            ExecuteError::Parts(_) => Exit::Environment,
        };
        Self::new(exit, Diagnostic::error(error.to_string()))
    }
}

impl From<PartError> for Failure {
    fn from(error: PartError) -> Self {
        Self::environment(error.to_string())
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let exit = match &error {
            TableError::Io { .. } => Exit::Environment,
            TableError::Content { .. } => Exit::Bug,
        };
        Self::new(exit, Diagnostic::error(error.to_string()))
    }
}
