//! Corpora on their way into memory.

use std::path::Path;

use super::output::tell;
use crate::config::model::{MetricConfig, MetricSpec, Spec, Study};
use crate::corpus;
use crate::corpus::error::CorpusError;
use crate::corpus::model::Corpus;
use crate::corpus::source::CorpusFormat;
use crate::corpus::{UnspacedScript, unspaced_script};
use crate::escape;
use crate::metric::config::Words;

/// Reads a corpus and tells what is odd about its files.
pub(super) fn load(name: &str, format: &CorpusFormat, data: &Path) -> Result<Corpus, CorpusError> {
    let loaded = corpus::read(name, format, data)?;
    for warning in &loaded.warnings {
        let warning = format!("warning: corpus `{name}`: {warning}");
        tell(&format!("{}\n", escape::line(&warning)));
    }
    Ok(loaded.corpus)
}

/// Warns of metrics that take what stands between spaces for a word where texts have no spaces.
pub(super) fn warn_of_script(corpus: &Corpus, metrics: &[&MetricSpec]) {
    let of_words = |metric: &&&MetricSpec| metric.config.words() != Words::Any;
    let metrics: Vec<&&MetricSpec> = metrics.iter().filter(of_words).collect();
    let Some(script) = (!metrics.is_empty()).then(|| unspaced_script(corpus)).flatten() else {
        return;
    };
    for metric in metrics {
        let name = &metric.name;
        let (found, help) = match (&metric.config, metric.config.words()) {
            (MetricConfig::Ter(_), _) => {
                let help = match script {
                    UnspacedScript::Chinese | UnspacedScript::Japanese => {
                        "its options `normalized` and `asian-support` cut it"
                    }
                    _ => "score characters instead, with chrf",
                };
                ("words between spaces".to_owned(), help.to_owned())
            }
            (_, Words::BetweenSpaces(tokenizer)) => {
                let better = match script {
                    UnspacedScript::Chinese => "zh",
                    _ => "char",
                };
                let found = format!("the tokenizer `{}`", tokenizer.signature());
                (found, format!("use the tokenizer `{better}`"))
            }
            (_, Words::Any) => continue,
        };
        let warning = format!(
            "warning: corpus `{}`: `{name}` uses {found}, but {} texts have no spaces between words: \
             a sentence is nearly one token; {help}",
            corpus.name,
            script.name()
        );
        tell(&format!("{}\n", escape::line(&warning)));
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
