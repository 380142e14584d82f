//! Why a command ends early.

use std::io;
use std::path::Path;

use super::exit_code::Exit;
use crate::cluster::RecordError;
use crate::cluster::slurm::EngineError;
use crate::corpus::error::CorpusError;
use crate::diagnostic::{Diagnostic, Diagnostics, Style, closest};
use crate::execute::ExecuteError;
use crate::file_error::{FileError, paths_in};
use crate::report::ReportError;
use crate::table::TableError;

/// A message for the user and the exit code of its cause.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) exit: Exit,
    /// Nothing where the user has been told already.
    diagnostics: Option<Diagnostics>,
}

/// What to do about a file system that refuses.
fn recovery_hint(kind: io::ErrorKind) -> Option<&'static str> {
    match kind {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some(
            "free some space and give the same command again: what was finished is kept, and \
             earlier tables are as they were",
        ),
        io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => {
            Some("name a folder that can be written to with --out")
        }
        _ => None,
    }
}

/// Of a file that is not there, the one beside it whose name is most like its own.
fn similar_name(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let beside = paths_in(folder.unwrap_or(Path::new("."))).ok()?;
    let names = beside.iter().filter_map(|path| path.file_name()?.to_str());
    let meant = closest(path.file_name()?.to_str()?, names)?;
    Some(format!("did you mean `{}`?", path.with_file_name(meant).display()))
}

impl Failure {
    fn new(exit: Exit, diagnostics: impl Into<Diagnostics>) -> Self {
        Self { exit, diagnostics: Some(diagnostics.into()) }
    }

    /// A failure that has been reported.
    pub(super) fn already_reported(exit: Exit) -> Self {
        Self { exit, diagnostics: None }
    }

    pub(super) fn request(diagnostics: impl Into<Diagnostics>) -> Self {
        Self::new(Exit::Request, diagnostics)
    }

    /// The request is wrong, and how it is put right.
    pub(super) fn refusal(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::with_help(Exit::Request, message, help)
    }

    /// A failure with a message alone.
    pub(super) fn plain(exit: Exit, message: impl Into<String>) -> Self {
        Self::new(exit, Diagnostic::error(message))
    }

    /// A failure with a message and what to do about it.
    pub(super) fn with_help(
        exit: Exit,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::new(exit, Diagnostic::error(message).help(help))
    }

    /// A failure of another program, with the last lines that it `said`.
    pub(super) fn with_words(
        exit: Exit,
        message: impl Into<String>,
        said: &str,
        help: impl Into<String>,
    ) -> Self {
        let diagnostic = Diagnostic::error(message);
        let diagnostic = if said.is_empty() { diagnostic } else { diagnostic.note(said) };
        Self::new(exit, diagnostic.help(help))
    }

    /// The same, with another help where the environment failed.
    pub(super) fn helped(self, help: &str) -> Self {
        self.helped_where(Exit::Environment, help)
    }

    fn helped_where(self, wanted: Exit, help: &str) -> Self {
        match self {
            Self { exit, diagnostics: Some(list) } if exit == wanted => {
                let helped = list.iter().map(|diagnostic| diagnostic.clone().help(help)).collect();
                Self { exit, diagnostics: Diagnostics::without_source(helped) }
            }
            other => other,
        }
    }

    /// The same, with another help where the request is refused.
    pub(super) fn refused(self, help: &str) -> Self {
        self.helped_where(Exit::Request, help)
    }

    pub(super) fn environment(message: impl Into<String>) -> Self {
        Self::new(Exit::Environment, Diagnostic::error(message))
    }

    /// The file system refused.
    pub(super) fn file(message: impl Into<String>, kind: io::ErrorKind) -> Self {
        let mut diagnostic = Diagnostic::error(message);
        if let Some(help) = recovery_hint(kind) {
            diagnostic = diagnostic.help(help);
        }
        Self::new(Exit::Environment, diagnostic)
    }

    /// A file of somebody else stands where one would be written.
    pub(super) fn in_the_way(path: &Path) -> Self {
        Self::with_help(
            Exit::Request,
            format!("`{}` is in the way: it is not listed as written by runner", path.display()),
            "move it away, or name another folder with --out",
        )
    }

    /// A path of the command line leads nowhere.
    pub(super) fn not_there(path: &Path) -> Self {
        let help = similar_name(path).unwrap_or_else(|| "check its path".to_owned());
        Self::refusal(format!("{}: no such file or folder", path.display()), help)
    }

    /// The corpus failed to load; `error_message` is extended by how to get it.
    pub(super) fn corpus(error: &CorpusError, note: Option<String>) -> Self {
        let mut diagnostic = Diagnostic::error(error.to_string());
        if let Some(note) =
            note.or_else(|| error.path().filter(|_| error.is_missing()).and_then(similar_name))
        {
            diagnostic = diagnostic.help(note);
        }
        let exit = match error {
            CorpusError::UnknownPreset { .. } => Exit::Request,
            CorpusError::Memory { .. } | CorpusError::NoRoomToCompare { .. } => Exit::Environment,
            CorpusError::Unreadable(error) if error.kind() == io::ErrorKind::PermissionDenied => {
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
        let exit = match error {
            ExecuteError::Data { .. } | ExecuteError::TooLong { .. } => Exit::Input,
            ExecuteError::Parts(error) => return error.into(),
            ExecuteError::Interrupted => Exit::Interrupted,
        };
        Self::plain(exit, error.to_string())
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        let exit = match &error {
            ReportError::Page(_) => Exit::Bug,
            // But for a file that is not there: that is the fault of the results, not of the machine.
            ReportError::Table(TableError::File(error))
                if error.kind() != io::ErrorKind::NotFound =>
            {
                Exit::Environment
            }
            _ => Exit::Input,
        };
        Self::with_help(exit, error.to_string(), error.help())
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let exit = match &error {
            TableError::File(error) => return Self::file(error.to_string(), error.kind()),
            TableError::Unsealed(error) => {
                let help = "fix the cause and give the same command again: what was finished is \
                            kept, but earlier tables were being replaced, and the folder has no \
                            manifest.json until then";
                return Self::with_help(Exit::Environment, error.to_string(), help);
            }
            TableError::Foreign { path } => return Self::in_the_way(path),
            TableError::Damaged { .. } => {
                let help = "run the experiment again: results that are there are kept";
                return Self::with_help(Exit::Input, error.to_string(), help);
            }
            TableError::Content { .. } => Exit::Bug,
        };
        Self::plain(exit, error.to_string())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        Self::file(error.to_string(), error.kind())
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::File(error) => error.into(),
            RecordError::Content { .. } => {
                let help =
                    "move it away, then plan or submit again: results that are there are kept";
                Self::with_help(Exit::Input, error.to_string(), help)
            }
        }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        let help = "submitted jobs continue; submit again later. `--engine script` needs no Slurm";
        Self::with_help(Exit::Engine, error.to_string(), help)
    }
}
