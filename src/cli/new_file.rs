//! New files that commands write: what is there stays.

use std::io;
use std::path::Path;

use super::{Failure, stop, tell};
use crate::durable::aside::write_new_file;

/// Writes a new file, and says `what` it is.
pub(super) fn write(path: &Path, text: &str, what: &str) -> Result<(), Failure> {
    match write_new_file(path, text.as_bytes()) {
        Ok(()) => {
            stop::is_over();
            tell(&format!("{}: {what}\n", path.display()));
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let message = format!("`{}` is there already", path.display());
            Err(Failure::refusal(message, "name another file, or remove it first"))
        }
        Err(error) => {
            Err(Failure::environment(format!("cannot write `{}`: {error}", path.display())))
        }
    }
}
