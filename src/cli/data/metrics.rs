//! `--metric` on data: columns, criteria and scores that they have, and metrics of texts.

use super::Data;
use crate::cli::failure::Failure;
use crate::cli::texts::MetricArguments;
use crate::config::metric_arguments;
use crate::config::model::{MetricConfig, MetricSpec};
use crate::corpus::ScoreSummary;
use crate::diagnostic::closest;
use crate::metric::config::{ExternalConfig, HumanConfig, ScoreLevel};
use crate::value::ScoreEstimate;
use crate::words::listing;

/// Names that a message lists.
const NAMED: usize = 12;

impl Data {
    /// The metrics that are named, each once; nothing where none is.
    pub(super) fn named_metrics(
        &self,
        arguments: &MetricArguments,
        corpora: &[String],
    ) -> Result<Vec<MetricSpec>, Failure> {
        let mut metrics: Vec<MetricSpec> = Vec::new();
        let mut of_texts: Vec<String> = Vec::new();
        for value in arguments.values().iter().chain(&self.metrics) {
            // A name may have blanks, and options have commas.
            let parts: Vec<&str> =
                value.split([',', ' ']).filter(|part| !part.is_empty()).collect();
            if let Some(metric) = self.metric(value, corpora) {
                metrics.push(metric);
            } else if parts.iter().any(|part| self.metric(part, corpora).is_some()) {
                for part in parts {
                    match self.metric(part, corpora) {
                        Some(metric) => metrics.push(metric),
                        None => of_texts.push(part.to_owned()),
                    }
                }
            } else {
                of_texts.push(value.clone());
            }
        }
        if let Some(name) = of_texts.iter().find(|text| !metric_arguments::is_metric(text)) {
            return Err(self.no_metric(name, corpora));
        }
        if !of_texts.is_empty() {
            let read = metric_arguments::metrics("--metrics", &of_texts);
            metrics.extend(read.map_err(Failure::request)?);
        }
        let mut names = std::collections::BTreeSet::new();
        metrics.retain(|metric| names.insert(metric.name.clone()));
        Ok(metrics)
    }

    /// The metric of this name: one of the spec, a criterion, or a score of another program.
    fn metric(&self, name: &str, corpora: &[String]) -> Option<MetricSpec> {
        let mut declared = self.spec.metrics.iter().filter(|metric| {
            let is_there =
                self.is_spec || corpora.iter().any(|corpus| self.has(corpus, &metric.config));
            metric.name.eq_ignore_ascii_case(name) && is_there
        });
        if let Some(metric) = declared.next() {
            return Some(metric.clone());
        }
        let mut descriptions = corpora.iter().filter_map(|corpus| self.description(corpus));
        descriptions.find_map(|corpus| {
            if let Some(name) = named(&corpus.criteria, name) {
                return Some(MetricSpec {
                    name: name.to_owned(),
                    config: human(name),
                    command: None,
                });
            }
            let name = named(&corpus.external, name)?;
            Some(MetricSpec { name: name.to_owned(), config: of_program(name), command: None })
        })
    }

    fn no_metric(&self, name: &str, corpora: &[String]) -> Failure {
        let mut names: Vec<&str> = Vec::new();
        for description in corpora.iter().filter_map(|corpus| self.description(corpus)) {
            for scores in description.criteria.iter().chain(&description.external) {
                if !names.contains(&&*scores.name) {
                    names.push(&scores.name);
                }
            }
        }
        let meant = closest(name, names.iter().copied());
        let help = match meant.or(metric_arguments::nearest(name)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if names.is_empty() => {
                format!("texts are scored by {}", listing(metric_arguments::names()))
            }
            None => format!("there are {}", listing(names.iter().copied().take(NAMED))),
        };
        Failure::refusal(format!("`{name}` is no metric, and no column of scores there"), help)
    }
}

/// The name of the scores that are called so, in any case.
fn named<'a>(scores: &'a [ScoreSummary], name: &str) -> Option<&'a str> {
    let mut names = scores.iter().map(|scores| scores.name.as_str());
    names.find(|other| other.eq_ignore_ascii_case(name))
}

fn human(criterion: &str) -> MetricConfig {
    MetricConfig::Human(HumanConfig::mean(vec![criterion.to_owned()]))
}

fn of_program(score: &str) -> MetricConfig {
    MetricConfig::External(ExternalConfig {
        score: score.to_owned(),
        level: ScoreLevel::default(),
        higher_is_better: None,
        ratio_scale: false,
        estimate: ScoreEstimate::default(),
    })
}
