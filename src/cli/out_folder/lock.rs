//! Locks: files that a process holds until it ends, with its name in them.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::{Failure, tell};
use crate::file_error::FileError;

/// Bytes of the longest name of a process.
const MOST_BYTES: u64 = 1024;

/// Takes the lock of the file at `path`, until it is dropped or the process ends, and leaves the name of
/// this process in it. Where another process holds it, this waits for `patience`. A file that is not a lock
/// is left as it is, and so is what a symbolic link points to.
pub(in crate::cli) fn lock(
    path: &Path,
    patience: Duration,
    in_use: &dyn Fn(&str) -> String,
) -> Result<File, Failure> {
    let fail = |action, error| Failure::from(FileError::on(action, path)(error));
    let mut file = open(path)
        .map_err(|error| if path.is_symlink() { no_lock(path) } else { fail("write to", error) })?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if start.elapsed() < patience => {
                // The locks of the system wait without a limit, or not at all.
                thread::sleep(Duration::from_millis(50));
            }
            Err(TryLockError::WouldBlock) => {
                let name = read(&mut file).ok().filter(|name| is_name(name));
                let holder = name.and_then(|name| String::from_utf8(name).ok());
                let holder = holder.unwrap_or_else(|| "another program".to_owned());
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
    let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
    if !is_file || !is_name(&read(&mut file).map_err(|error| fail("read", error))?) {
        return Err(no_lock(path));
    }
    let host = gethostname::gethostname();
    let name = format!("process {} on {}\n", std::process::id(), host.to_string_lossy());
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| file.write_all(name.as_bytes()))
        .map_err(|error| fail("write to", error))?;
    Ok(file)
}

/// Whether the file at `path` is a lock, be it held or not.
pub(super) fn is_own(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
        && File::open(path).and_then(|mut file| read(&mut file)).is_ok_and(|name| is_name(&name))
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    // Another process may hold it, and its name is in there.
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        // What lies there may be a pipe or device: opening or reading it must not wait.
        libc::O_NOFOLLOW | libc::O_NONBLOCK,
    );
    options.open(path)
}

/// The first bytes of a file.
fn read(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    Read::take(file, MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether this is the name of a process; it is empty where the process was killed before it wrote it.
fn is_name(bytes: &[u8]) -> bool {
    let name = String::from_utf8_lossy(bytes);
    let rest = name.strip_prefix("process ").map(|rest| rest.trim_start_matches(char::is_numeric));
    let is_line = name.ends_with('\n') && name.lines().count() == 1;
    bytes.is_empty() || (is_line && rest.is_some_and(|rest| rest.starts_with(" on ")))
}

fn no_lock(path: &Path) -> Failure {
    Failure::refusal(
        format!("`{}` is in the way: it is not a lock of runner", path.display()),
        "move it away, or name another folder with --out",
    )
}

/// Some cluster file systems are mounted without locks.
fn has_no_locks(error: &io::Error) -> bool {
    /// `ENOLCK` of Linux.
    const NO_LOCKS: i32 = 37;
    error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(NO_LOCKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_processes_are_known() {
        for content in ["", "process 1 on host\n", "process 4711 on a host. of some kind\n"] {
            assert!(is_name(content.as_bytes()), "{content:?}");
        }
        for other in [
            "x",
            "process",
            "process 1 on host",
            "process x on host\n",
            "process 1 on host\nand more\n",
            "\n",
        ] {
            assert!(!is_name(other.as_bytes()), "{other:?}");
        }
    }
}
