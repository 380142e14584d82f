//! The spec as it is written: structs that mirror the TOML file one to one.
//!
//! The doc comments here are the reference manual of the spec language: they become the
//! descriptions of the JSON Schema. Each says what the key means, its default and an example.
//!
//! Every key is optional to the reader, so that a missing one is reported together with all other
//! problems; what must be there is checked by validation. Variants are chosen by the name of a
//! table, unknown keys are refused, and nothing is flattened or untagged, since that would lose
//! the place of an error.
//!
//! This module knows the shape of a spec alone: ranges and relations are checked later.

pub mod choice;
pub mod corpora;
pub mod derivations;
pub mod metrics;
pub mod named;
pub mod one_or_many;
mod reading;
pub mod studies;

use schemars::JsonSchema;
use serde::Deserialize;

pub use choice::{Documents, LowercaseChoice, ReferenceChoice, SmoothingChoice, Systems};
pub use corpora::CorpusTable;
pub use derivations::*;
pub use metrics::MetricTable;
pub use named::{LONGEST_NAME, Named};
pub use one_or_many::OneOrMany;
pub(super) use reading::{read_as_table, read_as_word};
pub use studies::{MaskWord, ResampleWord, StudyTable};

/// A whole experiment: corpora, metrics where the defaults do not serve, and studies of them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Spec")]
pub struct SpecDocument {
    /// Name, title and seed of the experiment. Required.
    #[schemars(required)]
    pub experiment: Option<ExperimentTable>,
    /// What holds in every study that does not say otherwise. Default: empty.
    pub defaults: Option<DefaultsTable>,
    /// The corpora, one table per name: `[corpora.NAME]` and, in it, one table named for the
    /// format. Required: at least one. Example: `[corpora.enfr-1.synthetic]`.
    #[schemars(required, extend("minProperties" = 1))]
    pub corpora: Option<Named<CorpusTable>>,
    /// Metrics with other options than the built-in ones: `[metrics.NAME.KIND]`. Built in are
    /// `bleu`, `m-bleu`, `m-bleu-9`, `nist`, `gtm`, `mwer`, `mper`, `ter`, `chrf`, `chrf++`, `wnm`,
    /// `fluency`, `adequacy` and `human`; a name declared here takes their place. Default: none.
    /// Example: `[metrics.bleu-cased.bleu]`.
    pub metrics: Option<Named<MetricTable>>,
    /// The studies, `[studies.NAME]`: each is one grid and what to derive from it. They run and
    /// print in this order. Required: at least one. Example: `[studies.growth]`.
    #[schemars(required, extend("minProperties" = 1))]
    pub studies: Option<Named<StudyTable>>,
}

/// Name, title and seed of the experiment.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Experiment")]
pub struct ExperimentTable {
    /// Names the folder of the results: at most 100 letters, digits, `-`, `_`, `.` and `+`, beginning
    /// with a letter or digit; so do all names that a spec declares. Required.
    /// Example: `name = "cesta"`.
    #[schemars(required, extend("pattern" = named::NAME_PATTERN, "maxLength" = named::LONGEST_NAME))]
    pub name: Option<String>,
    /// One line for people, shown in reports. Default: the name.
    /// Example: `title = "How much data is needed?"`.
    pub title: Option<String>,
    /// Seed of every stream of random numbers, from 0 to 9223372036854775807. The same seed gives
    /// the same numbers. Required. Example: `seed = 2007`.
    #[schemars(required, range(min = 0))]
    pub seed: Option<i64>,
    /// File of printed values to set beside the reproduced ones, or several, relative to the spec.
    /// Default: none. Example: `published = "published/estrella-2007.toml"`.
    pub published: Option<OneOrMany<String>>,
}

/// What holds in every study that does not say otherwise; see the keys of a study.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Defaults")]
pub struct DefaultsTable {
    /// Number of replicates, or several. Default: 1000. Example: `B = 1500`.
    #[serde(rename = "B")]
    pub replicates: Option<OneOrMany<i64>>,
    /// Confidence level of intervals, between 0 and 1. Default: 0.95. Example: `level = 0.99`.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub level: Option<f64>,
    /// What one draw of the bootstrap takes. Default: `"segments"`.
    /// Example: `resample = "documents"`.
    pub resample: Option<ResampleWord>,
    /// Which segments count where judgments are missing. Default: `"common"`.
    /// Example: `mask = "own"`.
    pub mask: Option<MaskWord>,
    /// Independent repetitions of the draws on the same test sets. Default: 1.
    /// Example: `repeats = 10`.
    #[schemars(range(min = 1))]
    pub repeats: Option<i64>,
}

read_as_table!(SpecDocument, ExperimentTable, DefaultsTable);
