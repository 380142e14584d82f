//! `[studies.NAME]`: grids and what to derive from them.

use schemars::JsonSchema;
use serde::Deserialize;

use super::derivations::{
    AgreementTable, ComparisonTable, CorrelationTable, CoverageTable, CrossReferenceTable,
    IntervalsTable, MinimalSizeTable, PowerTable, RankingTable, ReplicatesTable,
    RepresentativenessTable, StabilityTable,
};
use super::{Documents, OneOrMany, ReferenceChoice, Systems, read_as_table, read_as_word};

/// One grid and what to derive from it. A derivation is a table of its own in the study, such as
/// `[studies.growth.minimal-size]`: present means wanted, and it may be empty.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Study")]
pub struct StudyTable {
    /// Names of corpora. Required. Example: `corpora = ["enfr-1"]`.
    #[schemars(required, length(min = 1), extend("uniqueItems" = true))]
    pub corpora: Option<Vec<String>>,
    /// Names of systems, or `"all"`: every output that is not also a reference.
    /// Default: `"all"`. Example: `systems = ["S1", "S2"]`.
    pub systems: Option<Systems>,
    /// Names of metrics, built in or declared under `[metrics]`. Required.
    /// Example: `metrics = ["bleu", "nist", "adequacy"]`.
    #[schemars(required, length(min = 1), extend("uniqueItems" = true))]
    pub metrics: Option<Vec<String>>,
    /// Numbers of references to score against. Default: all that the corpus has.
    /// Example: `reference-counts = [1, 2, 3, 4]`.
    pub reference_counts: Option<OneOrMany<i64>>,
    /// Which references make up a count: the `"first"` of the corpus, `"every-subset"` of that
    /// size, or `{ mixed = N }`: N assignments of one reference to each segment.
    /// Default: `"first"`. Example: `reference-choice = "every-subset"`.
    pub reference_choice: Option<ReferenceChoice>,
    /// Sizes of the test sets along each ordering. Default: `{ documents = "each" }`.
    /// Example: `test-sizes = { fractions = [0.1, 0.5, 1.0] }`.
    pub test_sizes: Option<TestSizesTable>,
    /// Orders in which documents enter a growing test set. Default: `{ corpus = true }`.
    /// Example: `orderings = { corpus = true, random = 2 }`.
    pub orderings: Option<OrderingsTable>,
    /// Test sets by segments out of a large corpus, in place of sizes and orderings.
    /// Default: none.
    /// Example: `samples = { sampling = "broad", segments = [100, 300], count = 100 }`.
    pub samples: Option<SamplesTable>,
    /// What one draw of the bootstrap takes. Default: that of `[defaults]`, else `"segments"`.
    /// Example: `resample = "documents"`.
    pub resample: Option<ResampleWord>,
    /// Number of replicates of the bootstrap, or several. Default: that of `[defaults]`, else
    /// 1000. Example: `B = [500, 1500]`.
    #[serde(rename = "B")]
    pub replicates: Option<OneOrMany<i64>>,
    /// Confidence level of intervals, between 0 and 1. Default: that of `[defaults]`, else 0.95.
    /// Example: `level = 0.99`.
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    pub level: Option<f64>,
    /// Independent repetitions of the draws on the same test sets. Default: that of `[defaults]`,
    /// else 1. Example: `repeats = 10`.
    #[schemars(range(min = 1))]
    pub repeats: Option<i64>,
    /// Which segments count where judgments are missing. Default: that of `[defaults]`, else
    /// `"common"`. Example: `mask = "own"`.
    pub mask: Option<MaskWord>,
    /// Intervals by several methods.
    pub intervals: Option<IntervalsTable>,
    /// The smallest sizes that are enough.
    pub minimal_size: Option<MinimalSizeTable>,
    /// Tests between systems.
    pub comparison: Option<ComparisonTable>,
    /// Probabilities of ranks.
    pub ranking: Option<RankingTable>,
    /// Correlations between metrics.
    pub correlation: Option<CorrelationTable>,
    /// How often intervals hold what they promise.
    pub coverage: Option<CoverageTable>,
    /// How much intervals change from one repetition to the next; needs `repeats`.
    pub stability: Option<StabilityTable>,
    /// Sizes needed to tell systems apart.
    pub power: Option<PowerTable>,
    /// Whether a subset scores and ranks like the whole.
    pub representativeness: Option<RepresentativenessTable>,
    /// Agreement between judges.
    pub agreement: Option<AgreementTable>,
    /// Each reference scored against the others.
    pub cross_reference: Option<CrossReferenceTable>,
    /// Keeps the scores of all replicates.
    #[serde(rename = "replicates")]
    pub keep_replicates: Option<ReplicatesTable>,
}

/// Sizes of test sets: exactly one of the keys.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "TestSizes", extend("minProperties" = 1, "maxProperties" = 1))]
pub struct TestSizesTable {
    /// `"each"` for 1, 2, ... up to all documents, or numbers of documents.
    /// Example: `documents = [5, 10]`.
    pub documents: Option<Documents>,
    /// Fractions of the documents, above 0 and at most 1; rounded half up, at least one document.
    /// Example: `fractions = [0.1, 0.5, 1.0]`.
    pub fractions: Option<OneOrMany<f64>>,
}

/// Orders in which documents enter a growing test set. In this table, what is left out is off.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Orderings", extend("minProperties" = 1))]
pub struct OrderingsTable {
    /// The order of the corpus. Default: `false`. Example: `corpus = true`.
    pub corpus: Option<bool>,
    /// Number of random permutations. Default: 0. Example: `random = 2`.
    #[schemars(range(min = 0))]
    pub random: Option<i64>,
    /// Permutations of the names of all documents. Default: none.
    /// Example: `explicit = [["d3", "d1", "d2"]]`.
    #[schemars(length(min = 1))]
    pub explicit: Option<Vec<Vec<String>>>,
    /// Every set of documents once, which stands for all orderings; up to 20 documents, with no
    /// other ordering and `documents = "each"`. Default: `false`. Example: `exhaustive = true`.
    pub exhaustive: Option<bool>,
}

/// Test sets by segments out of a large corpus.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(remote = "Samples")]
pub struct SamplesTable {
    /// How the segments of a test set are picked. Required. Example: `sampling = "broad"`.
    #[schemars(required)]
    pub sampling: Option<SamplingWord>,
    /// Sizes of the test sets in segments. Required. Example: `segments = [100, 300, 600]`.
    #[schemars(required)]
    pub segments: Option<OneOrMany<i64>>,
    /// Number of test sets of each size. Default: 100. Example: `count = 100`.
    #[schemars(range(min = 1))]
    pub count: Option<i64>,
}

/// How the segments of a sample are picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Sampling")]
pub enum SamplingWord {
    /// A run of neighbours.
    Consecutive,
    /// Spread evenly over the corpus (Koehn 2004).
    Broad,
    /// At random, without replacement.
    Random,
}

/// What one draw of the bootstrap takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Resample")]
pub enum ResampleWord {
    /// Segments.
    Segments,
    /// Whole documents (cluster bootstrap).
    Documents,
    /// Documents, then segments within them; overstates the variance.
    TwoStage,
}

/// Which segments count where judgments are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", remote = "Self")]
#[schemars(remote = "Mask")]
pub enum MaskWord {
    /// Those that all compared systems have, by metric.
    Common,
    /// Each system's own.
    Own,
    /// All: a system that misses one has no score.
    All,
}

read_as_table!(StudyTable, TestSizesTable, OrderingsTable, SamplesTable);
read_as_word!(SamplingWord, ResampleWord, MaskWord);
