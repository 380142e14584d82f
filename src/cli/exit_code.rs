//! What the exit code of the program says.

use std::process::ExitCode;

/// Exit codes, part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Differences found, by `diff` or by `run --locked`; a margin is missed, by `compare`.
    Differences = 1,
    /// The request is wrong: the spec or the arguments.
    Request = 2,
    /// The input is wrong: a corpus.
    Input = 3,
    /// The environment failed: disk full, no permission, folder in use.
    Environment = 4,
    /// Something is not finished: results are missing.
    Incomplete = 5,
    /// The engine of a cluster is not there, refused, or is stuck.
    Engine = 6,
    /// Too little data to decide, by `compare`.
    Inconclusive = 7,
    /// A bug.
    Bug = 70,
    /// Interrupted, with the work saved.
    Interrupted = 75,
    /// Ended by SIGINT (Ctrl-C), with nothing saved.
    Sigint = 130,
    /// Ended by SIGTERM, with nothing saved.
    Sigterm = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn exit_codes_are_fixed() {
        let codes = [
            Exit::Done,
            Exit::Differences,
            Exit::Request,
            Exit::Input,
            Exit::Environment,
            Exit::Incomplete,
            Exit::Engine,
            Exit::Inconclusive,
            Exit::Bug,
            Exit::Interrupted,
            Exit::Sigint,
            Exit::Sigterm,
        ];
        assert_eq!(codes.map(|exit| exit as u8), [0, 1, 2, 3, 4, 5, 6, 7, 70, 75, 130, 143]);
    }
}
