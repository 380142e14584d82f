//! The table `subset_independence`: whether sizes and deviations depend on which documents were taken.

use std::sync::Arc;

use super::options::RegressionFunction;
use crate::stats::{Fit, Status};
use crate::table::{ChosenReferences, ReportRow, Shown, table, word_columns};
use crate::value::words;

words! {
    /// What is compared between orderings.
    #[derive(Default)]
    pub enum Quantity {
        /// The deviation of test sets of a size.
        #[default]
        Deviation = "deviation",
        /// Where the tangent of a curve meets the axis.
        XMin = "x_min",
        /// Where a curve is level.
        XMax = "x_max",
    }
}

word_columns!(Quantity);

table! {
    /// One row per system, metric and quantity of a study with `minimal-size`: how much the
    /// deviation of test sets of equal size, or a size read off a curve, differs between orderings,
    /// against what the Monte-Carlo noise of B replicates alone would give. That the number of
    /// documents does not depend on the exact subset (Estrella et al. 2007) is the hypothesis of the
    /// test. Its level does not suffer from documents that test sets share, since every test set has
    /// resamples of its own; curves through a common test set share its noise, which is allowed for. Sizes
    /// at which all orderings have the same documents are left out.
    pub struct SubsetIndependenceRow in "subset_independence" {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key],
        /// Name of the system.
        system: Option<Arc<str>> [key],
        /// Number of references that each segment is compared with; null for metrics that read none.
        reference_count: Option<u32> [key],
        /// How the references were chosen.
        reference_choice: Option<ChosenReferences> [key],
        /// Names of the references.
        references: Option<Arc<str>> [key],
        /// Repetition of the resampling, from 1.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key],
        /// What is compared: `deviation` (`stdev`, in the unit of the study), `x_min` or `x_max`.
        quantity: Quantity [key],
        /// Scored documents of the test sets whose deviations are compared; null for sizes.
        size: Option<u32> [key],
        /// Function whose `x_min` or `x_max` is compared.
        function: Option<RegressionFunction> [key],
        /// Way in which it was fitted.
        fit: Option<Fit> [key],
        /// Distinct test sets, or distinct orderings, with a value.
        subsets: u32,
        /// Those without a value, which are left out.
        undefined_subsets: u32,
        /// Geometric mean of the values.
        mean: Option<f64>,
        /// Standard deviation of their logarithms (divisor n - 1), times 100: about percent of the
        /// mean.
        relative_spread: Option<f64>,
        /// What `relative_spread` would be on average from Monte-Carlo noise alone.
        relative_noise: Option<f64>,
        /// `relative_spread` / `relative_noise`: about 1 where the subset does not matter.
        spread_ratio: Option<f64>,
        /// Cochran's Q: weighted sum of squares of the logarithms about their weighted mean.
        q: Option<f64>,
        /// Its degrees of freedom.
        degrees_of_freedom: Option<u32>,
        /// Probability of as large a `q` where the value is the same for all subsets.
        p_value: Option<f64>,
        /// `ok`; the status of a cell without scores; or why values are null: `one-ordering`,
        /// `too-few-units` (fewer than two subsets have a value), `no-variation` (no Monte-Carlo
        /// error, or curves whose noise is the same).
        status: Status,
    }
}

impl ReportRow for SubsetIndependenceRow {
    // A test of hypotheses, for those who read tables.
    const SHOWN: Shown = Shown::Nothing;
}
