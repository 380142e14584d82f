//! The spec as it is written: the tables at its top, and how they become a [`Spec`].
//!
//! The doc comments of the types that are read are the reference manual of the spec language: they
//! become the descriptions of the JSON Schema, with ranges and defaults beside them. Each says what
//! the key means and gives an example, which is also what a message proposes where the key is missing.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::choices::DegreesOfFreedom;
use super::model::{Asked, CorpusSpec, MetricSpec, PublishedFile};
use super::names::{LONGEST_NAME, NAME_PATTERN, Name};
use super::schema::analyses_with;
use super::source::{Content, Node, Reader};
use super::study::{Defaults, Study};
use super::{MOST_SEEDS, MetricConfig, OptionsKind, ScoreCommand, Spec, SpecPath, built_in};
use crate::located::ReadError;
use crate::metric::config::{
    BleuConfig, ChrfConfig, ErrorRateConfig, ExternalConfig, GivenConfig, GtmConfig, HumanConfig,
    MBleuConfig, NistConfig, TerConfig, WnmConfig,
};
use crate::value::{Count, Kind, Named, OneOrMany, Seed, Text, checked};

/// A whole experiment: corpora, metrics where the defaults do not serve, and studies of them.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Spec")]
pub(super) struct SpecDocument {
    /// Name, title and seed of the experiment.
    /// Example: `experiment = { name = "cesta", seed = 2007 }`.
    pub(super) experiment: Experiment,
    /// Defaults of all studies.
    #[serde(default, rename = "defaults")]
    #[schemars(skip_serializing)]
    _defaults: Defaults,
    /// The corpora, one table per name: `[corpora.NAME]` and, in it, one table named for the
    /// format. At least one. Example: `[corpora.enfr-1.synthetic]`.
    #[serde(default)]
    #[schemars(!default, extend("minProperties" = 1, "propertyNames" = name_schema()))]
    pub(super) corpora: Named<CorpusSpec>,
    /// Metrics with other options than the built-in ones: `[metrics.NAME.KIND]`. Built in are
    /// `bleu`, `m-bleu`, `m-bleu-9`, `nist`, `gtm`, `mwer`, `mper`, `ter`, `chrf`, `chrf++`, `wnm`,
    /// `fluency`, `adequacy` and `human`; a name declared here takes their place. Default: none.
    /// Example: `[metrics.bleu-cased.bleu]`.
    #[serde(default)]
    #[schemars(extend("propertyNames" = name_schema()))]
    pub(super) metrics: Named<Metric>,
    /// The studies, `[studies.NAME]`: each is one grid and what to derive from it. They run and
    /// print in this order. At least one. Example: `[studies.growth]`.
    #[serde(default)]
    #[schemars(!default, extend("minProperties" = 1, "propertyNames" = name_schema()))]
    pub(super) studies: Named<Study>,
}

fn name_schema() -> serde_json::Value {
    serde_json::json!({ "pattern": NAME_PATTERN, "maxLength": LONGEST_NAME })
}

/// Name, title and seed of the experiment.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct Experiment {
    /// Names the folder of the results: at most 100 letters, digits, `-`, `_`, `.` and `+`, beginning
    /// with a letter or digit; so do all names that a spec declares.
    /// Example: `name = "my-experiment"`.
    #[serde(with = "Name")]
    name: String,
    /// One line for people, shown in reports. Default: the name.
    /// Example: `title = "How much data is needed?"`.
    #[serde(default)]
    title: Option<String>,
    /// Seed of every stream of random numbers, from 0 to 9223372036854775807. The same seed gives
    /// the same numbers. Example: `seed = 2007`.
    #[serde(with = "Seed")]
    seed: u64,
    /// Number of seeds of the generator, `seed` and those that follow it: published values are judged by
    /// their spread over the generated corpora. All else in the results is of the first seed. Needs a
    /// generated corpus and `published`. Default: 1. Example: `seeds = 20`.
    #[serde(default = "one_seed", with = "Count::<1, MOST_SEEDS>")]
    #[schemars(skip_serializing)]
    seeds: u32,
    /// What the degrees of freedom of standard errors follow from. Default: `"lengths"`. Example: `df = "units"`.
    #[serde(default)]
    #[schemars(skip_serializing)]
    df: DegreesOfFreedom,
    /// File of printed values to set beside the reproduced ones, or several, relative to the spec.
    /// Default: none. Example: `published = "published/estrella-2007.toml"`.
    #[serde(default, with = "OneOrMany::<Text>")]
    published: Vec<String>,
}

fn one_seed() -> u32 {
    1
}

/// A metric: exactly one table named for its kind, which holds the options.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename = "kind of metric", rename_all = "kebab-case")]
#[schemars(rename = "Metric")]
pub(super) enum Metric {
    /// BLEU.
    Bleu(BleuConfig),
    /// M-BLEU: the weighted arithmetic mean of n-gram precisions (Zhang & Vogel 2004).
    MBleu(MBleuConfig),
    /// NIST.
    Nist(NistConfig),
    /// GTM.
    Gtm(GtmConfig),
    /// Multi-reference word error rate.
    Mwer(ErrorRateConfig),
    /// Multi-reference position-independent error rate.
    Mper(ErrorRateConfig),
    /// TER.
    Ter(TerConfig),
    /// chrF and chrF++.
    Chrf(ChrfConfig),
    /// The weighted n-gram model.
    Wnm(WnmConfig),
    /// Human judgments.
    Human(HumanConfig),
    /// Scores that the corpus brings along.
    External(ExternalConfig),
    /// Sums that the corpus brings along.
    #[serde(deserialize_with = "checked")]
    Given(GivenConfig),
    /// Scores that a command gives.
    #[serde(deserialize_with = "checked")]
    Command(ScoreCommand),
}

