//! `--metric` on data: columns, criteria and scores that they have, and metrics of texts.

use super::Data;
use crate::cli::failure::Failure;
use crate::cli::submit::shell;
use crate::cli::texts::MetricArguments;
use crate::config::metric_arguments;
use crate::config::model::{MetricConfig, MetricSpec};
use crate::diagnostic::{closest, meant};
use crate::metric::config::{ExternalConfig, HumanConfig, ScoreLevel};
use crate::value::ScoreEstimate;
use crate::words::{in_a_row, listing};

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
            let is_whole =
                |metric: &MetricSpec| parts.len() == 1 || metric.name.eq_ignore_ascii_case(value);
            if let Some(metric) = self.metric(value, corpora)?.filter(is_whole) {
                metrics.push(metric);
                continue;
            }
            let of_parts = parts.iter().map(|part| self.metric(part, corpora));
            let of_parts = of_parts.collect::<Result<Vec<_>, Failure>>()?;
            if of_parts.iter().all(Option::is_none) {
                of_texts.push(value.clone());
                continue;
            }
            for (part, metric) in parts.into_iter().zip(of_parts) {
                match metric {
                    Some(metric) => metrics.push(metric),
                    None => of_texts.push(part.to_owned()),
                }
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

    /// Returns the metric that `name` stands for: one of the spec, a criterion, or a score of another program.
    fn metric(&self, name: &str, corpora: &[String]) -> Result<Option<MetricSpec>, Failure> {
        let declared = self.spec.metrics.iter().filter(|metric| {
            self.is_spec || corpora.iter().any(|corpus| self.has(corpus, &metric.config, 0))
        });
        let mut metrics: Vec<MetricSpec> = declared.cloned().collect();
        let descriptions = corpora.iter().filter_map(|corpus| self.description(corpus));
        for corpus in descriptions.clone() {
            let criteria = corpus.criteria.iter().map(|scores| (&scores.name, human(&scores.name)));
            let external = corpus.external.iter();
            let external = external.map(|scores| (&scores.name, of_program(&scores.name)));
            metrics.extend(
                criteria.chain(external).map(|(name, config)| MetricSpec::new(name, config)),
            );
        }
        let mut names = meant(name, metrics.iter().map(|metric| metric.name.as_str()));
        // Texts are scored by the metric of this name, unless scores are called just so.
        let has_texts = descriptions.clone().any(|corpus| !corpus.references.is_empty());
        if has_texts && metric_arguments::is_metric(name) {
            names.retain(|found| found.eq_ignore_ascii_case(name));
        }
        let mut found = metrics.iter().filter(|metric| names.contains(&metric.name.as_str()));
        let Some(first) = found.next() else { return Ok(None) };
        // A spec may not have all signs of the name of a column.
        let letters = |name: &str| name.replace(|c: char| !c.is_alphanumeric(), "");
        if found.all(|metric| letters(&metric.name) == letters(&first.name)) {
            return Ok(Some(first.clone()));
        }
        let message = format!("`{name}` can be {}", in_a_row(&names, "or"));
        Err(Failure::refusal(message, format!("write the whole name: `-m {}`", shell(names[0]))))
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
