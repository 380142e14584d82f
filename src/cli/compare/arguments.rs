//! Arguments of `runner compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::pairs::{Loss, MetricValue, loss, metric_value};
use crate::cli::answer_format::AnswerFormat;
use crate::cli::data::SelectionArguments;
use crate::cli::options::{BareOptions, LARGEST_SEED, STATISTICS, TestOptions, WorkOptions};
use crate::cli::rank::RankArguments;
use crate::cli::texts::{TextArguments, Unit, level};

const EXAMPLES: &str = "\
Examples:
  runner compare old.txt new.txt -r ref.txt
  runner compare old.txt new.txt -r ref.txt --documents docs.txt -m BLEU TER
  runner compare old.txt new.txt --scores comet=old.comet,new.comet
  runner compare old.txt new.txt -r ref.txt --margin bleu=0.3; echo $?
  runner compare old.txt new.txt -r ref.txt --examples 5
  runner compare ratings.tsv --metric esa --baseline OLD
  runner compare old.json new.json            Logs of a harness
  runner compare base.1.txt base.2.txt new.1.txt new.2.txt -r ref.txt --runs 2
  runner compare FOLDER --corpus en-de --systems OLD,NEW
  runner compare old.txt new.txt -r ref.txt --out results/new
  runner compare newer.txt -r ref.txt --against results/new

Exit codes:
  0  done; with --margin: every system passes
  1  a system fails: it is shown to lose more than the margin
  7  not decided: no system fails, and more data may pass them all
  3  refused: the inputs cannot be compared, so there is no verdict
  2, 4  the request, the environment is wrong";

