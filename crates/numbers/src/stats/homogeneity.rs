//! Whether estimates with known errors are estimates of one and the same value.

use nalgebra::{DMatrix, DVector};

use super::moments::{SampleMoments, squares_about};
use super::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits, UndefinedScore},
};
use super::special::chi_square_tail;

/// Cochran's test of estimates with known errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homogeneity {
    /// Weighted sum of squared deviations from the weighted mean.
    pub q: f64,
    /// Degrees of freedom: estimates less one.
    pub degrees_of_freedom: u32,
    /// Probability of as large a `q` where all estimate the same value.
    pub p_value: f64,
}

impl Homogeneity {
    /// Of independent `estimates` with standard `errors`: Q = sum w (x - mean)^2 with w = 1/error^2
    /// and the mean weighted by w (Cochran 1954), chi-square with one degree of freedom less than
    /// there are estimates if these are normal. O(n).
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] below two estimates, [`NoVariation`]
    /// where an error is not positive.
    pub fn of_independent(estimates: &[f64], errors: &[f64]) -> Estimate<Self> {
        if estimates.len() < 2 {
            return Err(TooFewUnits);
        }
        if errors.iter().any(|error| !(*error > 0.0 && error.is_finite())) {
            return Err(NoVariation);
        }
        let weights = errors.iter().map(|error| 1.0 / (error * error));
        let total: f64 = weights.clone().sum();
        let mean = weights.clone().zip(estimates).map(|(w, x)| w * x).sum::<f64>() / total;
        let q = weights.zip(estimates).map(|(w, x)| w * (x - mean) * (x - mean)).sum();
        Self::of_sum(q, estimates.len())
    }

    /// Of estimates whose errors are correlated: row i of `parts` holds what each of several
    /// independent standard normal errors adds to estimate i. Q is the squared distance from the
    /// mean by generalised least squares, in the metric of the inverse of the covariance. O(n^3).
    ///
    /// # Errors
    ///
    /// As [`of_independent`](Self::of_independent); also [`NoVariation`] where the errors
    /// of some estimates are the same, so that the covariance has no inverse.
    pub fn of_correlated(estimates: &[f64], parts: &[Vec<f64>]) -> Estimate<Self> {
        let n = estimates.len();
        if n < 2 {
            return Err(TooFewUnits);
        }
        // Few of many errors have a part in an estimate.
        let parts: Vec<Sparse> = parts.iter().map(|part| Sparse::new(part)).collect();
        let scale: Vec<f64> = parts.iter().map(|part| part.times(part).sqrt()).collect();
        if scale.iter().any(|scale| !(*scale > 0.0 && scale.is_finite())) {
            return Err(NoVariation);
        }
        // Correlations, so that one limit on the factor holds for estimates in any unit.
        let correlation =
            DMatrix::from_fn(n, n, |i, j| parts[i].times(&parts[j]) / (scale[i] * scale[j]));
        let cholesky = correlation.cholesky().ok_or(NoVariation)?;
        let smallest = cholesky.l_dirty().diagonal().min();
        // Errors nearly the same: the inverse would be one of rounding errors.
        if smallest < 1e-6 {
            return Err(NoVariation);
        }
        // Estimates and ones, each over its error.
        let x = cholesky.solve(&DVector::from_fn(n, |i, _| estimates[i] / scale[i]));
        let one = DVector::from_fn(n, |i, _| 1.0 / scale[i]);
        let ones = cholesky.solve(&one);
        let mean = one.dot(&x) / one.dot(&ones);
        let rest = DVector::from_fn(n, |i, _| (estimates[i] - mean) / scale[i]);
        Self::of_sum(rest.dot(&cholesky.solve(&rest)), n)
    }

    fn of_sum(q: f64, estimates: usize) -> Estimate<Self> {
        if !q.is_finite() {
            return Err(UndefinedScore);
        }
        let degrees_of_freedom = u32::try_from(estimates - 1).unwrap_or(u32::MAX);
        Ok(Self {
            q,
            degrees_of_freedom,
            p_value: chi_square_tail(q, f64::from(degrees_of_freedom)),
        })
    }
}

/// The values of a vector that are not 0, with their places, ascending.
struct Sparse(Vec<(usize, f64)>);

impl Sparse {
    fn new(values: &[f64]) -> Self {
        Self(values.iter().copied().enumerate().filter(|(_, value)| *value != 0.0).collect())
    }

    /// Scalar product.
    fn times(&self, other: &Self) -> f64 {
        let mut others = other.0.iter().peekable();
        let mut sum = 0.0;
        for (place, value) in &self.0 {
            while others.next_if(|(earlier, _)| earlier < place).is_some() {}
            sum +=
                others.next_if(|(same, _)| same == place).map_or(0.0, |(_, other)| value * other);
        }
        sum
    }
}

/// How much positive estimates differ, against what their Monte-Carlo errors alone would give. All but
/// the mean is on the scale of natural logarithms, where errors do not depend on the estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativeSpread {
    /// Geometric mean of the estimates.
    pub mean: f64,
    /// Standard deviation of their logarithms, divisor n - 1.
    pub spread: f64,
    /// What that would be on average (root mean square) if all estimated the same value.
    pub noise: f64,
    /// Test of the hypothesis that they do.
    pub test: Estimate<Homogeneity>,
}

impl RelativeSpread {
    /// Of positive `estimates` with independent errors, each as a share of its estimate.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] below two estimates,
    /// [`UndefinedScore`] where one is not positive.
    pub fn of_independent(estimates: &[f64], errors: &[f64]) -> Estimate<Self> {
        let squares: f64 = errors.iter().map(|error| error * error).sum();
        let noise = (squares / estimates.len() as f64).sqrt();
        Self::new(estimates, noise, |logarithms| Homogeneity::of_independent(logarithms, errors))
    }

