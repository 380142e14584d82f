//! Files that are there whole or not at all.
//!
//! Knows nothing of what the files hold.

pub mod aside;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::{Builder, TempPath};

use crate::file_error::FileError;

/// Start of the names of files in the making; one that a killed process left behind can go. Host and
/// process follow, so that many machines can write to one folder.
pub const UNFINISHED: &str = ".unfinished-";

/// Letters and digits in the random part of the name of a file in the making.
const RANDOM_LETTERS: usize = 6;

/// How often a file is written or read again that another process moved in between.
const ATTEMPTS: usize = 3;

/// Writes `bytes` to `path`: aside in the same folder, synced, renamed. Whatever stood there before
/// stays until the new file is complete.
///
/// # Errors
///
/// If the file system refuses.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_parts(path, &[bytes])
}

/// As [`write()`], of `parts` that need not lie in one place in memory.
///
/// # Errors
///
/// If the file system refuses.
pub fn write_parts(path: &Path, parts: &[&[u8]]) -> io::Result<()> {
    stage(path, parts)?.persist(path)?;
    sync_folder(path)
}

/// Writes `bytes` to `path` unless something stands there, which is left alone.
///
/// # Errors
///
/// If the file system refuses.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match persist_new(stage(path, &[bytes])?, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        Ok(()) => sync_folder(path),
    }
}

/// Renames `file` to `path`, where nothing may stand.
fn persist_new(file: TempPath, path: &Path) -> io::Result<()> {
    let kept = file.persist_noclobber(path).or_else(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound => Err(error),
        // Where links and exclusive renames are unknown, a plain rename does.
        _ => error.path.persist(path),
    });
    kept.map_err(|error| error.error)
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
        let file = stage(path, &[bytes])?;
        let kept = if there.is_ok() {
            file.persist(path).map_err(|error| error.error)
        } else {
            persist_new(file, path)
        };
        match kept {
            Ok(()) => break,
            // Written by another in between, or cleared away before it was renamed.
            Err(error)
                if attempt < ATTEMPTS
                    && matches!(
                        error.kind(),
                        io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound
                    ) => {}
            Err(error) => return Err(error),
        }
    }
    sync_folder(path)
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
    /// The file that failed, and why.
    pub error: FileError,
    /// Whether files had been removed or renamed by then. If not, all are as they were; if so, the
    /// seal is missing.
    pub begun: bool,
}

/// Writes several files of which the last, the seal, says that the others are whole, and removes those
/// that are `gone`, in their order. All are written aside, synced and closed before the first is
/// removed or renamed, so that a full disk leaves what stood there before; while they are renamed, the
/// old seal is away.
///
/// # Errors
///
/// If the file system refuses.
pub fn write_together(files: &[(PathBuf, Vec<u8>)], gone: &[PathBuf]) -> Result<(), TogetherError> {
    let mut staged = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        staged.push((path, stage(path, &[bytes]).map_err(failed(false, path))?));
    }
    let Some((seal, _)) = files.last() else { return Ok(()) };
    let old: Vec<&Path> = std::iter::once(seal).chain(gone).map(PathBuf::as_path).collect();
    for path in &old {
        unless_gone(fs::remove_file(path)).map_err(failed(true, path))?;
    }
    // A power cut must not bring back what would pass for a part of the new files.
    sync_folders(old).map_err(|(path, error)| failed(true, &path)(error))?;
    for (path, file) in staged {
        if path == seal {
            // Nor must it keep the seal and lose what it stands for.
            let others = files.iter().map(|(path, _)| path.as_path());
            sync_folders(others).map_err(|(path, error)| failed(true, &path)(error))?;
        }
        file.persist(path).map_err(|error| failed(true, path)(error.error))?;
    }
    sync_folder(seal).map_err(failed(true, seal))
}

/// Makes the error of writing `path` together with others from its cause.
fn failed(begun: bool, path: &Path) -> impl FnOnce(io::Error) -> TogetherError {
    let error = FileError::on("write", path);
    move |source| TogetherError { error: error(source), begun }
}

/// Syncs each folder in which one of the files stands or stood.
fn sync_folders<'a>(files: impl IntoIterator<Item = &'a Path>) -> Result<(), (PathBuf, io::Error)> {
    let folders: BTreeSet<&Path> = files.into_iter().map(folder_of).collect();
    for folder in folders {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        // Where it never was there, a file in it is gone all the more.
        unless_gone(synced).map_err(|error| (folder.to_owned(), error))?;
    }
    Ok(())
}

