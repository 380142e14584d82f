//! Whose the jobs of a submission are.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::file_error::FileError;

/// What tells a submission from every other one, also from one of the same plan to another folder, and
/// from its own copy in a folder that was copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// 64 random bits: names of jobs begin with it. Of a million submissions two share it with a
    /// probability of 3 in a hundred million.
    pub id: String,
    /// The run folder, as the scripts name it: jobs write there, wherever the record is copied to.
    pub run: PathBuf,
}

impl Identity {
    /// A new one, for a submission of the folder at the absolute path `run`.
    ///
    /// # Errors
    ///
    /// If the system has no random bytes.
    pub fn new(run: &Path) -> Result<Self, FileError> {
        let random = getrandom::u64()
            .map_err(|error| FileError::on("name the jobs of", run)(error.into()))?;
        Ok(Self { id: format!("{random:016x}"), run: run.to_owned() })
    }

    /// Whether the submission was made for the folder at `run`, by whichever path it is reached now. A
    /// folder that was copied or moved is another one.
    pub fn is_of(&self, run: &Path) -> bool {
        self.run == run || is_same(&self.run, run)
    }
}

/// Whether two paths lead to the same file or folder.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_are_alike() {
        let run = Path::new("/run");
        let (one, other) = (Identity::new(run).unwrap(), Identity::new(run).unwrap());
        assert_ne!(one.id, other.id);
        assert_eq!(one.id.len(), 16);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_is_itself_by_any_path_and_its_copy_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("run")).unwrap();
        fs::create_dir(path("copy")).unwrap();
        std::os::unix::fs::symlink(path("run"), path("link")).unwrap();
        let identity = Identity::new(&path("link")).unwrap();
        assert!(identity.is_of(&path("link")) && identity.is_of(&path("run")));
        assert!(!identity.is_of(&path("copy")));
        fs::rename(path("run"), path("moved")).unwrap();
        assert!(!identity.is_of(&path("moved")));
    }
}
