//! Options of judging metrics.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::asked::Options;
use crate::stats::correlation::Coefficient;
use crate::stats::meta::judged::Resampling;
use crate::stats::meta::measure::{Grouping, Measure, PValues, Tau};
use crate::value::{ByName, Count, Kind, MOST, Positive, Set, Text, Word, words};

/// How well metrics agree with people: each metric of the study is compared with judgments, and the metrics
/// with each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Meta {
    /// The metric of the study, judged by people, that all others are compared with. One more that people judge is
    /// compared with it like any metric: how well a second round of judging agrees. Default: the only one that
    /// people judge. Example: `gold = "mqm"`.
    #[serde(with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub gold: Option<String>,
    /// Measures of agreement. Example: `measures = ["spa", "acc-eq", "pdp", "pearson"]`.
    #[serde(with = "Set::<Word<MeasureName>>")]
    pub measures: Vec<MeasureName>,
    /// What `pearson` and the measures of the family of Kendall are computed within: each `"item"` (segment) or each
    /// `"system"`, and averaged, or over all outputs together (`"none"`).
    /// Example: `grouping = ["item", "none"]`.
    #[serde(with = "Set::<Word<Grouping>>")]
    pub grouping: Vec<Grouping>,
    /// What intervals and ranks over resamples are to hold for. Default: what a measure compares: other systems for `spa`,
    /// `pairwise-accuracy` and `system-*`, other texts for the others. Other `"texts"`, other `"systems"` or `"both"`
    /// for all measures: then those that compare something else have ranks, and no interval, for which no method is
    /// known. Example: `scope = "texts"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// Number of random exchanges of the scores of two metrics. Where all exchanges are few, they are enumerated instead:
    /// those of up to 20 systems, and those of documents where there are no more. Adjusted by Holm, none of n pairs of
    /// metrics can differ significantly at the level .95 with fewer than 20 n of them. Example: `permutations = 5000`.
    #[serde(with = "Count::<100, MOST>")]
    pub permutations: u32,
    /// Whether every pair of metrics is tested. Example: `tests = false`.
    pub tests: bool,
    /// Weighted averages over tasks, as the metrics tasks of WMT rank metrics: a task is a measure on a corpus of the
    /// study. Default: none. Example: `average = { corpora = { "en-de" = 2.0 } }`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average: Option<Average>,
    /// Whose conventions are followed where they differ from ours: `"mtme"`, those of mt-metrics-eval. Default: none.
    /// Example: `compat = "mtme"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compat: Option<Compat>,
}

impl Options for Meta {
    const KEY: &'static str = "meta";
    const PLACE: u8 = 7;
}

impl Default for Meta {
    fn default() -> Self {
        Self {
            gold: None,
            // Both decide the metrics tasks of WMT 2024 and 2025.
            measures: vec![MeasureName::Spa, MeasureName::AccEq],
            grouping: vec![Grouping::Item],
            scope: None,
            permutations: 10_000,
            tests: true,
            average: None,
            compat: None,
        }
    }
}

/// Weighted averages over tasks. Measures between -1 and 1 are put on the scale from 0 to 1 first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(rename = "MetaAverage")]
pub struct Average {
    /// What measures weigh, relative to each other; 1 for those that are not named.
    /// Example: `measures = { spa = 2.0 }`.
    #[serde(with = "ByName::<Positive>")]
    pub measures: BTreeMap<String, f64>,
    /// What corpora weigh, relative to each other; 1 for those that are not named.
    /// Example: `corpora = { "en-de" = 2.0 }`.
    #[serde(with = "ByName::<Positive>")]
    pub corpora: BTreeMap<String, f64>,
}

impl Average {
    /// What a task weighs.
    pub(super) fn weight(&self, corpus: &str, measure: MeasureName) -> f64 {
        let weight = self.measures.get(measure.name()).unwrap_or(&1.0);
        weight * self.corpora.get(corpus).unwrap_or(&1.0)
    }
}

words! {
    /// A measure of the agreement of a metric with people.
    #[schemars(rename = "MetaMeasure")]
    pub enum MeasureName {
        /// Soft pairwise accuracy of systems.
        Spa = "spa",
        /// Pairwise accuracy of systems.
        PairwiseAccuracy = "pairwise-accuracy",
        /// Pearson's correlation of the scores of systems.
        SystemPearson = "system-pearson",
        /// Spearman's correlation of the scores of systems.
        SystemSpearman = "system-spearman",
        /// Kendall's tau-b of the scores of systems.
        SystemKendall = "system-kendall",
        /// Pairwise accuracy of outputs with ties, within segments, with the best threshold of ties.
        AccEq = "acc-eq",
        /// The same where a metric ties only equal scores.
        AccEqUncalibrated = "acc-eq-uncalibrated",
        /// Correlation of the differences of two outputs of a segment.
        Pdp = "pdp",
        /// Pearson's correlation of the scores of outputs.
        Pearson = "pearson",
        /// Kendall's tau-b of the scores of outputs.
        Kendall = "kendall",
        /// Stuart's tau-c of the scores of outputs.
        KendallC = "kendall-c",
        /// Kendall's tau with agreeing ties as agreements and others as disagreements, of the scores of outputs.
        Kendall23 = "kendall-23",
        /// The share of pairs of outputs on whose order, or tie, both agree.
        Acc23 = "acc-23",
    }
}

