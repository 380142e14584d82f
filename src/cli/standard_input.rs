//! `-`: standard input in place of a file, for commands that read specs or files of text.

use std::path::{Path, PathBuf};

use super::failure::Failure;

/// What standard input is called in messages.
pub(super) const NAME: &str = "<stdin>";

/// Whether `path` stands for standard input.
pub(super) fn is_meant(path: &Path) -> bool {
    path == Path::new("-")
}

/// Refuses `-` where `what` is wanted, which standard input cannot be.
pub(super) fn refuse(path: &Path, what: &str) -> Result<(), Failure> {
    if is_meant(path) {
        let message = format!("standard input, `-`, cannot be {what}");
        return Err(Failure::refusal(message, "name a path; a file called `-` is `./-`"));
    }
    Ok(())
}

/// Refuses `-` where `what` is written, which standard output cannot be.
pub(super) fn refuse_output(path: &Path, what: &str) -> Result<(), Failure> {
    if is_meant(path) {
        let message = format!("standard output, `-`, cannot be {what}");
        return Err(Failure::refusal(message, "name a path; one called `-` is `./-`"));
    }
    Ok(())
}

/// Standard input, which a single file can be.
#[derive(Debug, Default)]
pub(super) struct StandardInput {
    is_taken: bool,
}

impl StandardInput {
    /// The paths, with that of standard input for `-`.
    pub(super) fn replaced(&mut self, paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
        paths.iter().map(|path| self.path(path)).collect()
    }

    /// The path, or that of standard input for `-`.
    fn path(&mut self, path: &Path) -> Result<PathBuf, Failure> {
        if !is_meant(path) {
            return Ok(path.to_owned());
        }
        self.take()?;
        if cfg!(unix) {
            return Ok(PathBuf::from("/dev/stdin"));
        }
        Err(Failure::refusal("standard input cannot be read on this system", "name a file"))
    }

    /// Refuses to read standard input twice.
    pub(super) fn take(&mut self) -> Result<(), Failure> {
        if std::mem::replace(&mut self.is_taken, true) {
            let message = "standard input, `-`, is named twice, and can be read only once";
            return Err(Failure::refusal(message, "name a file in place of one of them"));
        }
        Ok(())
    }
}
