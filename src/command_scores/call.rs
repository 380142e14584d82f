//! Calls of a command, each for one output.

use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use super::inputs::Inputs;
use super::{CommandError, Wanted};
use crate::config::score_command::Placeholder;
use crate::corpus::model::Texts;
use crate::file_error::FileError;
use crate::formats::{Scored, written_scores};
use crate::program::{self, Ended};

/// Lines of standard error that a message shows, and characters of each.
const SAID: usize = 5;
const LINE: usize = 300;

/// Seconds that a command may take to print its version.
const VERSION: Duration = Duration::from_mins(2);

/// Called with the process that runs and the folder of its files.
type Running<'a> = dyn Fn(Option<(u32, &Path)>) + 'a;

/// How commands are called.
#[derive(Clone, Copy)]
pub struct Calls<'a> {
    /// The folder in which they run, from which paths in them start; absolute.
    pub folder: &'a Path,
    /// The folder of kept scores.
    pub kept: &'a Path,
    /// Told of each call before it begins.
    pub tell: &'a dyn Fn(&str),
    /// Told of the process that runs, with the folder of its files, and when none runs any more.
    pub running: &'a Running<'a>,
}

impl Calls<'_> {
    /// Says which output is scored next.
    pub(super) fn tell(&self, wanted: &Wanted<'_>, system: &str, number: usize, count: usize) {
        (self.tell)(&format!("{}: scoring {system} ({number} of {count})\n", wanted.name));
    }

    /// The version that is stated, or printed by the command for it.
    pub(super) fn version(&self, wanted: &Wanted<'_>) -> Result<Option<String>, CommandError> {
        let Some(run) = &wanted.command.version_command else {
            return Ok(wanted.command.version.clone());
        };
        let Ended { output, errors, .. } =
            self.call(wanted, run, VERSION, "", (0, Path::new("")))?;
        // Some programs print it to standard error.
        let printed = if output.trim().is_empty() { errors } else { output };
        Ok(Some(printed.trim().to_owned()))
    }

    /// Scores one output; scores of `kept` others are there.
    pub(super) fn score(
        &self,
        wanted: &Wanted<'_>,
        inputs: &Inputs<'_>,
        (system, output): (&str, &Texts),
        kept: usize,
    ) -> Result<Vec<Option<f64>>, CommandError> {
        let mut column = vec![None; output.len()];
        let segments = inputs.segments(output);
        if segments.is_empty() {
            return Ok(column);
        }
        // Before any file is written; `call` asks again for all commands.
        Self::check_allowed(wanted, &wanted.command.run[0])?;
        let program = &wanted.command.run[0];
        let folder = tempfile::Builder::new().prefix("runner-scores-").tempdir();
        let folder = folder.map_err(|source| start_error(wanted, program, source))?;
        let files = inputs.write(folder.path(), output, &segments)?;
        let mut run = Vec::new();
        for argument in &wanted.command.run {
            let filled = files.filled(argument);
            run.extend(filled.map_err(|source| start_error(wanted, program, source))?);
        }
        let limit = Duration::from_secs(wanted.command.timeout.into());
        let of = format!(" on the output of `{system}`");
        let ended = self.call(wanted, &run, limit, &of, (kept, folder.path()))?;
        if !wanted.command.uses(Placeholder::Scores) {
            std::fs::write(&files.scores, ended.output)
                .map_err(FileError::on("write", &files.scores))?;
        }
        let texts: Vec<&str> = segments.iter().filter_map(|segment| output.get(*segment)).collect();
        let name = format!("what `{}` wrote for `{system}`", wanted.name);
        let field = wanted.command.field.as_deref();
        let scored = Scored { name: &name, metric: wanted.name, field, outputs: &texts };
        let scores = written_scores(&files.scores, scored)?;
        for (segment, score) in segments.into_iter().zip(scores) {
            column[segment] = score;
        }
        Ok(column)
    }

    fn check_allowed(wanted: &Wanted<'_>, program: &str) -> Result<(), CommandError> {
        if wanted.is_allowed {
            return Ok(());
        }
        let (name, program) = (wanted.name.to_owned(), program.to_owned());
        Err(CommandError::NotAllowed { name, program })
    }

    /// Runs a command to its end, which is a success.
    fn call(
        &self,
        wanted: &Wanted<'_>,
        run: &[String],
        limit: Duration,
        of: &str,
        (kept, files): (usize, &Path),
    ) -> Result<Ended, CommandError> {
        let program = &run[0];
        Self::check_allowed(wanted, program)?;
        // A path starts where the command runs; a name is looked up.
        let mut command = if program.contains('/') {
            Command::new(self.folder.join(program))
        } else {
            Command::new(program)
        };
        command.args(&run[1..]);
        command.current_dir(self.folder);
        program::in_own_group(&mut command);
        let ended =
            program::call(command, limit, |child| (self.running)(Some((child.id(), files))));
        (self.running)(None);
        let ended = ended.map_err(|source| start_error(wanted, program, source))?;
        let how = match ended.status {
            Some(status) if status.success() => return Ok(ended),
            Some(status) => how_it_ended(status),
            None => format!("did not end within {} s and was stopped", limit.as_secs()),
        };
        let how = format!("{of} {how}");
        let (name, program) = (wanted.name.to_owned(), program.clone());
        Err(CommandError::Failed { name, program, how, said: end_of(&ended.errors), kept })
    }
}

fn start_error(wanted: &Wanted<'_>, program: &str, source: io::Error) -> CommandError {
    CommandError::Start { name: wanted.name.to_owned(), program: program.to_owned(), source }
}

fn how_it_ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("failed with exit code {code}"),
        None => format!("was ended ({status})"),
    }
}

/// The last lines of what a program wrote to standard error.
fn end_of(errors: &str) -> String {
    let lines: Vec<&str> = errors.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(SAID)..];
    let last = last.iter().map(|line| line.chars().take(LINE).collect::<String>());
    last.collect::<Vec<_>>().join("\n")
}
