//! Arguments of `runner corpus`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::cli::options::{Format, LARGEST_SEED};
use crate::cli::roles::RoleArguments;

const EXAMPLES: &str = "\
Examples:
  runner corpus describe DATA
  runner corpus convert DATA --to parquet mine.parquet
  runner corpus generate cesta-enfr-1 enfr";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct CorpusArguments {
    #[command(subcommand)]
    pub(super) command: CorpusCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum CorpusCommand {
    /// Describe a corpus, and list what looks wrong in it
    Describe(DescribeArguments),
    /// Write a corpus in another layout
    Convert(ConvertArguments),
    /// Write a synthetic corpus
    Generate(GenerateArguments),
    /// List the presets of synthetic corpora
    Presets,
}

#[derive(Debug, Args)]
pub(super) struct DescribeArguments {
    /// Folder or file whose format is recognised, or a spec for the corpora that it declares
    pub(super) path: PathBuf,
    /// Only this corpus, of several
    #[arg(long, value_name = "NAME")]
    pub(super) corpus: Option<String>,
    #[command(flatten)]
    pub(super) columns: RoleArguments,
    /// Folder that relative paths of corpora start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) data: Option<PathBuf>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct ConvertArguments {
    /// Folder or file whose format is recognised, or a spec for a corpus that it declares
    pub(super) path: PathBuf,
    /// Layout to write
    #[arg(long, value_enum, value_name = "LAYOUT")]
    pub(super) to: OutputLayout,
    /// New or empty folder to write to; for Parquet, a new file
    pub(super) out: PathBuf,
    /// Only this corpus, of several
    #[arg(long, value_name = "NAME")]
    pub(super) corpus: Option<String>,
    #[command(flatten)]
    pub(super) columns: RoleArguments,
    /// Folder that relative paths of corpora start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) data: Option<PathBuf>,
    /// Language pair, such as en-de: of files that are written, or of a log that has several [default: that of the corpus, if it has one]
    #[arg(long, value_name = "PAIR")]
    pub(super) language_pair: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum OutputLayout {
    /// The layout of mt-metrics-eval: a folder of text and score files
    Evalset,
    /// One Parquet file, a row per text and score
    Parquet,
}

#[derive(Debug, Args)]
pub(super) struct GenerateArguments {
    /// Preset, see `runner corpus presets`
    pub(super) preset: String,
    /// Seed of random numbers
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED)
    )]
    pub(super) seed: u64,
    /// New or empty folder to write to, in evalset layout
    pub(super) out: PathBuf,
    /// Write judgments to this new file instead, as Pearmut logs them while a campaign runs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) log: Option<PathBuf>,
    /// Language pair, such as en-de: of files that are written, or of a log that has several
    #[arg(long, value_name = "PAIR", default_value = "xx-yy")]
    pub(super) language_pair: String,
}
