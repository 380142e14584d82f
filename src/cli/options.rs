//! Options that several commands take.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::experiment::Experiment;
use super::failure::Failure;

/// Largest seed that a spec can hold.
pub(super) const LARGEST_SEED: u64 = i64::MAX as u64;

/// What all commands on one spec take beside it.
#[derive(Debug, Args)]
pub(super) struct SpecOptions {
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

impl SpecOptions {
    /// Reads the experiment whose spec lies at `path`.
    pub(super) fn read(&self, path: &Path) -> Result<Experiment, Failure> {
        Experiment::read(path, self.data.as_deref(), &self.studies)
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Format {
    #[default]
    Text,
    Json,
}
