//! Arguments of `runner pick`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum, ValueHint, value_parser};

use crate::analyses::pick::options::{PickCosts, PickStrata, PickedUnits};
use crate::cli::options::{Format, STATISTICS, TestOptions, WorkOptions};
use crate::config::model::StratumKey;

const EXAMPLES: &str = "\
Examples:
  runner pick DATA --by metricx --count 300 --write picks.json
  runner pick DATA --by metricx --count 300 --earlier LAST-YEAR --human mqm
  runner pick DATA --by comet --budget 4000 --costs words
  runner pick DATA --by comet --count 300 --strata domain

Then judge the picks, and give the judged corpus the weights in a spec:
  [corpora.NAME]
  weights = \"picks.json\"";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("amount").required(true).args(["count", "budget"]))]
pub(in crate::cli) struct PickArguments {
    /// Folder or file with the texts to judge and scores of a metric, whose format is recognised, or a spec
    #[arg(value_hint = ValueHint::AnyPath)]
    pub(super) path: PathBuf,
    /// Only this corpus, of several
    #[arg(long, value_name = "NAME")]
    pub(super) corpus: Option<String>,
    /// Metric whose spread over systems decides: scores in the corpus, or a built-in metric
    #[arg(long, alias = "scores", value_name = "METRIC")]
    pub(super) by: String,
    /// Number of picks
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..))]
    pub(super) count: Option<u32>,
    /// What all picks may cost on average, in place of their number
    #[arg(long, value_name = "COST", value_parser = positive)]
    pub(super) budget: Option<f64>,
    /// What judging a unit costs
    #[arg(long, value_enum, default_value_t)]
    pub(super) costs: Costs,
    /// What is picked
    #[arg(long, value_enum, default_value_t)]
    pub(super) units: Units,
    /// What units share that are picked from separately [default: all are picked from together]
    #[arg(long, value_enum, value_name = "KEY")]
    pub(super) strata: Option<Strata>,
    /// Judged texts with the same metric, which say what picks gain
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath, requires = "human")]
    pub(super) earlier: Option<PathBuf>,
    /// The corpus of `--earlier`, of several
    #[arg(long, value_name = "NAME", requires = "earlier")]
    pub(super) earlier_corpus: Option<String>,
    /// Criterion on which it is judged
    #[arg(long, value_name = "NAME", requires = "earlier")]
    pub(super) human: Option<String>,
    /// Pick nothing where the expected gain is below 1 (exit code 2)
    #[arg(long, requires = "earlier")]
    pub(super) require_gain: bool,
    /// Write to this new file
    #[arg(long, short = 'o', alias = "out", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) write: Option<PathBuf>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// No unit counts for less than this share of the mean spread
    #[arg(long, help_heading = STATISTICS, value_name = "SHARE", default_value_t = 0.5, value_parser = positive)]
    pub(super) floor: f64,
    #[command(flatten)]
    pub(super) tests: TestOptions,
    #[command(flatten)]
    pub(super) work: WorkOptions,
}

/// [`PickedUnits`], as arguments.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Units {
    /// Single segments
    #[default]
    Segments,
    /// Whole documents
    Documents,
}

impl From<Units> for PickedUnits {
    fn from(units: Units) -> Self {
        match units {
            Units::Segments => Self::Segments,
            Units::Documents => Self::Documents,
        }
    }
}

/// [`PickCosts`], as arguments.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Costs {
    /// The same for every unit
    #[default]
    Unit,
    /// The words of its source text
    Words,
}

impl From<Costs> for PickCosts {
    fn from(costs: Costs) -> Self {
        match costs {
            Costs::Unit => Self::Unit,
            Costs::Words => Self::Words,
        }
    }
}

/// [`StratumKey`], as arguments.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Strata {
    /// The domain of their document
    Domain,
}

impl From<Strata> for PickStrata {
    fn from(strata: Strata) -> Self {
        match strata {
            Strata::Domain => Self { by: StratumKey::Domain },
        }
    }
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "a number above 0 is needed".to_owned())
}
