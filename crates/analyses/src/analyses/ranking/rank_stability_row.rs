//! The table `rank_stability`: how often parts of the corpus rank like the whole.

use crate::table::{Cell, table};

table! {
    /// One row per metric, reference set, size and ordering, and over all orderings (`ordering` null):
    /// how often resamples of a test set of the size rank the systems as the whole corpus does, and from
    /// which size on. The whole contains the test set, and systems that look different are, so that these shares are
    /// no probabilities of new data: those are in `new_rankings`. Over orderings, probabilities and deviations are means over the
    /// test sets of the size, null where one of them has none. Test sets that are samples have only
    /// rows over all samples of a size. `status` as in `ranks`.
    pub struct RankStabilityRow in "rank_stability", without ["system"] {
        .. /// The cell, without a system.
        cell: Cell,
        /// Systems that are ranked.
        systems: u32 ["systems"],
        /// Test sets that the row is about.
        test_sets: u32,
        /// Share of its replicates that order all systems as the whole corpus does; those that tie there may
        /// be in any order. It lies below 1 on the whole corpus, too, where systems are close.
        holds as "resamples_like_corpus": Option<f64> ["like the corpus", Percent],
        /// Monte-Carlo standard error of that share.
        holds_error as "resamples_like_corpus_error": Option<f64>,
        /// Share with the best system of the whole corpus as the best, or with one of those that tie for it.
        best_holds as "resamples_best_like_corpus": Option<f64> ["best like the corpus", Percent],
        /// Share of the replicates that order the systems as the test set itself does.
        repeats as "resamples_like_test_set": Option<f64>,
        /// Share of the test sets whose own scores rank the systems as the whole corpus does. They are
        /// parts of it, so that this reaches 1 at its size, however close systems are.
        observed as "parts_like_corpus": Option<f64>,
        /// Wanted share of the replicates.
        probability: f64,
        /// Smallest size from which on `resamples_like_corpus` is at least `probability` at every size of the ordering
        /// (over orderings: of their means), documents with segments that count. Null where it is not at
        /// the largest size, and over samples, whose sizes are segments.
        stable_from as "resamples_stable_from": Option<f64> ["from, documents"],
        /// That size in segments that count (over orderings: their mean number).
        stable_from_segments as "resamples_stable_from_segments": Option<f64>,
        /// How far distances between the scores of two systems are from those on the whole corpus: the
        /// largest difference between the two over all pairs, in percent of the range of the scores
        /// on the whole corpus. Null where all of these are equal.
        distance_deviation: Option<f64> ["distances deviate, %", Real],
        /// `distance_deviation` that counts as stable.
        distance_tolerance: f64,
        /// Smallest size from which on `distance_deviation` is within the tolerance at every size (Zhang
        /// & Vogel 2004 judge that by eye), documents with segments that count. Null as `resamples_stable_from`,
        /// and where the whole corpus alone is.
        distances_stable_from: Option<f64> ["distances from, documents"],
        /// That size in segments that count.
        distances_stable_from_segments: Option<f64>,
    }
}
