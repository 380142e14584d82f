//! The table `history`: a system from version to version.

use std::sync::Arc;

use super::vocabulary::EarlierRun;
use crate::analyses::comparison::PairVerdict;
use crate::table::columns::table;
use crate::table::{Cell, Resampled};

table! {
    /// Two rows per test set, metric, references and run: it less the run before, and less the first. `system` is the run. Each run
    /// from the second on is a look at the test set; look k is tested at the part 6/(pi^2 k^2) of 1 - `level`, adjusted within the
    /// look for all metrics and both comparisons (Holm). So the probability of any false verdict in `verdict` is at most
    /// 1 - `level` over any number of looks; that of `plain_verdict` is so for each row alone, and approaches 1. `status` also says
    /// why there is no error: `no-variation`, `different-segments`, `not-additive`.
    pub struct HistoryRow in "history", shown LargestTestSet {
        .. /// The cell.
        cell: Cell,
        /// `previous` or `first`: what the run is compared with.
        compared_with: EarlierRun [key, "compared with"],
        /// Number of the run, from 1.
        run: u32 ["run"],
        /// The earlier run; null for the first.
        earlier: Option<Arc<str>>,
        /// Score of the run, in the metric's unit.
        score: Option<f64> ["score", Real],
        /// Lower end of its interval, as in `scores`.
        score_lower: Option<f64>,
        /// Upper end.
        score_upper: Option<f64>,
        /// Score of the run less that of the earlier one, in the metric's unit, whatever its direction.
        delta: Option<f64> ["difference", Real],
        /// Its standard error, by the jackknife over the resampling units of both.
        standard_error: Option<f64>,
        /// Lower end of its interval by Student's t, at `level`; for this difference alone.
        ci_lower: Option<f64>,
        /// Upper end.
        ci_upper: Option<f64>,
        /// Two-sided p-value of no difference.
        p_value: Option<f64> ["p", Real],
        /// What this row alone says of the run, at `level`: `>` better than the earlier one, by the metric's direction, `<` worse,
        /// `~` not significantly different, `identical`.
        plain_verdict: Option<PairVerdict>,
        /// Number of the look at the test set, from 1; null for the first run, which is compared with nothing.
        look: Option<u32> ["look"],
        /// The p-value at or below which a single test of this look is significant with all looks counted.
        look_alpha: Option<f64>,
        /// Share of 1 - `level` that this look and those before it are tested at.
        spent: Option<f64> ["spent", Percent],
        /// `p_value` adjusted for the tests of the look (Holm), and for all looks: at most 1.
        p_adjusted: Option<f64> ["p adjusted", Real],
        /// As `plain_verdict`, by `p_adjusted`.
        verdict: Option<PairVerdict> ["verdict"],
        /// Level of the verdicts and intervals.
        level: f64,
        /// Unit of resampling, as in `scores`.
        resample: Resampled,
        /// Everything that changes the score.
        signature: Arc<str>,
    }
}