    /// Of positive `estimates` whose errors are correlated: row i of `parts` holds what each of several
    /// independent errors of one standard deviation adds to estimate i, as a share of it.
    ///
    /// # Errors
    ///
    /// As [`of_independent`](Self::of_independent).
    pub fn of_correlated(estimates: &[f64], parts: &[Vec<f64>]) -> Estimate<Self> {
        let n = estimates.len() as f64;
        let errors = parts.first().map_or(0, Vec::len);
        // Squares about the mean, which common errors move alike.
        let squares: f64 = (0..errors)
            .map(|error| {
                let column = parts.iter().map(|part| part[error]);
                let mean = column.clone().sum::<f64>() / n;
                squares_about(mean, column)
            })
            .sum();
        let noise = (squares / (n - 1.0).max(1.0)).sqrt();
        Self::new(estimates, noise, |logarithms| Homogeneity::of_correlated(logarithms, parts))
    }

    fn new(
        estimates: &[f64],
        noise: f64,
        test: impl Fn(&[f64]) -> Estimate<Homogeneity>,
    ) -> Estimate<Self> {
        if estimates.len() < 2 {
            return Err(TooFewUnits);
        }
        if estimates.iter().any(|estimate| !(*estimate > 0.0 && estimate.is_finite())) {
            return Err(UndefinedScore);
        }
        let logarithms: Vec<f64> = estimates.iter().map(|estimate| libm::log(*estimate)).collect();
        let moments = SampleMoments::of(logarithms.iter().copied()).ok_or(TooFewUnits)?;
        let spread = moments.stdev().ok_or(TooFewUnits)?;
        Ok(Self { mean: libm::exp(moments.mean), spread, noise, test: test(&logarithms) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independent_and_correlated_agree_without_correlation() {
        let (x, errors) = ([3.0, 4.0, 6.0], [1.0, 0.5, 2.0]);
        let plain = Homogeneity::of_independent(&x, &errors).unwrap();
        // Weights 1, 4, 1/4: mean 20.5/5.25.
        let mean = 20.5 / 5.25;
        let q = (3.0 - mean) * (3.0 - mean)
            + 4.0 * (4.0 - mean) * (4.0 - mean)
            + 0.25 * (6.0 - mean) * (6.0 - mean);
        assert!((plain.q - q).abs() < 1e-12 && plain.degrees_of_freedom == 2);
        assert!((plain.p_value - libm::exp(-q / 2.0)).abs() < 1e-12);
        let parts = [vec![1.0, 0.0, 0.0], vec![0.0, 0.5, 0.0], vec![0.0, 0.0, 2.0]];
        let general = Homogeneity::of_correlated(&x, &parts).unwrap();
        assert!((general.q - q).abs() < 1e-12);
    }

    /// Two estimates with a common error: their difference over its own error, squared.
    #[test]
    fn common_errors_cancel() {
        let parts = [vec![5.0, 1.0, 0.0], vec![5.0, 0.0, 2.0]];
        let test = Homogeneity::of_correlated(&[10.0, 13.0], &parts).unwrap();
        assert!((test.q - 9.0 / 5.0).abs() < 1e-12, "{test:?}");
        let same = [vec![5.0, 1.0], vec![5.0, 1.0]];
        let test = Homogeneity::of_correlated(&[1.0, 2.0], &same);
        assert_eq!(test, Err(NoVariation));
    }

    /// Spread by hand; of two estimates with a common error only the separate errors are noise,
    /// sqrt((1 + 4)/2).
    #[test]
    fn spreads_against_noise() {
        let e = std::f64::consts::E;
        let parts = [vec![5.0, 1.0, 0.0], vec![5.0, 0.0, 2.0]];
        let spread = RelativeSpread::of_correlated(&[1.0, e * e], &parts).unwrap();
        assert!((spread.mean - e).abs() < 1e-12);
        assert!((spread.spread - 2.0_f64.sqrt()).abs() < 1e-12);
        assert!((spread.noise - 2.5_f64.sqrt()).abs() < 1e-12);
        assert!((spread.test.unwrap().q - 4.0 / 5.0).abs() < 1e-12);
        let spread = RelativeSpread::of_independent(&[1.0, e * e], &[1.0, 2.0]).unwrap();
        assert!((spread.noise - 2.5_f64.sqrt()).abs() < 1e-12);
        assert!((spread.test.unwrap().q - 4.0 / 5.0).abs() < 1e-12);
        assert_eq!(RelativeSpread::of_independent(&[1.0], &[1.0]), Err(TooFewUnits));
        let zero = RelativeSpread::of_independent(&[1.0, 0.0], &[1.0, 1.0]);
        assert_eq!(zero, Err(UndefinedScore));
        assert_eq!(RelativeSpread::of_correlated(&[], &[]), Err(TooFewUnits));
    }

    #[test]
    fn degenerate_cases() {
        assert_eq!(Homogeneity::of_independent(&[1.0], &[1.0]), Err(TooFewUnits));
        let zero = Homogeneity::of_independent(&[1.0, 2.0], &[1.0, 0.0]);
        assert_eq!(zero, Err(NoVariation));
        assert_eq!(Homogeneity::of_correlated(&[1.0], &[vec![1.0]]), Err(TooFewUnits));
        let zero = Homogeneity::of_correlated(&[1.0, 2.0], &[vec![1.0], vec![0.0]]);
        assert_eq!(zero, Err(NoVariation));
    }
}
