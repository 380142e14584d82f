//! Corpora on their way into memory.

use std::path::Path;

use super::output::tell_warning;
use crate::config::model::{MetricConfig, MetricSpec, Spec, Study};
use crate::corpus::error::CorpusError;
use crate::corpus::model::Corpus;
use crate::corpus::source::CorpusFormat;
use crate::corpus::{self, UnspacedScript, Warning, unspaced_script};
use crate::metric::config::Words;
use crate::plan::PlanWarning;

/// A corpus that was read, and what was told about it.
pub(super) struct LoadedCorpus {
    pub(super) corpus: Corpus,
    /// With paths as the spec writes them.
    pub(super) warnings: Vec<PlanWarning>,
}

/// Reads a corpus and tells what is odd about it.
pub(super) fn load(
    name: &str,
    format: &CorpusFormat,
    data: &Path,
) -> Result<LoadedCorpus, CorpusError> {
    let loaded = corpus::read(name, format, data)?;
    let noted = |warning: Warning| PlanWarning {
        corpus: Some(name.to_owned()),
        study: None,
        message: warning.headline(data),
        help: warning.help,
    };
    let warnings: Vec<PlanWarning> = loaded.warnings.into_iter().map(noted).collect();
    warnings.iter().for_each(tell_warning);
    Ok(LoadedCorpus { corpus: loaded.corpus, warnings })
}

impl LoadedCorpus {
    /// Warns of metrics that take the text between two spaces for a word where texts have no spaces.
    pub(super) fn warn_of_script(&mut self, metrics: &[&MetricSpec]) {
        let is_of_words = |metric: &&MetricSpec| metric.config.words() != Words::Any;
        if !metrics.iter().any(is_of_words) {
            return;
        }
        let Some(script) = unspaced_script(&self.corpus) else { return };
        for metric in metrics {
            let Some((found, help)) = words_in_script(&metric.config, script) else { continue };
            let warning = PlanWarning {
                corpus: Some(self.corpus.name.clone()),
                study: None,
                message: format!(
                    "`{}` uses {found}, but {} texts have no spaces between words: a sentence is nearly \
                     one token",
                    metric.name,
                    script.name()
                ),
                help,
            };
            tell_warning(&warning);
            self.warnings.push(warning);
        }
    }
}

/// How a metric cuts texts into words at spaces, and what to do about it where there are none.
fn words_in_script(config: &MetricConfig, script: UnspacedScript) -> Option<(String, String)> {
    match (config, config.words()) {
        (MetricConfig::Ter(_), _) => {
            let help = match script {
                UnspacedScript::Chinese | UnspacedScript::Japanese => {
                    "its options `normalized` and `asian-support` cut it"
                }
                _ => "score characters instead, with chrf",
            };
            Some(("words between spaces".to_owned(), help.to_owned()))
        }
        (_, Words::BetweenSpaces(tokenizer)) => {
            let better = match script {
                UnspacedScript::Chinese => "zh",
                _ => "char",
            };
            let found = format!("the tokenizer `{}`", tokenizer.signature());
            Some((found, format!("use the tokenizer `{better}`")))
        }
        (_, Words::Any) => None,
    }
}

/// The metrics that some study of `spec` scores on the corpus called `name`.
pub(super) fn metrics_on<'a>(spec: &'a Spec, name: &str) -> Vec<&'a MetricSpec> {
    let on_corpus = |study: &&Study| study.corpora.iter().any(|corpus| corpus == name);
    let studies: Vec<&Study> = spec.studies.iter().filter(on_corpus).collect();
    let is_used =
        |metric: &&MetricSpec| studies.iter().any(|study| study.metrics.contains(&metric.name));
    spec.metrics.iter().filter(is_used).collect()
}
