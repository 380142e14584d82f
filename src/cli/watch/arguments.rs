//! Arguments of `runner watch`.

use std::path::PathBuf;

use clap::{Args, ValueHint, value_parser};

use crate::analyses::watch::options::{FIRST_LOOK, Goal};
use crate::cli::options::{Format, STATISTICS};
use crate::cli::texts::{LEVEL, level};

const EXAMPLES: &str = "\
Examples:
  runner watch campaign.jsonl --planned 85
  runner watch campaign.jsonl --planned 85 --exit-when top=3 --stop-after 120
  runner watch campaign.jsonl --planned 85 --out live --every 60

Look as often as you like: intervals hold at all looks together. Exit codes:
  0  decided, or no --exit-when
  7  not decided yet
  1  not decided, and the budget is used up";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct WatchArguments {
    /// Log of a campaign of Pearmut, one submission per line, or several that continue each other
    #[arg(value_name = "LOG", required = true, value_hint = ValueHint::FilePath)]
    pub(super) logs: Vec<PathBuf>,
    /// Documents that the campaign is planned for, chosen before the first look: intervals are narrowest there
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(10..=1_000_000))]
    pub(super) planned: u32,
    /// Judgments that are watched
    #[arg(long, visible_alias = "metric", value_name = "NAME", default_value = "esa")]
    pub(super) criterion: String,
    /// The system that the others are compared with, by name [default: all pairs are compared]
    #[arg(long, value_name = "NAME")]
    pub(super) baseline: Option<String>,
    /// Only these systems, by name, separated by commas; the first is the baseline of `compare`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) systems: Vec<String>,
    /// What ends the campaign: `best`, `top=3` or `all` [default: nothing]
    #[arg(long, value_name = "GOAL", value_parser = Goal::parse)]
    pub(super) exit_when: Option<Goal>,
    /// The budget: documents that can be paid [default: any number]
    #[arg(long = "stop-after", value_name = "N", value_parser = value_parser!(u32).range(10..=1_000_000))]
    pub(super) budget: Option<u32>,
    /// Documents come in random order although their names ascend
    #[arg(long)]
    pub(super) shuffled: bool,
    /// Campaign of an export that has several [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub(super) campaign: Option<String>,
    /// Language pair, such as en-de: of files that are written, or of a log that has several [default: the only one]
    #[arg(long, value_name = "PAIR")]
    pub(super) language_pair: Option<String>,
    /// Folder for the tables and the report [default: nothing is written]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(super) out: Option<PathBuf>,
    /// Read the log again every N seconds, until the goal is reached or the budget used up; the page of --out renews itself
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=86_400))]
    pub(super) every: Option<u32>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t, conflicts_with = "quiet")]
    pub(super) format: Format,
    /// Print nothing but warnings and errors: the exit code says what was found
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Documents of a pair before its first look
    #[arg(long, help_heading = STATISTICS, value_name = "N", default_value_t = FIRST_LOOK, value_parser = value_parser!(u32).range(10..=1_000_000))]
    pub(super) first_look: u32,
    /// Confidence level of intervals and verdicts, between 0 and 1
    #[arg(long, help_heading = STATISTICS, value_name = "L", default_value_t = LEVEL, value_parser = level)]
    pub(super) level: f64,
}
