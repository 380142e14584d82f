//! New files and folders that are there whole or not at all.
//!
//! They are made aside, beside their target, synced and renamed. What a killed process left aside
//! bears the name of its target, and goes when the next process makes the same target. What is being
//! made is locked, so that nothing goes that a living process still writes.
//!
//! Knows nothing of what they hold.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use tempfile::{Builder, TempDir};

use super::{
    RANDOM_LETTERS, UNFINISHED, folder_of, is_random, new_file, persist_new, sync_folder,
    unless_gone,
};

/// How often making begins again where another process cleared away what was not locked yet.
const ATTEMPTS: usize = 3;

/// Whether `path` leads into something that was never finished.
pub fn is_unfinished(path: &Path) -> bool {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    path.components().any(|part| matches!(part, Component::Normal(name) if name.as_encoded_bytes().starts_with(UNFINISHED.as_bytes())))
}

/// Writes `bytes` to the new file `path`.
///
/// # Errors
///
/// [`io::ErrorKind::AlreadyExists`] if there is something at `path`, which stays; otherwise what the
/// file system says.
pub fn write_new_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    let suffix = suffix_of(path)?;
    clear_left_aside(folder, &suffix)?;
    let (mut file, _lock) = locked(
        || new_file().prefix(UNFINISHED).suffix(&suffix).tempfile_in(folder),
        |file| file.path(),
    )?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    persist_new(file.into_temp_path(), path)?;
    sync_folder(path)
}

/// A folder in the making. Unless it is [finished](Self::finish), it goes when it is dropped.
#[derive(Debug)]
pub struct NewFolder {
    target: PathBuf,
    aside: TempDir,
    _lock: Option<File>,
}

