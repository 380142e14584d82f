//! The tables of influence: documents in scores, in differences, and over all metrics.

use std::sync::Arc;

use crate::analyses::comparison::PairVerdict;
use crate::stats::Status;
use crate::table::{Cell, table};

table! {
    /// One row per metric, references, system and document of the largest test set: what the document scores by itself,
    /// and what it does to the score. `status` also says why documents cannot be left out (`not-additive`).
    pub struct InfluenceRow in "influence" {
        .. /// The cell.
        cell: Cell,
        /// Name of the document.
        document: Arc<str> [key, "document"],
        /// Score of the document by itself, in the metric's unit; null where nothing of it counts.
        score: Option<f64> ["score", Real],
        /// That score in standard deviations (divisor n - 1) from the mean of the documents of the system, turned so that
        /// more is better.
        z: Option<f64> ["z", Real],
        /// Score of the test set less its score without the document, in the metric's unit.
        influence: Option<f64> ["influence", Real],
    }
}

table! {
    /// One row per document of the largest test set: how difficult it is, over all metrics and systems of the study.
    pub struct DifficultyRow in "difficulty", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the document.
        document: Arc<str> [key, "document"],
        /// Mean over metrics of the mean over systems of `z` in `influence`: below 0 where it is difficult.
        z: Option<f64> ["z", Real],
        /// Smallest of the means of a metric.
        z_lower: Option<f64> ["lowest by metric", Real],
        /// Largest of them.
        z_upper: Option<f64> ["highest by metric", Real],
        /// Largest z less the smallest over the metrics of one system, of the system where that is most.
        disagreement: Option<f64> ["metrics disagree by", Real],
        /// That system.
        system_with_largest: Option<Arc<str>> ["for system"],
        /// How many documents findings name.
        named: u32,
        /// `ok`, or `no-data` where nothing of the document has a score.
        status: Status,
    }
}

table! {
    /// One row per metric, references, pair of systems and document of the largest test set: their difference without the
    /// document, by Student's interval with the jackknife over the other documents, unadjusted for the number of pairs.
    pub struct InfluencePairRow in "influence_pairs", without ["system"] {
        .. /// The cell, without a system.
        cell: Cell,
        /// First system.
        system_a: Arc<str> [key, "A"],
        /// Second system.
        system_b: Arc<str> [key, "B"],
        /// Name of the document.
        document: Arc<str> [key, "document"],
        /// Score of A less that of B on all documents, in the metric's unit.
        delta: Option<f64> ["difference", Real],
        /// What its interval says of A: `>` (better), `<` (worse) or `~`; null without an interval.
        verdict: Option<PairVerdict>,
        /// The difference without the document.
        delta_without: Option<f64> ["without it", Real],
        /// Lower end of its interval, at the level of the study.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// What that interval says of A.
        verdict_without: Option<PairVerdict> ["verdict without"],
        /// How many documents, those that add most to the difference first, have to go until at most half of it is left.
        documents_of_half: Option<u32>,
    }
}
