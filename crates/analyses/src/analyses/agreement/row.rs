//! The table `agreement`: how much judges agree.

use std::sync::Arc;

use super::options::AgreementMeasure;
use crate::stats::reason::Status;
use crate::table::columns::{table, word_columns};

word_columns!(AgreementMeasure);

table! {
    /// One row per criterion, system and measure: how much the judges of one segment agree, over the
    /// whole corpus.
    pub struct AgreementRow in "agreement", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Criterion that was judged.
        criterion: Arc<str> [key],
        /// Name of the system; null over all systems of the study.
        system: Option<Arc<str>> [key],
        /// `within`, `cohen-kappa`, `fleiss-kappa`, `krippendorff-alpha` or `halo`.
        measure: AgreementMeasure [key],
        /// For `within` the largest difference that counts as agreement, for Cohen's kappa the
        /// weights of disagreements (`none`, `linear`, `quadratic`), for Krippendorff's alpha the
        /// distance (`nominal`, `ordinal`, `interval`), for halo the other criterion.
        option: Option<Arc<str>> [key],
        /// The first of the two judges of Cohen's kappa, by code (A has the most judgments of the corpus), or by
        /// name where the corpus is declared with `judge-names = true`; null where the corpus has no names of
        /// judges, and for all other measures.
        judge_a: Option<Arc<str>> [key],
        /// The second of them.
        judge_b: Option<Arc<str>> [key],
        /// Most judgments that a segment has.
        judges: u32,
        /// Segments with two judgments or more, counted per system.
        segments: u64,
        /// Documents with such segments.
        documents: u32,
        /// Value: a share for `within`, a correlation for `halo`, else 1 for perfect agreement and 0 for what
        /// chance gives.
        value: Option<f64>,
        /// Standard error by the jackknife over documents, which takes segments and systems of a
        /// document to be dependent; null below two documents.
        standard_error: Option<f64>,
        /// `ok`, or why `value` is null: `no-data` (no judgments), `too-few-units` (no segment with
        /// two), `no-variation` (all judgments are equal, or for halo those of each output by one of the criteria, so that they do not show whether judges can
        /// distinguish segments), `not-two-judges` (Cohen's kappa takes two judges, the same ones
        /// throughout: there are several pairs of judges, whose rows follow where they have names, or
        /// another number of columns of judgments without names). Without names, two columns count as
        /// two judges.
        status: Status,
    }
}

table! {
    /// One row per criterion and judge who rated outputs of the study more than once, over the whole corpus. The mean of such
    /// ratings is the judge's rating in all other tables.
    pub struct JudgeRepeatRow in "judge_repeats", of_section {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Criterion that was judged.
        criterion: Arc<str> [key, "criterion"],
        /// The judge, by code (A has the most judgments of the corpus), or by name where the corpus is declared with
        /// `judge-names = true`.
        judge: Arc<str> [key, "judge"],
        /// Outputs that the judge rated more than once.
        outputs: u64 ["outputs"],
        /// Ratings of these outputs.
        ratings: u64 ["ratings"],
        /// Standard deviation of one rating about the judge's mean of the output, in the unit of the criterion.
        standard_deviation: Option<f64> ["standard deviation", Real],
        /// ICC(1): correlation of two ratings of an output by the judge, over outputs. It grows with the differences between
        /// outputs.
        icc: Option<f64> ["ICC", Real],
        /// Mean of the second ratings less that of the first.
        drift: Option<f64> ["drift", Real],
        /// `ok`, or why `icc` is null: `too-few-units` (one output), `no-variation` (all ratings are equal).
        status: Status,
    }
}
