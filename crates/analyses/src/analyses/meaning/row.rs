//! The table `meaning`: how often people agree with a difference of a metric.

use std::sync::Arc;

use crate::table::{Cell, table, word_columns};
use crate::value::words;

words! {
    /// Which pairs of systems count.
    #[derive(Default)]
    pub enum PairsOfPeople {
        #[default]
        /// All that people do not tie.
        All = "all",
        /// Those that people tell apart: by whole documents, adjusted for all pairs (Holm).
        Significant = "significant",
    }
}

word_columns!(PairsOfPeople);

table! {
    /// One row per metric, judgments, choice of pairs and difference: the probability that people order two systems as the
    /// metric does. Of a study on several corpora the rows of each are followed by those over all, with an empty name of a
    /// corpus: the curve of the pairs within each of those in which the metric has one signature. `status` is also `too-few-units` below five systems, `no-variation` where the metric does not distinguish
    /// systems, and `beyond-data` for a difference larger than all that are there.
    pub struct MeaningRow in "meaning" {
        .. /// The cell.
        cell: Cell,
        /// The judgments.
        against: Arc<str> [key, "against"],
        /// Which pairs count.
        pairs_of: PairsOfPeople [key, "pairs of"],
        /// Difference of the metric between two systems, in its unit.
        difference: f64 [key, "difference", Real],
        /// Probability that people agree, by a logistic curve through one half.
        probability: Option<f64> ["people agree", Real],
        /// Lower end of its interval, for other systems of this kind on these corpora: each system is left out in turn.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// Level of the interval.
        ci_level: f64,
        /// The share itself at this difference, shares made ascending with the difference.
        ascending_share: Option<f64>,
        /// Slope of the curve per unit of the metric: P = 1/(1 + exp(-slope x difference)).
        slope: Option<f64>,
        /// Lower end of its interval.
        slope_lower: Option<f64>,
        /// Upper end.
        slope_upper: Option<f64>,
        /// The difference with which people agree in three of four pairs.
        difference_75: Option<f64> ["for 75 %", Real],
        /// Corpora of which pairs count.
        corpora: u32,
        /// Least `difference_75` of a single corpus; null on one corpus.
        difference_75_least: Option<f64>,
        /// The largest of these; null where on one of them no difference is enough, or there is no curve.
        difference_75_most: Option<f64>,
        /// Language pair, where the spec names it and all corpora have the same.
        language_pair: Option<Arc<str>>,
        /// Largest difference that is there.
        largest_difference: Option<f64>,
        /// Share of the pairs in which people agree; a tie of the metric counts one half.
        agreeing_share: Option<f64>,
        /// Pairs that count.
        pairs: u64,
        /// Systems.
        systems: u32,
        /// Everything that changes the scores of the metric.
        signature: Arc<str>,
    }
}
