//! Programs of an engine, called with a limit on their time: some wait for ever where a controller is
//! full or away.

use std::io;
use std::process::Command;
use std::time::Duration;

use crate::program::{self, Ended};

/// Why an engine did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The program is not there.
    #[error("there is no `{program}` here: it is not in PATH")]
    Missing {
        /// Name of the program.
        program: String,
    },
    /// It cannot be started.
    #[error("cannot start `{program}`: {source}")]
    Start {
        /// Name of the program.
        program: String,
        /// Why not.
        source: io::Error,
    },
    /// It did not end in time.
    #[error("`{program}` did not end within {seconds} s and was stopped{}", said(stderr))]
    Late {
        /// Name of the program.
        program: String,
        /// The limit.
        seconds: u64,
        /// What it said.
        stderr: String,
    },
    /// It failed.
    #[error("`{program}` refused{}", said(stderr))]
    Refused {
        /// Name of the program.
        program: String,
        /// What it said.
        stderr: String,
    },
    /// Its answer cannot be parsed.
    #[error("`{program}` answered what is not understood: {answer}")]
    Answer {
        /// Name of the program.
        program: String,
        /// Its answer.
        answer: String,
    },
}

/// What a program said on standard error, on one line.
fn said(stderr: &str) -> String {
    let lines: Vec<&str> = stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() { String::new() } else { format!(": {}", lines.join("; ")) }
}

/// Runs `program` and returns its standard output.
///
/// # Errors
///
/// If it is not there, fails, or takes longer than `limit`; then it is killed.
pub(super) fn call(
    program: &str,
    arguments: &[&str],
    limit: Duration,
) -> Result<String, EngineError> {
    let mut command = Command::new(program);
    command.args(arguments);
    let Ended { status, output, errors: stderr } =
        program::call(command, limit, |_| ()).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => EngineError::Missing { program: program.to_owned() },
            _ => EngineError::Start { program: program.to_owned(), source },
        })?;
    match status {
        None => {
            let seconds = limit.as_secs();
            Err(EngineError::Late { program: program.to_owned(), seconds, stderr })
        }
        Some(status) if !status.success() => {
            Err(EngineError::Refused { program: program.to_owned(), stderr })
        }
        Some(_) => Ok(output),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn answers_refusals_and_absence() {
        let limit = Duration::from_secs(20);
        assert_eq!(call("sh", &["-c", "echo 12"], limit).unwrap(), "12\n");
        let error = call("sh", &["-c", "echo no such account >&2; exit 1"], limit).unwrap_err();
        assert_eq!(error.to_string(), "`sh` refused: no such account");
        let error = call("runner-has-no-such-program", &[], limit).unwrap_err();
        assert!(matches!(error, EngineError::Missing { .. }));
    }

    #[test]
    fn one_that_hangs_is_stopped_though_its_children_live_on() {
        let begun = Instant::now();
        let hang = "echo queue full >&2; sleep 5";
        let error = call("sh", &["-c", hang], Duration::from_millis(300)).unwrap_err();
        assert!(begun.elapsed() < Duration::from_secs(4));
        assert!(matches!(&error, EngineError::Late { stderr, .. } if stderr == "queue full\n"));
    }
}
