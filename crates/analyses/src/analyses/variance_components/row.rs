//! The table `variance_components`: what ratings vary with.

use std::sync::Arc;

use crate::stats::Status;
use crate::stats::judges::{Factor, Unit};
use crate::table::table;

table! {
    /// One row per criterion and component of the variance of ratings, and in the row `judge` the test of
    /// whether judges differ. Systems are fixed; all else is random. Variances are in squares of the unit of
    /// the study's metric of the criterion, or of the judgments if it has none.
    pub struct VarianceComponentRow in "variance_components", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Criterion that was judged.
        criterion: Arc<str> [key],
        /// `document` (difficulty, the same for all systems), `system x document`, `item` (segments within
        /// documents), `system x item` (quality of outputs), `judge` (severity), `system x judge` (what a judge
        /// likes in a system), or `residual` (what changes with each rating).
        component: Factor [key],
        /// Ratings.
        ratings: u64,
        /// Systems with a rating.
        systems: u32,
        /// Documents with a rating.
        documents: u32,
        /// Segments with a rating.
        segments: u64,
        /// Judges with a rating.
        judges: u32,
        /// Outputs (of a system for a segment) with a rating.
        outputs: u64,
        /// Outputs with two ratings or more.
        repeated_outputs: u64,
        /// Share of the ratings by judges who rated the document for all its systems; elsewhere severity
        /// enters differences of systems.
        together: f64,
        /// How unequal documents are: mean square of their segments over the square of the mean; 1 where all are equal.
        size_dispersion: f64,
        /// The component as it was estimated, perhaps below 0 (status `negative`).
        estimate: Option<f64>,
        /// The component: the estimate, or 0 where that is below 0.
        value: Option<f64>,
        /// What was left out in turn for the standard error and the interval: `documents` (for other
        /// documents and the same judges) or `judges` (for other judges and the same documents).
        leave_out: Unit,
        /// Standard error of the estimate by the jackknife.
        standard_error: Option<f64>,
        /// Lower end of the interval of the component, at least 0.
        lower: Option<f64>,
        /// Upper end of the interval of the component.
        upper: Option<f64>,
        /// Confidence level of the interval.
        level: f64,
        /// `ok`, or why there is no interval: `too-few-units` (nothing can be left out), `confounded` (without
        /// one of the units judges are not separated from texts), or the status of the component.
        interval_status: Status,
        /// Share in the sum of all components.
        share: Option<f64>,
        /// Share in the variance of a difference of two systems on one segment, each rated once by a judge of
        /// its own; null for components that drop out of differences. Those of `system x document` and
        /// `system x item` belong to the segment, and stay with any number of ratings; judges drop out
        /// where the same judge rates both.
        difference_share: Option<f64>,
        /// In the row `judge`: standard deviation of severity among judges of whom these are a sample, by least
        /// squares of system + document + judge (Henderson's third method); 0 where its square is
        /// below 0. The component of the same row has another estimator.
        severity_deviation: Option<f64>,
        /// In the row `judge`: F of the test that judges do not differ in severity.
        f: Option<f64>,
        /// Its degrees of freedom: judges less one.
        degrees_of_freedom: Option<f64>,
        /// Degrees of freedom of the residuals.
        residual_degrees_of_freedom: Option<f64>,
        /// Its p-value for independent ratings. Ratings of a system in a document are not: it is far too small where
        /// systems do better or worse in a document.
        p_value: Option<f64>,
        /// In the row `judge`: `ok`, or why there is no test: `too-few-judges`, `confounded` (some judges or
        /// systems share no document with the others), `too-few-ratings`, `no-variance` (nothing varies beside
        /// systems, documents and judges).
        test_status: Option<Status>,
        /// In the row `judge`: p-value of judges being alike, with ratings of a document that are not independent: the
        /// smallest of the judges with ten ratings or more, by Student's t with the standard errors of the table
        /// `judges`, times their number.
        severity_p_value: Option<f64>,
        /// In the row `judge`: `ok`, or why there is no such p-value: as `test_status`, of what is left without one of
        /// the documents too, `one-document`, or `too-few-judges` (with ten ratings).
        severity_status: Option<Status>,
        /// In the row `judge`: the number of best systems, four at most, that `best_range` is about. Scores are means over
        /// segments of the mean of the ratings.
        best_systems: Option<u32>,
        /// In the row `judge`: the highest of their scores less the lowest.
        best_range: Option<f64>,
        /// `ok`; `negative` (the estimate is below 0 and counts as 0); `single-ratings` (no output has two
        /// ratings: `residual` is the sum of `system x item` and `residual`, which cannot be
        /// separated); `part-of-another` (a factor with the same levels has it: in documents of one segment each, the
        /// segment); `one-judge`, `one-document`, `confounded` (the pattern of ratings does not
        /// separate judges from texts) or `too-few-units` (no more ratings than systems).
        status: Status,
    }
}
