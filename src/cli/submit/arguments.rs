//! Arguments of `runner submit`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use crate::cli::duration;
use crate::cli::options::SpecOptions;

/// Largest `--nodes`: the largest job array of Slurm.
const MAX_NODES: i64 = 4_000_000;

/// Largest number of threads: more than any node has.
const MAX_CPUS: i64 = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Job arrays of Slurm, and a job that merges
    Slurm,
    /// Only write a list of commands, for GNU parallel and other engines
    Script,
}

const EXAMPLES: &str = "\
Examples:
  runner submit mine.toml --engine slurm --nodes 8 --cpus-per-task 4
  runner submit mine.toml --engine script      Write a list of commands
  runner submit results/mine --engine slurm    Submit what is missing

Guide: docs/cluster.md.";

/// Help heading of the options for shards.
const SHARDS: &str = "Shards";

/// Help heading of the options for Slurm.
const SLURM: &str = "Slurm";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SubmitArguments {
    /// Spec, a TOML file, or the output folder of an earlier submission
    #[arg(value_name = "SPEC|RUN", value_hint = ValueHint::AnyPath)]
    pub(super) target: PathBuf,
    /// Execution backend
    #[arg(long, value_enum)]
    pub(super) engine: Engine,
    #[command(flatten)]
    pub(super) options: SpecOptions,
    /// Cut the plan into N shards, for several machines
    #[arg(long, help_heading = SHARDS, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) shards: Option<u32>,
    /// Cut the plan into shards of about this much work on one core, such as 10m [default: 10m per thread]
    #[arg(long, help_heading = SHARDS, value_name = "TIME", value_parser = duration::parse, conflicts_with = "shards")]
    pub(super) shard_time: Option<Duration>,
    /// Run at most N shards at once [default: Slurm decides]
    #[arg(long, help_heading = SHARDS, visible_alias = "max-parallel", value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=MAX_NODES))]
    pub(super) nodes: Option<u32>,
    /// Threads of each shard
    #[arg(long, help_heading = SHARDS, value_name = "C", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=MAX_CPUS))]
    pub(super) cpus_per_task: u16,
    /// Time limit of a shard, in the notation of Slurm
    #[arg(long, help_heading = SLURM, value_name = "T")]
    pub(super) time: Option<String>,
    /// Memory per thread, in the notation of Slurm
    #[arg(long, help_heading = SLURM, value_name = "M")]
    pub(super) mem_per_cpu: Option<String>,
    /// Slurm partition
    #[arg(long, help_heading = SLURM, value_name = "P")]
    pub(super) partition: Option<String>,
    /// Slurm account
    #[arg(long, help_heading = SLURM, value_name = "A")]
    pub(super) account: Option<String>,
    /// Any other option of `sbatch`, verbatim; repeatable (`--engine-arg=--exclude=n7`)
    #[arg(long = "engine-arg", help_heading = SLURM, value_name = "ARG", allow_hyphen_values = true)]
    pub(super) engine_args: Vec<String>,
    /// Shell command to run before a shard (`module load x`); repeatable
    #[arg(long, help_heading = SHARDS, value_name = "LINE")]
    pub(super) setup: Vec<String>,
    /// How often a shard near its time limit is requeued
    #[arg(long, help_heading = SLURM, value_name = "R", default_value_t = 10)]
    pub(super) max_requeues: u32,
    /// How long before its time limit a shard is told to save
    #[arg(long, help_heading = SLURM, value_name = "TIME", default_value = "60s", value_parser = duration::parse)]
    pub(super) notice: Duration,
    /// Wait this long for files of other machines to appear
    #[arg(long, value_name = "TIME", default_value = "120s", value_parser = duration::parse)]
    pub(super) visibility_wait: Duration,
    /// Wait for completion, or until nothing can continue
    #[arg(long)]
    pub(super) wait: bool,
    /// Polling interval
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration::parse)]
    pub(super) poll: Duration,
    /// Write and print the scripts without submitting them
    #[arg(long, help_heading = SLURM, conflicts_with = "wait")]
    pub(super) dry_run: bool,
}

impl SubmitArguments {
    /// Returns the options of `sbatch`. Of several equal options, `sbatch` uses the last.
    pub(super) fn sbatch_options(&self) -> impl Iterator<Item = String> {
        let options = [
            ("time", &self.time),
            ("mem-per-cpu", &self.mem_per_cpu),
            ("partition", &self.partition),
            ("account", &self.account),
        ];
        let options = options.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)));
        let options = options.map(|(key, value)| format!("--{key}={value}"));
        options.chain(self.engine_args.iter().cloned())
    }
}