/// A file that is already gone needs no removal: another process may have been faster.
fn unless_gone(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn sync_folder(file: &Path) -> io::Result<()> {
    // A file is certain to have its name after a power cut only once its folder is synced, too.
    File::open(folder_of(file))?.sync_all()
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A synced file with `parts` in the folder of `path`, which goes again unless it is renamed. It is
/// closed: there may be more of them than a process may have open.
fn stage(path: &Path, parts: &[&[u8]]) -> io::Result<TempPath> {
    // A slash, which some systems allow in names of hosts, would lead into a folder.
    let host = gethostname::gethostname().to_string_lossy().replace('/', "-");
    let prefix = format!("{UNFINISHED}{host}-{}-", std::process::id());
    let mut file = new_file().prefix(&prefix).tempfile_in(folder_of(path))?;
    for part in parts {
        file.write_all(part)?;
    }
    file.as_file().sync_all()?;
    Ok(file.into_temp_path())
}

/// Makes files with a random part in their names that, like any other new file, are readable by others as
/// the umask allows.
fn new_file<'p, 's>() -> Builder<'p, 's> {
    let mut builder = Builder::new();
    // Set here, since `is_random` counts them: the library may choose another number.
    builder.rand_bytes(RANDOM_LETTERS);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// Removes what killed processes left half-written in `folder`, if it exists.
///
/// # Errors
///
/// If the file system refuses.
pub fn clear_unfinished(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if is_unfinished(&entry.path()) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            unless_gone(fs::remove_file(entry.path()))?;
        }
    }
    Ok(())
}

/// Whether a file has the name of one in the making: host, process and a random end. Other names that
/// begin so are those of files of the user.
pub fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(rest) = name.strip_prefix(UNFINISHED) else { return false };
    // From the end: the name of a host may have hyphens.
    let mut parts = rest.rsplitn(3, '-');
    let random = parts.next().is_some_and(is_random);
    let process = parts.next().is_some_and(|id| id.parse::<u32>().is_ok());
    random && process && parts.next().is_some_and(|host| !host.is_empty())
}

/// Whether this may be the random part of a name.
fn is_random(part: &str) -> bool {
    part.len() == RANDOM_LETTERS && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
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
        fs::write(folder.path().join(".unfinished-host-7-aB3xYz"), b"tw").unwrap();
        fs::write(folder.path().join(".unfinished-thesis.tex"), b"mine").unwrap();
        clear_unfinished(folder.path()).unwrap();
        assert!(!folder.path().join(".unfinished-host-7-aB3xYz").exists());
        assert!(folder.path().join(".unfinished-thesis.tex").exists());
    }

    #[test]
    fn files_are_written_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let [old, new] = ["old", "new"].map(|text| {
            ["one", "seal"].map(|name| (path(name), text.as_bytes().to_vec())).to_vec()
        });
        write_together(&old, &[]).unwrap();
        let mut impossible = new.clone();
        impossible.insert(1, (path("none/file"), Vec::new()));
        assert_eq!(
            write_together(&impossible, &[path("one")]).unwrap_err().error.path,
            path("none/file")
        );
        assert_eq!(fs::read(path("one")).unwrap(), b"old");
        assert_eq!(fs::read(path("seal")).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        fs::write(path("other"), b"").unwrap();
        write_together(&new, &[path("none"), path("other")]).unwrap();
        assert_eq!(fs::read(path("one")).unwrap(), b"new");
        assert_eq!(fs::read(path("seal")).unwrap(), b"new");
        assert!(!path("other").exists());
    }

    #[cfg(target_os = "linux")]
    fn open_files() -> usize {
        fs::read_dir("/proc/self/fd").unwrap().count()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_written_together_do_not_stay_open() {
        let folder = tempfile::tempdir().unwrap();
        let before = open_files();
        let staged: Vec<TempPath> = (0..200)
            .map(|number| stage(&folder.path().join(number.to_string()), &[b"content"]).unwrap())
            .collect();
        // Other tests of this process have files of their own open.
        let open = open_files();
        assert!(open < before + 100, "{open} files are open, {before} were");
        assert_eq!(staged.len(), 200);
    }

    #[test]
    fn the_error_says_whether_anything_was_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let files = ["one", "seal"].map(|name| (path(name), b"new".to_vec()));
        write_together(&files, &[]).unwrap();
        // What cannot be staged replaces nothing.
        let none = [(path("none/file"), Vec::new()), files[1].clone()];
        assert!(!write_together(&none, &[]).unwrap_err().begun);
        assert!(path("seal").exists());
        // A folder cannot be replaced by a file: the seal is away.
        fs::create_dir_all(path("folder/inside")).unwrap();
        let late = [(path("folder"), Vec::new()), files[1].clone()];
        assert!(write_together(&late, &[]).unwrap_err().begun);
        assert!(!path("seal").exists());
    }

    #[test]
    fn existing_files_are_not_created_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        create(&path, b"one").unwrap();
        create(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    fn inode(path: &Path) -> u64 {
        std::os::unix::fs::MetadataExt::ino(&fs::metadata(path).unwrap())
    }

    #[test]
    fn a_named_content_is_kept_and_only_damage_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_new(&path, b"one").unwrap();
        #[cfg(unix)]
        let before = inode(&path);
        write_new(&path, b"one").unwrap();
        #[cfg(unix)]
        assert_eq!(inode(&path), before, "the file was replaced");
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
            let (folder, bytes) = (folder.path(), &bytes);
            let writers = [0, 1, 2, 3].map(|n| {
                scope.spawn(move || {
                    for i in 0..20 {
                        write_new(&folder.join(format!("file-{}", (i + n) % 4)), bytes).unwrap();
                    }
                })
            });
            for _ in 0..3 {
                clear_unfinished(folder).unwrap();
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
