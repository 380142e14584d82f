//! Means and deviations of values that may be undefined.

use crate::stats::{SampleMoments, robust};

/// Mean and standard deviation of values that may be undefined.
#[derive(Default)]
pub(crate) struct Spread {
    pub(crate) mean: Option<f64>,
    /// A sample of one value has none.
    pub(crate) spread: Option<f64>,
}

impl Spread {
    /// `noise` is what errors of the values add to the sum of their squared deviations. The divisor is
    /// n for a `population` and n - 1 for a sample.
    pub(crate) fn new(values: Option<&[f64]>, noise: f64, population: bool) -> Self {
        let values = values.unwrap_or_default();
        let Some(SampleMoments { mean, squares, .. }) = SampleMoments::of(values.iter().copied())
        else {
            return Self::default();
        };
        let n = values.len() as f64;
        let divisor = if population { n } else { n - 1.0 };
        // The noise is an estimate, too, and may exceed the squares.
        let variance = ((squares - noise) / divisor).max(0.0);
        Self { mean: Some(mean), spread: (divisor > 0.0).then(|| variance.sqrt()) }
    }
}

/// Returns the mean of `value` over all `rows`; `None` without rows, or where one has no value.
pub(crate) fn mean_of_all<R>(rows: &[&R], value: impl Fn(&R) -> Option<f64>) -> Option<f64> {
    let values: Vec<f64> = rows.iter().map(|row| value(row)).collect::<Option<_>>()?;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The middle of some values, or the mean of both that are; none of no values.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    robust::median(&values.collect::<Vec<f64>>())
}

#[cfg(test)]
mod tests {
    use super::{Spread, median};

    #[test]
    fn medians_lie_in_the_middle() {
        assert_eq!(median([].into_iter()), None);
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 3.0].into_iter()), Some(2.5));
    }

    #[test]
    fn spreads_of_samples_and_populations() {
        for (values, population, expected) in [
            (Some(&[1.0, 3.0][..]), false, (Some(2.0), Some(2.0_f64.sqrt()))),
            (Some(&[1.0, 3.0]), true, (Some(2.0), Some(1.0))),
            (Some(&[1.0]), false, (Some(1.0), None)),
            (Some(&[]), true, (None, None)),
            (None, true, (None, None)),
        ] {
            let Spread { mean, spread } = Spread::new(values, 0.0, population);
            assert_eq!((mean, spread), expected, "{values:?}");
        }
    }
}
