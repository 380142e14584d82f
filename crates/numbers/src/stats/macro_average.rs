//! Weighted means over independent test sets, such as corpora of several language pairs. Test sets are not pooled: each counts by
//! its weight, however large it is.

/// Returns the weighted mean. Each value has a weight, which is positive.
pub fn weighted_mean(weights: &[f64], values: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(values).map(|(weight, value)| weight * value).sum();
    sum / weights.iter().sum::<f64>()
}

/// Returns the standard error of the weighted mean of independent estimates, with its degrees of freedom, from those of the
/// estimates: the variance V is the sum of `w^2 se^2`, where the weights add up to 1, with the degrees of freedom of Welch (1947,
/// Biometrika 34, 28-35) and Satterthwaite (1946, Biometrics Bulletin 2, 110-114), `V^2 / sum((w^2 se^2)^2 / df)`.
///
/// Estimates without an error add none. If none has an error, the degrees of freedom are the fewest. Each error has a weight,
/// which is positive.
pub fn error_of_mean(weights: &[f64], errors: &[(f64, f64)]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    let parts = weights.iter().zip(errors).map(|(weight, (standard_error, freedom))| {
        let error = weight / total * standard_error;
        (error * error, *freedom)
    });
    let variance: f64 = parts.clone().map(|(part, _)| part).sum();
    // In shares of the variance, so that no square of a small one is lost.
    let shares = parts.clone().filter(|(part, _)| *part > 0.0);
    let shares = shares.map(|(part, freedom)| (part / variance, freedom));
    let inverse: f64 = shares.map(|(share, freedom)| share * share / freedom).sum();
    let fewest = parts.map(|(_, freedom)| freedom).fold(f64::INFINITY, f64::min);
    (variance.sqrt(), if inverse > 0.0 { 1.0 / inverse } else { fewest })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two equal test sets halve the variance and double the degrees of freedom; weights are relative.
    #[test]
    fn equal_test_sets_halve_the_variance() {
        let close = |(error, freedom): (f64, f64), variance: f64, expected: f64| {
            assert!((error * error - variance).abs() < 1e-12, "{error}");
            assert!((freedom - expected).abs() < 1e-12, "{freedom}");
        };
        for weight in [1.0, 0.3] {
            close(error_of_mean(&[weight; 2], &[(0.8, 19.0); 2]), 0.32, 38.0);
        }
        close(error_of_mean(&[3.0, 1.0], &[(0.8, 19.0), (0.0, 3.0)]), 0.36, 19.0);
        close(error_of_mean(&[1.0], &[(0.0, 3.0)]), 0.0, 3.0);
        assert!((weighted_mean(&[3.0, 1.0], &[30.0, 10.0]) - 25.0).abs() < 1e-12);
    }
}
