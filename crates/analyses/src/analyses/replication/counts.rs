//! What comparisons of two rounds add up to, as a result.

use serde::{Deserialize, Serialize};

use crate::analyses::comparison::options::Adjustment;
use crate::stats::found_again::{alpha_of_benjamini_hochberg, alpha_of_holm};
use crate::stats::judges::replication::{Replication, Verdict, judged};
use crate::stats::multiplicity::{benjamini_hochberg, holm};
use crate::stats::reason::Reason;

/// Two rounds of a size, compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct OfSize {
    /// Documents, segments or judges of a round.
    pub(super) units: f64,
    /// Segments of a round on average.
    pub(super) segments: f64,
    /// Or why there are no two rounds.
    pub(super) totals: Result<Totals, Reason>,
}

impl OfSize {
    /// Two rounds that there are not.
    pub(super) fn nothing(reason: Reason) -> Self {
        Self { units: 0.0, segments: 0.0, totals: Err(reason) }
    }
}

/// Sums over comparisons of two rounds, or those to be expected of one comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Totals {
    pub(super) comparisons: u64,
    /// Pairs that the first round finds.
    pub(super) found: f64,
    /// Counts among them.
    pub(super) again: f64,
    pub(super) reversed: f64,
    pub(super) reversed_significantly: f64,
    /// Comparisons without a reversed pair; not known of expectations.
    pub(super) none_reversed: Option<f64>,
    /// Sizes in the first over those in the second.
    pub(super) exaggeration: Option<f64>,
}

impl From<Replication> for Totals {
    fn from(counts: Replication) -> Self {
        Self {
            comparisons: counts.comparisons as u64,
            found: counts.found as f64,
            again: counts.again as f64,
            reversed: counts.reversed as f64,
            reversed_significantly: counts.reversed_significantly as f64,
            none_reversed: Some(counts.none_reversed as f64),
            exaggeration: counts.exaggeration(),
        }
    }
}

impl Totals {
    /// One of the sums, of one comparison.
    pub(super) fn mean(self, total: f64) -> f64 {
        total / self.comparisons as f64
    }

    /// One of the sums, of the pairs that the first round finds.
    pub(super) fn share(self, total: f64) -> Option<f64> {
        (self.found > 0.0).then(|| total / self.found)
    }

    /// Comparisons, in their order: sums do not depend on threads.
    pub(super) fn sum(comparisons: impl IntoIterator<Item = Replication>) -> Self {
        comparisons.into_iter().fold(Replication::default(), Replication::and).into()
    }
}

/// A level and an adjustment: what makes verdicts of p-values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Test {
    pub(super) level: f64,
    pub(super) adjustment: Adjustment,
}

impl Test {
    /// Verdicts on differences with their p-values.
    pub(super) fn verdicts(self, tests: &[(f64, Option<f64>)]) -> Vec<Verdict> {
        let adjust = match self.adjustment {
            Adjustment::None => <[Option<f64>]>::to_vec,
            Adjustment::Holm => holm,
            Adjustment::BenjaminiHochberg => benjamini_hochberg,
        };
        judged(tests, self.level, adjust)
    }

    /// Up to which p-value pairs are significant in a second round, where `found` of `tests` pairs are.
    pub(super) fn limit(self, tests: usize, found: usize) -> f64 {
        let alpha = 1.0 - self.level;
        match self.adjustment {
            Adjustment::None => alpha,
            Adjustment::Holm => alpha_of_holm(alpha, tests, found),
            Adjustment::BenjaminiHochberg => alpha_of_benjamini_hochberg(alpha, tests, found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_adjusted() {
        let tests = [(1.0, Some(0.03)), (-2.0, Some(0.04)), (0.5, None)];
        for (adjustment, expected) in [
            (Adjustment::None, [true, true, false]),
            (Adjustment::Holm, [false, false, false]),
            (Adjustment::BenjaminiHochberg, [true, true, false]),
        ] {
            let verdicts = Test { level: 0.95, adjustment }.verdicts(&tests);
            let significant: Vec<_> = verdicts.iter().map(|verdict| verdict.significant).collect();
            assert_eq!(significant, expected, "{adjustment:?}");
        }
    }
}
