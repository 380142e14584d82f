//! The spec: what the user asked for, with defaults filled in and nothing left to doubt.
//!
//! Paths are as written; they are resolved where a corpus is read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::strata::{Strata, StratumKey, StratumWeights};
pub use super::study::{Derivations, Mask, ReferenceChoice, ResamplingUnit, Study};
pub use super::test_sets::{Orderings, Samples, Sampling, TestSizes};
pub use crate::corpus::source::{CorpusFormat, EvalsetSource, PlainSource, SyntheticSource};
pub use crate::metric::config::MetricConfig;
pub use crate::stats::correlation::Coefficient;

use super::published::Published;

/// A whole experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Spec {
    /// Names the output folder.
    pub name: String,
    /// One line for people.
    pub title: Option<String>,
    /// Seed of every stream of random numbers.
    pub seed: u64,
    /// Files of printed values to set beside the reproduced ones, in the order given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub published: Vec<PublishedFile>,
    /// Corpora in the order of the file.
    pub corpora: Vec<CorpusSpec>,
    /// Metrics that some study uses: declared ones and built-in names, in order of first use.
    pub metrics: Vec<MetricSpec>,
    /// Studies in the order of the file.
    #[serde(serialize_with = "super::canonical::studies")]
    pub studies: Vec<Study>,
}

impl Spec {
    /// The corpus declared as `name`.
    pub fn corpus(&self, name: &str) -> Option<&CorpusSpec> {
        self.corpora.iter().find(|corpus| corpus.name == name)
    }

    /// The metric known as `name`.
    pub fn metric(&self, name: &str) -> Option<&MetricSpec> {
        self.metrics.iter().find(|metric| metric.name == name)
    }
}

/// A file of printed values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PublishedFile {
    /// As written, relative to the spec.
    pub path: String,
    /// What it holds, once it has been read.
    #[serde(skip)]
    pub content: Option<PublishedContent>,
}

/// What a file of printed values holds.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedContent {
    /// BLAKE3 of the file.
    pub digest: String,
    /// Its numbers.
    pub published: Published,
}

/// A corpus: exactly one table named for its format, and where to get it. Paths are relative to
/// the spec file; files that end in `.gz` are read as gzip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Corpus")]
pub struct CorpusSpec {
    /// Name in this spec.
    #[serde(skip_deserializing)]
    #[schemars(skip)]
    pub name: String,
    /// Where to get the corpus; shown by reports, and when files are missing. Default: none.
    /// Example: `homepage = "https://www.statmt.org/wmt24"`.
    #[serde(default)]
    pub homepage: Option<String>,
    /// Terms of use, in a few words; shown with the homepage. Default: none.
    /// Example: `licence = "research only"`.
    #[serde(default)]
    pub licence: Option<String>,
    /// Format and files.
    #[serde(rename(deserialize = "*"))]
    pub format: CorpusFormat,
}

/// A metric under the name that tables give it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MetricSpec {
    /// Name in tables.
    pub name: String,
    /// Kind and options.
    pub config: MetricConfig,
}
