//! Arguments of `runner history`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::answer_format::AnswerFormat;
use crate::cli::options::{STATISTICS, TestOptions, WorkOptions};
use crate::cli::texts::{TextArguments, Unit};

const EXAMPLES: &str = "\
Examples:
  runner history runs out.txt -r ref.txt --documents docs.txt --label v7
  runner history runs                         The runs that are kept
  runner history runs --out trend             With tables and a page
  runner compare new.txt -r ref.txt --against runs

The folder holds a file for each run, which is written once and never changed.";

#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct HistoryArguments {
    /// Folder of the runs
    #[arg(value_name = "RUNS", value_hint = ValueHint::DirPath)]
    pub(super) folder: PathBuf,
    /// Output to keep as the next run, one segment per line
    #[arg(value_name = "SYSTEM", value_hint = ValueHint::FilePath, requires = "label")]
    pub(super) system: Option<PathBuf>,
    /// What the new run is called, such as a version or a commit
    #[arg(long, value_name = "LABEL", requires = "system")]
    pub(super) label: Option<String>,
    #[command(flatten)]
    pub(super) texts: TextArguments,
    /// Looks at the test set that are not kept here, such as those of pull requests
    #[arg(long, help_heading = STATISTICS, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100_000))]
    pub(super) earlier_looks: u32,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: AnswerFormat,
    /// Folder for the tables and the report [default: nothing is written]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) tests: TestOptions,
    /// Resampling unit [default: documents where eight or more are named, of two segments or more on average; else
    /// segments]
    #[arg(long, help_heading = STATISTICS, value_enum, value_name = "UNIT")]
    pub(super) resample: Option<Unit>,
    #[command(flatten)]
    pub(super) work: WorkOptions,
    /// Compare inputs that are refused, such as shifted files, all the same
    #[arg(long)]
    pub(super) force: bool,
}
