//! What can be wrong with the files of a corpus.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::limits::SPLIT;
use super::synthetic::UnknownPreset;
use crate::file_error::FileError;
use crate::memory::Shortage;

/// Why a corpus cannot be read. Messages name the file, the line (from 1), the cause and the way
/// out.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A file or folder is not there. The caller may add where the corpus can be had.
    #[error("{}: no such {what}; {help}", path.display())]
    Missing {
        /// What was looked for.
        path: PathBuf,
        /// Its role, for instance `reference file`.
        what: &'static str,
        /// What there is instead, or what to do.
        help: String,
    },

    /// A file or folder is there and the system refuses to read it.
    #[error("{}: cannot be read: {}", .0.path.display(), .0.source)]
    Unreadable(FileError),

    /// A file breaks the rules of its format.
    #[error("{}{}: {cause}; {help}", path.display(), colon_line(*line))]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Line from 1, where the defect has one.
        line: Option<usize>,
        /// What is wrong.
        cause: String,
        /// What to do.
        help: String,
    },

    /// Two files that describe the same segments do not agree.
    #[error("{difference}. Nothing is cut or padded: align them first.")]
    Misaligned {
        /// The file found not to agree.
        path: PathBuf,
        /// What differs, with the names of both files.
        difference: String,
    },

    /// A size is beyond what is read.
    #[error("{}: {what} is {found}, more than the {limit} that are read; {help}", path.display())]
    Limit {
        /// The file.
        path: PathBuf,
        /// What was measured, with its unit.
        what: &'static str,
        /// The size, or a lower bound of it.
        found: u64,
        /// The largest size accepted.
        limit: u64,
        /// What to do.
        help: &'static str,
    },

    /// Comparing the texts of a corpus takes more memory than this process may have.
    #[error(
        "comparing the texts of `{corpus}` with its reference takes {shortage}; {}, or take fewer segments",
        shortage.help()
    )]
    NoRoomToCompare {
        /// Name of the corpus.
        corpus: String,
        /// What is needed, and what there is.
        shortage: Shortage,
    },

    /// Reading takes more memory than this process may have.
    #[error(
        "{}: reading it takes {shortage}; {}, or {SPLIT}",
        path.display(), shortage.help()
    )]
    Memory {
        /// The file.
        path: PathBuf,
        /// What is needed, and what there is.
        shortage: Shortage,
    },

    /// No file has any segment, or no file was named.
    #[error("corpus `{name}` has no segment; {help}")]
    Empty {
        /// Name of the corpus.
        name: String,
        /// What to do.
        help: String,
    },

    /// The parts of a corpus contradict each other.
    #[error("corpus `{name}`: {cause}; {help}")]
    Inconsistent {
        /// Name of the corpus.
        name: String,
        /// What contradicts what.
        cause: String,
        /// What to do.
        help: &'static str,
    },

    /// There is no generator of that name.
    #[error("unknown preset `{}`; the presets are {}", .0.name, .0.known.join(", "))]
    UnknownPreset(#[from] UnknownPreset),
}

impl CorpusError {
    /// Whether something is absent that the user may get from the corpus's homepage.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Missing { .. })
    }

    /// The file at fault, where there is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Missing { path, .. }
            | Self::Unreadable(FileError { path, .. })
            | Self::Malformed { path, .. }
            | Self::Misaligned { path, .. }
            | Self::Limit { path, .. }
            | Self::Memory { path, .. } => Some(path),
            Self::Empty { .. }
            | Self::Inconsistent { .. }
            | Self::NoRoomToCompare { .. }
            | Self::UnknownPreset(_) => None,
        }
    }

    /// A defect at a line of a file, or in the file as a whole.
    pub fn malformed(
        path: &Path,
        line: impl Into<Option<usize>>,
        cause: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self::Malformed {
            path: path.to_owned(),
            line: line.into(),
            cause: cause.into(),
            help: help.into(),
        }
    }

    /// The same of a file that was found in a folder, among others.
    #[must_use]
    pub fn in_folder(mut self) -> Self {
        if let Self::Malformed { help, .. } = &mut self {
            help.push_str(", or move the file out of its folder: the others are read without it");
        }
        self
    }

    /// Two files, or parts of them, that do not agree at a place.
    pub fn misaligned(path: &Path, other: &Path, place: &str, cause: &str) -> Self {
        let difference =
            format!("{} and {} differ at {place}: {cause}", path.display(), other.display());
        Self::Misaligned { path: path.to_owned(), difference }
    }

    /// Two files that do not have the same number of something.
    pub fn different_counts(
        (path, found): (&Path, &str),
        (other, expected): (&Path, &str),
    ) -> Self {
        let difference =
            format!("{} has {found}, {} has {expected}", path.display(), other.display());
        Self::Misaligned { path: path.to_owned(), difference }
    }

    /// What the system said about `path`; `what` and `help` serve where it is not there.
    pub fn io(path: &Path, error: io::Error, what: &'static str, help: &str) -> Self {
        if error.kind() == io::ErrorKind::NotFound {
            Self::Missing { path: path.to_owned(), what, help: help.to_owned() }
        } else {
            Self::Unreadable(FileError::on("read", path)(error))
        }
    }
}

/// The way out where a file or folder is not there.
pub const CHECK_PATH: &str = "check its path";

/// What places in a file are numbered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Lines from 1.
    Line,
    /// Rows from 1, without a row of names.
    Row,
}

impl Unit {
    /// Its name.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Row => "row",
        }
    }

    /// A place within a sentence.
    pub fn place(self, number: usize) -> String {
        format!("{} {number}", self.noun())
    }

    /// A defect at a place.
    pub fn malformed(
        self,
        path: &Path,
        number: usize,
        cause: impl Into<String>,
        help: impl Into<String>,
    ) -> CorpusError {
        match self {
            Self::Line => CorpusError::malformed(path, number, cause, help),
            Self::Row => {
                let cause = format!("row {number}: {}", cause.into());
                CorpusError::malformed(path, None, cause, help)
            }
        }
    }
}

fn colon_line(line: Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!(":{line}"))
}
