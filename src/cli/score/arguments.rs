//! Arguments of `runner score`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::cli::options::{Format, LARGEST_SEED, STATISTICS};
use crate::cli::texts::{TextArguments, Unit, level, overview};

const EXAMPLES: &str = "\
Examples:
  runner score mine.txt -r ref.txt -m BLEU chrF TER
  runner score a.txt b.txt -r ref1.txt -r ref2.txt --interval
  detokenize < mine.tok | runner score - -r ref.txt

";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES.to_owned() + &overview())]
pub(in crate::cli) struct ScoreArguments {
    /// System outputs, one segment per line; `-` is standard input
    #[arg(value_name = "SYSTEM", required = true, value_hint = ValueHint::FilePath)]
    pub(super) hypotheses: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) texts: TextArguments,
    /// Output format: a table for people, or JSON with all digits for scripts
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Print the scores alone: a line for each system, a tab between metrics
    #[arg(long, short = 'b', conflicts_with_all = ["format", "interval", "bootstrap", "level", "resample"])]
    pub(super) score_only: bool,
    /// Decimals of scores [default: 2, or 4 for small scores of other programs]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u8).range(..=12))]
    pub(super) width: Option<u8>,
    /// Add confidence intervals
    #[arg(long, help_heading = STATISTICS)]
    pub(super) interval: bool,
    /// Number of bootstrap resamples (implies --interval) [default: 1000]
    #[arg(
        long,
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
    /// Confidence level between 0 and 1 (implies --interval) [default: 0.95]
    #[arg(long, help_heading = STATISTICS, value_name = "L", value_parser = level)]
    pub(super) level: Option<f64>,
    /// Resampling unit (implies --interval) [default: documents if --documents names eight or more, of two
    /// segments or more on average; else segments]
    #[arg(long, help_heading = STATISTICS, value_enum, value_name = "UNIT")]
    pub(super) resample: Option<Unit>,
}

impl ScoreArguments {
    /// Whether intervals are wanted, by `--interval` or by an option that is about them alone.
    pub(super) fn wants_intervals(&self) -> bool {
        self.interval || self.bootstrap.is_some() || self.level.is_some() || self.resample.is_some()
    }
}
