//! The table `comparisons`: tests of pairs of systems.

use std::sync::Arc;

use super::options::Adjustment;
use super::verdict::ROUNDING;
use super::vocabulary::{MarginVerdict, PairVerdict, ReportedTest, Role};
use crate::stats::reason::{Reason, Status};
use crate::table::columns::{table, word_columns};
use crate::table::{Cell, Resampled};

word_columns!(Adjustment);

table! {
    /// One row per test set, pair of systems on one metric and set of references, and method, for each
    /// repeat and B: is A better than B? Methods answer different questions; `docs/statistics/comparison.md` says
    /// which to use when. What a method does not have is null. `status` also has the reasons listed
    /// there, among them `different-segments` (the mask is `own`, and the systems are not scored on the
    /// same segments), `too-many-units` (more than 20 differ, too many to exchange them in all ways),
    /// `not-additive` (outputs cannot be exchanged where each resample has weights of its own),
    /// `no-variation` (all replicates have the same difference; of `jackknife-t` all units, with the p-value of the exact sign test), `too-few-items` (fewer than five segments have scores of both), `too-few-units` (no p-value of a
    /// bootstrap below six segments or documents at 95 %, as no exact test could be significant; no verdict of a
    /// randomization test whose smallest possible p-value is not significant after the adjustment) and
    /// `too-few-replicates` (also where the smallest p-value possible with this number of replicates or
    /// exchanges is not significant after the adjustment: there is no verdict). Where judges are resampled, also
    /// `no-crossed-form` (the method knows texts alone), `too-few-judges`, `indispensable-cluster` (one judge or
    /// document has all ratings of a system), and, with a p-value, `documents-only` or `judges-only` (the larger
    /// one-way variance took the place of the two-way one).
    pub struct ComparisonRow in "comparisons", shown LargestTestSet, numbered 100, without ["system"] {
        .. /// The cell, without a system. Where one of the two has no score, its status is shown.
        cell: Cell,
        /// First system. With a baseline: another system.
        system_a: Arc<str> [key, "A"],
        /// Second system. With a baseline: the baseline.
        system_b: Arc<str> [key, "B"],
        /// `jackknife-t` (Student's t of the paired difference), `two-way-t` (the same for new texts and new judges,
        /// where judges are resampled), `paired-bootstrap` (Koehn 2004), `difference-interval` (Zhang & Vogel 2004),
        /// `centred-bootstrap` (Riezler & Maxwell 2005), `approximate-randomization`,
        /// `exact-randomization`, or, digit by digit as that program has them,
        /// `sacrebleu-paired-bs` and `sacrebleu-paired-ar`.
        method: ReportedTest [key, "method"],
        /// Confidence level of the verdict, over all pairs of the family.
        level: f64 ["level"],
        /// Score of A on what both systems have: on the segments with a score of each, or the adjusted one.
        score_a: Option<f64>,
        /// Score of B on the same segments.
        score_b: Option<f64>,
        /// Score of A - score of B on the same segments, in the metric's unit, whatever its direction.
        delta: Option<f64> ["A - B", Real],
        /// Degrees of freedom of `jackknife-t` and `two-way-t`, by the lengths of the units: one less than there are units
        /// where all have as many scored segments.
        degrees_of_freedom: Option<f64>,
        /// Confidence level of the interval: that at which the adjustment tests this pair, so that the interval excludes 0
        /// where the pair is significant and nowhere else; `level` for a single pair, without an adjustment, and for
        /// `difference-interval`, whose interval is not adjusted.
        interval_level: Option<f64>,
        /// Lower end of the interval of the difference: Student's of `jackknife-t`, the percentile interval
        /// of `difference-interval`; null for other methods.
        ci_lower: Option<f64> ["lower end", Real],
        /// Upper end of that interval.
        ci_upper: Option<f64> ["upper end", Real],
        /// Half of the width of that interval, in the metric's unit.
        half_width: Option<f64>,
        /// Monte-Carlo standard error of the lower end.
        ci_lower_error: Option<f64>,
        /// Monte-Carlo standard error of the upper end.
        ci_upper_error: Option<f64>,
        /// Share of replicates in which A is better, by the metric's direction; `paired-bootstrap`
        /// only. Ties as the spec says: losses of both, or half a win for each.
        win_rate: Option<f64> ["A wins", Percent],
        /// The p-value, before adjustment. `paired-bootstrap`: 1 - the larger of the two systems' win
        /// rates, which is one-sided and may be 0. `jackknife-t`: that of Student's distribution with
        /// `degrees_of_freedom`. `difference-interval`: twice the share of replicates
        /// at or beyond 0, (c + 1)/(B + 1), which is 1 minus the level at which the interval reaches 0.
        /// All others but sacreBLEU's bootstrap are two-sided.
        p_value: Option<f64> ["p", Real],
        /// Monte-Carlo standard error of `p_value`; null where all exchanges are enumerated, and where
        /// nothing is resampled (`jackknife-t`).
        p_error: Option<f64> ["error of p", Real],
        /// Replicates, random exchanges or enumerated cases behind `p_value`. Replicates without a score
        /// are left out. Null for `jackknife-t`.
        trials: Option<u64>,
        /// `p_value` adjusted for the number of comparisons; the family is all pairs of this test set, repeat, B and method
        /// by all metrics and sets of references (with `family = "pairs"`: by this one), those that have a p-value and are
        /// not identical. Null for identical systems, which need no test, and where a metric only describes. With an
        /// adjustment, `paired-bootstrap` enters as min(1, 2 p), since the data choose its side. Of two systems that differ
        /// by all metrics in one direction, at most the largest p-value.
        p_adjusted: Option<f64> ["p adjusted", Real],
        /// Where judges are resampled, `p_adjusted` for other texts and the same judges: what it would be if it were ignored
        /// that judges differ. No verdict rests on it.
        p_adjusted_same_judges: Option<f64>,
        /// `tested`, or `descriptive`: another metric is the primary one, and this one has no verdicts.
        role: Role,
        /// `none`, `holm` or `benjamini-hochberg`.
        adjustment: Adjustment ["adjustment"],
        /// Number of comparisons in the family: pairs by metrics.
        family: u32,
        /// Number of metrics, each with a set of references, in the family.
        family_metrics: u32,
        /// Largest p-value of this pair over all metrics with verdicts, adjusted for the number of pairs
        /// alone: at most 1 - `level`, the systems differ by all metrics at once. 1 where metrics favour different systems;
        /// null with one metric.
        p_all_metrics: Option<f64>,
        /// `>`: A is better, by the metric's direction; `<`: B is better; `~`: not significantly different;
        /// `identical`: the same statistics in every resampling unit. A system is better where
        /// `p_adjusted` is at most 1 - `level`, and, for `difference-interval`, the interval excludes 0.
        /// Null without a p-value, and with too few replicates for any other verdict than `~`.
        verdict: Option<PairVerdict> ["verdict"],
        /// Non-inferiority: the loss of A to the baseline B that is still accepted, in the metric's unit.
        /// Null where the spec has none, and where a relative one has no positive score of B to be relative
        /// to. The same for all methods, as are the five columns that follow.
        margin: Option<f64>,
        /// One-sided p-value of a loss of `margin` or more, by Student's t with the standard error by the
        /// jackknife; that of a loss of `margin` or less is 1 minus this one.
        margin_p_value: Option<f64>,
        /// `margin_p_value` adjusted for the number of pairs, as `p_adjusted`.
        margin_p_adjusted: Option<f64>,
        /// `pass`: the loss is smaller than the margin (`margin_p_adjusted` is at most (1 - `level`)/2); `fail`: it is
        /// larger (so is the adjusted p-value of a loss of `margin` or less); `inconclusive`: neither is
        /// shown. Identical systems pass. Null without a margin, and where there is no standard error.
        margin_verdict: Option<MarginVerdict>,
        /// Resampling units with which a system as good as the baseline passes 4 times in 5, unrounded: about
        /// `n se^2 (z_alpha + z_beta)^2 / margin^2`, where alpha is (1 - `level`)/2 over the number of pairs
        /// that are adjusted for, and more for t and for the uncertainty of se. Null beyond fifty times what the units are
        /// worth.
        margin_required_units: Option<f64>,
        /// `ok`, or why there is no verdict on the margin: `no-margin`, `relative-to-zero`, or the reason why
        /// there is no standard error.
        margin_status: Status,
        /// Of the best of several systems with a baseline: what its difference shows too much on average, since the best of
        /// several is the luckiest, too; by the model of the true scores (as `expected_lead` in `new_rankings`), in the unit
        /// of the metric and with the sign of an improvement. Of k systems as good as the baseline the best gains that much
        /// by chance alone. `delta` less it is what new documents show. Null for other pairs, with strata, and where
        /// judges are resampled.
        chance_gain: Option<f64>,
        /// Unit of resampling, and of exchange: `segments`, `documents` or `two-stage` (which exchanges
        /// documents); `documents and judges` or `segments and judges` where judges are resampled, too.
        resample: Resampled,
        /// Everything that changes the scores.
        signature: Arc<str>,
    }
}

