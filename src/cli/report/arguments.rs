//! Arguments of `runner report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::options::Format;

#[derive(Debug, Args)]
pub(in crate::cli) struct ReportArguments {
    /// A folder that `run` has written, such as `results/cesta`
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// Also write the tables of the report to files, in these formats; separated by commas or repeated
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',')]
    pub(super) export: Vec<ExportFormat>,
    /// The summary: text for people, or JSON for scripts
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ExportFormat {
    Csv,
    Markdown,
    /// For `booktabs`
    Latex,
}
