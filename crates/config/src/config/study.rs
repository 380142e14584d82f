//! `[studies.NAME]`: grids and what to derive from them.

use schemars::JsonSchema;
use serde::de::{Deserializer, IgnoredAny};
use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::choices::{Mask, ReferenceChoice, ResamplingUnit};
use super::defaults::{LEVEL, MOST_REPLICATES, MOST_SEEDS};
use super::interval_method::IntervalMethod;
use super::resample::Resample;
use super::strata::Strata;
use super::test_sets::{Orderings, Samples, TestSizes};
use crate::value::{Ascending, Count, EveryOne, Kind, MOST, Set, Share, Text, WordOr, checked};

/// Numbers of replicates.
type Replications = Ascending<Count<1, MOST_REPLICATES>>;

/// One grid and what to derive from it. An analysis is a table of its own in the study, such as
/// `[studies.growth.minimal-size]`: present means wanted, and it may be empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Study {
    /// Name in tables.
    #[serde(skip_deserializing)]
    #[schemars(skip)]
    pub name: String,
    /// Names of corpora. Example: `corpora = ["enfr-1"]`.
    #[serde(with = "Set::<Text>")]
    pub corpora: Vec<String>,
    /// Names of systems, or `"all"`: every output that is not also a reference.
    /// Default: `"all"`. Example: `systems = ["S1", "S2"]`.
    #[serde(default, with = "WordOr::<All, Set<Text>>")]
    pub systems: Option<Vec<String>>,
    /// Names of metrics, built in or declared under `[metrics]`. Example: `metrics = ["bleu"]`.
    #[serde(with = "Set::<Text>")]
    pub metrics: Vec<String>,
    /// Numbers of references to score against. Default: all that the corpus has.
    /// Example: `reference-counts = [1, 2, 3, 4]`.
    #[serde(default, with = "Option::<Ascending<Count<1, MOST, usize>>>")]
    pub reference_counts: Option<Vec<usize>>,
    /// Which references make up a count: the `"first"` of the corpus, `"every-subset"` of that
    /// size, or `{ mixed = N }`: N assignments of one reference to each segment.
    /// Example: `reference-choice = "every-subset"`.
    #[serde(default)]
    pub reference_choice: ReferenceChoice,
    /// Sizes of the test sets along each ordering. Default: `{ documents = "each" }`.
    /// Example: `test-sizes = { fractions = [0.1, 0.5, 1.0] }`.
    #[serde(default = "every_size")]
    #[schemars(skip_serializing)]
    pub test_sizes: TestSizes,
    /// Orders in which documents enter a growing test set. Default: `{ corpus = true }`.
    /// Example: `orderings = { corpus = true, random = 2 }`.
    #[serde(default = "Orderings::of_corpus", deserialize_with = "checked")]
    #[schemars(skip_serializing)]
    pub orderings: Orderings,
    /// Test sets by segments out of a large corpus, in place of sizes and orderings.
    /// Default: none.
    /// Example: `samples = { sampling = "broad", segments = [100, 300], count = 100 }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<Samples>,
    /// Resampling unit of the bootstrap. Default: that of `[defaults]`; without one,
    /// `"documents"` where the largest test set has eight documents or more with two segments or more on
    /// average, `"segments"` elsewhere and with `samples`; the needs of a metric or derivation come first
    /// (docs/statistics/basics.md). A table resamples judges, too, for criteria whose judges are named.
    /// Example: `resample = { texts = "documents", judges = true }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resample: Option<Resample>,
    /// Strata: units are resampled within them, scores are added up by their weights, and the table
    /// `strata` has a row for each. Not together with two-stage resampling. Default: none.
    /// Example: `strata = { by = "domain", weights = "size" }`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strata: Option<Strata>,
    /// Method of the intervals in `scores`, `growth` and `cross_references`. Default: that of
    /// `[defaults]`; without one, `"jackknife-t"`, `"wilson"` where judgments or external scores
    /// are all 0 or 1, or `"student-t"` where there is no jackknife (two-stage resampling, scores that are not made of sums).
    /// Example: `interval-method = "percentile"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_method: Option<IntervalMethod>,
    /// Number of replicates of the bootstrap, or several. Default: that of `[defaults]`.
    /// Example: `B = [500, 1500]`.
    #[serde(rename(deserialize = "B"), default = "usual_replicates", with = "Replications")]
    #[schemars(skip_serializing)]
    pub replicates: Vec<u32>,
    /// Independent repetitions of the resampling on the same test sets. Default: that of `[defaults]`.
    /// Example: `repeats = 10`.
    #[serde(default = "one", with = "Count::<1, MOST>")]
    #[schemars(skip_serializing)]
    pub repeats: u32,
    /// Number of seeds of the generator with which the study runs at most, where the experiment has more:
    /// for a study that is too long for all of them. Default: all. Example: `seeds = 1`.
    #[serde(
        default,
        with = "Option::<Count<1, MOST_SEEDS>>",
        skip_serializing_if = "Option::is_none"
    )]
    pub seeds: Option<u32>,
    /// Confidence level of intervals, between 0 and 1. Default: that of `[defaults]`.
    /// Example: `level = 0.99`.
    #[serde(default = "usual_level", with = "Share")]
    #[schemars(skip_serializing)]
    pub level: f64,
    /// Which segments count where judgments are missing. Default: that of `[defaults]`.
    /// Example: `mask = "own"`.
    #[serde(default)]
    #[schemars(skip_serializing)]
    pub mask: Mask,
    /// The analyses that it asks for, each by a table of its own. They are read from what the other keys leave.
    #[serde(rename(deserialize = "*"), deserialize_with = "read_later", skip_serializing)]
    #[schemars(with = "Tables")]
    pub analyses: Asked,
}

