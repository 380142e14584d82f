//! Options that several commands take.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint, value_parser};

use super::texts::level;
use super::{CommandOptions, Experiment, Failure, memory, threads};
use crate::config::defaults::MOST_SEEDS;

/// Largest seed that a spec can hold.
// Whole numbers of TOML have 64 bits, one of them for the sign.
pub(super) const LARGEST_SEED: u64 = i64::MAX as u64;

/// Heading of the options about resampling and tests.
pub(super) const STATISTICS: &str = "Statistics";

/// The seed and the level of a command that always tests.
#[derive(Clone, Debug, Args)]
pub(super) struct TestOptions {
    /// Seed of random numbers
    #[arg(
        long,
        help_heading = STATISTICS,
        value_name = "N",
        default_value_t = 1,
        value_parser = value_parser!(u64).range(..=LARGEST_SEED)
    )]
    pub(super) seed: u64,
    /// Confidence level of intervals and verdicts, between 0 and 1 [default: 0.95]
    #[arg(long, help_heading = STATISTICS, value_name = "L", value_parser = level)]
    pub(super) level: Option<f64>,
}

/// What all commands on one spec take beside it.
#[derive(Debug, Args)]
pub(super) struct SpecOptions {
    /// Folder that relative paths of corpora start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) data: Option<PathBuf>,
    /// Folder for the tables and the report [default: results/NAME, after the name of the experiment]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) out: Option<PathBuf>,
    /// Run only this study; repeatable
    #[arg(long = "study", value_name = "NAME")]
    pub(super) studies: Vec<String>,
    /// Run with N seeds of the generator, for the spread of published values [default: that of the spec]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=MOST_SEEDS))]
    pub(super) seeds: Option<u32>,
    /// Compare inputs that are refused, such as shifted files, all the same
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten)]
    pub(super) commands: CommandOptions,
}

impl SpecOptions {
    /// Reads the experiment whose spec lies at `path`.
    pub(super) fn read(&self, path: &Path) -> Result<Experiment, Failure> {
        let Self { data, studies, seeds, force, commands, .. } = self;
        Experiment::read(path, data.as_deref(), studies, *seeds, *force, commands)
    }
}

/// How an answer is presented.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Telling {
    pub(super) format: Format,
    /// All findings in place of the answers.
    pub(super) details: bool,
    /// Nothing at all.
    pub(super) quiet: bool,
}

/// How many threads and how much memory a command takes, and whether it says anything.
#[derive(Clone, Debug, Args)]
pub(super) struct WorkOptions {
    /// Number of threads [default: `RAYON_NUM_THREADS`, or one per core]
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub(super) threads: Option<u16>,
    /// Abort if the estimated memory exceeds this, in GB [default: three quarters of the machine's]
    #[arg(long, value_name = "GB", value_parser = memory::gigabytes)]
    pub(super) memory: Option<f64>,
    /// Print nothing but warnings and errors: the exit code says what was found
    #[arg(long, short, conflicts_with = "format")]
    pub(super) quiet: bool,
}

/// Numbers alone, for scripts.
#[derive(Clone, Debug, Args)]
pub(super) struct BareOptions {
    /// Print bare numbers, scores or differences: a line for each system, a tab between metrics
    #[arg(long, short, alias = "score-only", conflicts_with = "format")]
    pub(super) bare: bool,
    /// Decimals of scores, and of bare numbers [default: 2, or 4 for small scores of other programs]
    #[arg(long, short, value_name = "N", value_parser = value_parser!(u8).range(..=12))]
    width: Option<u8>,
}

impl BareOptions {
    /// Decimals, where they are named.
    pub(super) fn width(&self) -> Option<usize> {
        self.width.map(usize::from)
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Format {
    #[default]
    Text,
    Json,
}
