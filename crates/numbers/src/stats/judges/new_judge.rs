//! Would another judge say the same? Differences of two systems by several judges, taken as a sample of judges.

use super::super::moments::SampleMoments;
use super::super::special::student_t_cdf;

/// Judges from which on it is said of another one.
pub const FEWEST_JUDGES: usize = 3;

/// Part of a mean that is rounding.
const ROUNDING: f64 = 1e-12;

/// What several judges say of a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedDifference {
    /// Mean over judges.
    pub mean: f64,
    /// Standard deviation between judges (divisor n - 1).
    pub deviation: f64,
    judges: f64,
}

impl JudgedDifference {
    /// Of the differences by each judge; nothing of fewer than three, or where all are equal.
    pub fn new(by_judge: &[f64]) -> Option<Self> {
        let moments = SampleMoments::of(by_judge.iter().copied())?;
        let least = ROUNDING * moments.mean.abs();
        let deviation = moments.stdev().filter(|deviation| *deviation > least)?;
        let judges = by_judge.len() as f64;
        (by_judge.len() >= FEWEST_JUDGES).then_some(Self { mean: moments.mean, deviation, judges })
    }

    /// The probability that another judge of this kind prefers the same system as the mean does: on these texts where
    /// `text_variance` is 0, or else on others of which the mean has this variance.
    pub fn another_agrees(&self, text_variance: f64) -> f64 {
        // Another judge varies by s^2, and the mean of these judges by s^2/J.
        let between = self.deviation * self.deviation * (1.0 + 1.0 / self.judges);
        student_t_cdf(self.mean.abs() / (between + text_variance).sqrt(), self.judges - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() < tolerance, "{value} {expected}");
    }

    /// scipy.stats.t.cdf, at 1e-8; with texts at 1e-6.
    #[test]
    fn another_judge_agrees() {
        let three = JudgedDifference::new(&[0.383_160_646, -0.206_749_803, 0.483_045_892]).unwrap();
        assert_near(three.mean, 0.219_818_911, 1e-8);
        assert_near(three.deviation, 0.372_779_985, 1e-8);
        assert_near(three.another_agrees(0.0), 0.669_817_821, 1e-8);
        let five = JudgedDifference::new(&[0.4, 0.1, 0.3, -0.1, 0.2]).unwrap();
        assert_near(five.another_agrees(0.0), 0.779_443_595, 1e-8);
        assert_near(five.another_agrees(0.01), 0.758_336, 1e-6);
        let turned = JudgedDifference::new(&[-0.4, -0.1, -0.3, 0.1, -0.2]).unwrap();
        assert_near(turned.another_agrees(0.0), 0.779_443_595, 1e-8);
    }

    #[test]
    fn few_or_equal_judges_say_nothing() {
        assert_eq!(JudgedDifference::new(&[0.4, 0.1]), None);
        assert_eq!(JudgedDifference::new(&[0.4; 3]), None);
        assert_eq!(JudgedDifference::new(&[]), None);
    }
}
