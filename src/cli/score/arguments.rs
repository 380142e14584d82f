//! Arguments of `runner score`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::answer_format::AnswerFormat;
use crate::cli::data::SelectionArguments;
use crate::cli::options::{BareOptions, LARGEST_SEED, STATISTICS};
use crate::cli::texts::{TextArguments, Unit, level, overview};

const EXAMPLES: &str = "\
Examples:
  runner score mine.txt -r ref.txt -m BLEU chrF TER
  runner score a.txt b.txt -r ref1.txt -r ref2.txt --interval
  detokenize < mine.tok | runner score - -r ref.txt
  runner score FOLDER --metric esa --interval    Any data that `runner init` reads

";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES.to_owned() + &overview())]
pub(in crate::cli) struct ScoreArguments {
    /// System outputs, one segment per line; `-` is standard input. Or data as `init` reads them: ratings, an
    /// evaluation set, a spec, or logs of a harness
    #[arg(value_name = "SYSTEM|DATA", required = true, value_hint = ValueHint::AnyPath)]
    pub(super) systems: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) texts: TextArguments,
    #[command(flatten)]
    pub(super) selection: SelectionArguments,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: AnswerFormat,
    #[command(flatten)]
    pub(super) bare: BareOptions,
    /// Add confidence intervals; so do --bootstrap, --level and --resample
    #[arg(long, help_heading = STATISTICS, conflicts_with = "bare")]
    pub(super) interval: bool,
    /// Number of resamples, or of random exchanges [default: 1000]
    #[arg(
        long,
        conflicts_with = "bare",
        help_heading = STATISTICS,
        visible_alias = "B",
        value_name = "B",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    pub(super) bootstrap: Option<u32>,
    /// Seed of random numbers
    #[arg(
        long,
        help_heading = STATISTICS,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED)
    )]
    pub(super) seed: u64,
    /// Confidence level of intervals and verdicts, between 0 and 1 [default: 0.95]
    #[arg(long, conflicts_with = "bare", help_heading = STATISTICS, value_name = "L", value_parser = level)]
    pub(super) level: Option<f64>,
    /// Resampling unit [default: documents where eight or more are named, of two segments or more on average; else
    /// segments]
    #[arg(long, conflicts_with = "bare", help_heading = STATISTICS, value_enum, value_name = "UNIT")]
    pub(super) resample: Option<Unit>,
}

impl ScoreArguments {
    /// Whether intervals are wanted, by `--interval` or by an option that is about them alone.
    pub(super) fn wants_intervals(&self) -> bool {
        self.interval || self.bootstrap.is_some() || self.level.is_some() || self.resample.is_some()
    }
}
