//! The tables and their columns. The doc comments are the documentation of the files.

use std::sync::Arc;

use super::columns::{columns, table};

columns! {
    /// The columns that all tables of cells share.
    pub struct Cell {
        /// Name of the study in the spec.
        study ("study"): Arc<str>,
        /// Name of the corpus in the spec.
        corpus ("corpus"): Arc<str>,
        /// Name of the metric in the spec.
        metric ("metric"): Arc<str>,
        /// Name of the system.
        system ("system"): Arc<str>,
        /// Number of references; null for metrics that read none.
        reference_count ("reference_count"): Option<u32>,
        /// How the references were chosen: `first` or `every-subset`.
        reference_choice ("reference_choice"): Option<Arc<str>>,
        /// Names of the references, joined by `+`.
        references ("references"): Option<Arc<str>>,
        /// Order in which documents entered: `corpus`, `random-1`, `explicit-1`, ..., or
        /// `exhaustive` where every set of documents stands for all orders. Null over orderings.
        ordering ("ordering"): Option<Arc<str>>,
        /// Identity of the test set: equal sets of documents have equal identities. Null over
        /// different test sets.
        test_set ("test_set"): Option<Arc<str>>,
        /// Documents in the test set.
        documents ("documents"): u32,
        /// Segments in the test set. Null over test sets of different lengths.
        segments ("segments"): Option<u64>,
        /// Segments of the test set that count for the metric (judged, translated, with a
        /// reference; under the mask of the study). Null where there is no score at all.
        judged_segments ("judged_segments"): Option<u64>,
        /// Documents of the test set with segments that count. Null where there is no score at all.
        judged_documents ("judged_documents"): Option<u32>,
        /// Fraction of the documents, where the spec asks for fractions.
        fraction ("fraction"): Option<f64>,
        /// Repetition of the draws, from 1.
        repeat ("repeat"): u32,
        /// Number of replicates.
        replicates ("B"): u32,
        /// `ok`, or why values are null: `no-data` (nothing of this system for this metric),
        /// `no-judged-segments` (none in this test set), `missing-judgments` (some are missing
        /// and the mask is `all`), `reference-of-itself`, `undefined` (the metric has no value),
        /// `one-unit` (there is a score, but one segment, or one document where documents are
        /// drawn, is no sample to take a deviation of),
        /// `no-fit` (too few sizes with a positive deviation to fit the function).
        status ("status"): Arc<str>,
    }
}

table! {
    /// One row per test set and document: which documents a test set holds.
    pub struct TestSetRow in "test_sets" {
        /// Name of the corpus in the spec.
        corpus ("corpus"): Arc<str>,
        /// Identity of the test set.
        test_set ("test_set"): Arc<str>,
        /// Name of the document.
        document ("document"): Arc<str>,
        /// Segments of the document.
        segments ("segments"): u64,
    }
}

table! {
    /// One row per cell: the score of a test set and the distribution of its bootstrap replicates.
    pub struct ScoreRow in "scores" {
        .. /// The cell.
        cell: Cell,
        /// Score of the test set itself, in the metric's unit.
        score ("score"): Option<f64>,
        /// Mean of the replicates, in the metric's unit.
        mean ("mean"): Option<f64>,
        /// Median of the replicates, in the metric's unit.
        median ("median"): Option<f64>,
        /// Standard deviation of the replicates (divisor B - 1), in the metric's unit. Where only
        /// some segments count, resamples are still drawn among all, so that the number of counting
        /// segments varies from one to the next: with m of them the deviation of a mean is larger
        /// than that of a bootstrap among them by about a factor of sqrt(1 + 1/m). With documents as
        /// units it is too small by a factor of sqrt((k - 1)/k) for k documents.
        stdev ("stdev"): Option<f64>,
        /// `stdev` in percent of `mean`; null where the metric has no true zero or the mean is not
        /// positive.
        relative_stdev ("relative_stdev"): Option<f64>,
        /// Monte-Carlo standard error of `stdev`, `stdev / sqrt(2 (B - 1))`.
        stdev_error ("stdev_error"): Option<f64>,
        /// Confidence level of the interval.
        ci_level ("ci_level"): f64,
        /// Lower end of the percentile interval, in the metric's unit. Null where B is too small for
        /// the level: where a tail would hold less than one replicate.
        ci_lower ("ci_lower"): Option<f64>,
        /// Upper end of the percentile interval, as the lower one.
        ci_upper ("ci_upper"): Option<f64>,
        /// Replicates without a value, left out of all of the above.
        undefined_replicates ("undefined_replicates"): Option<u32>,
        /// Variance with documents as units over variance with segments as units, both linearised;
        /// null below two documents, and for metrics without an influence of single segments (scores
        /// of documents, NIST with recomputed information).
        design_effect ("design_effect"): Option<f64>,
        /// Intra-class correlation of segments in documents by the analysis of variance; null where
        /// the design effect is, and where no document has two segments.
        icc ("icc"): Option<f64>,
        /// Unit of resampling: `segments` or `documents`.
        resample ("resample"): Arc<str>,
        /// Everything that changes the number.
        signature ("signature"): Arc<str>,
    }
}

