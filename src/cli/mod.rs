//! The command line: arguments, one file per subcommand, exit codes.
//!
//! Only this module and [`crate::report::progress`] write to the terminal, and only this module
//! looks at the environment and the clock.

mod arguments;
mod cancel;
mod check;
mod corpus;
mod diff;
mod duration;
mod exit_code;
mod failure;
mod init;
mod locked;
mod memory;
mod merge;
mod out_folder;
mod outcome;
mod plan;
mod report;
mod run;
mod run_folder;
mod run_shard;
mod schema;
mod score;
mod session;
mod status;
mod stop;
mod submit;

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
pub use exit_code::Exit;
use failure::Failure;

use crate::diagnostic::{Diagnostic, Style};
use crate::stats::kernel::{self, Unit};
use crate::table;

/// The program. A panic is a bug and says so.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !table::is_decoding() {
            report(panic);
        }
    }));
    let outcome = panic::catch_unwind(|| dispatch(arguments));
    let exit = match outcome {
        Ok(Ok(())) => Exit::Done,
        Ok(Err(failure)) => {
            tell(&failure.render(error_style()));
            failure.exit
        }
        Err(_) => {
            tell("error: this is a bug of runner; please report the message above\n");
            Exit::Bug
        }
    };
    exit.into()
}

/// The variable that names the unit which sums are computed with, for tests and measurements.
const KERNEL: &str = "RUNNER_KERNEL";

fn choose_kernel() -> Result<(), Failure> {
    let Some(name) = std::env::var_os(KERNEL).filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    let name = name.to_string_lossy();
    let message = if !Unit::NAMES.contains(&&*name) {
        format!("{KERNEL} names no unit: `{name}`")
    } else if let Some(unit) = Unit::named(&name) {
        kernel::choose_unit(unit).expect("nothing has been computed yet");
        return Ok(());
    } else {
        format!("{KERNEL} names a unit that this processor does not have: `{name}`")
    };
    let available: Vec<&str> = Unit::available().into_iter().map(Unit::name).collect();
    let help = format!("this processor has {}; results are the same on all", available.join(", "));
    Err(Failure::request(Diagnostic::error(message).help(help)))
}

fn dispatch(arguments: Arguments) -> Result<(), Failure> {
    choose_kernel()?;
    match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::Plan(arguments) => plan::plan(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Score(arguments) => score::score(&arguments),
        Command::Corpus(arguments) => corpus::corpus(&arguments),
        Command::Diff(arguments) => diff::diff(&arguments),
        Command::Init(arguments) => init::init(&arguments),
        Command::Submit(arguments) => submit::submit(&arguments),
        Command::RunShard(arguments) => run_shard::run_shard(&arguments),
        Command::Merge(arguments) => merge::merge(&arguments),
        Command::Status(arguments) => status::status(&arguments),
        Command::Cancel(arguments) => cancel::cancel(&arguments),
        Command::Schema(arguments) => schema::schema(&arguments),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "runner", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
    }
}

fn error_style() -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if io::stderr().is_terminal() && !plain { Style::Styled } else { Style::Plain }
}

/// Results go to standard output. A reader that has gone away is no failure.
fn print(text: &str) -> Result<(), Failure> {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::environment(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Everything else goes to standard error, where nothing is left to do if it fails.
fn tell(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
