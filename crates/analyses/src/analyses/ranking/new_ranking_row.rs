//! The table `new_rankings`: what new test sets would say of the ranking.

use std::sync::Arc;

use crate::table::{Cell, Resampled, table};

table! {
    /// One row per metric, reference set, size, repeat and B: what is to be expected of *new* test sets
    /// of this size, of other documents of the same kind (of other segments, where segments are resampled).
    /// All sizes are estimated from the largest test sets of the study, by one model of the true scores: the
    /// observed differences are larger than the true ones (`docs/statistics/rankings.md`, "New test sets"). Over several
    /// largest test sets: means. `status` as in `ranks`, and `no-crossed-form` where judges are resampled, too.
    pub struct NewRankingRow in "new_rankings", without ["system", "ordering"] {
        .. /// The cell, without a system and an ordering: all test sets of the size.
        cell: Cell,
        /// Systems that are ranked.
        systems: u32 ["systems"],
        /// Largest test sets that the row is estimated from.
        basis_test_sets: u32,
        /// Scored resampling units of these (mean).
        basis_units: Option<f64>,
        /// Scored documents of a test set of this size (mean over those of the study).
        scored_documents: f64,
        /// Its scored segments (mean).
        scored_segments: f64,
        /// Its scored resampling units (mean).
        units: Option<f64>,
        /// What a unit is: `segments`, `documents` or `two-stage`, which counts documents.
        resample: Resampled,
        /// Best system of the largest test sets, the one that is best most often in new ones of their
        /// size; those that tie joined by ` + `.
        best_system: Option<Arc<str>>,
        /// How many systems `best_system` names.
        best_systems: Option<u32>,
        /// Probability that `best_system` is the best of a new test set (that they are the same, where
        /// several tie).
        best_again: Option<f64>,
        /// The system with the second best score (one of those that tie for best, where several do); null over several
        /// largest test sets.
        second_system: Option<Arc<str>>,
        /// By how much the score of the best system is better than that of the second on the largest test set, in the
        /// metric's unit; at least 0.
        lead: Option<f64>,
        /// What other documents show of this lead on average: the best is the luckiest, too, so that this is less by what
        /// leads in new test sets show too much, by the model of the true scores. Below 0 where the lead is smaller than
        /// luck makes it: then nothing of it is to be expected.
        expected_lead: Option<f64>,
        /// The system that is best most often in new test sets, but for `best_system`; null where none is.
        rival: Option<Arc<str>>,
        /// Probability that it is the best of a new test set of the size of the largest ones.
        rival_best: Option<f64>,
        /// Probability that the best system of a new test set is the truly best.
        best_is_best: Option<f64> ["best is best", Percent],
        /// k of `top_is_top`.
        top: u32 ["top"],
        /// Probability that the best k systems of a new test set are the truly best k. Null where there are
        /// no more than k.
        top_is_top: Option<f64> ["top is top", Percent],
        /// Probability that a new test set has all systems of each cluster of the largest test set (`cluster`
        /// in `ranks`) above all of lower ones. Null where there is one cluster.
        clusters_hold: Option<f64> ["clusters hold", Percent],
        /// Probability that the complete order of a new test set is the true one.
        order_is_true: Option<f64> ["order is true", Percent],
        /// Probability that two new test sets have the same complete order.
        orders_agree: Option<f64> ["orders agree", Percent],
        /// Probability that they have the same best system.
        bests_agree: Option<f64> ["bests agree", Percent],
        /// Mean share of the pairs of systems that they have in the same order.
        pairs_agree: Option<f64> ["pairs agree", Percent],
        /// Probability from which on the spec takes a statement for reliable.
        probability: f64,
        /// Draws of true scores behind each probability p, with three test sets each. Its Monte-Carlo error is
        /// sqrt(p (1 - p)/trials) at most.
        trials: Option<u64>,
    }
}
