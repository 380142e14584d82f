//! Arguments of `runner expect`.

use clap::{ArgGroup, Args, value_parser};

use crate::cli::options::{Format, STATISTICS};
use crate::cli::texts::level;

const EXAMPLES: &str = "\
Examples:
  runner expect --metric bleu --difference 0.4 --segments 2000
  runner expect --metric chrf --difference 0.4 --document-count 100 --pairs 15";

/// The size in one of its forms, so that the line fits a terminal.
const USAGE: &str = "runner expect [OPTIONS] --metric <METRIC> --difference <D> --segments <N>";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
#[command(group = ArgGroup::new("size").required(true).args(["segments", "documents", "words"]))]
pub(in crate::cli) struct ExpectArguments {
    /// Metric that the two scores are of
    #[arg(long, value_name = "METRIC")]
    pub(super) metric: String,
    /// Difference of the two scores, in points of the metric
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = finite)]
    pub(super) difference: f64,
    /// Segments of the test set
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..))]
    pub(super) segments: Option<u32>,
    /// Documents of the test set, as long as those of other campaigns
    #[arg(long = "document-count", value_name = "N", value_parser = value_parser!(u32).range(2..))]
    pub(super) documents: Option<u32>,
    /// Words of its reference
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..))]
    pub(super) words: Option<u32>,
    /// Words of a segment of the reference
    #[arg(long, value_name = "N", default_value_t = 22.0, value_parser = positive)]
    pub(super) words_per_segment: f64,
    /// Language of the outputs, such as `de` or `sr_Cyrl`: whether other campaigns were into its script
    #[arg(long, value_name = "LANGUAGE")]
    pub(super) target_language: Option<String>,
    /// Signature of the scores, as sacreBLEU prints it; another one than that of the campaigns is refused
    #[arg(long, value_name = "SIGNATURE")]
    pub(super) signature: Option<String>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Pairs of systems that are tested, of which this is one
    #[arg(long, help_heading = STATISTICS, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    pub(super) pairs: u32,
    /// Confidence level of intervals and verdicts, between 0 and 1 [default: 0.95]
    #[arg(long, help_heading = STATISTICS, value_name = "L", value_parser = level)]
    pub(super) level: Option<f64>,
    /// Wanted probability that the test finds a true difference, between 0 and 1
    #[arg(long, help_heading = STATISTICS, value_name = "P", default_value_t = 0.8, value_parser = share)]
    pub(super) power: f64,
}

fn finite(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| "a number is needed".to_owned())
}

fn positive(text: &str) -> Result<f64, String> {
    let number = finite(text).ok().filter(|number| *number > 0.0);
    number.ok_or_else(|| "a number above 0 is needed".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let number = finite(text).ok().filter(|number| *number > 0.0 && *number < 1.0);
    number.ok_or_else(|| "a number between 0 and 1 is needed".to_owned())
}
