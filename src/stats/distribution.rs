//! Replicates of a statistic and what is read off them.

/// The defined replicates of one statistic.
///
/// Replicates are kept in the order of their draws; sums run in that order, so results do not
/// depend on how the work was divided.
#[derive(Clone, Debug)]
pub struct Distribution {
    values: Vec<f64>,
    sorted: Vec<f64>,
    undefined: usize,
}

impl Distribution {
    /// Takes replicates in the order of their draws; NaN marks one that is undefined and is left
    /// out and counted. Time O(B log B), memory 16 bytes a replicate.
    pub fn new(replicates: &[f64]) -> Self {
        let values: Vec<f64> = replicates.iter().copied().filter(|x| !x.is_nan()).collect();
        let undefined = replicates.len() - values.len();
        let mut sorted = values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        Self { values, sorted, undefined }
    }

    /// Number of defined replicates.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no replicate is defined.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The defined replicates in the order of their draws.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The defined replicates in ascending order.
    pub fn sorted(&self) -> &[f64] {
        &self.sorted
    }

    /// Number of undefined replicates.
    pub fn undefined(&self) -> usize {
        self.undefined
    }

    /// Mean; `None` without replicates.
    pub fn mean(&self) -> Option<f64> {
        (!self.is_empty()).then(|| self.values.iter().sum::<f64>() / self.len() as f64)
    }

    /// Standard deviation with divisor B - 1; `None` below two replicates. Two passes.
    pub fn stdev(&self) -> Option<f64> {
        if self.len() < 2 {
            return None;
        }
        // Equal replicates must give exactly 0, which a rounded mean does not promise.
        if self.sorted[0].total_cmp(&self.sorted[self.len() - 1]).is_eq() {
            return Some(0.0);
        }
        let mean = self.mean()?;
        let squares: f64 = self.values.iter().map(|x| (x - mean) * (x - mean)).sum();
        Some((squares / (self.len() - 1) as f64).sqrt())
    }

    /// Monte-Carlo standard error of [`Distribution::stdev`], `stdev / sqrt(2 (B - 1))`: that of
    /// normal replicates, which sums over many segments nearly are.
    pub fn stdev_error(&self) -> Option<f64> {
        self.stdev().map(|stdev| stdev / (2.0 * (self.len() - 1) as f64).sqrt())
    }

    /// Quantile by linear interpolation between order statistics at `(B - 1) p`, the default of
    /// NumPy and type 7 of Hyndman & Fan (1996); `None` without replicates.
    ///
    /// # Panics
    ///
    /// If `p` is not in [0, 1].
    pub fn quantile(&self, p: f64) -> Option<f64> {
        assert!((0.0..=1.0).contains(&p), "a probability lies in [0, 1], not {p}");
        let last = self.sorted.len().checked_sub(1)?;
        let position = last as f64 * p;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "position lies between 0 and the last index"
        )]
        let below = (position.floor() as usize).min(last);
        let above = (below + 1).min(last);
        let share = position - below as f64;
        let (low, high) = (self.sorted[below], self.sorted[above]);
        // Interpolation from the nearer end, as NumPy does, keeps it monotone and exact at ends.
        Some(if share < 0.5 {
            low + (high - low) * share
        } else {
            high - (high - low) * (1.0 - share)
        })
    }

    /// Median.
    pub fn median(&self) -> Option<f64> {
        self.quantile(0.5)
    }

    /// Percentile interval of confidence level `level` (Efron & Tibshirani 1993, chapter 13).
    ///
    /// `None` where a tail would hold less than one replicate, `B (1 - level) / 2 < 1`: so few
    /// replicates cannot carry the level.
    pub fn percentile_interval(&self, level: f64) -> Option<(f64, f64)> {
        let tail = (1.0 - level) / 2.0;
        // The margin lets B = 40 carry 0.95, whose tail is 0.025000000000000022 in binary.
        if self.len() as f64 * tail < 1.0 - 1e-9 {
            return None;
        }
        Some((self.quantile(tail)?, self.quantile(1.0 - tail)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_nothing_out() {
        let none = Distribution::new(&[f64::NAN, f64::NAN]);
        assert_eq!((none.len(), none.undefined()), (0, 2));
        assert_eq!(none.mean(), None);
        assert_eq!(none.stdev(), None);
        assert_eq!(none.median(), None);
        assert_eq!(none.percentile_interval(0.95), None);
        assert_eq!(Distribution::new(&[3.0]).stdev(), None);
    }

    #[test]
    fn equal_replicates_have_no_deviation() {
        let equal = Distribution::new(&[0.1; 7]);
        assert_eq!(equal.stdev(), Some(0.0));
        assert_eq!(equal.stdev_error(), Some(0.0));
    }
}
