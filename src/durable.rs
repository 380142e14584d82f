//! Files that are there whole or not at all.
//!
//! Knows nothing of what the files hold.

pub mod aside;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;

/// Start of the names of files in the making; one that a killed process left behind can go. Host and
/// process follow, so that many machines can write to one folder.
pub const UNFINISHED: &str = ".unfinished-";

/// How often a file is written or read again that somebody else moved in between.
const ATTEMPTS: usize = 3;

/// Writes `bytes` to `path`: aside in the same folder, synced, renamed. Whatever stood there before
/// stays until the new file is complete.
///
/// # Errors
///
/// If the file system refuses.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    stage(path, bytes)?.persist(path)?;
    File::open(folder_of(path))?.sync_all()
}

/// Writes `bytes` to `path`, whose name says what it must hold, so that anybody may write it at the
/// same time. A file that holds them is left alone: on network file systems others may fail to read
/// what is replaced under them. Only one that holds something else is damaged, and replaced.
///
/// # Errors
///
/// If the file system refuses.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    for attempt in 1.. {
        let there = fs::read(path);
        if there.as_ref().is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        let file = stage(path, bytes)?;
        let kept = if there.is_ok() {
            file.persist(path)
        } else {
            // Where links and exclusive renames are unknown, a plain rename does.
            file.persist_noclobber(path).or_else(|error| match error.error.kind() {
                io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound => Err(error),
                _ => error.file.persist(path),
            })
        };
        match kept {
            Ok(_) => break,
            // Written by another in between, or cleared away before it was renamed.
            Err(error)
                if attempt < ATTEMPTS
                    && matches!(
                        error.error.kind(),
                        io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound
                    ) => {}
            Err(error) => return Err(error.error),
        }
    }
    File::open(folder_of(path))?.sync_all()
}

/// Reads a file that was just listed. On network file systems its first reading may fail though it
/// is there.
///
/// # Errors
///
/// If the file system refuses again and again.
pub fn read_listed(path: &Path) -> io::Result<Vec<u8>> {
    for attempt in 1.. {
        match fs::read(path) {
            Err(error)
                if attempt < ATTEMPTS
                    && matches!(
                        error.kind(),
                        io::ErrorKind::NotFound | io::ErrorKind::StaleNetworkFileHandle
                    ) =>
            {
                thread::sleep(Duration::from_millis(100));
            }
            read => return read,
        }
    }
    unreachable!("the last attempt returns")
}

/// Why files could not be written together.
#[derive(Debug)]
pub struct TogetherError {
    /// The file that failed.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Writes several files of which the last, the seal, says that the others are whole, and removes those
/// that are `gone`. All are written aside and synced before the first is renamed, so that a full disk
/// leaves what stood there before; while they are renamed, the old seal is away.
///
/// # Errors
///
/// If the file system refuses.
pub fn write_together(files: &[(PathBuf, Vec<u8>)], gone: &[PathBuf]) -> Result<(), TogetherError> {
    let fail = |path: &Path| {
        let path = path.to_owned();
        move |source| TogetherError { path, source }
    };
    let mut staged = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        staged.push((path, stage(path, bytes).map_err(fail(path))?));
    }
    let Some((seal, _)) = files.last() else { return Ok(()) };
    for path in std::iter::once(seal).chain(gone) {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fail(path)(error)),
            _ => {}
        }
    }
    let sync = |path: &Path| File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    for (path, file) in staged {
        if path == seal {
            // A power cut must not keep the seal and lose what it stands for.
            for (other, _) in files {
                sync(other).map_err(fail(other))?;
            }
        }
        file.persist(path).map_err(|error| fail(path)(error.error))?;
    }
    sync(seal).map_err(fail(seal))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A synced file with `bytes` in the folder of `path`, which goes again unless it is renamed.
fn stage(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let host = gethostname::gethostname().to_string_lossy().replace('/', "-");
    let prefix = format!("{UNFINISHED}{host}-{}-", std::process::id());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    {
        // Like any other new file, readable by others as the umask allows.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder_of(path))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Removes what killed processes left half-written in `folder`.
///
/// # Errors
///
/// If the file system refuses.
pub fn clear_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(UNFINISHED) {
            match fs::remove_file(&path) {
                // Its writer was quicker.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                removed => removed?,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_left_overs_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        fs::write(folder.path().join(".unfinished-x"), b"tw").unwrap();
        clear_unfinished(folder.path()).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn files_are_written_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let files = |text: &str| {
            ["one", "seal"].map(|name| (path(name), text.as_bytes().to_vec())).to_vec()
        };
        write_together(&files("old"), &[]).unwrap();
        let mut impossible = files("new");
        impossible.insert(1, (path("none/file"), Vec::new()));
        assert_eq!(
            write_together(&impossible, &[path("one")]).unwrap_err().path,
            path("none/file")
        );
        assert_eq!(fs::read(path("one")).unwrap(), b"old");
        assert_eq!(fs::read(path("seal")).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        fs::write(path("other"), b"").unwrap();
        write_together(&files("new"), &[path("none"), path("other")]).unwrap();
        assert_eq!(fs::read(path("one")).unwrap(), b"new");
        assert_eq!(fs::read(path("seal")).unwrap(), b"new");
        assert!(!path("other").exists());
    }

    #[test]
    fn a_named_content_is_kept_and_only_damage_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_new(&path, b"one").unwrap();
        #[cfg(unix)]
        let inode = || std::os::unix::fs::MetadataExt::ino(&fs::metadata(&path).unwrap());
        #[cfg(unix)]
        let before = inode();
        write_new(&path, b"one").unwrap();
        #[cfg(unix)]
        assert_eq!(inode(), before, "the file was replaced");
        fs::write(&path, b"on").unwrap();
        write_new(&path, b"one").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn many_writers_of_one_file_and_one_that_clears_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = vec![7; 100_000];
        thread::scope(|scope| {
            let writer = |n: usize| {
                let (folder, bytes) = (folder.path(), &bytes);
                move || {
                    for i in 0..20 {
                        write_new(&folder.join(format!("file-{}", (i + n) % 4)), bytes).unwrap();
                    }
                }
            };
            let writers: Vec<_> = (0..4).map(|n| scope.spawn(writer(n))).collect();
            for _ in 0..3 {
                clear_unfinished(folder.path()).unwrap();
            }
            for writer in writers {
                writer.join().unwrap();
            }
        });
        for i in 0..4 {
            assert_eq!(fs::read(folder.path().join(format!("file-{i}"))).unwrap(), bytes);
        }
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(&folder.path().join("none/file"), b"").is_err());
    }
}
