//! The table `margins`: how precise scores are, and how much data a wanted precision takes.

use std::sync::Arc;

use crate::stats::Status;
use crate::table::{Cell, Resampled, TextUnit, table};

table! {
    /// One row per cell: the margin of error of the score today, and the size of the test set that reaches
    /// the wanted one. The margin is half of the width of Student's interval with the standard error by
    /// the jackknife over the resampling units; sizes follow from it by the root law (`docs/statistics/intervals.md`).
    /// All of it is about other texts of the kind of these. `status` also has the reasons why there
    /// is no standard error: `no-variation`, `undefined-score` (leaving out a unit leaves no score),
    /// `too-few-replicates` and `two-stage` (the metric has no jackknife, and two-stage resampling
    /// deviates too much). Where judges are resampled, margins are for new texts and new judges, by the two-way
    /// jackknife (`too-few-judges`, `indispensable-cluster`; `documents-only` or `judges-only` beside a margin that is of
    /// the larger one-way variance), and no size is named (`no-crossed-form`).
    pub struct MarginRow in "margins", shown OneOrdering {
        .. /// The cell.
        cell: Cell,
        /// Score of the test set itself, in the metric's unit.
        score: Option<f64> ["score", Real],
        /// Confidence level of the margin.
        level: f64,
        /// Half of the width of the interval of the score, in the metric's unit.
        margin: Option<f64> ["margin", Real],
        /// Standard error of the score, in the metric's unit.
        standard_error: Option<f64>,
        /// Monte-Carlo standard error of `standard_error`, where it comes from replicates (metrics whose
        /// scores do not follow from sums: `stdev sqrt(n/(n - 1))`). Null for the jackknife, which
        /// resamples nothing.
        monte_carlo_error: Option<f64>,
        /// What the score of another test set of the same size may differ by, in the metric's unit:
        /// `margin` times the root of 2.
        reproduction_margin: Option<f64>,
        /// Variance with documents as units over variance with segments as units, as in `scores`.
        design_effect: Option<f64> ["design effect", Real],
        /// `documents` or `segments`: the resampling unit, whose number the sizes are in.
        unit: TextUnit ["unit"],
        /// Strata within which units are resampled; null without.
        strata: Option<u32>,
        /// Scored resampling units of the test set.
        available_units: Option<u64> ["units"],
        /// Degrees of freedom of `standard_error`, by the lengths of the units: `available_units - 1` (less one for each
        /// stratum) where all have as many scored segments, fewer elsewhere (docs/statistics/intervals.md). Null without a margin.
        degrees_of_freedom: Option<f64>,
        /// Units of equal length that would be worth as much: 1 over the sum of the squared shares of the units in the
        /// scored segments.
        effective_units: Option<f64>,
        /// Share of the longest unit in the scored segments.
        longest_share: Option<f64>,
        /// The margin if the other unit were resampled, in the metric's unit: single segments in place of
        /// whole documents (too small for other texts where segments of a document are alike), or whole
        /// documents in place of segments. Null where there are not two documents.
        other_unit_margin: Option<f64>,
        /// Wanted margin, in the metric's unit. Null where none is wanted, and where a relative one has
        /// no positive score to be relative to.
        wanted: Option<f64> ["wanted", Real],
        /// Resampling units with which a test set has the wanted margin, unrounded, two at least: half of
        /// all test sets of that size are about as good. Null beyond fifty times `effective_units`.
        required_units: Option<f64> ["needed", Real],
        /// Lower end of the interval of `required_units`, at the level of the margin.
        required_units_lower: Option<f64> ["at least", Real],
        /// Upper end of the interval of `required_units`, at most fifty times `effective_units`, which then stands for
        /// "or more".
        required_units_upper: Option<f64> ["at most", Real],
        /// `required_units` as a whole number of documents, at the number of segments per document that
        /// count here.
        required_documents: Option<f64>,
        /// `required_units` as a whole number of segments.
        required_segments: Option<f64>,
        /// `required_segments` in words, at the mean number of words of a reference segment of the corpus (of a source
        /// segment, where there is no reference). Words are what blanks part: null in scripts without blanks.
        required_words: Option<f64>,
        /// Share of test sets that are to reach the wanted margin with `assured_units`.
        assurance: f64,
        /// Resampling units with which that share of test sets reaches the wanted margin, unrounded.
        assured_units: Option<f64> ["assured", Real],
        /// `assured_units` as a whole number of documents.
        assured_documents: Option<f64>,
        /// `ok`, or why there is no required size or no interval of it: `nothing-wanted`,
        /// `relative-to-zero`, `too-few-units` (below five), `not-additive` (there is a size, but no
        /// interval: units cannot be left out), `no-variation` (without some unit the others are equal),
        /// `beyond-data` (more than fifty times `effective_units`), or the cell's status.
        required_status: Status,
        /// Standard error of the natural logarithm of the squared standard error, by the jackknife: what
        /// assured sizes are made of.
        log_variance_error: Option<f64>,
        /// Variance between documents of the influence of segments, in squares of the metric's unit. Below
        /// 0 where documents differ less than their segments let expect. Null where documents have one
        /// segment each, and for scores of documents.
        between_variance: Option<f64>,
        /// Variance within documents, as `between_variance`: k documents of m segments have the variance
        /// `between_variance / k + within_variance / (k m)`.
        within_variance: Option<f64>,
        /// Probability of documents that differ as much if segments were of no documents (F test).
        between_p_value: Option<f64>,
        /// Margin of twice as many documents with half of the segments each, in the metric's unit; null
        /// where documents do not differ.
        doubled_documents_margin: Option<f64>,
        /// Segments per document with which a budget goes farthest where a document costs as much as
        /// `document-cost` of the spec; null without it, and where documents do not differ: then all
        /// segments of each document.
        best_segments_per_document: Option<f64>,
        /// Units of the test set along the same ordering, about half as large, that the root law is
        /// checked with.
        law_units: Option<u64>,
        /// Its standard error over what the root law makes of this one's: above 1 where the units that
        /// come first in the ordering vary more than those that follow.
        law_ratio: Option<f64>,
        /// Probability of a ratio at least as far from 1 under the law.
        law_p_value: Option<f64>,
        /// `ok`, or why there is no check: `no-ordering`, `one-size` (there is no test set of a quarter to
        /// three quarters of this size, five units at least), `not-largest` (the largest test set of an
        /// ordering alone is checked), `no-interval` (without `log_variance_error`).
        law_status: Status,
        /// Unit of resampling of the study: `segments`, `documents` or `two-stage`, as in `scores`.
        resample: Resampled,
        /// Everything that changes the score.
        signature: Arc<str>,
    }
}
