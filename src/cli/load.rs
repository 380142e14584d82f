//! Corpora on their way into memory.

use std::path::Path;

use super::commands::{self, CommandOptions};
use super::failure::Failure;
use crate::config::model::{CorpusSpec, MetricConfig, MetricSpec, Spec, Study};
use crate::corpus::{CorpusError, UnspacedScript, unspaced_script};
use crate::formats::judges_from::Stated;
use crate::formats::{self, Loaded};
use crate::metric::config::Words;
use crate::warning::Warning;
use crate::words::{grouped_count, in_a_row};

/// Why there is no corpus.
pub(super) enum LoadError {
    /// Its files are wrong.
    Corpus(CorpusError),
    /// Commands that score it failed.
    Command(Failure),
}

impl From<CorpusError> for LoadError {
    fn from(error: CorpusError) -> Self {
        Self::Corpus(error)
    }
}

impl LoadError {
    /// The failure, with what `how_to_get` says of a corpus.
    pub(super) fn failure(self, how_to_get: impl Fn(&CorpusError) -> Option<String>) -> Failure {
        match self {
            Self::Corpus(error) => Failure::corpus(&error, how_to_get(&error)),
            Self::Command(failure) => failure,
        }
    }
}

/// Whether higher is better, of scores of which a metric of `spec` says it.
fn stated(spec: &Spec) -> Stated<'_> {
    let metrics = spec.metrics.iter();
    metrics
        .filter_map(|metric| match &metric.config {
            MetricConfig::External(external) => {
                Some((external.score.as_str(), external.higher_is_better?))
            }
            _ => None,
        })
        .collect()
}

/// Reads a corpus of `spec`, with the scores that commands give. Warns of metrics that take the text between two
/// spaces for a word where texts have no spaces.
pub(super) fn load(
    spec: &Spec,
    corpus: &CorpusSpec,
    data: &Path,
    commands: &CommandOptions,
) -> Result<Loaded, LoadError> {
    let (name, metrics) = (corpus.name.as_str(), metrics_on(spec, &corpus.name));
    let judges = &corpus.judges_from;
    let mut notes = Vec::new();
    let mut loaded = formats::read_with(name, &corpus.format, data, |corpus| {
        notes = commands::add(corpus, spec, data, commands).map_err(LoadError::Command)?;
        // After the commands, whose scores can be judges.
        formats::judges_from::add(corpus, judges, &stated(spec))?;
        Ok::<(), LoadError>(())
    })?;
    corpus.shorten(&mut loaded.corpus)?;
    if let Some(picks) = &corpus.weights {
        formats::weights::add(&mut loaded.corpus, &data.join(picks))?;
    }
    if let Some(weights) = &loaded.corpus.weights {
        let count = weights.iter().flatten().count();
        let message = format!("{} with weights", grouped_count(count as u64, "segment"));
        let help = "scores are weighted means over these, and other segments do not count";
        let note = Warning::of_corpus(message, help).as_note();
        loaded.warnings.push(Warning { corpus: Some(name.to_owned()), ..note });
    }
    for note in notes {
        loaded.warnings.push(Warning { corpus: Some(name.to_owned()), ..note });
    }
    if metrics.iter().any(|metric| metric.config.words() != Words::Any)
        && let Some(script) = unspaced_script(&loaded.corpus)
    {
        loaded.warnings.extend(warnings_of_script(name, script, &metrics));
    }
    Ok(loaded)
}

/// A warning for each way in which metrics cut the texts of `script`.
fn warnings_of_script(
    corpus: &str,
    script: UnspacedScript,
    metrics: &[&MetricSpec],
) -> Vec<Warning> {
    let mut ways: Vec<((String, String), Vec<&str>)> = Vec::new();
    for metric in metrics {
        let Some(way) = words_in_script(&metric.config, script) else { continue };
        match ways.iter_mut().find(|(listed, _)| *listed == way) {
            Some((_, names)) => names.push(&metric.name),
            None => ways.push((way, vec![&metric.name])),
        }
    }
    ways.into_iter().map(|((use_of_words, help), names)| {
        let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
        let verb = if names.len() == 1 { "uses" } else { "use" };
        let message = format!(
            "{} {verb} {use_of_words}, but {} texts have no spaces between words: a sentence is nearly one \
             token",
            in_a_row(&names, "and"),
            script.name()
        );
        Warning { corpus: Some(corpus.to_owned()), ..Warning::of_corpus(message, help) }
    }).collect()
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
            let use_of_words = format!("the tokenizer `{}`", tokenizer.signature());
            Some((use_of_words, format!("use the tokenizer `{better}`")))
        }
        (_, Words::Any) => None,
    }
}

/// The metrics that some study of `spec` scores on the corpus called `name`.
pub(super) fn metrics_on<'a>(spec: &'a Spec, name: &str) -> Vec<&'a MetricSpec> {
    let studies: Vec<&Study> = spec
        .studies
        .iter()
        .filter(|study| study.corpora.iter().any(|corpus| corpus == name))
        .collect();
    spec.metrics
        .iter()
        .filter(|metric| studies.iter().any(|study| study.metrics.contains(&metric.name)))
        .collect()
}
