//! The tables `audit` and `audit_lines`: ranking rules on the data, and on equal systems made of them.

use std::sync::Arc;

use crate::stats::ranking_rules::{Exchange, RankingRule};
use crate::table::Cell;
use crate::table::columns::{table, word_columns};
use crate::value::words;

words! {
    /// What a line parts.
    #[derive(Default)]
    pub enum LineKind {
        #[default]
        /// All above it from all below.
        Cluster = "cluster",
        /// The one above it from the one below.
        Local = "local",
    }
}

word_columns!(LineKind);

table! {
    /// One row per metric, rule and pair of systems: what the rule says of the pair, and how often it calls two systems
    /// different that are equal. `status` is also `too-few-units` where two systems share no two documents.
    pub struct AuditRow in "audit" {
        .. /// The cell.
        cell: Cell,
        /// The rule; `documents` is the test of this program.
        rule: RankingRule [key, "rule"],
        /// The system that the rule has higher.
        system_a: Arc<str> [key, "system"],
        /// The other.
        system_b: Arc<str> [key, "other"],
        /// Place of the first by the rule, from 1.
        place_a: u32,
        /// Place of the other.
        place_b: u32,
        /// Difference of scores on the segments that both have, turned so that more is better, in the metric's unit.
        difference: Option<f64> ["difference", Real],
        /// The smallest p-value that the rule looks at.
        rule_p_value: Option<f64> ["p by the rule", Real],
        /// Whether the rule calls them different.
        different: bool,
        /// Two-sided p-value of the difference with whole documents as units.
        p_value: Option<f64>,
        /// The same adjusted for all pairs of systems (Holm).
        p_adjusted: Option<f64> ["p", Real],
        /// Whether that is below 1 - level.
        significant: bool,
        /// Exchanges of the pair made equal; null for pairs of which no equal systems were made.
        draws: Option<u64>,
        /// Of these, those in which the rule calls them different.
        different_draws: Option<u64>,
        /// Their share: how often the rule errs.
        false_positive_rate: Option<f64>,
        /// Lower end of its 95 % interval (Wilson), for the number of draws.
        rate_lower: Option<f64>,
        /// Upper end.
        rate_upper: Option<f64>,
        /// How often the rule should err, by its own definition.
        nominal: f64,
        /// Variance of the difference with documents as units, over that with segments as units.
        design_effect: Option<f64>,
        /// Documents that both have.
        common_documents: u32,
        /// Segments that both have.
        common_segments: u64,
        /// What changes owner together.
        exchange: Exchange,
        /// Whether the mean difference was taken off before; of scores of sums it cannot be.
        centred: bool,
        /// Rounds that are audited together; the metric is the first of them.
        rounds: u32,
    }
}

table! {
    /// One row per metric, rule, kind of line and place between two systems: whether the rule draws a line there, and
    /// whether it holds.
    pub struct AuditLineRow in "audit_lines" {
        .. /// The cell.
        cell: Cell,
        /// The rule.
        rule: RankingRule [key, "rule"],
        /// What a line parts.
        kind: LineKind [key, "kind"],
        /// Systems above the place.
        above: u32 [key, "above"],
        /// The last of them.
        system_above: Arc<str> ["last above"],
        /// The first below.
        system_below: Arc<str> ["first below"],
        /// Whether the rule draws a line there.
        drawn: bool,
        /// Whether all pairs that such a line parts differ significantly with whole documents as units, adjusted for all
        /// pairs (Holm).
        holds: bool,
    }
}