impl Metric {
    /// The metric under the name `name`.
    fn named(self, name: &str) -> MetricSpec {
        let command = match &self {
            Self::Command(command) => Some(command.clone()),
            _ => None,
        };
        MetricSpec { name: name.to_owned(), config: self.config(name), command }
    }

    /// Kind and options of the metric called `name`.
    pub(super) fn config(self, name: &str) -> MetricConfig {
        match self {
            Self::Bleu(config) => MetricConfig::Bleu(config),
            Self::MBleu(config) => MetricConfig::MBleu(config),
            Self::Nist(config) => MetricConfig::Nist(config),
            Self::Gtm(config) => MetricConfig::Gtm(config),
            Self::Mwer(config) => {
                MetricConfig::ErrorRate(ErrorRateConfig { ordered: true, ..config })
            }
            Self::Mper(config) => {
                MetricConfig::ErrorRate(ErrorRateConfig { ordered: false, ..config })
            }
            Self::Ter(config) => MetricConfig::Ter(config),
            Self::Chrf(config) => MetricConfig::Chrf(config),
            Self::Wnm(config) => MetricConfig::Wnm(config),
            Self::Human(config) => MetricConfig::Human(config),
            Self::External(config) => MetricConfig::External(config),
            Self::Given(config) => MetricConfig::Given(config),
            Self::Command(command) => MetricConfig::External(command.config(name)),
        }
    }
}

impl SpecDocument {
    /// The spec in `tree`, in which studies may ask for analyses of these `kinds`.
    pub(super) fn read(tree: &Node, kinds: &[&OptionsKind]) -> Result<Self, ReadError> {
        // First, so that a key that is meant for another is reported in place of the other that is missing.
        let mut asked = BTreeMap::new();
        for name in tree.get("studies").into_iter().flat_map(Node::keys) {
            let Some(table) = tree.at(&SpecPath::of(["studies", name])) else { continue };
            let analyses = Asked::read(&Reader::rest_of::<Study>(table), kinds);
            let analyses = analyses.map_err(|error| error.inside(name).inside("studies"))?;
            asked.insert(name, analyses);
        }
        let mut document = Self::deserialize(Reader::new(tree))?;
        for (name, study) in &mut document.studies.0 {
            study.analyses = asked.remove(name.as_str()).unwrap_or_default();
        }
        Ok(document)
    }

    /// The metric that `name` stands for: a declared one, or else a built-in one.
    pub(super) fn metric(&self, name: &str) -> Option<MetricSpec> {
        let declared = self.metrics.0.iter().find(|(known, _)| known == name);
        match declared {
            Some((_, metric)) => Some(metric.clone().named(name)),
            None => built_in::config(name).map(|config| MetricSpec::new(name, config)),
        }
    }

    /// What is asked for: tables with their names, and the metrics in order of first use.
    pub(super) fn into_spec(mut self) -> Spec {
        for (name, study) in &mut self.studies.0 {
            study.name.clone_from(name);
        }
        let mut metrics: Vec<MetricSpec> = Vec::new();
        for name in self.studies.0.iter().flat_map(|(_, study)| &study.metrics) {
            if !metrics.iter().any(|known| known.name == *name) {
                metrics.extend(self.metric(name));
            }
        }
        let Experiment { name, title, seed, seeds, df, published } = self.experiment;
        let published = published.into_iter().map(|path| PublishedFile { path, texts: Vec::new() });
        let corpora =
            self.corpora.0.into_iter().map(|(name, corpus)| CorpusSpec { name, ..corpus });
        Spec {
            name,
            title,
            seed,
            seeds,
            df,
            published: published.collect(),
            corpora: corpora.collect(),
            metrics,
            studies: self.studies.0.into_iter().map(|(_, study)| study).collect(),
        }
    }
}

/// Writes into the tree what a table takes from elsewhere where it says nothing itself: studies from
/// `[defaults]`, analyses the level of their study, generated corpora the seed of the experiment.
pub(super) fn inherit(tree: &mut Node, kinds: &[&OptionsKind]) {
    if let Some(seed) = tree.get("experiment").and_then(|experiment| experiment.get("seed")) {
        let seed = seed.clone();
        for corpus in tree.get_mut("corpora").into_iter().flat_map(Node::entries_mut) {
            if let Some(table) = corpus.get_mut("synthetic") {
                table.fill("seed", &seed);
            }
        }
    }
    let defaults = match tree.get("defaults").map(|table| &table.content) {
        Some(Content::Table(entries)) => entries.clone(),
        _ => Vec::new(),
    };
    let with_level = analyses_with("level", kinds);
    for study in tree.get_mut("studies").into_iter().flat_map(Node::entries_mut) {
        for (key, _, value) in &defaults {
            study.fill(key, value);
        }
        let Some(level) = study.get("level").cloned() else { continue };
        for analysis in &with_level {
            if let Some(table) = study.get_mut(analysis) {
                table.fill("level", &level);
            }
        }
    }
}
