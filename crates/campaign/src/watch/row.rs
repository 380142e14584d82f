//! The table `looks`: pairs of systems of a running campaign after each document.

use std::sync::Arc;

use crate::table::Cell;
use crate::table::columns::table;

table! {
    /// One row per metric, pair of systems and look, which is every document of the pair from the first look on. What it
    /// says is a function of the log up to there; `p_adjusted` and `better` are as of the last submission before the next
    /// look. `status` is also `too-few-documents` before the first look, `no-variation` where both systems always have the
    /// same difference, `skewed` where the skewness of the sums of documents is above 1, and `order-of-names` where judges
    /// took documents in the order of their names; the last two have all numbers.
    pub struct LookRow in "looks" {
        .. /// The cell.
        cell: Cell,
        /// A system.
        system_a: Arc<str> [key, "system"],
        /// The other.
        system_b: Arc<str> [key, "other"],
        /// Documents on which both are complete.
        look: u32 [key, "documents"],
        /// When the last of them was completed (UTC), where the log has times.
        time: Option<Arc<str>>,
        /// Mean difference of the first system from the other, turned so that more is better, in the unit of the metric.
        difference: Option<f64> ["difference", Real],
        /// Standard deviation of the difference of a document of mean length.
        standard_deviation: Option<f64>,
        /// Degrees of freedom of that, by the lengths of documents.
        degrees_of_freedom: Option<f64>,
        /// Lower end of the interval that holds at all looks and for all pairs together.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// Level at which all intervals hold together.
        ci_level: f64,
        /// Pairs that share the error (Bonferroni for intervals, Holm for verdicts).
        watched_pairs: u32,
        /// Smallest p-value of all looks so far.
        p_anytime: Option<f64>,
        /// The same adjusted for all pairs.
        p_adjusted: Option<f64> ["p", Real],
        /// The better system, once that is decided: `p_adjusted` is below 1 - level.
        better: Option<Arc<str>> ["better"],
        /// Documents of the pair when it was decided.
        decided_at: Option<u32>,
        /// Lower end of the interval of a single look at this number of documents, for all pairs together.
        single_lower: Option<f64>,
        /// Upper end.
        single_upper: Option<f64>,
        /// Width of the interval over that of a single look.
        width_ratio: Option<f64>,
        /// Documents until the interval excludes zero, if difference and deviation stay as they are; 0 where it does, null
        /// where no number of documents decides.
        more_documents: Option<u64> ["more documents", Real],
        /// Ratings of the pair that came after their document was counted, as the log ends: they are not used.
        late_ratings: u64,
        /// Place of the first system by its mean as the log ends, from 1.
        place_a: u32,
        /// Place of the other.
        place_b: u32,
        /// Documents of the campaign that count for any pair, as the log ends.
        campaign_documents: u32,
        /// Documents that the campaign is planned for.
        planned: u32,
        /// Documents of a pair before its first look.
        first_look: u32,
        /// What ends the campaign.
        exit_when: Option<Arc<str>>,
        /// Documents that can be paid.
        budget: Option<u32>,
        /// Whether one of the two systems came in after the first look of another pair.
        came_late: bool,
    }
}
