//! The table `judges`: how severe each judge is.

use std::sync::Arc;

use crate::stats::reason::Status;
use crate::table::columns::table;

table! {
    /// One row per criterion and judge, by least squares of system + document + judge, so that it does not matter
    /// which outputs a judge saw.
    pub struct JudgeRow in "judges", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Criterion that was judged.
        criterion: Arc<str> [key, "criterion"],
        /// Code of the judge: A gave the most judgments of the corpus. The name where the corpus is declared
        /// with `judge-names = true`.
        judge: Arc<str> [key, "judge"],
        /// Ratings that the judge gave.
        load: u64 ["ratings"],
        /// Points, in the unit of the study's metric of the criterion, by which the judge scores the same outputs worse
        /// than the mean judge, in whom a judge counts as often as he rated; below 0: better.
        severity: Option<f64> ["severity", Real],
        /// Its standard error by leaving out documents in turn, so that ratings of a document need not be
        /// independent; null for a judge of a single document, or where judges cannot be compared without one of the
        /// documents.
        standard_error: Option<f64> ["standard error", Real],
        /// Lower end of the interval of the severity, by Student's t with the documents of the judge less one as
        /// degrees of freedom.
        lower: Option<f64> ["lower end", Real],
        /// Upper end of the interval of the severity.
        upper: Option<f64> ["upper end", Real],
        /// Confidence level of the interval.
        level: f64,
        /// Standard deviation of what is left of the judge's scores when systems, documents and severity are
        /// taken out.
        spread: Option<f64> ["spread", Real],
        /// Outputs of the judge that other judges rated too.
        shared_outputs: u64,
        /// Pearson's correlation of the judge's scores of these with the means of the others; null below
        /// three, or where nothing varies.
        correlation: Option<f64> ["correlation with others", Real],
        /// `ok`, or why judges cannot be compared: `too-few-judges`, `confounded` (some judges or systems share
        /// no document with the others), `too-few-ratings`, `no-variance`.
        status: Status,
    }
}
