//! The tables `reference_effects` and `reference_components`: systems by single references.

use crate::table::{Cell, table, word_columns};
use crate::value::words;

words! {
    /// What scores by single references vary with.
    #[derive(Default)]
    pub enum ReferenceComponent {
        /// Systems.
        #[default]
        System = "system",
        /// References: how high scores are by each.
        Reference = "reference",
        /// Both together: which systems a reference favours.
        Both = "both",
        /// The part of `both` that other texts would change.
        Noise = "noise",
    }
}

word_columns!(ReferenceComponent);

table! {
    /// One row per test set, metric, reference and system that all references score: what is left of the score without the mean of
    /// its system and that of its reference, which is what the reference favours the system by. `status` also says why there is
    /// no error: `no-variation`, `different-segments`, `not-additive`.
    pub struct ReferenceEffectRow in "reference_effects", shown LargestTestSet {
        .. /// The cell; `references` is the reference.
        cell: Cell,
        /// Score by this reference alone.
        score: Option<f64> ["score", Real],
        /// `s_ir - s_i. - s_.r + s_..`, turned so that more is better: what the reference favours the system by.
        effect: Option<f64> ["favoured by", Real],
        /// Its standard error, by the jackknife over the resampling units of all scores together.
        standard_error: Option<f64> ["standard error", Real],
        /// Two-sided p-value of no effect, by Student's t.
        p_value: Option<f64>,
        /// The same adjusted for all systems and references of the metric (Holm).
        p_adjusted: Option<f64> ["p", Real],
    }
}

table! {
    /// One row per test set, metric and component of the variance of scores by single references, in squares of the unit of the
    /// metric: a mean square less the part of it that other texts would change, at least 0.
    pub struct ReferenceComponentRow in "reference_components", shown LargestTestSet, without ["system", "references"] {
        .. /// The cell, without system and references.
        cell: Cell,
        /// `system`, `reference`, `both` (which systems a reference favours), or `noise` (taken from the mean square of `both`).
        component: ReferenceComponent [key, "component"],
        /// Its variance.
        variance: Option<f64> ["variance", Real],
        /// Its root, in the unit of the metric. Of `both`: what one reference favours a system by.
        deviation: Option<f64> ["deviation", Real],
        /// Systems.
        systems: u32,
        /// References.
        references_compared: u32,
        /// Pairs that one reference puts in one order, and another in the other.
        order_changes: Option<u32> ["pairs that change order"],
    }
}