/// Tables of analyses, which a schema gets from those who know them.
#[derive(JsonSchema)]
#[schemars(inline)]
struct Tables {}

fn read_later<'de, D: Deserializer<'de>>(source: D) -> Result<Asked, D::Error> {
    IgnoredAny::deserialize(source).map(|IgnoredAny| Asked::default())
}

impl Study {
    /// What is resampled of texts, where the study says so.
    pub fn resampled_texts(&self) -> Option<ResamplingUnit> {
        self.resample.map(|resample| resample.texts)
    }

    /// Whether judges are resampled, too.
    pub fn resamples_judges(&self) -> bool {
        self.resample.is_some_and(|resample| resample.judges)
    }

    /// Whether it runs with seed number `index` of the experiment, from 0.
    pub fn runs_with_seed(&self, index: u32) -> bool {
        self.seeds.is_none_or(|seeds| index < seeds)
    }

    /// Whether an analysis needs `unit` resampled where the study does not say.
    pub fn needs(&self, unit: ResamplingUnit) -> bool {
        self.analyses.rules().any(|(_, options)| options.needed_unit() == Some(unit))
    }

    /// The key of the analysis that sums up the repeats in its table, if there is one. Thousands of them
    /// are asked for there, and no reader wants a row of every table for each.
    pub fn repeats_are_for(&self) -> Option<&'static str> {
        self.analyses.rules().find(|(_, options)| options.sums_up_repeats()).map(|(key, _)| key)
    }

    /// Repeats that tables show, from 1: all, or the first where an analysis sums up the others.
    pub fn shown_repeats(&self) -> u32 {
        if self.repeats_are_for().is_some() { 1 } else { self.repeats }
    }
}

/// Defaults of all studies; see the keys of a study.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct Defaults {
    /// Number of replicates, or several. Example: `B = 1500`.
    #[serde(rename = "B", with = "Replications")]
    replicates: Vec<u32>,
    /// Confidence level of intervals, between 0 and 1. Example: `level = 0.99`.
    #[serde(with = "Share")]
    level: f64,
    /// Resampling unit of the bootstrap. Default: by the corpus, see the key of a study.
    /// Example: `resample = "documents"`.
    resample: Option<Resample>,
    /// Method of the intervals in `scores`, `growth` and `cross_references`. Default: see the key of a
    /// study. Example: `interval-method = "percentile"`.
    interval_method: Option<IntervalMethod>,
    /// Which segments count where judgments are missing. Example: `mask = "own"`.
    mask: Mask,
    /// Independent repetitions of the resampling on the same test sets. Example: `repeats = 10`.
    #[serde(with = "Count::<1, MOST>")]
    repeats: u32,
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            replicates: usual_replicates(),
            level: usual_level(),
            resample: None,
            interval_method: None,
            mask: Mask::default(),
            repeats: one(),
        }
    }
}

fn usual_replicates() -> Vec<u32> {
    vec![1000]
}

fn usual_level() -> f64 {
    LEVEL
}

fn one() -> u32 {
    1
}

fn every_size() -> TestSizes {
    TestSizes::EachDocument
}

enum All {}

impl EveryOne for All {
    const WORD: &'static str = "all";
    const EXPECTED: &'static str = "\"all\" or a list of system names such as [\"S1\", \"S2\"]";
    const TAKES_NUMBER: bool = false;
}