impl ComparisonRow {
    /// Whether the verdicts by its metric are wanted.
    pub fn is_tested(&self) -> bool {
        self.role == Role::Tested
    }

    /// What is concluded; nothing where the metric only describes.
    pub fn conclusion(&self) -> Option<PairVerdict> {
        self.verdict.filter(|_| self.is_tested())
    }

    /// Whether the systems differ significantly.
    pub fn is_significant(&self) -> bool {
        self.conclusion().is_some_and(PairVerdict::is_significant)
    }

    /// Whether the systems would differ significantly if judges were ignored; nothing where none are resampled.
    pub fn is_significant_for_same_judges(&self) -> Option<bool> {
        let p = self.p_adjusted_same_judges.filter(|_| self.is_tested())?;
        Some(p <= 1.0 - self.level + ROUNDING)
    }

    /// Returns `true` if the difference is the same everywhere, so that its p-value is from the exact sign test.
    pub fn is_constant(&self) -> bool {
        self.p_value.is_some() && self.cell.status == Reason::NoVariation.into()
    }

    /// Returns `true` if the systems have the same outputs and another score.
    pub(super) fn is_tie_of_outputs(&self) -> bool {
        self.verdict == Some(PairVerdict::Identical) && self.delta.is_some_and(|delta| delta != 0.0)
    }

    /// What is concluded, in a table, or what stands in its place.
    pub fn conclusion_in_words(&self) -> &'static str {
        match self.conclusion() {
            Some(verdict) => verdict.in_words(),
            None if self.is_tested() => "no verdict",
            None => "descriptive",
        }
    }

    /// Whether the spec accepts some loss by its metric.
    pub fn has_margin(&self) -> bool {
        self.margin_status.reason() != Some(Reason::NoMargin)
    }
}
