//! Options of replication.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analyses::comparison::options::{Adjustment, Comparison};
use crate::config::asked::Options;
use crate::stats::judges::replication::Scope;
use crate::value::{Ascending, Count, Kind, MOST, Set, Text, Word, words};

/// Of the pairs of systems that one round finds significantly different: how many a second round of the same
/// design finds again, and how many it reverses. A round is a human evaluation, or a test set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Replication {
    /// Criteria of the corpus that are rounds of one evaluation, two or more: each is compared with each.
    /// Default: none. Example: `rounds = ["ESA-1", "ESA-2"]`.
    #[serde(with = "Option::<Set<Text>>")]
    pub rounds: Option<Vec<String>>,
    /// What else makes two rounds: `"halves"` of the test set, by the metrics of the study;
    /// `"halves-of-judges"`; or `"components"`, a second campaign as it is to be expected from this one. Default:
    /// `["halves"]`; with `rounds` nothing else. Example: `sources = ["halves-of-judges", "components"]`.
    #[serde(with = "Option::<Set<Word<Source>>>")]
    pub sources: Option<Vec<Source>>,
    /// Criteria for halves of judges and for components. Default: all whose judges the corpus names.
    /// Example: `criteria = ["esa"]`.
    #[serde(with = "Option::<Set<Text>>")]
    pub criteria: Option<Vec<String>>,
    /// What the verdicts on ratings are to hold for: other `"segments"` and the same judges, other
    /// `"documents"` and the same judges, or other documents and judges (`"documents-and-judges"`). Default: the
    /// last, or documents where the corpus does not name the judges. Halves of the test set hold for the
    /// resampling unit of the study. Example: `scope = "documents"`.
    pub scope: Option<Scope>,
    /// Adjustment of p-values for the number of pairs. Default: that of `comparison` in the same study,
    /// or `"holm"`. Example: `adjustment = "none"`.
    pub adjustment: Option<Adjustment>,
    /// Sizes of a round in segments, rounded to whole documents where these are resampled; beside half of the
    /// test set, or all of a campaign. Default: none. Example: `segments = [25, 50, 100, 200]`.
    #[serde(with = "Option::<Ascending<Count<2, MOST>>>")]
    pub segments: Option<Vec<u32>>,
    /// Sizes of a round in documents. Default: none. Example: `documents = [10, 20, 40]`.
    #[serde(with = "Option::<Ascending<Count<2, MOST>>>")]
    pub documents: Option<Vec<u32>>,
    /// Number of random divisions into halves, and of samples of each size. Example: `divisions = 500`.
    #[serde(with = "Count::<1, MOST>")]
    pub divisions: u32,
}

impl Options for Replication {
    const KEY: &'static str = "replication";
    const PLACE: u8 = 14;
}

impl Default for Replication {
    fn default() -> Self {
        Self {
            rounds: None,
            sources: None,
            criteria: None,
            scope: None,
            adjustment: None,
            segments: None,
            documents: None,
            divisions: 100,
        }
    }
}

impl Replication {
    /// Whether two rounds are made in this way.
    pub(super) fn has(&self, source: Source) -> bool {
        match &self.sources {
            Some(sources) => sources.contains(&source),
            None => source == Source::Halves && self.rounds.is_none(),
        }
    }

    /// Whether it needs judgments whose judges have names.
    pub(super) fn needs_judges(&self) -> bool {
        self.has(Source::HalvesOfJudges) || self.has(Source::Components)
    }

    /// The adjustment of p-values; `beside` is the comparison of the same study.
    pub(super) fn adjustment(&self, beside: Option<&Comparison>) -> Adjustment {
        let beside = beside.map_or(Adjustment::Holm, |comparison| comparison.adjustment);
        self.adjustment.unwrap_or(beside)
    }
}

words! {
    /// What makes two rounds.
    #[schemars(rename = "ReplicationSource")]
    pub enum Source {
        /// Two disjoint random halves of the test set.
        Halves = "halves",
        /// Two disjoint random halves of the judges.
        HalvesOfJudges = "halves-of-judges",
        /// This campaign and a second one, from the standard errors of this one; those of other sizes from the
        /// components of variance.
        Components = "components",
    }
}
