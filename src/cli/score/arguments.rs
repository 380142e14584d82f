//! Arguments of `runner score`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::options::{Format, LARGEST_SEED};
use crate::config::model::ResamplingUnit;

#[derive(Debug, Args)]
pub(in crate::cli) struct ScoreArguments {
    /// Files of system outputs, one segment per line; a system is named by its file, without the
    /// ending
    #[arg(value_name = "HYP", required = true)]
    pub(super) hypotheses: Vec<PathBuf>,
    /// File of references, one segment per line; repeatable
    #[arg(long, short, value_name = "FILE")]
    pub(super) references: Vec<PathBuf>,
    /// Built-in metrics, separated by commas
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', default_value = "bleu")]
    pub(super) metrics: Vec<String>,
    /// Table for people, or an array of objects with all digits for scripts
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Adds bootstrap intervals and standard deviations
    #[arg(long)]
    pub(super) interval: bool,
    /// Number of bootstrap replicates, and --interval [default: 1000]
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(super) bootstrap: Option<u32>,
    /// Seed of the bootstrap
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED)
    )]
    pub(super) seed: u64,
    /// Confidence level between 0 and 1, and --interval [default: 0.95]
    #[arg(long, value_name = "L", value_parser = level)]
    pub(super) level: Option<f64>,
    /// What one draw of the bootstrap takes, and --interval [default: documents where --documents names
    /// eight or more, of two segments or more on average; else segments]
    #[arg(long, value_enum, value_name = "UNIT")]
    pub(super) resample: Option<Unit>,
    /// File with the document of every segment, one name per line [default: every segment is a
    /// document of its own]
    #[arg(long, value_name = "FILE")]
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
