//! What the exit code of the program says.

use std::process::ExitCode;

/// Exit codes, part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// The request is wrong: the spec or the arguments.
    Request = 2,
    /// The input is wrong: a corpus.
    Input = 3,
    /// The environment failed: disk full, no permission, folder in use.
    Environment = 4,
    /// A bug.
    Bug = 70,
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
        let codes = [Exit::Done, Exit::Request, Exit::Input, Exit::Environment, Exit::Bug];
        assert_eq!(codes.map(|exit| exit as u8), [0, 2, 3, 4, 70]);
    }
}
