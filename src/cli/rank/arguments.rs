//! Arguments of `runner rank`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::answer_format::AnswerFormat;
use crate::cli::data::SelectionArguments;
use crate::cli::options::{STATISTICS, TestOptions, WorkOptions};
use crate::cli::texts::{TextArguments, Unit};

const EXAMPLES: &str = "\
Examples:
  runner rank *.txt -r ref.txt --documents docs.txt
  runner rank a.txt b.txt c.txt --scores comet=a.comet,b.comet,c.comet
  runner rank ratings.tsv                     Any data that `runner init` reads
  runner rank FOLDER --metric esa --format latex
  runner rank a.json b.json c.json            Logs of a harness

The ranks are those that the tests of all pairs leave, by each metric for itself.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct RankArguments {
    /// System outputs, one segment per line. Or data as `init` reads them: ratings, an evaluation set, a spec, or
    /// logs of a harness
    #[arg(value_name = "SYSTEM|DATA", required = true, value_hint = ValueHint::AnyPath)]
    pub(in crate::cli) systems: Vec<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) texts: TextArguments,
    #[command(flatten)]
    pub(in crate::cli) selection: SelectionArguments,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(in crate::cli) format: AnswerFormat,
    #[command(flatten)]
    pub(in crate::cli) tests: TestOptions,
    /// Resampling unit [default: documents where there are enough, and judges where they have names]
    #[arg(long, help_heading = STATISTICS, value_enum, value_name = "UNIT")]
    pub(in crate::cli) resample: Option<Unit>,
    #[command(flatten)]
    pub(in crate::cli) work: WorkOptions,
    /// Compare inputs that are refused, such as shifted files, all the same
    #[arg(long)]
    pub(in crate::cli) force: bool,
}
