//! Estimated scores, shrunken to the spread of true ones.

use crate::stats::moments::squares_about;

/// Scores of systems drawn in towards their mean, so that they vary as true scores do: by the variance of `scores` less that of
/// the error of each, or not at all where that is below 0. Estimated scores lie too far apart as true ones: their variance
/// is that of true scores plus that of errors. (Constrained empirical Bayes estimates, Louis 1984, *Journal of the American
/// Statistical Association* 79, 393-398, for equal errors.)
pub fn drawn_in(scores: &[f64], error_variance: f64) -> Vec<f64> {
    let count = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = squares_about(mean, scores.iter().copied()) / (count - 1.0).max(1.0);
    let factor =
        if variance > error_variance { (1.0 - error_variance / variance).sqrt() } else { 0.0 };
    scores.iter().map(|score| mean + factor * (score - mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Variance 10, of which 3.6 is error: distances from the mean are .8 of what they were.
    #[test]
    fn scores_are_drawn_in_to_the_variance_of_true_ones() {
        let shrunken = drawn_in(&[1.0, 3.0, 5.0, 7.0, 9.0], 3.6);
        for (value, expected) in shrunken.iter().zip([1.8, 3.4, 5.0, 6.6, 8.2]) {
            assert!((value - expected).abs() < 1e-12, "{value} {expected}");
        }
        assert_eq!(drawn_in(&[1.0, 3.0], 2.5), [2.0, 2.0]);
        assert_eq!(drawn_in(&[1.0], 0.0), [1.0]);
    }
}
