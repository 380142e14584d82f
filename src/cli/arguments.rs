//! Arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::corpus::CorpusArguments;
use super::init::InitArguments;
use super::score::ScoreArguments;

const EXIT_CODES: &str = "\
Exit codes: 0 done, 2 the request is wrong (spec, arguments), 3 the input is wrong (corpus),
4 the environment failed (disk full, permission, folder in use), 70 a bug.";

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
    /// Explain what a run would do, without running it
    Plan(PlanArguments),
    /// Check specs, and the corpora that they name where they are there
    Check(CheckArguments),
    /// Score files at hand, with intervals if wanted
    Score(ScoreArguments),
    /// Describe, convert and generate corpora
    Corpus(CorpusArguments),
    /// Write a spec to begin with for the corpora at a path
    Init(InitArguments),
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
    /// Number of threads [default: `RAYON_NUM_THREADS`, or one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) threads: Option<u16>,
    /// No progress and no summary
    #[arg(long, short)]
    pub(super) quiet: bool,
}

#[derive(Debug, Args)]
pub(super) struct PlanArguments {
    #[command(flatten)]
    pub(super) spec: SpecArguments,
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
}
