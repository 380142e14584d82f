//! Means and deviations.

/// Mean, and sum of the squared deviations from it; `None` of nothing.
pub(in crate::analyses) fn mean_and_squares(
    values: impl Iterator<Item = f64> + Clone,
) -> Option<(f64, f64)> {
    let n = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / n;
    let squares = values.map(|value| (value - mean) * (value - mean)).sum();
    (n > 0.0).then_some((mean, squares))
}

/// Mean and standard deviation (divisor n - 1), from two values on.
pub(in crate::analyses) fn mean_and_deviation(
    values: impl Iterator<Item = f64> + Clone,
) -> Option<(f64, f64)> {
    let n = values.clone().count() as f64;
    let (mean, squares) = mean_and_squares(values).filter(|_| n > 1.0)?;
    Some((mean, (squares / (n - 1.0)).sqrt()))
}

/// Mean and standard deviation of values that may be undefined.
#[derive(Default)]
pub(in crate::analyses) struct Spread {
    pub(in crate::analyses) mean: Option<f64>,
    /// A sample of one value has none.
    pub(in crate::analyses) spread: Option<f64>,
}

impl Spread {
    /// `noise` is what errors of the values add to the sum of their squared deviations. The divisor is
    /// n for a `population` and n - 1 for a sample.
    pub(in crate::analyses) fn new(values: Option<&[f64]>, noise: f64, population: bool) -> Self {
        let values = values.unwrap_or_default();
        let Some((mean, squares)) = mean_and_squares(values.iter().copied()) else {
            return Self::default();
        };
        let n = values.len() as f64;
        let divisor = if population { n } else { n - 1.0 };
        let variance = ((squares - noise) / divisor).max(0.0);
        Self { mean: Some(mean), spread: (divisor > 0.0).then(|| variance.sqrt()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Spread;

    #[test]
    fn spreads_of_samples_and_populations() {
        let of = |values: Option<&[f64]>, population| {
            let Spread { mean, spread } = Spread::new(values, 0.0, population);
            (mean, spread)
        };
        assert_eq!(of(Some(&[1.0, 3.0]), false), (Some(2.0), Some(2.0_f64.sqrt())));
        assert_eq!(of(Some(&[1.0, 3.0]), true), (Some(2.0), Some(1.0)));
        assert_eq!(of(Some(&[1.0]), false), (Some(1.0), None));
        assert_eq!((of(Some(&[]), true), of(None, true)), ((None, None), (None, None)));
    }
}
