//! The command line: arguments, one file per subcommand, exit codes.
//!
//! Only this module and [`crate::report::progress`] write to the terminal, and only this module
//! looks at the environment and the clock.

mod arguments;
mod check;
mod corpus;
mod exit_code;
mod failure;
mod init;
mod out_folder;
mod plan;
mod run;
mod schema;
mod score;
mod session;

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
pub use exit_code::Exit;
use failure::Failure;

use crate::diagnostic::Style;

/// The program. A panic is a bug and says so.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
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

fn dispatch(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Plan(arguments) => plan::plan(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Score(arguments) => score::score(&arguments),
        Command::Corpus(arguments) => corpus::corpus(&arguments),
        Command::Init(arguments) => init::init(&arguments),
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
