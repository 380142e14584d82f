//! `-`: standard input in place of a file, for commands that read files of text.

use std::path::{Path, PathBuf};

use super::failure::Failure;

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

    fn path(&mut self, path: &Path) -> Result<PathBuf, Failure> {
        if path != Path::new("-") {
            return Ok(path.to_owned());
        }
        if std::mem::replace(&mut self.is_taken, true) {
            let message = "standard input, `-`, is named twice, and can be read only once";
            return Err(Failure::refusal(message, "name a file in place of one of them"));
        }
        if cfg!(unix) {
            return Ok(PathBuf::from("/dev/stdin"));
        }
        Err(Failure::refusal("standard input cannot be read on this system", "name a file"))
    }
}
