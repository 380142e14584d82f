//! Options that several commands take.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint, value_parser};

use super::experiment::Experiment;
use super::failure::Failure;
use crate::config::model::MOST_SEEDS;

/// Largest seed that a spec can hold.
pub(super) const LARGEST_SEED: u64 = i64::MAX as u64;

/// Heading of the options about resampling and tests.
pub(super) const STATISTICS: &str = "Statistics";

/// What all commands on one spec take beside it.
#[derive(Debug, Args)]
pub(super) struct SpecOptions {
    /// Folder that relative paths of corpora start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) data: Option<PathBuf>,
    /// Output folder [default: results/NAME, after the name of the experiment]
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
}

impl SpecOptions {
    /// Reads the experiment whose spec lies at `path`.
    pub(super) fn read(&self, path: &Path) -> Result<Experiment, Failure> {
        Experiment::read(path, self.data.as_deref(), &self.studies, self.seeds, self.force)
    }
}

/// How an answer is told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Telling {
    pub(super) format: Format,
    /// All findings in place of the answers.
    pub(super) details: bool,
    /// Nothing at all.
    pub(super) quiet: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Format {
    #[default]
    Text,
    Json,
}
