//! The command line: one file per command, with its arguments, and this list of them.
//!
//! Only the file `output` and [`crate::report::progress`] write to the terminal, and only this module looks
//! at the environment and the clock.

mod answer_format;
mod check;
mod commands;
mod compare;
mod corpus;
mod data;
mod diff;
mod duration;
mod earlier;
mod exit_code;
mod expect;
mod experiment;
mod explain;
mod failure;
mod finished_run;
mod init;
mod kernel;
mod load;
mod located;
mod locked;
mod man;
mod memory;
mod merge;
mod new_file;
mod not_a_spec;
#[cfg(test)]
mod option_names;
mod options;
mod out_folder;
mod output;
mod paths;
mod pick;
mod plan;
mod rank;
mod refusal;
mod report;
mod roles;
mod run;
mod run_folder;
mod run_log;
mod run_shard;
mod runs;
mod schema;
mod score;
mod spellings;
mod standard_input;
mod status;
mod stop;
mod submit;
mod texts;
mod threads;
mod watch;

use std::borrow::Cow;
use std::ffi::OsString;
use std::panic;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use commands::CommandOptions;
pub use exit_code::Exit;
use experiment::Experiment;
use failure::Failure;
use located::Located;
use output::{
    print_answer, print_data, print_exact, print_json, print_lines, print_styled, print_tables,
    tell, tell_failure, tell_warnings,
};

use crate::escape;
use crate::table;

const AFTER_HELP: &str = "\
Examples:
  runner compare old.txt new.txt -r ref.txt   Is the new system better?
  runner rank *.txt -r ref.txt                Which system is the best?
  runner init DATA -o mine.toml               Write a starter spec for your data
  runner run mine.toml                        Answer its questions

Exit codes:
{CODES}

Documentation: docs/commands.md, and `runner COMMAND --help`.";

fn after_help() -> String {
    AFTER_HELP.replace("{CODES}\n", &Exit::list())
}

/// Columns of help where the terminal is not narrower.
const WIDTH: usize = 80;

/// Statistics for machine-translation evaluation: which system is better, how precise each score is, and
/// how much test data is enough
#[derive(Debug, Parser)]
#[command(name = "runner", version, after_help = after_help(), max_term_width = WIDTH)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// In the order in which people meet them: without a spec, with one, results, corpora, clusters, the rest.
#[derive(Debug, Subcommand)]
enum Command {
    /// Compare systems with a baseline, with significance tests
    Compare(Box<compare::CompareArguments>),
    /// Rank systems by texts or ratings, without a spec
    Rank(Box<rank::RankArguments>),
    /// Watch a running campaign: which pairs are decided, valid at every look
    Watch(Box<watch::WatchArguments>),
    /// Pick segments to have judged, with weights, by the spread of a metric
    Pick(Box<pick::PickArguments>),
    /// Say what a difference is worth before there are data, by other campaigns
    Expect(expect::ExpectArguments),
    /// Score translation files directly, optionally with confidence intervals
    Score(Box<score::ScoreArguments>),
    /// Write a starter spec for your data
    Init(init::InitArguments),
    /// Check specs and the corpora they name
    Check(check::CheckArguments),
    /// Explain what a run would compute, without running it
    Plan(plan::PlanArguments),
    /// Run a spec: compute, write the tables, print the answer
    Run(run::RunArguments),
    /// Rebuild the report of a finished run
    Report(report::ReportArguments),
    /// Compare the results of two runs
    Diff(diff::DiffArguments),
    /// Describe, convert and generate corpora
    Corpus(corpus::CorpusArguments),
    /// Explain a term, a metric or an analysis
    Explain(explain::ExplainArguments),
    /// Run a spec on a cluster, in shards; again, to resume
    Submit(Box<submit::SubmitArguments>),
    /// Show the progress of a run in shards
    Status(status::StatusArguments),
    /// Write the tables of a run from its finished shards
    Merge(merge::MergeArguments),
    /// Compute one shard (called by the scripts of `submit`)
    RunShard(run_shard::RunShardArguments),
    /// Print a JSON Schema
    Schema(schema::SchemaArguments),
    /// Print a completion script for a shell
    Completions(man::CompletionArguments),
    /// Print a manual page
    Man(man::ManArguments),
}

/// The program. A panic is a bug and says so.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        // Where a damaged file makes the decoder panic, the message is about the file.
        if !table::is_decoding() {
            report(panic);
        }
    }));
    let outcome = panic::catch_unwind(|| dispatch(arguments));
    // A signal that comes now must not end the process while it says how the command ended.
    stop::is_over();
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
    let known: Vec<String> = texts.clone().map(Cow::into_owned).collect();
    if let Some(failure) = spellings::answer(error, &known) {
        tell_failure(&failure);
        return failure.exit.into();
    }
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

/// Names of the commands.
fn command_names() -> Vec<String> {
    let command = Arguments::command();
    command.get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

fn dispatch(arguments: Arguments) -> Result<(), Failure> {
    stop::listen()?;
    kernel::choose()?;
    match &arguments.command {
        // The first six take the number from their arguments; the others compute nothing.
        Command::Run(_)
        | Command::Compare(_)
        | Command::Rank(_)
        | Command::Pick(_)
        | Command::RunShard(_)
        | Command::Merge(_)
        | Command::Expect(_)
        | Command::Explain(_)
        | Command::Schema(_)
        | Command::Completions(_)
        | Command::Man(_) => {}
        _ => threads::start(None)?,
    }
    match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Report(arguments) => report::report(&arguments),
        Command::Plan(arguments) => plan::plan(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Rank(arguments) => rank::rank(&arguments),
        Command::Watch(arguments) => watch::watch(&arguments),
        Command::Pick(arguments) => pick::pick(&arguments),
        Command::Expect(arguments) => expect::expect(&arguments),
        Command::Score(arguments) => score::score(&arguments),
        Command::Corpus(arguments) => corpus::corpus(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Diff(arguments) => diff::diff(&arguments),
        Command::Init(arguments) => init::init(&arguments),
        Command::Submit(arguments) => submit::submit(&arguments),
        Command::RunShard(arguments) => run_shard::run_shard(&arguments),
        Command::Merge(arguments) => merge::merge(&arguments),
        Command::Status(arguments) => status::status(&arguments),
        Command::Schema(arguments) => schema::schema(&arguments),
        Command::Completions(arguments) => man::completions(&arguments),
        Command::Man(arguments) => man::man(&arguments),
    }
}
