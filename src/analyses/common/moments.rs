//! Means and deviations.

/// Mean and standard deviation (divisor n - 1), from two values on.
pub(in crate::analyses) fn mean_and_deviation(
    values: impl Iterator<Item = f64> + Clone,
) -> Option<(f64, f64)> {
    let n = values.clone().count() as f64;
    if n < 2.0 {
        return None;
    }
    let mean = values.clone().sum::<f64>() / n;
    let squares: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    Some((mean, (squares / (n - 1.0)).sqrt()))
}
