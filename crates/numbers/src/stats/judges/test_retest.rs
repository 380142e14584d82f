//! How far a judge repeats a rating: outputs that the same judge rated several times.
//!
//! With ratings y of the outputs 1..n, `k_i` of output i and N in all, about the means of outputs and of all ratings:
//!
//! ```text
//! within = sum (y - mean_i)^2 / (N - n)      between = sum k_i (mean_i - mean)^2 / (n - 1)
//! k = (N - sum k_i^2 / N) / (n - 1)          ICC(1) = (between - within) / (between + (k - 1) within)
//! ```
//!
//! The standard deviation of one rating is the root of `within`; with two ratings of each it is `sqrt(sum diff^2 / (2 n))`
//! (Bland & Altman 1996). ICC(1) is the one-way intraclass correlation of a single rating (Shrout & Fleiss 1979).

use super::super::moments::{SampleMoments, mean};
use super::super::reason::{Estimate, Reason};

/// How far a judge repeats a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestRetest {
    /// Standard deviation of one rating about what the judge gives the output on average.
    pub standard_deviation: f64,
    /// ICC(1): the correlation of two ratings of an output by the judge, over outputs.
    pub correlation: Estimate<f64>,
    /// Mean of the second ratings less that of the first.
    pub drift: f64,
}

/// Of the ratings of each output, two or more, in the order in which they were given.
///
/// # Errors
///
/// [`Reason::TooFewUnits`] without an output that was rated twice.
pub fn test_retest(outputs: &[&[f64]]) -> Estimate<TestRetest> {
    let outputs: Vec<&[f64]> = outputs.iter().copied().filter(|all| all.len() > 1).collect();
    let drift = mean(outputs.iter().map(|all| all[1] - all[0])).ok_or(Reason::TooFewUnits)?;
    let moments = outputs.iter().filter_map(|all| SampleMoments::of(all.iter().copied()));
    let moments: Vec<SampleMoments> = moments.collect();
    let count = outputs.len() as f64;
    let total = outputs.iter().map(|all| all.len()).sum::<usize>() as f64;
    let within = moments.iter().map(|output| output.squares).sum::<f64>() / (total - count);
    Ok(TestRetest {
        standard_deviation: within.sqrt(),
        correlation: correlation(&moments, within, total),
        drift,
    })
}

/// The correlation; none of one output, and none where all ratings are the same.
fn correlation(outputs: &[SampleMoments], within: f64, total: f64) -> Estimate<f64> {
    if outputs.len() < 2 {
        return Err(Reason::TooFewUnits);
    }
    let degrees = outputs.len() as f64 - 1.0;
    let sums = outputs.iter().map(|output| output.count as f64 * output.mean);
    let centre = sums.sum::<f64>() / total;
    let squares = outputs
        .iter()
        .map(|output| output.count as f64 * (output.mean - centre) * (output.mean - centre));
    let between = squares.sum::<f64>() / degrees;
    let counts = outputs.iter().map(|output| output.count as f64 * output.count as f64);
    let ratings = (total - counts.sum::<f64>() / total) / degrees;
    let all = between + (ratings - 1.0) * within;
    if all > 0.0 { Ok((between - within) / all) } else { Err(Reason::NoVariation) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-8, "{value} is not {expected}");
    }

    /// Two to four ratings of each: the same mean squares by `fractions.Fraction` of Python.
    #[test]
    fn more_than_two_ratings_are_pooled() {
        let outputs: [&[f64]; 5] = [
            &[70.0, 72.0, 75.0],
            &[82.0, 80.0],
            &[90.0, 91.0, 89.0],
            &[55.0, 60.0],
            &[64.0, 61.0, 66.0, 60.0],
        ];
        let repeated = test_retest(&outputs).unwrap();
        close(repeated.standard_deviation, 2.401_774_036);
        close(repeated.correlation.unwrap(), 0.967_189_804);
        close(repeated.drift, 0.600_000_000);
    }

    #[test]
    fn too_little_says_why() {
        assert_eq!(test_retest(&[]), Err(Reason::TooFewUnits));
        assert_eq!(test_retest(&[&[70.0]]), Err(Reason::TooFewUnits));
        let one = test_retest(&[&[70.0, 74.0], &[90.0]]).unwrap();
        assert_eq!((one.standard_deviation, one.drift), (8.0_f64.sqrt(), 4.0));
        assert_eq!(one.correlation, Err(Reason::TooFewUnits));
        let same = test_retest(&[&[70.0, 70.0], &[70.0, 70.0]]).unwrap();
        assert_eq!((same.standard_deviation, same.drift), (0.0, 0.0));
        assert_eq!(same.correlation, Err(Reason::NoVariation));
    }
}
