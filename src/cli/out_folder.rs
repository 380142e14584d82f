//! The output folder: where it is, and who may write to it.

use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::arguments::SpecArguments;
use super::failure::Failure;
use super::tell;
use crate::durable;
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
            let kind = error.kind();
            Failure::file(format!("cannot {what} `{}`: {error}", path.display()), kind)
        };
        fs::create_dir_all(&path).map_err(|error| fail("create the output folder", error))?;
        let lock = lock(&path.join(".lock"), Duration::ZERO, &|holder| {
            let folder = path.display();
            format!(
                "the output folder `{folder}` is in use by {holder}; wait for it, or name another \
                 folder with --out"
            )
        })?;
        durable::clear_unfinished(&path).map_err(|error| fail("clear the output folder", error))?;
        Ok(Self { path, _lock: lock })
    }
}

/// Takes the lock of the file at `path`, until it is dropped or the process ends, and leaves the name of
/// this process in it. Where another process holds it, this waits for `patience`.
pub(super) fn lock(
    path: &Path,
    patience: Duration,
    in_use: &dyn Fn(&str) -> String,
) -> Result<File, Failure> {
    let fail = |what: &str, error: std::io::Error| {
        let kind = error.kind();
        Failure::file(format!("cannot {what} `{}`: {error}", path.display()), kind)
    };
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(path);
    let mut file = file.map_err(|error| fail("write to", error))?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if start.elapsed() < patience => {
                thread::sleep(Duration::from_millis(50));
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                return Err(Failure::environment(in_use(holder.trim())));
            }
            Err(TryLockError::Error(error)) if has_no_locks(&error) => {
                let path = path.display();
                tell(&format!(
                    "warning: the file system of `{path}` has no locks: see to it that no other run \
                     uses the folder\n"
                ));
                break;
            }
            Err(TryLockError::Error(error)) => return Err(fail("lock", error)),
        }
    }
    let host = gethostname::gethostname();
    let name = format!("process {} on {}\n", std::process::id(), host.to_string_lossy());
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| file.write_all(name.as_bytes()))
        .map_err(|error| fail("write to", error))?;
    Ok(file)
}

/// Some cluster file systems are mounted without locks.
fn has_no_locks(error: &std::io::Error) -> bool {
    /// `ENOLCK` of Linux.
    const NO_LOCKS: i32 = 37;
    error.kind() == std::io::ErrorKind::Unsupported || error.raw_os_error() == Some(NO_LOCKS)
}
