//! The command line: arguments, one file per subcommand, exit codes.
//!
//! Only this module (its file `output`) and [`crate::report::progress`] write to the terminal, and only
//! this module looks at the environment and the clock.

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
mod output;
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
mod threads;

use std::ffi::OsString;
use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
pub use exit_code::Exit;
use failure::Failure;
use output::{print, print_data, print_exact, print_json, tell, tell_failure};

use crate::diagnostic::Diagnostic;
use crate::escape;
use crate::stats::kernel::{self, Unit};
use crate::table;

/// The program. A panic is a bug and says so.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
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
            tell_failure(&failure);
            failure.exit
        }
        Err(_) => {
            tell("error: this is a bug of runner; please report the message above\n");
            Exit::Bug
        }
    };
    exit.into()
}

/// Tells what is wrong with the arguments, or the help that they ask for. The parser repeats arguments as
/// they are: where a terminal would obey some of them, it is given them spelled out instead.
fn refuse(error: &clap::Error) -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let texts = arguments.iter().map(|text| text.to_string_lossy());
    if texts.clone().any(|text| text.contains(escape::is_obeyed)) {
        let spelled = texts.map(|text| OsString::from(escape::line(&text).into_owned()));
        let spelled = Arguments::try_parse_from(spelled).err();
        // Without colours, since there might be some in what it repeats.
        tell(&spelled.as_ref().unwrap_or(error).render().to_string());
    } else {
        // Nothing is left to do where it cannot be told.
        let _ = error.print();
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
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
    match &arguments.command {
        // The first three take the number from their arguments, and listen for signals before; the others
        // compute nothing.
        Command::Run(_)
        | Command::RunShard(_)
        | Command::Merge(_)
        | Command::Schema(_)
        | Command::Completions { .. } => {}
        _ => threads::start(None)?,
    }
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
            print_exact(&String::from_utf8_lossy(&script))
        }
    }
}
