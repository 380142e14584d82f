//! Paths that other programs and other machines can use.

use std::env;
use std::path::{Path, PathBuf};

use super::{Exit, Failure};

/// An absolute path that can stand in records and scripts.
pub(super) fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    // `std::path::absolute` refuses an empty path, as the folder of a bare name of a file has.
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let shown = path.display();
    let absolute = std::path::absolute(path)
        .map_err(|error| Failure::environment(format!("cannot find `{shown}`: {error}")))?;
    let usable = absolute.to_str().is_some_and(|text| !text.chars().any(char::is_control));
    if !usable {
        let message = format!("`{}` has characters that no script can hold", absolute.display());
        return Err(Failure::plain(Exit::Request, message));
    }
    Ok(absolute)
}

/// This program, as scripts call it.
pub(super) fn program() -> Result<String, Failure> {
    let path = absolute(&env::current_exe().map_err(|error| {
        Failure::environment(format!("cannot find this program itself: {error}"))
    })?)?;
    Ok(path.to_string_lossy().into_owned())
}
