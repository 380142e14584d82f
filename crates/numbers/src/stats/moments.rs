//! Means and deviations.
//!
//! All sums run in the order of the values: the same values in the same order give the same bits.

/// Mean of values; `None` without any.
pub fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut count = 0_usize;
    let sum: f64 = values.inspect(|_| count += 1).sum();
    (count > 0).then(|| sum / count as f64)
}

/// Sum of the squared deviations of values from `centre`.
pub fn squares_about(centre: f64, values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| (value - centre) * (value - centre)).sum()
}

/// What the mean and the spread of at least one value follow from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleMoments {
    /// Number of values.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Sum of their squared deviations from the mean.
    pub squares: f64,
}

impl SampleMoments {
    /// Of the values, in two passes; `None` without any.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let mean = mean(values.clone())?;
        let count = values.clone().count();
        Some(Self { count, mean, squares: squares_about(mean, values) })
    }

    /// Of the differences between two samples, value by value, that are finite; `None` without any.
    ///
    /// # Panics
    ///
    /// If the samples differ in length.
    pub fn of_differences(first: &[f64], second: &[f64]) -> Option<Self> {
        assert_eq!(first.len(), second.len(), "every value has its counterpart");
        let differences = first.iter().zip(second).map(|(first, second)| first - second);
        Self::of(differences.filter(|difference| difference.is_finite()))
    }

    /// Variance with divisor n - 1; `None` below two values.
    pub fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }

    /// Standard deviation with divisor n - 1; `None` below two values.
    pub fn stdev(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Standard error of the mean of independent values; `None` below two.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_that_are_not_finite_are_left_out() {
        let moments =
            SampleMoments::of_differences(&[3.0, f64::NAN, 5.0, 9.0], &[1.0, 1.0, 1.0, 3.0]);
        assert_eq!(moments, SampleMoments::of([2.0, 4.0, 6.0].into_iter()));
        assert_eq!(SampleMoments::of_differences(&[f64::NAN], &[0.0]), None);
    }

    /// Student's example of ten patients (Biometrika 6, 1908): additional hours of sleep.
    #[test]
    fn of_students_sleep() {
        let hours = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let moments = SampleMoments::of(hours.iter().copied()).unwrap();
        assert_eq!(moments.count, 10);
        assert!((moments.mean - 2.33).abs() < 1e-12);
        // Python: statistics.stdev(hours), and that over 10 ** 0.5.
        assert!((moments.stdev().unwrap() - 2.002_248_735_796_829).abs() < 1e-12);
        assert!((moments.standard_error().unwrap() - 0.633_166_644_731_069_2).abs() < 1e-12);
    }

    #[test]
    fn few_values_have_no_spread() {
        assert_eq!(SampleMoments::of(std::iter::empty()), None);
        let one = SampleMoments::of([3.0].into_iter()).unwrap();
        assert_eq!(
            (one.mean, one.squares, one.stdev(), one.standard_error()),
            (3.0, 0.0, None, None)
        );
    }
}
