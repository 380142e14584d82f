//! Arguments of `runner report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::cli::options::Format;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  runner report results/mine --export csv,latex")]
pub(in crate::cli) struct ReportArguments {
    /// Output folder of a finished run, such as `results/mine`
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) folder: PathBuf,
    /// Also write the tables to `report/tables/` in these formats; separated by commas or repeated. With
    /// --format json nothing else is written
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',')]
    pub(super) export: Vec<ExportFormat>,
    /// Only check that the manifest and the tables are as they were written; nothing is written
    #[arg(long, conflicts_with_all = ["export", "format"])]
    pub(super) check: bool,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Print all findings, not only the answers
    #[arg(long, conflicts_with = "check")]
    pub(super) details: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ExportFormat {
    Csv,
    Tsv,
    Markdown,
    /// For `booktabs`
    Latex,
    Typst,
}