table! {
    /// One row per size: mean and spread over orderings. Spreads are standard deviations with divisor n - 1, null below two
    /// orderings; those of deviations are without the Monte-Carlo variance of the bootstrap, and 0
    /// where they do not rise above it. Where every set of documents was run, means and spreads are
    /// those over all orderings (divisor n). Rows are by `documents`: where only some segments are
    /// judged, test sets of as many documents can differ in how much of them counts.
    pub struct GrowthRow in "growth" {
        .. /// The cell.
        cell: Cell,
        /// Orderings that the row stands for.
        orderings ("orderings"): u64,
        /// Distinct test sets among them.
        test_sets ("test_sets"): u32,
        /// Mean score, in the metric's unit.
        score_mean ("score_mean"): Option<f64>,
        /// Spread of scores.
        score_spread ("score_spread"): Option<f64>,
        /// Mean of `stdev`, in the metric's unit.
        stdev_mean ("stdev_mean"): Option<f64>,
        /// Spread of `stdev`.
        stdev_spread ("stdev_spread"): Option<f64>,
        /// Mean of `relative_stdev`, percent.
        relative_stdev_mean ("relative_stdev_mean"): Option<f64>,
        /// Spread of `relative_stdev`.
        relative_stdev_spread ("relative_stdev_spread"): Option<f64>,
    }
}

table! {
    /// One row per ordering, system, metric and fitted function: the sizes at which more data stop
    /// helping, and the size at which the interval is as narrow as wanted. Sizes are numbers of
    /// documents with segments that count (`judged_documents`). `test_set`, `documents` and
    /// `segments` are those of the largest test set of the ordering.
    pub struct MinimalSizeRow in "minimal_sizes" {
        .. /// The cell.
        cell: Cell,
        /// `power` (`a x^-b`) or `cubic` (`d x^3 + c x^2 + b x + a`), x in documents.
        function ("function"): Arc<str>,
        /// `log-least-squares` (of ln y on ln x) or `least-squares`.
        fit ("fit"): Arc<str>,
        /// What was fitted: `relative` (`relative_stdev`) or `absolute` (`stdev`).
        deviation ("deviation"): Arc<str>,
        /// Whether deviations and half-widths were multiplied by sqrt(k/(k - 1)) for k documents
        /// first: with documents as units the bootstrap makes them too small by that factor, and a
        /// curve through them would give an `x_min` near 3.7 where 3 is true.
        small_sample_corrected ("small_sample_corrected"): bool,
        /// Sizes that entered the fit: those with a positive deviation.
        points ("points"): u32,
        /// Coefficient a.
        a ("a"): Option<f64>,
        /// Coefficient b; for the power function the exponent of the fall.
        b ("b"): Option<f64>,
        /// Coefficient c of the cubic.
        c ("c"): Option<f64>,
        /// Coefficient d of the cubic.
        d ("d"): Option<f64>,
        /// R squared in the space of the fit (logarithms for `log-least-squares`).
        r_squared ("r_squared"): Option<f64>,
        /// Adjusted R squared of the deviation itself, comparable between functions.
        r_squared_adjusted ("r_squared_adjusted"): Option<f64>,
        /// Akaike's criterion of the deviation itself, corrected for few points; lower is better.
        aicc ("aicc"): Option<f64>,
        /// Point whose tangent gives `x_min`, documents.
        tangent_at ("tangent_at"): f64,
        /// Slope that counts as level, in units of the deviation per document; null where the spec
        /// names none.
        epsilon ("epsilon"): Option<f64>,
        /// Where the tangent at `tangent_at` meets the axis, documents. For the power function with
        /// `tangent_at` 1 it is 1 + 1/b: 3 whenever the deviation falls as the root of the size.
        x_min ("x_min"): Option<f64>,
        /// Lower end of the interval of `x_min`: null, no interval is computed yet.
        x_min_lower ("x_min_lower"): Option<f64>,
        /// Upper end of the interval of `x_min`: null, no interval is computed yet.
        x_min_upper ("x_min_upper"): Option<f64>,
        /// Where the slope falls to `epsilon` (power) or to zero at a local minimum (cubic),
        /// documents.
        x_max ("x_max"): Option<f64>,
        /// Lower end of the interval of `x_max`: null, no interval is computed yet.
        x_max_lower ("x_max_lower"): Option<f64>,
        /// Upper end of the interval of `x_max`: null, no interval is computed yet.
        x_max_upper ("x_max_upper"): Option<f64>,
        /// `x_max` of the cubic by the rule printed in the paper: the smallest positive stationary
        /// point, be it a maximum.
        x_max_as_published ("x_max_as_published"): Option<f64>,
        /// Wanted half-width of the interval, in the unit of `deviation`.
        target_half_width ("target_half_width"): Option<f64>,
        /// Smallest size from which on every interval is within the target, documents. Null without
        /// a target, and where it is out of reach.
        x_target ("x_target"): Option<f64>,
        /// `observed`; `extrapolated` along a power function through the half-widths; or
        /// `out-of-reach`, where these do not fall or get there only beyond 100 times the largest
        /// size seen.
        x_target_kind ("x_target_kind"): Option<Arc<str>>,
        /// Smallest size from which on the systems rank by their scores as on the largest test set
        /// of the ordering, documents: what was observed, with no probability attached. Null below
        /// two systems with scores, where all scores are equal, and where no smaller test set than
        /// the largest ranks them so.
        rank_stable_from ("rank_stable_from"): Option<u32>,
        /// Counting segments per document that has any, over the whole corpus.
        segments_per_document ("segments_per_document"): f64,
        /// `x_min` in segments, at the mean number of counting segments per document.
        segments_min ("segments_min"): Option<f64>,
        /// `x_max` in segments, at the mean number of counting segments per document.
        segments_max ("segments_max"): Option<f64>,
        /// `x_target` in segments, at the mean number of counting segments per document.
        segments_target ("segments_target"): Option<f64>,
        /// Whether this function has the lowest `aicc` of those fitted by least squares of the
        /// deviation itself.
        selected ("selected"): bool,
        /// Whether this function has the largest `r_squared`, the rule of the 2007 paper, among
        /// the power function fitted in logarithms and the cubic.
        selected_as_published ("selected_as_published"): bool,
    }
}