#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct CompareArguments {
    /// System outputs, one segment per line: first the baseline, then the systems to compare with it; `-` is
    /// standard input. Or data as `init` reads them: ratings, an evaluation set, a spec, or logs of a harness
    #[arg(value_name = "SYSTEM|DATA", required = true, value_hint = ValueHint::AnyPath)]
    pub(super) systems: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) texts: TextArguments,
    /// The system that the others are compared with, by name [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(super) baseline: Option<String>,
    /// The files are K runs of each system, as of training with other seeds: all of the baseline first. Differences are then of
    /// means over runs, for other texts and other runs
    #[arg(
        long,
        value_name = "K",
        value_parser = clap::value_parser!(u16).range(2..=1000),
        conflicts_with_all = [
            "against", "like", "meaning", "corpus", "selected", "judge", "errors_as", "examples", "primary", "margin", "wanted", "bare", "test", "bootstrap"
        ]
    )]
    pub(super) runs: Option<u16>,
    /// Compare with an earlier release in place of a baseline: results of `compare --out`, or a file with its scores by the one
    /// metric of --scores
    #[arg(long, value_name = "LAST", value_hint = ValueHint::AnyPath, conflicts_with = "like")]
    pub(super) against: Option<PathBuf>,
    /// Number of earlier looks at the test set, such as those of pull requests
    #[arg(long, help_heading = STATISTICS, value_name = "N", requires = "against", value_parser = clap::value_parser!(u32).range(..=100_000))]
    pub(super) earlier_looks: Option<u32>,
    /// Say how often people agree with such differences, by the table meaning.parquet of a run (docs/statistics/meaning.md), or
    /// the folder that has it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath, conflicts_with = "like")]
    pub(super) meaning: Option<PathBuf>,
    #[command(flatten)]
    pub(super) selection: SelectionArguments,
    /// Show where systems differ: the N segments with the largest contributions to the difference for and against each
    /// system, and what documents and lengths contribute [default: 10, where --examples stands without a number]
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "10",
        value_parser = clap::value_parser!(u16).range(1..=1000)
    )]
    pub(super) examples: Option<u16>,
    /// Leave texts out of --examples and of the page of --out: segments have numbers and scores alone
    #[arg(long)]
    pub(super) no_texts: bool,
    /// The metric that decides, chosen before the scores are seen: the others describe, without verdicts
    /// [default: all have verdicts, adjusted for their number]
    #[arg(long, help_heading = STATISTICS, value_name = "METRIC", conflicts_with = "like")]
    pub(super) primary: Option<String>,
    /// Largest acceptable loss to the baseline, such as bleu=0.3 or bleu=1%; separated by commas. Each
    /// system then passes, fails or is inconclusive
    #[arg(long, help_heading = STATISTICS, value_name = "METRIC=LOSS", value_delimiter = ',', value_parser = loss)]
    pub(super) margin: Vec<Loss>,
    /// Wanted margin of error of a score, such as bleu=1; separated by commas [default: a round number
    /// below the present one]
    #[arg(long, help_heading = STATISTICS, value_name = "METRIC=MARGIN", value_delimiter = ',', value_parser = metric_value)]
    pub(super) wanted: Vec<MetricValue>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: AnswerFormat,
    #[command(flatten)]
    pub(super) bare: BareOptions,
    /// Print all findings, not only the answers
    #[arg(long, conflicts_with = "bare")]
    pub(super) details: bool,
    /// Folder for the tables and the report [default: nothing is written]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) out: Option<PathBuf>,
    /// Test of a difference. Randomization has no interval
    #[arg(long, help_heading = STATISTICS, value_enum, default_value_t, conflicts_with = "like")]
    pub(super) test: TestOfDifference,
    /// Number of resamples, or of random exchanges [default: 10000 of --test randomization; 1000 of --like
    /// sacrebleu]
    #[arg(
        long,
        help_heading = STATISTICS,
        visible_alias = "B",
        value_name = "B",
        value_parser = clap::value_parser!(u32).range(1..=10_000_000)
    )]
    pub(super) bootstrap: Option<u32>,
    /// Seed of random numbers [default: 1]
    #[arg(long, help_heading = STATISTICS, value_name = "N", value_parser = clap::value_parser!(u64).range(..=LARGEST_SEED))]
    pub(super) seed: Option<u64>,
    /// Confidence level of intervals and verdicts, between 0 and 1 [default: 0.95]
    #[arg(long, help_heading = STATISTICS, value_name = "L", value_parser = level)]
    pub(super) level: Option<f64>,
    /// Resampling unit [default: documents where eight or more are named, of two segments or more on average; else
    /// segments]
    #[arg(long, help_heading = STATISTICS, value_enum, value_name = "UNIT")]
    pub(super) resample: Option<Unit>,
    #[command(flatten)]
    pub(super) work: WorkOptions,
    /// Compare inputs that are refused, such as shifted files, all the same
    #[arg(long)]
    pub(super) force: bool,
    /// Print the numbers of another program, digit by digit
    #[arg(long, help_heading = STATISTICS, value_enum, value_name = "PROGRAM", conflicts_with_all = ["margin", "wanted", "seed", "level"])]
    pub(super) like: Option<Like>,
}

impl CompareArguments {
    /// Returns the arguments of `rank` that ask for all pairs of the same data.
    pub(super) fn of_rank(&self) -> RankArguments {
        RankArguments {
            systems: self.systems.clone(),
            texts: self.texts.clone(),
            selection: self.selection.clone(),
            format: self.format,
            tests: TestOptions { seed: self.seed.unwrap_or(1), level: self.level },
            resample: self.resample,
            work: self.work.clone(),
            force: self.force,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TestOfDifference {
    /// Student's t of the difference by the jackknife, with its interval
    #[default]
    JackknifeT,
    /// Approximate randomization: the outputs of both systems are exchanged at random
    Randomization,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Like {
    /// Paired bootstrap resampling of sacreBLEU 2.6 (`--paired-bs`)
    Sacrebleu,
    /// Paired approximate randomization of sacreBLEU 2.6 (`--paired-ar`)
    SacrebleuAr,
}
