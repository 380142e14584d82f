//! What comparisons of two rounds add up to, as a result.

use serde::{Deserialize, Serialize};

use crate::analyses::comparison::options::Adjustment;
use crate::stats::found_again::{alpha_of_benjamini_hochberg, alpha_of_holm};
use crate::stats::judges::replication::{Replication, Verdict, judged};
use crate::stats::multiplicity::{benjamini_hochberg, holm};

/// Sums over comparisons of two rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Counts {
    pub(super) comparisons: u64,
    pub(super) found: u64,
    pub(super) again: u64,
    pub(super) reversed: u64,
    pub(super) reversed_significantly: u64,
    pub(super) none_reversed: u64,
    /// Sizes in the first over those in the second.
    pub(super) exaggeration: Option<f64>,
}

impl From<Replication> for Counts {
    fn from(found: Replication) -> Self {
        Self {
            comparisons: found.comparisons as u64,
            found: found.found as u64,
            again: found.again as u64,
            reversed: found.reversed as u64,
            reversed_significantly: found.reversed_significantly as u64,
            none_reversed: found.none_reversed as u64,
            exaggeration: found.exaggeration(),
        }
    }
}

impl Counts {
    /// Comparisons, in their order: sums do not depend on threads.
    pub(super) fn sum(comparisons: impl IntoIterator<Item = Replication>) -> Self {
        comparisons.into_iter().fold(Replication::default(), Replication::and).into()
    }
}

/// What a second round is expected to find again of the pairs that this one finds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Promise {
    pub(super) found: u64,
    /// Expected counts among them.
    pub(super) again: f64,
    pub(super) reversed: f64,
    pub(super) reversed_significantly: f64,
    /// Sizes in this round over those expected in the second.
    pub(super) exaggeration: Option<f64>,
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
        let of = |adjustment| {
            let verdicts = Test { level: 0.95, adjustment }.verdicts(&tests);
            verdicts.iter().map(|verdict| verdict.significant).collect::<Vec<_>>()
        };
        assert_eq!(of(Adjustment::None), [true, true, false]);
        assert_eq!(of(Adjustment::Holm), [false, false, false]);
        assert_eq!(of(Adjustment::BenjaminiHochberg), [true, true, false]);
    }
}
