//! What the exit code of the program says.

use std::process::ExitCode;

/// Exit codes, part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// Differences found, by `diff` or by `run --locked`; a margin is missed, by `compare`; a budget is
    /// used up, by `watch`.
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
    /// More data may decide.
    Inconclusive = 7,
    /// A bug.
    // `EX_SOFTWARE` of sysexits.h.
    Bug = 70,
    /// Interrupted, with the work saved.
    // `EX_TEMPFAIL` of sysexits.h: the same command later succeeds.
    Interrupted = 75,
    /// Ended by SIGINT (Ctrl-C), with nothing saved.
    // Shells report 128 plus the number of the signal.
    Sigint = 130,
    /// Ended by SIGTERM, with nothing saved.
    Sigterm = 143,
}

impl Exit {
    /// All codes, with what they say.
    const MEANINGS: [(Self, &'static str); 12] = [
        (Self::Done, "done"),
        (
            Self::Differences,
            "differences found (diff, run --locked), a margin is missed (compare), or a budget is used up (watch)",
        ),
        (Self::Request, "the request is wrong: spec or arguments"),
        (Self::Input, "the input is wrong: a corpus, or corpora that cannot be compared"),
        (Self::Environment, "the environment failed: disk full, memory, permission, folder in use"),
        (Self::Incomplete, "incomplete: results are missing"),
        (Self::Engine, "the scheduler rejected the job or does not respond"),
        (Self::Inconclusive, "not decided: more data may decide (compare --margin, watch)"),
        (Self::Bug, "a bug"),
        (Self::Interrupted, "interrupted, with the work saved: the same command resumes"),
        (Self::Sigint, "interrupted by Ctrl-C (SIGINT), with nothing saved"),
        (Self::Sigterm, "ended by SIGTERM, with nothing saved"),
    ];

    /// The list for a help text.
    pub(super) fn list() -> String {
        let lines = Self::MEANINGS.iter();
        let lines = lines.map(|(exit, text)| format!("{:4}  {text}", *exit as u8));
        lines.collect::<Vec<String>>().join("\n") + "\n"
    }
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
    fn the_documentation_has_the_same_list() {
        let documentation = include_str!("../../docs/commands.md");
        for (exit, text) in Exit::MEANINGS {
            let line = format!("| {} | {text}", exit as u8);
            assert!(documentation.contains(&line), "docs/commands.md lacks `{line}`");
        }
    }

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
