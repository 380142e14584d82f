//! The table `strata`: the score of each stratum.

use std::sync::Arc;

use crate::config::model::{StratumKey, Weighting};
use crate::table::{Cell, Resampled, table};

table! {
    /// One row per cell and stratum, of studies with `strata`: the score of the stratum alone and its
    /// standard error, by the jackknife over its resampling units. The score of the cell is the sum of
    /// `weight` times `stratum_score`, and its squared standard error that of the squares of `weight` times
    /// `standard_error`. `status` also has the reasons why a stratum has no standard error: `one-unit`,
    /// `empty-stratum` (no segment of it counts), `undefined-score` (the metric has no value, or none
    /// without some unit); `no-variation` (all units score alike) leaves no margin.
    pub struct StratumRow in "strata", shown LargestTestSet {
        .. /// The cell.
        cell: Cell,
        /// Name of the stratum.
        stratum: Arc<str> [key, "stratum"],
        /// What documents of a stratum share: `domain`.
        stratified_by: StratumKey,
        /// How strata are weighted: by `size`, `equal`, or by numbers of their `own`.
        weighting: Weighting,
        /// What the score of the stratum weighs; weights sum to 1.
        weight: f64 ["weight", Percent],
        /// Scored documents of the stratum.
        stratum_documents: Option<u64> ["scored documents"],
        /// Scored segments of the stratum.
        stratum_segments: Option<u64> ["scored segments"],
        /// Scored resampling units of the stratum.
        units: Option<u64>,
        /// Score of the stratum, in the metric's unit.
        stratum_score: Option<f64> ["score", Real],
        /// Standard error of `stratum_score`, in the metric's unit.
        standard_error: Option<f64>,
        /// Half of the width of Student's interval of `stratum_score`, with `units - 1` degrees of
        /// freedom.
        margin: Option<f64> ["margin", Real],
        /// Confidence level of the margin.
        level: f64,
        /// Share that the stratum has in the squared standard error of the score of the cell.
        variance_share: Option<f64> ["share", Percent],
        /// Unit of resampling: `segments` or `documents`.
        resample: Resampled,
        /// Everything that changes the score.
        signature: Arc<str>,
    }
}
