//! Arguments of `runner corpus`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::options::{Format, LARGEST_SEED};

#[derive(Debug, Args)]
pub(in crate::cli) struct CorpusArguments {
    #[command(subcommand)]
    pub(super) command: CorpusCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum CorpusCommand {
    /// Say what a corpus holds, and what looks odd in it
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
    /// Only this one of several corpora
    #[arg(long, value_name = "NAME")]
    pub(super) corpus: Option<String>,
    /// Folder that relative paths of a spec start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR")]
    pub(super) data: Option<PathBuf>,
    /// Text for people, or JSON for scripts
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

#[derive(Debug, Args)]
pub(super) struct ConvertArguments {
    /// Folder or file whose format is recognised, or a spec for a corpus that it declares
    pub(super) path: PathBuf,
    /// The layout
    #[arg(long, value_enum, value_name = "LAYOUT")]
    pub(super) to: OutputLayout,
    /// Folder to write to; it is made, and must be empty. For Parquet, a file that does not exist
    pub(super) out: PathBuf,
    /// Which of several corpora
    #[arg(long, value_name = "NAME")]
    pub(super) corpus: Option<String>,
    /// Folder that relative paths of a spec start from [default: the folder of the spec]
    #[arg(long, value_name = "DIR")]
    pub(super) data: Option<PathBuf>,
    /// Language pair to name files of an evalset by, such as en-de [default: that of the corpus, if it has one]
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
    /// Name of the preset, see `runner corpus presets`
    pub(super) preset: String,
    /// Seed of the generator
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED)
    )]
    pub(super) seed: u64,
    /// Folder to write to, in evalset layout; it is made, and must be empty
    pub(super) out: PathBuf,
    /// Language pair to name files by; the languages are made up
    #[arg(long, value_name = "PAIR", default_value = "xx-yy")]
    pub(super) language_pair: String,
}