impl NewFolder {
    /// Begins the folder `target`, which is not there or empty. Folders above it are made.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::DirectoryNotEmpty`] if there is something in the folder;
    /// [`io::ErrorKind::ResourceBusy`] if it is the current one, which would be no more; otherwise
    /// what the file system says.
    pub fn begin(target: &Path) -> io::Result<Self> {
        // Through links: a folder cannot be renamed onto a link, only onto what it leads to.
        let (target, permissions) = match fs::canonicalize(target) {
            Ok(target) => {
                if fs::read_dir(&target)?.next().is_some() {
                    return Err(io::ErrorKind::DirectoryNotEmpty.into());
                }
                if std::env::current_dir()?.canonicalize()? == target {
                    let message = "it is the current folder, which is replaced as a whole; name \
                                   a folder in it";
                    return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
                }
                // The folder is replaced by the new one, which is to be open to the same users.
                let permissions = fs::metadata(&target)?.permissions();
                (target, Some(permissions))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (target.to_owned(), None),
            Err(error) => return Err(error),
        };
        let folder = folder_of(&target);
        let suffix = suffix_of(&target)?;
        fs::create_dir_all(folder)?;
        clear_left_aside(folder, &suffix)?;
        let (aside, lock) = locked(
            || {
                let mut builder = Builder::new();
                builder
                    .prefix(UNFINISHED)
                    .suffix(&suffix)
                    .rand_bytes(RANDOM_LETTERS)
                    .tempdir_in(folder)
            },
            TempDir::path,
        )?;
        if let Some(permissions) = permissions {
            fs::set_permissions(aside.path(), permissions)?;
        }
        Ok(Self { target, aside, _lock: lock })
    }

    /// Writes a new file in the folder; folders above it are made.
    ///
    /// # Errors
    ///
    /// If the file system refuses, or the file is there already.
    pub fn write(&self, name: &Path, bytes: &[u8]) -> io::Result<()> {
        let path = self.aside.path().join(name);
        fs::create_dir_all(folder_of(&path))?;
        let mut file = File::create_new(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    }

    /// Puts the folder in its place.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::DirectoryNotEmpty`] if something came into its place meanwhile; otherwise
    /// what the file system says.
    pub fn finish(self) -> io::Result<()> {
        // Before the rename: a power cut must not leave the folder in its place without its files.
        sync_folders(self.aside.path())?;
        fs::rename(self.aside.path(), &self.target)?;
        // It is no longer where it would be removed from.
        let _ = self.aside.keep();
        sync_folder(&self.target)
    }
}

/// Syncs a folder and the folders in it; files are synced as they are written.
fn sync_folders(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    File::open(folder)?.sync_all()
}

/// What the name of something aside ends in: a dot and the name of its target, cut where it is long.
fn suffix_of(target: &Path) -> io::Result<String> {
    // Names of files have at most 255 bytes: this many letters of four bytes leave room for the rest.
    const LONGEST: usize = 50;
    let name = target.file_name().ok_or_else(|| {
        let message = "the path does not end in a name";
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })?;
    Ok(".".to_owned() + &name.to_string_lossy().chars().take(LONGEST).collect::<String>())
}

/// Makes something and locks it. Without a lock where the file system has none.
fn locked<T>(
    make: impl Fn() -> io::Result<T>,
    path: impl Fn(&T) -> &Path,
) -> io::Result<(T, Option<File>)> {
    let mut attempt = 1;
    loop {
        let made = make()?;
        let lock = match lock(path(&made)) {
            Lock::Taken(lock) => Some(lock),
            // Another process takes it for left over, and is about to remove it.
            Lock::Held | Lock::Gone if attempt < ATTEMPTS => {
                attempt += 1;
                continue;
            }
            Lock::Held | Lock::Gone | Lock::Unknown => None,
        };
        // Removed between making and locking.
        if path(&made).symlink_metadata().is_ok() || attempt == ATTEMPTS {
            return Ok((made, lock));
        }
        attempt += 1;
    }
}

enum Lock {
    Taken(File),
    Held,
    Gone,
    /// Whether another process holds it cannot be found out.
    Unknown,
}

fn lock(path: &Path) -> Lock {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Lock::Gone,
        Err(_) => return Lock::Unknown,
    };
    match file.try_lock() {
        Ok(()) => Lock::Taken(file),
        Err(TryLockError::WouldBlock) => Lock::Held,
        Err(TryLockError::Error(_)) => Lock::Unknown,
    }
}

/// Removes what killed processes left aside in `folder`: what has such a name and can be locked.
fn clear_left_aside(folder: &Path, suffix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !is_named_aside(&entry.file_name(), suffix) {
            continue;
        }
        let (path, kind) = (entry.path(), entry.file_type()?);
        // Nothing that this program makes aside is a link.
        if !kind.is_dir() && !kind.is_file() {
            continue;
        }
        let Lock::Taken(_lock) = lock(&path) else { continue };
        let removed =
            if kind.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        unless_gone(removed)?;
    }
    Ok(())
}