words! {
    /// What intervals are to hold for.
    #[derive(Default)]
    #[schemars(rename = "MetaScope")]
    pub enum Scope {
        /// Other texts, the same systems.
        #[default]
        Texts = "texts",
        /// Other systems, the same texts.
        Systems = "systems",
        /// Other texts and other systems.
        Both = "both",
    }
}

impl Scope {
    /// What an interval is for.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Texts => "other texts, with the same systems",
            Self::Systems => "other systems, on the same texts",
            Self::Both => "other texts and other systems",
        }
    }

    /// What stands for new data.
    pub(super) fn resampling(self) -> Resampling {
        match self {
            Self::Texts => Resampling::Inputs,
            Self::Systems => Resampling::Systems,
            Self::Both => Resampling::Both,
        }
    }
}

words! {
    /// Whose conventions are followed.
    #[schemars(rename = "MetaCompat")]
    pub enum Compat {
        /// mt-metrics-eval.
        Mtme = "mtme",
    }
}

/// What is exchanged together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) enum Exchanged {
    /// Each output.
    Outputs,
    /// All outputs of a system.
    Systems,
    /// All outputs of a resampling unit of texts.
    Texts,
}

impl Meta {
    /// What is exchanged together to test a measure.
    pub(super) fn exchanged(&self, measure: MeasureName) -> Exchanged {
        if self.compat == Some(Compat::Mtme) {
            Exchanged::Outputs
        } else if measure.is_of_systems() {
            Exchanged::Systems
        } else {
            Exchanged::Texts
        }
    }

    /// What is exchanged together to test averages: the same for all measures, since those on the same outputs depend on
    /// each other.
    pub(super) fn exchanged_for_averages(&self) -> Exchanged {
        let system_measure = self.measures.iter().find(|measure| measure.is_of_systems());
        // Without a measure of systems, any measure of outputs exchanges the same.
        self.exchanged(system_measure.copied().unwrap_or(MeasureName::AccEq))
    }

    /// What intervals and ranks of a measure are to hold for.
    pub(super) fn scope(&self, measure: MeasureName) -> Scope {
        self.scope.unwrap_or(measure.scope())
    }

    /// Returns `true` if differences by a measure have intervals, if any method is known: where a test and an interval are both about
    /// what it compares.
    pub(super) fn has_intervals(&self, measure: MeasureName) -> bool {
        self.scope(measure) == measure.scope() && self.exchanged(measure) != Exchanged::Outputs
    }

    /// What is resampled for ranks by a measure: the same for all of which averages are made.
    pub(super) fn resampled(&self, measure: MeasureName) -> Scope {
        if self.average.is_none() || self.scope.is_some() {
            return self.scope(measure);
        }
        let system_measure = self.measures.iter().find(|measure| measure.is_of_systems());
        system_measure.copied().unwrap_or(measure).scope()
    }

    /// The measures with what they are computed within, where there is a choice.
    pub(super) fn measures(&self) -> Vec<NamedMeasure> {
        let measures = self.measures.iter().flat_map(|name| {
            let groupings: Vec<Option<Grouping>> = if name.is_grouped() {
                self.grouping.iter().copied().map(Some).collect()
            } else {
                vec![None]
            };
            let name = *name;
            groupings.into_iter().map(move |grouping| NamedMeasure { name, grouping })
        });
        measures.collect()
    }
}

/// A measure as a study asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NamedMeasure {
    /// Its name.
    pub name: MeasureName,
    /// What it is computed within; `None` where there is no choice.
    pub grouping: Option<Grouping>,
}

impl NamedMeasure {
    /// What computes it.
    pub(super) fn measure(self) -> Measure {
        let grouping = self.grouping.unwrap_or(Grouping::Item);
        match self.name {
            MeasureName::Spa => Measure::Spa(PValues::Permutations),
            MeasureName::PairwiseAccuracy => Measure::PairwiseAccuracy,
            MeasureName::SystemPearson => Measure::Systems(Coefficient::Pearson),
            MeasureName::SystemSpearman => Measure::Systems(Coefficient::Spearman),
            MeasureName::SystemKendall => Measure::Systems(Coefficient::Kendall),
            MeasureName::AccEq => Measure::AccEq { is_calibrated: true },
            MeasureName::AccEqUncalibrated => Measure::AccEq { is_calibrated: false },
            MeasureName::Pdp => Measure::Pdp,
            MeasureName::Pearson => Measure::Pearson(grouping),
            MeasureName::Kendall => Measure::Kendall(Tau::B, grouping),
            MeasureName::KendallC => Measure::Kendall(Tau::C, grouping),
            MeasureName::Kendall23 => Measure::Kendall(Tau::TwentyThree, grouping),
            MeasureName::Acc23 => Measure::Kendall(Tau::Accuracy, grouping),
        }
    }
}

impl MeasureName {
    /// Returns `true` if it compares systems, not outputs.
    pub(super) fn is_of_systems(self) -> bool {
        NamedMeasure { name: self, grouping: None }.measure().is_of_systems()
    }

    /// What it compares, as what is to be new.
    fn scope(self) -> Scope {
        if self.is_of_systems() { Scope::Systems } else { Scope::Texts }
    }

    /// Returns `true` if it is computed within items, within systems or over all outputs.
    fn is_grouped(self) -> bool {
        use MeasureName::{Acc23, Kendall, Kendall23, KendallC, Pearson};
        matches!(self, Pearson | Kendall | KendallC | Kendall23 | Acc23)
    }
}
