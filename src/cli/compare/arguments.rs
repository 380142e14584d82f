//! Arguments of `runner compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::pairs::{Loss, MetricValue, ScoreFiles, loss, metric_value, score_files};
use crate::cli::options::LARGEST_SEED;
use crate::cli::score::arguments::{Unit, level};

const EXIT_CODES: &str = "\
Exit codes: 0 done; with --margin, all systems pass. 1 a system fails: it is shown to lose more than the margin.
7 inconclusive: no system fails, and the data are too few to decide about all of them. 2 the request is wrong,
3 the input is wrong, 4 the environment failed.";

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(in crate::cli) struct CompareArguments {
    /// Files of system outputs, one segment per line, the baseline first; a system is named by its file,
    /// without the ending; `-` is standard input
    #[arg(value_name = "SYSTEM", required = true, num_args = 2..)]
    pub(super) systems: Vec<PathBuf>,
    /// File of references, one segment per line; repeatable
    #[arg(long, short, value_name = "FILE")]
    pub(super) references: Vec<PathBuf>,
    /// Built-in metrics, separated by commas [default: bleu,chrf where there are references]
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',')]
    pub(super) metrics: Vec<String>,
    /// Segment scores of another metric: a file per system, in the order of the systems, one number per line
    /// (`None` where there is none); repeatable
    #[arg(long, value_name = "NAME=FILE,FILE,...", value_parser = score_files)]
    pub(super) scores: Vec<ScoreFiles>,
    /// A metric of --scores of which lower values are better; repeatable
    #[arg(long, value_name = "NAME")]
    pub(super) lower_is_better: Vec<String>,
    /// File with the document of every segment, one name per line [default: every segment is a
    /// document of its own]
    #[arg(long, value_name = "FILE")]
    pub(super) documents: Option<PathBuf>,
    /// Loss to the baseline that is accepted: a system passes where it is shown to lose less, as bleu=0.3 or
    /// bleu=1%; separated by commas
    #[arg(long, value_name = "METRIC=LOSS", value_delimiter = ',', value_parser = loss)]
    pub(super) margin: Vec<Loss>,
    /// Margin of error that a score should have, as bleu=1; separated by commas [default: a round number
    /// below today's]
    #[arg(long, value_name = "METRIC=MARGIN", value_delimiter = ',', value_parser = metric_value)]
    pub(super) wanted: Vec<MetricValue>,
    /// Text for people, findings with all digits for scripts, or a table for a pull request
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: CompareFormat,
    /// Number of random exchanges [default: 10000; of resamples with --like sacrebleu: 1000]
    #[arg(
        long,
        visible_alias = "B",
        value_name = "B",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    pub(super) bootstrap: Option<u32>,
    /// Seed of random exchanges and resamples [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED))]
    pub(super) seed: Option<u64>,
    /// Confidence level of intervals and verdicts, between 0 and 1 [default: 0.95]
    #[arg(long, value_name = "L", value_parser = level)]
    pub(super) level: Option<f64>,
    /// What is exchanged and resampled [default: documents where --documents names eight or more, of two
    /// segments or more on average; else segments]
    #[arg(long, value_enum, value_name = "UNIT")]
    pub(super) resample: Option<Unit>,
    /// Print the p-values of another program digit by digit
    #[arg(long, value_enum, value_name = "PROGRAM", conflicts_with_all = ["margin", "wanted", "seed", "level"])]
    pub(super) like: Option<Like>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(in crate::cli) enum CompareFormat {
    #[default]
    Text,
    Json,
    Markdown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Like {
    /// Paired bootstrap resampling of sacreBLEU 2.6 (`--paired-bs`)
    Sacrebleu,
    /// Paired approximate randomization of sacreBLEU 2.6 (`--paired-ar`)
    SacrebleuAr,
}
