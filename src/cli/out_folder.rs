//! The output folder: where it is, and who may write to it.

use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::arguments::SpecArguments;
use super::failure::Failure;
use crate::spec::model::Spec;

/// `--out`, or `results/<experiment>`.
pub(super) fn path(arguments: &SpecArguments, spec: &Spec) -> PathBuf {
    let usual = || Path::new("results").join(&spec.name);
    arguments.out.clone().unwrap_or_else(usual)
}

/// The right to write to an output folder, until it is dropped or the process ends, however it ends.
#[derive(Debug)]
pub(super) struct OutFolder {
    pub(super) path: PathBuf,
    _lock: File,
}

impl OutFolder {
    /// Makes the folder and takes its lock.
    pub(super) fn open(path: PathBuf) -> Result<Self, Failure> {
        let fail = |what: &str, error: std::io::Error| {
            Failure::environment(format!("cannot {what} `{}`: {error}", path.display()))
        };
        fs::create_dir_all(&path).map_err(|error| fail("create the output folder", error))?;
        let lock_path = path.join(".lock");
        let mut options = File::options();
        let lock = options.read(true).write(true).create(true).truncate(false).open(&lock_path);
        let mut lock = lock.map_err(|error| fail("write to the output folder", error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = lock.read_to_string(&mut holder);
                let folder = path.display();
                let holder = holder.trim();
                return Err(Failure::environment(format!(
                    "the output folder `{folder}` is in use by {holder}; wait for it, or name \
                     another folder with --out"
                )));
            }
            Err(TryLockError::Error(error)) => return Err(fail("lock the output folder", error)),
        }
        let name = format!(
            "process {} on {}\n",
            std::process::id(),
            gethostname::gethostname().to_string_lossy()
        );
        lock.set_len(0)
            .and_then(|()| lock.rewind())
            .and_then(|()| lock.write_all(name.as_bytes()))
            .map_err(|error| fail("write to the output folder", error))?;
        Ok(Self { path, _lock: lock })
    }
}
