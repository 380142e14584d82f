//! `--metrics`: which metrics a command scores, for all commands that read files of text.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::Result as ParseResult;
use clap::{Arg, Args, Command};

use crate::cli::failure::Failure;
use crate::config::metric_arguments;
use crate::config::model::{MetricConfig, MetricSpec};
use crate::diagnostic::meant;

/// What `--metrics` is called in messages.
const NAME: &str = "--metrics";

/// Names of metrics that are models, whose scores are read from files.
const NEURAL: [&str; 6] = ["comet", "xcomet", "bleurt", "metricx", "bertscore", "gemba"];

/// Whether a name is that of such a metric, perhaps with its version behind.
fn is_neural(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    NEURAL.iter().any(|prefix| name.starts_with(prefix))
}

#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct MetricArguments {
    /// Metrics, separated by commas or blanks, with options after a colon: `bleu:tokenizer=zh,lowercase
    /// chrf`; of data also columns and scores [default: `score`: bleu; `compare`: bleu,chrf; of data those they have]
    #[arg(long, short, visible_alias = "metric", value_name = "METRICS", value_parser = MetricNames, hide_possible_values = true)]
    metrics: Vec<String>,
}

/// Takes any text: what it names is read later, together with what follows among the files. Its values are
/// what a shell completes.
#[derive(Clone)]
struct MetricNames;

impl TypedValueParser for MetricNames {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> ParseResult<String> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(metric_arguments::names().map(PossibleValue::new)))
    }
}

/// The metrics that read texts, for the end of a command's help.
pub(in crate::cli) fn overview() -> String {
    metric_arguments::overview()
        + "\nNames are those of sacreBLEU too, in any case: BLEU, chrF2, chrF++, TER."
}

impl MetricArguments {
    /// As they were written.
    pub(in crate::cli) fn values(&self) -> &[String] {
        &self.metrics
    }

    /// Whether any is named.
    pub(in crate::cli) fn is_given(&self) -> bool {
        !self.metrics.is_empty()
    }

    /// The metrics, or `default` if none is named. Names of metrics among `files`, as in `-m bleu chrf`, are moved
    /// out of these, unless a file of that name exists. Names of `scores`, which are there anyway, name no other metric.
    pub(super) fn take(
        &self,
        files: &mut Vec<PathBuf>,
        default: &[&str],
        scores: &[&str],
    ) -> Result<Vec<MetricSpec>, Failure> {
        let mut values = self.metrics.clone();
        let mut kept = Vec::with_capacity(files.len());
        for file in files.drain(..) {
            let text = file.to_str().filter(|_| file.symlink_metadata().is_err());
            match text {
                Some(text) if metric_arguments::is_metric(text) => {
                    if !self.is_given() {
                        let message = format!("there is no file `{text}`");
                        let help = format!("to score this metric, write `{NAME} {text}`");
                        return Err(Failure::refusal(message, help));
                    }
                    values.push(text.to_owned());
                }
                // Said below with the way out.
                Some(text) if self.is_given() && is_neural(text) => values.push(text.to_owned()),
                Some(text) if self.is_given() && metric_arguments::nearest(text).is_some() => {
                    let meant = metric_arguments::nearest(text).unwrap_or_default();
                    let message = format!("`{text}` is neither a file nor a metric");
                    return Err(Failure::refusal(message, format!("did you mean `{meant}`?")));
                }
                _ => kept.push(file),
            }
        }
        *files = kept;
        if values.is_empty() {
            values.extend(default.iter().map(|&name| name.to_owned()));
        }
        let is_of_scores = |value: &String| {
            !metric_arguments::is_metric(value) && !meant(value, scores.iter().copied()).is_empty()
        };
        let count = values.len();
        values.retain(|value| !is_of_scores(value));
        if values.is_empty() && count > 0 {
            return Ok(Vec::new());
        }
        for value in values.iter().flat_map(|value| value.split([',', ' '])) {
            if is_neural(value) {
                let message =
                    format!("`{value}` needs a model, and is computed by its own program");
                let name = value.to_ascii_lowercase();
                let help = format!(
                    "call it with `--command {name}=\"PROGRAM -t {{output}} ...\"` (docs/metrics.md), or write its \
                     segment scores to a file for each system, and add `--scores {name}=FILE[,FILE...]`"
                );
                return Err(Failure::refusal(message, help));
            }
        }
        let metrics = metric_arguments::metrics(NAME, &values).map_err(Failure::request)?;
        if metrics.is_empty() {
            let help = "name metrics, or leave the option out";
            return Err(Failure::refusal(format!("{NAME} names no metric"), help));
        }
        if let Some(MetricSpec { name, .. }) =
            metrics.iter().find(|metric| matches!(metric.config, MetricConfig::Human(_)))
        {
            let message = format!("`{name}` needs judgments, which files of text do not have");
            let help = "write a spec for a corpus with judgments, see docs/formats.md";
            return Err(Failure::refusal(message, help));
        }
        Ok(metrics)
    }
}
