//! The command line: one file per command, with its arguments, and this list of them.
//!
//! Only the file `output` and [`crate::report::progress`] write to the terminal, and only this module looks
//! at the environment and the clock.

mod cancel;
mod check;
mod compare;
mod corpus;
mod diff;
mod duration;
mod exit_code;
mod experiment;
mod failure;
mod finished_run;
mod init;
mod kernel;
mod load;
mod locked;
mod memory;
mod merge;
mod options;
mod out_folder;
mod output;
mod paths;
mod plan;
mod queue_text;
mod report;
mod run;
mod run_folder;
mod run_log;
mod run_shard;
mod schema;
mod score;
mod status;
mod stop;
mod submit;
mod threads;

use std::ffi::OsString;
use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub use exit_code::Exit;
use failure::Failure;
use output::{print_exact, tell, tell_failure};

use crate::escape;
use crate::table;

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 differences found (compare: a margin is missed), 2 the request is wrong (spec,
arguments), 3 the input is wrong (corpus), 4 the environment failed (disk full, permission, folder in use),
5 incomplete (results are missing), 6 the cluster's engine refused or is stuck, 7 inconclusive (compare: too
little data for the margin), 70 a bug, 75 interrupted with the work saved.";

/// Says how many documents, segments and references a machine-translation evaluation needs.
#[derive(Debug, Parser)]
#[command(name = "runner", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run an experiment: compute what is missing, write the tables, answer the question
    Run(run::RunArguments),
    /// Make the report anew from the tables of a run: page and figures, and tables with --export
    Report(report::ReportArguments),
    /// Explain what a run would do, without running it
    Plan(plan::PlanArguments),
    /// Check specs, and the corpora that they name where they are there
    Check(check::CheckArguments),
    /// Compare two folders of results, cell by cell
    Diff(diff::DiffArguments),
    /// Compare systems with a baseline: is it better, how sure is that, and how much data would decide?
    Compare(Box<compare::CompareArguments>),
    /// Score files at hand, with intervals if wanted
    Score(score::ScoreArguments),
    /// Describe, convert and generate corpora
    Corpus(corpus::CorpusArguments),
    /// Write a spec to begin with for the corpora at a path
    Init(init::InitArguments),
    /// Cut an experiment into shards and give them to a cluster; again, to resume
    Submit(Box<submit::SubmitArguments>),
    /// Compute one shard of a plan that is cut into shards
    RunShard(run_shard::RunShardArguments),
    /// Make the tables of a run once all its shards are there
    Merge(merge::MergeArguments),
    /// Say how far a run in shards is
    Status(status::StatusArguments),
    /// Cancel what a cluster still has of a run
    Cancel(cancel::CancelArguments),
    /// Print a JSON Schema
    Schema(schema::SchemaArguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

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

fn dispatch(arguments: Arguments) -> Result<(), Failure> {
    kernel::choose()?;
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
        Command::Compare(arguments) => compare::compare(&arguments),
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
