//! The spec: what the user asked for, with defaults filled in and nothing left to doubt.
//!
//! Paths are as written; they are resolved where a corpus is read.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::asked::{Asked, OptionsKind};
pub use super::choices::{DegreesOfFreedom, Mask, ReferenceChoice, ResamplingUnit};
pub use super::interval_method::IntervalMethod;
pub use super::metric_spec::MetricSpec;
pub use super::resample::Resample;
pub use super::strata::{Strata, StratumKey, StratumWeights, Weighting};
pub use super::study::Study;
pub use super::test_sets::{Orderings, Samples, Sampling, TestSizes};
pub use crate::corpus::shortened::ShortenedSource;
pub use crate::formats::source::{CorpusFormat, EvalsetSource, PlainSource, SyntheticSource};
pub use crate::metric::config::MetricConfig;
pub use crate::stats::correlation::Coefficient;

use crate::corpus::{Corpus, CorpusError, shortened};
use crate::diagnostic::SourceText;
use crate::value::{ByName, Kind, Set, Text};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_one(seeds: &u32) -> bool {
    *seeds == 1
}

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
    /// Number of seeds, of which `seed` is the first. The canonical spec of one seed does not name it.
    #[serde(skip_serializing_if = "is_one")]
    pub seeds: u32,
    /// What degrees of freedom follow from. The canonical spec names what is not usual alone.
    #[serde(skip_serializing_if = "DegreesOfFreedom::is_usual")]
    pub df: DegreesOfFreedom,
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

    /// Why a spread over `seeds` seeds would say nothing, and what to do about it.
    pub fn refusal_of_seeds(&self) -> Option<(&'static str, &'static str)> {
        if !self.corpora.iter().any(|corpus| corpus.format.is_generated()) {
            return Some((
                "several seeds need a generated corpus: with other seeds, corpora of files stay the same",
                "leave `seeds` out, or declare a corpus with `[corpora.NAME.synthetic]`",
            ));
        }
        if self.published.is_empty() {
            return Some((
                "several seeds serve published values, and this experiment has none",
                "leave `seeds` out, or name a file of published values with `published`",
            ));
        }
        None
    }

    /// The spec as JSON with all defaults filled in: the same for any two spellings of one spec,
    /// whatever their comments, layout and order of keys. What stays in the order of the file is
    /// what runs or prints in it: studies, and the names and lists in them. Numbers have the fewest
    /// digits that read back as the same number.
    #[expect(clippy::missing_panics_doc, reason = "keys are strings and paths are Unicode")]
    pub fn canonical(&self) -> String {
        let mut sorted = self.clone();
        sorted.corpora.sort_by(|one, other| one.name.cmp(&other.name));
        sorted.metrics.sort_by(|one, other| one.name.cmp(&other.name));
        let mut text =
            serde_json::to_string_pretty(&sorted).expect("keys are strings and paths are Unicode");
        text.push('\n');
        text
    }

    /// Leaves out the corpora that no study uses.
    pub fn keep_used_corpora(&mut self) {
        let studies = &self.studies;
        self.corpora
            .retain(|corpus| studies.iter().any(|study| study.corpora.contains(&corpus.name)));
    }

    /// Leaves out the corpora and metrics that no study uses.
    pub fn keep_used(&mut self) {
        self.keep_used_corpora();
        let studies = &self.studies;
        self.metrics
            .retain(|metric| studies.iter().any(|study| study.metrics.contains(&metric.name)));
    }

    /// The same experiment with its seed number `index`, from 0: the seed, and those of all generated
    /// corpora, are higher by `index`. Studies that run with fewer seeds are left out.
    #[must_use]
    pub fn with_seed(&self, index: u32) -> Self {
        let mut spec = Self { seed: self.seed + u64::from(index), seeds: 1, ..self.clone() };
        for corpus in &mut spec.corpora {
            if let CorpusFormat::Synthetic(source) = &mut corpus.format {
                source.seed += u64::from(index);
            }
        }
        spec.studies.retain(|study| study.runs_with_seed(index));
        spec
    }
}

/// A file of published values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PublishedFile {
    /// As written, relative to the spec.
    pub path: String,
    /// Its text and that of the CSV file that it names, once they have been read.
    #[serde(skip)]
    pub texts: Vec<PublishedText>,
}

/// A text that an experiment takes published values from.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedText {
    /// Its path, relative to the spec.
    pub path: String,
    /// The text, under the name that messages call it by.
    pub source: SourceText,
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
    /// Whether tables and reports name judges as the corpus does; otherwise they have the codes A, B, ...,
    /// by the number of their judgments. Default: false. Example: `judge-names = true`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub judge_names: bool,
    /// Judges that are models: criteria, each with the scores of segments that count as the judgments of one judge each. Every
    /// score has all outputs. Default: none. Example: `judges-from = { jury = ["gemba", "xcomet", "metricx"] }`.
    #[serde(default, with = "ByName::<Set<Text>>", skip_serializing_if = "BTreeMap::is_empty")]
    pub judges_from: BTreeMap<String, Vec<String>>,
    /// Outputs without some of their words, as systems beside the others: what do metrics make of outputs that are too
    /// short? Default: none. Example: `shortened = { systems = ["S1"], drop = [0.1] }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortened: Option<ShortenedSource>,
    /// File of picks that `runner pick` wrote: the segments that were judged, and what each weighs. Scores are then
    /// weighted means over these segments. Default: all segments count alike. Example: `weights = "picks.json"`.
    #[serde(default, with = "Option::<Text<PathBuf>>", skip_serializing_if = "Option::is_none")]
    pub weights: Option<PathBuf>,
    /// Format and files.
    #[serde(rename(deserialize = "*"))]
    pub format: CorpusFormat,
}

impl CorpusSpec {
    /// The generated corpus of `seed`, or else of its own, with its shortened outputs; nothing for a corpus of files.
    ///
    /// # Errors
    ///
    /// As [`SyntheticSource::generate`], and [`shortened::add`].
    pub fn generate(&self, seed: Option<u64>) -> Option<Result<Corpus, CorpusError>> {
        let CorpusFormat::Synthetic(source) = &self.format else { return None };
        let corpus = source.generate(seed.unwrap_or(source.seed), &self.name);
        Some(corpus.and_then(|mut corpus| {
            self.shorten(&mut corpus)?;
            Ok(corpus)
        }))
    }

    /// Adds the shortened outputs that the spec names.
    ///
    /// # Errors
    ///
    /// As [`shortened::add`].
    pub fn shorten(&self, corpus: &mut Corpus) -> Result<(), CorpusError> {
        self.shortened.as_ref().map_or(Ok(()), |source| shortened::add(corpus, source))
    }
}
