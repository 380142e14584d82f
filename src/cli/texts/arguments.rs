//! Arguments of all commands that read files of text.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::metrics::MetricArguments;
use super::score_files::ScoreFileArguments;
use crate::cli::{CommandOptions, Failure};
use crate::config::model::{MetricSpec, ResamplingUnit};

/// What outputs are scored by.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct TextArguments {
    /// Reference translation, one segment per line; repeatable
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) references: Vec<PathBuf>,
    /// Text that was translated, one segment per line: for --command, and shown beside --examples
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) source: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) metrics: MetricArguments,
    #[command(flatten)]
    pub(super) scores: ScoreFileArguments,
    /// Name of the document of each segment, one per line: whole documents are then resampled
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) documents: Option<PathBuf>,
}

impl TextArguments {
    /// Which commands may run, the user's own in any case, and where their scores are kept.
    pub(in crate::cli) fn commands(&self, data: &[PathBuf]) -> CommandOptions {
        self.scores.commands(data)
    }

    /// Sets the directions that `--lower-is-better` and `--higher-is-better` say.
    pub(in crate::cli) fn set_directions(&self, metrics: &mut [MetricSpec]) -> Result<(), Failure> {
        self.scores.set_directions(metrics)
    }

    /// Whether outputs are to be scored, by references or by other programs.
    pub(in crate::cli) fn has_texts(&self) -> bool {
        !self.references.is_empty() || self.scores.is_given()
    }
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

pub(in crate::cli) fn level(text: &str) -> Result<f64, String> {
    let level: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if level > 0.0 && level < 1.0 {
        return Ok(level);
    }
    Err(if level > 1.0 && level < 100.0 {
        // Rounded, since 99.9 / 100 has more digits in binary.
        format!("for {text} percent write {}", (level * 1e4).round() / 1e6)
    } else {
        "not between 0 and 1".to_owned()
    })
}
