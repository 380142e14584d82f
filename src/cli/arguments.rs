//! Arguments of the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::cancel::CancelArguments;
use super::corpus::CorpusArguments;
use super::diff::DiffArguments;
use super::duration;
use super::init::InitArguments;
use super::merge::MergeArguments;
use super::run_shard::RunShardArguments;
use super::score::ScoreArguments;
use super::status::StatusArguments;
use super::submit::SubmitArguments;
use super::{memory, threads};

const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 differences found, 2 the request is wrong (spec, arguments), 3 the input is wrong
(corpus), 4 the environment failed (disk full, permission, folder in use), 5 incomplete (results are
missing), 6 the cluster's engine refused or is stuck, 70 a bug, 75 interrupted with the work saved.";

/// Says how many documents, segments and references a machine-translation evaluation needs.
#[derive(Debug, Parser)]
#[command(name = "runner", version, after_help = EXIT_CODES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run an experiment: compute what is missing, write the tables, answer the question
    Run(RunArguments),
    /// Make the report anew from the tables of a run: page and figures, and tables with --export
    Report(ReportArguments),
    /// Explain what a run would do, without running it
    Plan(PlanArguments),
    /// Check specs, and the corpora that they name where they are there
    Check(CheckArguments),
    /// Compare two folders of results, cell by cell
    Diff(DiffArguments),
    /// Score files at hand, with intervals if wanted
    Score(ScoreArguments),
    /// Describe, convert and generate corpora
    Corpus(CorpusArguments),
    /// Write a spec to begin with for the corpora at a path
    Init(InitArguments),
    /// Cut an experiment into shards and give them to a cluster; again, to resume
    Submit(Box<SubmitArguments>),
    /// Compute one shard of a plan that is cut into shards
    RunShard(RunShardArguments),
    /// Make the tables of a run once all its shards are there
    Merge(MergeArguments),
    /// Say how far a run in shards is
    Status(StatusArguments),
    /// Cancel what a cluster still has of a run
    Cancel(CancelArguments),
    /// Print a JSON Schema
    Schema(SchemaArguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What all commands on one spec take.
#[derive(Debug, Args)]
pub(super) struct SpecArguments {
    /// The experiment, a TOML file
    pub(super) spec: PathBuf,
    /// Folder that relative corpus paths start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR")]
    pub(super) data: Option<PathBuf>,
    /// Output folder [default: results/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Only this study; repeatable
    #[arg(long = "study", value_name = "NAME")]
    pub(super) studies: Vec<String>,
}

#[derive(Debug, Args)]
pub(super) struct RunArguments {
    #[command(flatten)]
    pub(super) spec: SpecArguments,
    /// Number of threads, at most 256 or one per core [default: `RAYON_NUM_THREADS`, or one per core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub(super) threads: Option<u16>,
    /// Memory that the run may need by its estimate, in GB [default: three quarters of the machine's]
    #[arg(long, value_name = "GB", value_parser = memory::gigabytes)]
    pub(super) memory: Option<f64>,
    /// Refuse to run if spec, inputs or the version of the numbers are not those of the manifest in
    /// the output folder, and to write tables other than its tables
    #[arg(long)]
    pub(super) locked: bool,
    /// No progress and no summary
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// The summary: text for people, or JSON for scripts
    #[arg(long, value_enum, default_value_t, conflicts_with = "quiet")]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct ReportArguments {
    /// A folder that `run` has written, such as `results/cesta`
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Also write the tables of the report to files, in these formats; separated by commas or repeated
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',')]
    pub(super) export: Vec<ExportFormat>,
    /// The summary: text for people, or JSON for scripts
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ExportFormat {
    Csv,
    Markdown,
    /// For `booktabs`
    Latex,
}

#[derive(Debug, Args)]
pub(super) struct PlanArguments {
    #[command(flatten)]
    pub(super) spec: SpecArguments,
    /// Cut the plan into so many shards, for many machines, and record that in the output folder
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) shards: Option<u32>,
    /// Cut the plan into shards of about so much work on one core, such as 10m
    #[arg(long, value_name = "TIME", value_parser = duration::parse, conflicts_with = "shards")]
    pub(super) shard_time: Option<Duration>,
    /// Text for people, or the grid as JSON for scripts
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Format {
    #[default]
    Text,
    Json,
}

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// Experiments, TOML files
    #[arg(required = true)]
    pub(super) specs: Vec<PathBuf>,
    /// Folder that relative corpus paths start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR")]
    pub(super) data: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct SchemaArguments {
    /// Of what
    #[arg(value_enum)]
    pub(super) of: SchemaOf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SchemaOf {
    /// Experiments
    Spec,
    /// Rows of the tables
    Tables,
    /// Files of printed values
    Published,
}