/// Whether something bears the name that things aside for a target get.
fn is_named_aside(name: &OsStr, suffix: &str) -> bool {
    let random = name
        .to_str()
        .and_then(|name| name.strip_prefix(UNFINISHED))
        .and_then(|name| name.strip_suffix(suffix));
    random.is_some_and(is_random)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(folder: &Path) -> BTreeSet<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_folder_appears_when_it_is_whole() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("above/set");
        let folder = NewFolder::begin(&target).unwrap();
        folder.write(Path::new("a"), b"one").unwrap();
        folder.write(Path::new("in/it/b"), b"two").unwrap();
        assert!(folder.write(Path::new("a"), b"three").is_err());
        assert!(!target.exists());
        let aside = home.path().join("above");
        assert!(names(&aside).iter().all(|name| is_unfinished(&aside.join(name))));
        folder.finish().unwrap();
        assert_eq!(fs::read(target.join("a")).unwrap(), b"one");
        assert_eq!(fs::read(target.join("in/it/b")).unwrap(), b"two");
        assert_eq!(names(&aside), ["set".to_owned()].into());
        assert!(!is_unfinished(&target));
    }

    #[test]
    fn an_empty_folder_is_used_and_a_full_one_stays() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("set");
        fs::create_dir(&target).unwrap();
        let folder = NewFolder::begin(&target).unwrap();
        folder.write(Path::new("a"), b"one").unwrap();
        folder.finish().unwrap();
        let error = NewFolder::begin(&target).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::DirectoryNotEmpty);
        // What comes into its place meanwhile stays, too.
        let other = home.path().join("other");
        let folder = NewFolder::begin(&other).unwrap();
        folder.write(Path::new("a"), b"two").unwrap();
        fs::create_dir(&other).unwrap();
        fs::write(other.join("b"), b"").unwrap();
        let error = folder.finish().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::DirectoryNotEmpty);
        assert_eq!(names(&other), ["b".to_owned()].into());
        assert_eq!(names(home.path()), ["other".to_owned(), "set".to_owned()].into());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_an_empty_folder_keeps_its_place_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join("far/set")).unwrap();
        let permissions = fs::Permissions::from_mode(0o750);
        fs::set_permissions(home.path().join("far/set"), permissions).unwrap();
        symlink("far/set", home.path().join("link")).unwrap();
        let folder = NewFolder::begin(&home.path().join("link")).unwrap();
        folder.write(Path::new("a"), b"one").unwrap();
        folder.finish().unwrap();
        assert_eq!(names(&home.path().join("far/set")), ["a".to_owned()].into());
        assert!(home.path().join("link").is_symlink());
        let kept = fs::metadata(home.path().join("far/set")).unwrap().permissions();
        assert_eq!(kept.mode() & 0o777, 0o750);
    }

    #[test]
    fn what_a_killed_process_left_goes_and_nothing_else_does() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        for left in [".unfinished-aB3xYz.set", ".unfinished-000000.set"] {
            fs::create_dir_all(path(left).join("sources")).unwrap();
            fs::write(path(left).join("sources/en-de.txt"), b"a\n").unwrap();
        }
        fs::write(path(".unfinished-file12.set"), b"half").unwrap();
        let foreign = [
            ".unfinished-aB3xYz.set2",
            ".unfinished-aB3xYz.other",
            ".unfinished-aB3x-z.set",
            ".unfinished-set",
            ".unfinished-host-12-abcdef",
            "aB3xYz.set",
        ];
        for name in foreign {
            fs::create_dir(path(name)).unwrap();
        }
        let mut kept: BTreeSet<String> = foreign.map(str::to_owned).into();
        // Another process is making it.
        let other = NewFolder::begin(&path("set")).unwrap();
        other.write(Path::new("a"), b"").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("aB3xYz.set"), path(".unfinished-linked.set")).unwrap();
            kept.insert(".unfinished-linked.set".to_owned());
        }
        let folder = NewFolder::begin(&path("set")).unwrap();
        folder.write(Path::new("b"), b"").unwrap();
        folder.finish().unwrap();
        assert!(other.write(Path::new("c"), b"").is_ok(), "what another makes was removed");
        drop(other);
        kept.insert("set".to_owned());
        assert_eq!(names(home.path()), kept);
        assert_eq!(names(&path("set")), ["b".to_owned()].into());
    }

    #[test]
    fn a_new_file_is_whole_and_replaces_nothing() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file.parquet");
        fs::write(home.path().join(".unfinished-abcdef.file.parquet"), b"half").unwrap();
        write_new_file(&path, b"one").unwrap();
        let error = write_new_file(&path, b"two").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(names(home.path()), ["file.parquet".to_owned()].into());
        assert!(write_new_file(&home.path().join("none/file"), b"").is_err());
    }

    #[test]
    fn long_names_have_room() {
        let home = tempfile::tempdir().unwrap();
        let target = home.path().join("ü".repeat(127));
        let folder = NewFolder::begin(&target).unwrap();
        folder.write(Path::new("a"), b"").unwrap();
        folder.finish().unwrap();
        assert!(target.join("a").exists());
        assert!(NewFolder::begin(Path::new("..")).is_err());
    }
}
