//! Means of real numbers that follow from the test set, in fixed point: what items contribute to scores that are
//! adjusted for the items that systems have.
//!
//! Rows are `(scaled contribution, 1)`. Sums of contributions, not single ones, are rounded: a row is the rounded sum up to
//! it less that up to the row before, so that the score of the test set is right to half a unit of the last decimal over
//! the number of rows.

use std::sync::Arc;

use super::config::{HumanConfig, MetricConfig};
use super::mean::{MeanScorer, ROW_LIMIT, rounding_scale};
use super::{Rows, Scorer, human};

/// Largest contribution that fixed point holds, as a multiple of the largest score.
// A contribution is the score plus n times an influence: where few items link systems, far beyond any score.
const HEADROOM: f64 = 1000.0;

/// The unit of contributions, which all systems that are adjusted together share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContributionUnit {
    /// Units per one.
    scale: i64,
}

impl ContributionUnit {
    /// For scores of up to `largest`, without a sign; `None` if they are too large or too small for fixed point.
    pub fn new(largest: f64) -> Option<Self> {
        let decimals = rounding_scale(HEADROOM * largest.max(1.0))?;
        Some(Self { scale: 10_i64.pow(decimals) })
    }

    /// Rows of the items of a test set, absent where there is no contribution; `None` if one is more than fixed point can
    /// hold.
    pub fn rows(self, contributions: &[Option<f64>]) -> Option<Rows> {
        let mut rows = Rows::with_capacity(2, contributions.len());
        let (mut sum, mut before) = (0.0, 0);
        for contribution in contributions {
            let Some(contribution) = contribution else {
                rows.push_absent();
                continue;
            };
            sum += contribution;
            let scaled = (sum * self.scale as f64).round();
            // Whole numbers are exact as `f64` up to here.
            if !scaled.is_finite() || scaled.abs() > f64::from(1_u32 << 26) * f64::from(1_u32 << 26)
            {
                return None;
            }
            #[expect(clippy::cast_possible_truncation, reason = "below 2^52")]
            let scaled = scaled as i64;
            let contribution = scaled - before;
            if contribution.abs() > ROW_LIMIT {
                return None;
            }
            rows.push(&[contribution, 1]);
            before = scaled;
        }
        Some(rows)
    }

    /// Rows of items that count where the score is undefined.
    pub fn undefined_rows(is_present: &[bool]) -> Rows {
        let mut rows = Rows::with_capacity(2, is_present.len());
        // The count of a row is 0, too, so that the mean of such rows is undefined.
        for is_present in is_present {
            if *is_present {
                rows.push_zeros();
            } else {
                rows.push_absent();
            }
        }
        rows
    }

    /// Score of sums of rows by the metric `config`.
    pub fn scorer(self, config: &MetricConfig) -> Arc<dyn Scorer> {
        Arc::new(match config {
            MetricConfig::Human(config) => self.of_human(config),
            _ => MeanScorer::plain(self.scale),
        })
    }

    fn of_human(self, config: &HumanConfig) -> MeanScorer {
        let criteria = i64::try_from(config.criteria.len()).unwrap_or(i64::MAX);
        human::scorer(config, self.scale, criteria)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_right_to_half_a_unit() {
        let unit = ContributionUnit::new(100.0).unwrap();
        assert_eq!(unit.scale, 10_000_000);
        let contributions: Vec<Option<f64>> =
            (0..1000).map(|at| (at % 7 > 0).then(|| f64::from(at) / 3.0 - 50.0)).collect();
        let rows = unit.rows(&contributions).unwrap();
        let exact: f64 = contributions.iter().flatten().sum();
        let sums = rows.sums();
        assert!((sums[0] as f64 / 1e7 - exact).abs() < 0.51e-7, "{sums:?} {exact}");
        assert_eq!(sums[1], 857);
        assert!(!rows.is_present(7) && rows.is_present(8));
        for (row, contribution) in contributions.iter().enumerate() {
            let given = rows.row(row)[0] as f64 / 1e7;
            assert!((given - contribution.unwrap_or(0.0)).abs() < 1.01e-7);
        }
    }

    #[test]
    fn what_does_not_fit_is_undefined() {
        let unit = ContributionUnit::new(100.0).unwrap();
        assert!(unit.rows(&[Some(2e5)]).is_none());
        assert!(unit.rows(&[Some(f64::NAN)]).is_none());
        assert_eq!(ContributionUnit::new(1e300), None);
        let rows = ContributionUnit::undefined_rows(&[true, false]);
        assert!(rows.is_present(0) && !rows.is_present(1));
        assert_eq!(MeanScorer::plain(1).score(&rows.sums()), None);
    }
}
