//! The table `replication`: what a second round finds again.

use std::sync::Arc;

use crate::analyses::comparison::options::Adjustment;
use crate::stats::judges::replication::Scope;
use crate::stats::reason::Status;
use crate::table::columns::{table, word_columns};
use crate::value::words;

words! {
    /// What two rounds are.
    #[derive(Default)]
    pub enum Rounds {
        /// Two criteria.
        #[default]
        Criteria = "rounds",
        /// Halves of the test set.
        Halves = "halves",
        /// Halves of the judges of a criterion.
        HalvesOfJudges = "halves-of-judges",
        /// A campaign, and a second one as it is to be expected.
        Components = "components",
    }
}

words! {
    /// What a round is made of.
    #[derive(Default)]
    pub enum RoundUnit {
        /// Documents.
        #[default]
        Documents = "documents",
        /// Segments.
        Segments = "segments",
        /// Judges.
        Judges = "judges",
    }
}

word_columns!(Rounds, RoundUnit, Adjustment);

table! {
    /// One row per pair of rounds and size: of the pairs of systems that the first round finds significantly
    /// different, how many the second finds again and how many it reverses.
    pub struct ReplicationRow in "replication", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// What the rounds are: `rounds` (two criteria), `halves` (of the test set, at random, disjoint, by a
        /// metric), `halves-of-judges` (of a criterion), or `components` (a campaign, and a second one of the size in
        /// the row as it is to be expected from the standard errors of this one: columns are expectations).
        source: Rounds [key, "rounds"],
        /// The first round: a criterion, or the metric whose test set is halved.
        first: Arc<str> [key, "first"],
        /// The criterion that is the second round; null where both are made from the first.
        second: Option<Arc<str>> [key, "second"],
        /// Names of the references of the metric, joined by `+`; null for criteria and metrics that read none.
        references: Option<Arc<str>> [key, "references"],
        /// Size of a round, as in the spec: `all` (two rounds as they are, or campaigns as large as the
        /// present one), `half`, `25 segments`, `10 documents`.
        size: Arc<str> [key, "size"],
        /// What a round is made of, and what is divided: `documents`, `segments` or `judges`.
        unit: RoundUnit,
        /// These in a round.
        units: Option<f64>,
        /// Segments of a round (mean).
        segments: Option<f64> ["segments", Real],
        /// What verdicts are to hold for: other `segments` or other `documents` with the same judges, or
        /// `documents-and-judges`.
        scope: Scope ["scope"],
        /// `none`, `holm` or `benjamini-hochberg`: over the pairs of a round.
        adjustment: Adjustment ["adjustment"],
        /// Confidence level of verdicts.
        level: f64,
        /// Systems in both rounds.
        systems: u32,
        /// Pairs of systems.
        pairs: u32 ["pairs"],
        /// Comparisons of two rounds: 1, the samples of a size, or twice the divisions into halves (each counts both
        /// ways). All columns below are over all of them.
        comparisons: Option<u64>,
        /// Pairs of systems that the first round finds significantly different (mean).
        found: Option<f64> ["found", Real],
        /// Of these, pairs that the second finds significantly different in the same direction (mean).
        again: Option<f64>,
        /// Of these, pairs with the opposite sign in the second, significantly or not (mean).
        reversed: Option<f64>,
        /// Of these, significantly (mean).
        reversed_significantly: Option<f64>,
        /// `again` over `found`; null where nothing is found.
        again_share: Option<f64> ["again", Percent],
        /// `reversed` over `found`: type S errors, if the second round were the truth.
        reversed_share: Option<f64> ["reversed", Percent],
        /// Sum of the sizes of the differences found, over the sum of the same differences in the second round: how
        /// much too large significant differences are (type M).
        exaggeration: Option<f64> ["ratio of sizes", Real],
        /// Share of the comparisons in which none of the pairs found comes out reversed; 1 where none is found. Null
        /// for `components`.
        none_reversed: Option<f64> ["none reversed", Percent],
        /// `ok`; `too-few-units` (there are no two rounds of this size), `no-documents` (a number of documents,
        /// and segments are resampled), `confounded` (judges are not separated from texts), `no-test` (fewer
        /// than two documents or judges), `not-additive` or `stratified` (there is no test on halves),
        /// `no-names` (a round has no judges with names), `no-data`, `different-segments`.
        status: Status,
    }
}
