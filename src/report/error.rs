//! Why a folder of results cannot be reported on.

use std::path::PathBuf;

use crate::table::TableError;

/// What is wrong with a folder of results.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// There is no manifest.
    #[error("`{}` holds no results: there is no `manifest.json`", folder.display())]
    NoResults {
        /// The folder.
        folder: PathBuf,
    },
    /// A table is gone.
    #[error("`{}` is gone, though the manifest of its folder lists it", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A table of another version.
    #[error("`{}` was written by runner {version}, another version: {reason} (table `{table}`)", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// Version of the program that wrote it.
        version: String,
        /// The table.
        table: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file cannot be read or is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The template of the page failed.
    #[error("the page cannot be made: {0}")]
    Page(#[from] minijinja::Error),
}

impl ReportError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NoResults { .. } => "name a folder that `runner run` has written",
            Self::Missing { .. } | Self::Foreign { .. } | Self::Table(_) => {
                "run the experiment again: results that are there are kept"
            }
            Self::Page(_) => "please report this",
        }
    }
}
