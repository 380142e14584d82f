//! Arguments of `runner score`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::cli::metrics::{MetricArguments, overview};
use crate::cli::options::{Format, LARGEST_SEED, STATISTICS};
use crate::cli::score_files::ScoreFileArguments;
use crate::config::model::ResamplingUnit;

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
    /// Reference translation, one segment per line; repeatable
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) references: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) metrics: MetricArguments,
    #[command(flatten)]
    pub(super) scores: ScoreFileArguments,
    /// Output format: a table for people, or JSON with all digits for scripts
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Add confidence intervals
    #[arg(long, help_heading = STATISTICS)]
    pub(super) interval: bool,
    /// Number of bootstrap resamples (implies --interval) [default: 1000]
    #[arg(long, help_heading = STATISTICS, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
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
    /// Name of the document of each segment, one per line: whole documents are then resampled
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) documents: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Unit {
    /// Segments
    Segments,
    /// Whole documents
    Documents,
}

impl From<Unit> for ResamplingUnit {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Segments => Self::Segments,
            Unit::Documents => Self::Documents,
        }
    }
}

impl ScoreArguments {
    /// Whether intervals are wanted, by `--interval` or by an option that is about them alone.
    pub(super) fn wants_intervals(&self) -> bool {
        self.interval || self.bootstrap.is_some() || self.level.is_some() || self.resample.is_some()
    }
}

pub(in crate::cli) fn level(text: &str) -> Result<f64, String> {
    let level: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if level > 0.0 && level < 1.0 {
        return Ok(level);
    }
    Err("not between 0 and 1".to_owned())
}
