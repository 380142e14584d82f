//! The validated spec: what the user asked for, with defaults filled in and nothing left to doubt.
//!
//! Paths are as written; they are resolved where a corpus is read.

mod derivations;

use serde::Serialize;

pub use derivations::*;

pub use crate::corpus::source::{CorpusFormat, EvalsetSource, PlainSource, SyntheticSource};
pub use crate::metric::config::MetricConfig;

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

/// A corpus and how to read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CorpusSpec {
    /// Name in this spec.
    pub name: String,
    /// Where to get it.
    pub homepage: Option<String>,
    /// Terms of use.
    pub licence: Option<String>,
    /// Format and files.
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

/// One grid and what to derive from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Study {
    /// Name in tables.
    pub name: String,
    /// Names of corpora.
    pub corpora: Vec<String>,
    /// Names of systems; `None` takes all outputs that are not references.
    pub systems: Option<Vec<String>>,
    /// Names of metrics.
    pub metrics: Vec<String>,
    /// Numbers of references; `None` takes all that the corpus has.
    pub reference_counts: Option<Vec<usize>>,
    /// Which references make up a count.
    pub reference_choice: ReferenceChoice,
    /// Sizes of the test sets.
    pub test_sizes: TestSizes,
    /// Orders in which documents enter.
    pub orderings: Orderings,
    /// Test sets by segments, in place of sizes and orderings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<Samples>,
    /// Unit of resampling.
    pub resample: ResamplingUnit,
    /// Numbers of replicates.
    pub replicates: Vec<u32>,
    /// Independent repetitions of the draws. See [`Study::shown_repeats`].
    pub repeats: u32,
    /// Confidence level of intervals, in (0, 1).
    pub level: f64,
    /// Which segments count where judgments are missing.
    pub mask: Mask,
    /// Minimal sizes, where wanted.
    pub minimal_size: Option<MinimalSize>,
    /// What else is derived.
    #[serde(flatten)]
    pub derivations: Derivations,
}

impl Study {
    /// Repeats that tables show, from 1: all, or the first where the study asks for stability. The
    /// others are then summed up in the table of that name alone, since thousands of them are asked
    /// for there and no reader wants a row of every table for each.
    pub fn shown_repeats(&self) -> u32 {
        if self.derivations.stability.is_some() { 1 } else { self.repeats }
    }
}

/// Which references make up a reference count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceChoice {
    /// The first of the corpus.
    #[default]
    First,
    /// Every subset of that size.
    EverySubset,
    /// So many assignments of one reference to each segment.
    Mixed(u32),
}

/// Test sets by segments out of a large corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Samples {
    /// How the segments of a test set are picked.
    pub sampling: Sampling,
    /// Sizes in segments, ascending.
    pub segments: Vec<usize>,
    /// Test sets of each size.
    pub count: u32,
}

/// How the segments of a sample are picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sampling {
    /// A run of neighbours.
    Consecutive,
    /// Spread evenly over the corpus (Koehn 2004).
    Broad,
    /// At random, without replacement.
    Random,
}

impl Sampling {
    /// Its name in specs, streams and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Consecutive => "consecutive",
            Self::Broad => "broad",
            Self::Random => "random",
        }
    }
}

/// Sizes of test sets along an ordering of the documents.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestSizes {
    /// 1, 2, ... up to all documents.
    EachDocument,
    /// These numbers of documents, ascending.
    Documents(Vec<usize>),
    /// These fractions of the documents in (0, 1], ascending; rounded half up, at least one.
    Fractions(Vec<f64>),
}

/// Orders in which documents enter a growing test set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Orderings {
    /// The order of the corpus.
    pub corpus: bool,
    /// Number of random permutations.
    pub random: u32,
    /// Permutations of the document names.
    pub explicit: Vec<Vec<String>>,
    /// Every set of documents once, standing for all orderings.
    pub exhaustive: bool,
}

/// What one draw of the bootstrap takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResamplingUnit {
    /// Segments.
    #[default]
    Segments,
    /// Whole documents (cluster bootstrap).
    Documents,
    /// Documents, then segments within them; overstates the variance.
    TwoStage,
}

impl ResamplingUnit {
    /// Its name in streams, keys and tables: part of every number, so never change one.
    pub fn name(self) -> &'static str {
        match self {
            Self::Segments => "segments",
            Self::Documents => "documents",
            Self::TwoStage => "two-stage",
        }
    }
}

/// Which segments count where judgments are missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mask {
    /// Those that all compared systems have, by metric; systems without any are left out.
    #[default]
    Common,
    /// Each system's own.
    Own,
    /// All: a system that misses one has no score.
    All,
}

/// Options of minimal sizes (Estrella et al. 2007).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MinimalSize {
    /// Functions fitted to STDEV against documents.
    pub functions: Vec<RegressionFunction>,
    /// The point `x_i` of the tangent whose zero is `x_min`.
    pub tangent_at: f64,
    /// Slope below which STDEV counts as level, in units of the deviation per document; without it
    /// the power function has no `x_max`.
    pub epsilon: Option<f64>,
    /// Unit of the deviation.
    pub deviation: Deviation,
    /// Wanted half-width of the interval, in the unit of the deviation.
    pub target_half_width: Option<f64>,
    /// Draws of documents for the intervals of sizes; 0 for none.
    pub interval_draws: u32,
}

/// A regression function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RegressionFunction {
    /// `a x^-b`.
    Power,
    /// `d x^3 + c x^2 + b x + a`.
    Cubic,
}

/// Unit of STDEV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deviation {
    /// Percent of the mean of the replicates.
    #[default]
    Relative,
    /// The metric's own unit.
    Absolute,
}
