//! The table `ranks`: how probable every rank is for every system.

use crate::table::{Cell, table};

table! {
    /// One row per cell and rank: how probable the rank is for the system among those that share
    /// metric and references (Hamon et al. 2007, Koehn 2012). Rank 1 is best in the direction of the
    /// metric. Resamples of a test set take its scores for the truth: for new test sets see `new_rankings`.
    /// Systems without any score for the metric have no rows. `status` is also
    /// `different-segments` where systems are scored on different segments, `too-few-units` below two
    /// systems, and that of another system where one keeps all from being ranked.
    pub struct RankRow in "ranks", shown LargestTestSet {
        .. /// The cell.
        cell: Cell,
        /// Rank, from 1.
        rank: u32 [key],
        /// Share of the replicates in which the system has this rank. Systems that tie on several ranks
        /// have each of them with equal weights, so that the probabilities of a system add up to 1, and
        /// so do those of a rank.
        probability: Option<f64>,
        /// Monte-Carlo standard error of `probability`.
        probability_error: Option<f64>,
        /// In resamples: best rank left when a tail of at most (1 - level)/2 is cut off at each end of the ranks of
        /// the replicates.
        rank_lower: Option<u32>,
        /// Worst rank left.
        rank_upper: Option<u32>,
        /// Confidence level of `rank_lower` and `rank_upper`.
        level: f64,
        /// Best rank in the share `level` of new test sets of this size; on the largest test sets, where `new_rankings` says
        /// something of new ones.
        new_rank_lower: Option<u32>,
        /// Worst rank there.
        new_rank_upper: Option<u32>,
        /// Cluster of systems, 1 is best: a line stands where every system above differs significantly from every one
        /// below, by the default test, adjusted by Holm over all pairs of the metric. Systems of one cluster are not
        /// distinguished, which does not make them equal.
        cluster: Option<u32>,
        /// Mean of the ranks in replicates.
        mean_rank: Option<f64>,
        /// Rank by the scores on the test set; systems that tie share the best rank.
        observed_rank: Option<u32>,
        /// Rank by the scores on the whole corpus.
        corpus_rank: Option<u32>,
        /// Score on the test set, in the metric's unit.
        score: Option<f64>,
        /// Replicates left out, because a system has no score in them.
        undefined_replicates: Option<u64>,
    }
}
