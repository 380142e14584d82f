//! The table `minimal_sizes`: fitted curves and the sizes read off them.

use std::sync::Arc;

use super::options::{Deviation, RegressionFunction};
use crate::stats::{Fit, Status};
use crate::table::{Cell, table};

table! {
    /// One row per ordering, system, metric and fitted function: the sizes at which the curve of the
    /// deviations stops falling fast (`x_min`) and is level (`x_max`; Estrella et al. 2007). Sizes are
    /// numbers of scored documents (`judged_documents`). `test_set`, `documents` and
    /// `segments` are those of the largest test set of the ordering.
    pub struct MinimalSizeRow in "minimal_sizes" {
        .. /// The cell.
        cell: Cell,
        /// `power` (`a x^-b`) or `cubic` (`d x^3 + c x^2 + b x + a`), x in documents.
        function: RegressionFunction [key],
        /// `log-least-squares` (of ln y on ln x) or `least-squares`.
        fit: Fit [key],
        /// What was fitted: `relative` (`relative_stdev`) or `absolute` (`stdev`).
        deviation: Deviation [key],
        /// Whether deviations were multiplied by sqrt(k/(k - 1)) for k documents
        /// first: with documents as units the bootstrap makes them too small by that factor, and a
        /// curve through them would give an `x_min` near 3.7 where 3 is true.
        small_sample_corrected: bool,
        /// Sizes that entered the fit: those with a positive deviation.
        points: u32,
        /// Coefficient a.
        a: Option<f64>,
        /// Coefficient b; for the power function the exponent of the fall.
        b: Option<f64>,
        /// Coefficient c of the cubic.
        c: Option<f64>,
        /// Coefficient d of the cubic.
        d: Option<f64>,
        /// R squared in the space of the fit (logarithms for `log-least-squares`).
        r_squared: Option<f64>,
        /// Adjusted R squared of the deviation itself, comparable between functions.
        r_squared_adjusted: Option<f64>,
        /// Akaike's criterion of the deviation itself, corrected for few points; lower is better.
        aicc: Option<f64>,
        /// What to beware of, joined by `, `: `few-sizes` (fewer than four), `bad-fit` (adjusted R squared
        /// in the space of the fit below 0.9), `not-falling` (no positive exponent),
        /// `slope-not-half` (exponent further than 0.25 from the 1/2 of independent units),
        /// `extrapolated` (`x_max` beyond the sizes seen). Null where there is nothing.
        warning: Option<Arc<str>>,
        /// Point whose tangent gives `x_min`, documents.
        tangent_at: f64,
        /// Slope that counts as level, in units of the deviation per document; null where the spec
        /// names none.
        epsilon: Option<f64>,
        /// Where the tangent at `tangent_at` meets the axis, documents. For the power function with
        /// `tangent_at` 1 it is 1 + 1/b: 3 whenever the deviation falls as the root of the size.
        x_min: Option<f64>,
        /// Lower end of the interval of `x_min`, at `interval_level`: where the size lies for the
        /// documents that those of the corpus are a sample of, on average over orders.
        x_min_lower: Option<f64>,
        /// Upper end of the interval of `x_min`.
        x_min_upper: Option<f64>,
        /// Monte-Carlo standard error of `x_min`, from `stdev_error` of each size: what as
        /// many other replicates would change. Not part of the interval.
        x_min_error: Option<f64>,
        /// Where the slope falls to `epsilon` (power) or to zero at a local minimum (cubic),
        /// documents.
        x_max: Option<f64>,
        /// Lower end of the interval of `x_max`.
        x_max_lower: Option<f64>,
        /// Upper end of the interval of `x_max`.
        x_max_upper: Option<f64>,
        /// Monte-Carlo standard error of `x_max`.
        x_max_error: Option<f64>,
        /// `x_max` of the cubic by the rule printed in the paper: the smallest positive stationary
        /// point, be it a maximum.
        x_max_as_published: Option<f64>,
        /// Resamples of the documents behind the intervals of sizes; 0 for no intervals.
        interval_draws: u32,
        /// Confidence level of the intervals of sizes.
        interval_level: f64,
        /// `ok` where every size of the row has an interval, or why one has none: `undefined-draws` (in
        /// more than one resample of twenty there is no such size), `no-variation` (all give the same
        /// size, to nine digits), `not-additive` (scores do not follow from sums), `too-few-units` (one
        /// document). `no-size` where the row has neither `x_min` nor `x_max`. Null without
        /// `interval-draws`, and below two sizes.
        interval_status: Option<Status>,
        /// Smallest size from which on the systems rank by their scores as on the largest test set
        /// of the ordering, documents: what was observed, with no probability attached. An upper
        /// bound, since only the sizes of the ordering were tried. Null below two systems with scores, where all scores are equal, and where no smaller test set than
        /// the largest ranks them so.
        rank_stable_from: Option<u32>,
        /// Scored segments per document that has any, over the whole corpus.
        segments_per_document: f64,
        /// `x_min` in segments, at the mean number of scored segments per document.
        segments_min: Option<f64>,
        /// `x_max` in segments, at the mean number of scored segments per document.
        segments_max: Option<f64>,
        /// `segments_max` in words, as in `margins`.
        required_words: Option<f64>,
        /// Whether this function has the lowest `aicc` of those fitted by least squares of the
        /// deviation itself.
        selected: bool,
        /// Whether this function has the largest `r_squared_adjusted` of those fitted by least
        /// squares of the deviation itself.
        selected_by_r_squared_adjusted: bool,
        /// Whether this function has the largest `r_squared`, the rule of the 2007 paper, among
        /// the power function fitted in logarithms and the cubic.
        selected_as_published: bool,
    }
}
