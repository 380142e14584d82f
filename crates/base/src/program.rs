//! Programs of others, called with a limit on their time: some wait for ever.
//!
//! This module knows nothing of what they do, and says nothing.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two looks whether a program has ended.
const LOOK: Duration = Duration::from_millis(10);

/// A program that has ended, or was ended.
#[derive(Debug)]
pub struct Ended {
    /// How it ended; nothing where it was stopped at the limit.
    pub status: Option<ExitStatus>,
    /// What it wrote to standard output.
    pub output: String,
    /// What it wrote to standard error.
    pub errors: String,
}

/// Runs `command` without input, for at most `limit`; `started` learns of the process.
///
/// # Errors
///
/// If it cannot be started, or what it wrote cannot be read.
pub fn call(
    mut command: Command,
    limit: Duration,
    started: impl FnOnce(&Child),
) -> io::Result<Ended> {
    // Files and not pipes: a killed program may leave children that hold a pipe open.
    let (mut output, mut errors) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(errors.try_clone()?);
    let mut child = command.spawn()?;
    started(&child);
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if begun.elapsed() >= limit {
            // It may just have ended by itself.
            kill_group(child.id());
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        thread::sleep(LOOK);
    };
    Ok(Ended { status, output: text(&mut output)?, errors: text(&mut errors)? })
}

/// Whether a file belongs to the user of this process, where files have owners: what it names was allowed by this user.
pub fn is_of_this_user(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        // A new file is of the user of the process, whom the standard library does not name.
        let users = [tempfile::tempfile().and_then(|file| file.metadata()), path.metadata()];
        let [one, other] = users.map(|metadata| metadata.ok().map(|metadata| metadata.uid()));
        one.is_some() && one == other
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        true
    }
}

/// Has `command` begin a group of processes, which [`kill_group`] ends together.
pub fn in_own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills the processes of the group that the process `id` began; nothing where it began none.
pub fn kill_group(id: u32) {
    #[cfg(unix)]
    {
        // The standard library sends no signals, least of all to groups; the shell does.
        let mut kill = Command::new("/bin/sh");
        kill.args(["-c", &format!("kill -KILL -{id}")]).stdin(Stdio::null());
        let _ = kill.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
    #[cfg(not(unix))]
    let _ = id;
}

fn text(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_users_are_not_of_this_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(is_of_this_user(file.path()));
        assert!(!is_of_this_user(&file.path().with_extension("absent")));
        // Only the administrator may give files away; to others the root folder is that of another user.
        let other = if std::os::unix::fs::chown(file.path(), Some(12_345), None).is_ok() {
            file.path()
        } else {
            Path::new("/")
        };
        assert!(!is_of_this_user(other));
    }
}
