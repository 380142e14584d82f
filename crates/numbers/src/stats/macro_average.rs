//! Weighted means over independent test sets, such as corpora of several language pairs. Test sets are not pooled: each counts by
//! its weight, however large it is.

/// An estimate with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub value: f64,
    /// Its standard error; 0 where nothing is uncertain.
    pub standard_error: f64,
    /// Degrees of freedom of the standard error.
    pub degrees_of_freedom: f64,
}

/// The weighted mean of independent estimates: its variance is the sum of `w^2 se^2`, where the weights add up to 1, with
/// the degrees of freedom of Welch (1947, Biometrika 34, 28-35) and Satterthwaite (1946, Biometrics Bulletin 2, 110-114),
/// `V^2 / sum((w^2 se^2)^2 / df)`. Estimates without an error add none. Where none has one, the degrees of freedom are the
/// fewest.
/// Each estimate has a weight, which is positive.
pub fn mean_of_independent(weights: &[f64], estimates: &[Estimated]) -> Estimated {
    let total: f64 = weights.iter().sum();
    let values: Vec<f64> = estimates.iter().map(|estimate| estimate.value).collect();
    let parts = weights.iter().zip(estimates).map(|(weight, estimate)| {
        let error = weight / total * estimate.standard_error;
        (error * error, estimate.degrees_of_freedom)
    });
    let variance: f64 = parts.clone().map(|(part, _)| part).sum();
    // In shares of the variance, so that no square of a small one is lost.
    let shares = parts.clone().filter(|(part, _)| *part > 0.0);
    let shares = shares.map(|(part, freedom)| (part / variance, freedom));
    let inverse: f64 = shares.map(|(share, freedom)| share * share / freedom).sum();
    let fewest = parts.map(|(_, freedom)| freedom).fold(f64::INFINITY, f64::min);
    Estimated {
        value: weighted_mean(weights, &values),
        standard_error: variance.sqrt(),
        degrees_of_freedom: if inverse > 0.0 { 1.0 / inverse } else { fewest },
    }
}

/// Returns the weighted mean. Each value has a weight, which is positive.
pub fn weighted_mean(weights: &[f64], values: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(values).map(|(weight, value)| weight * value).sum();
    sum / weights.iter().sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::super::interval::student;
    use super::super::moments::SampleMoments;
    use super::super::paired_jackknife::student_p_value;
    use super::*;

    fn close(value: f64, expected: f64) {
        assert!(
            (value - expected).abs() <= 1e-12 * expected.abs().max(1.0),
            "{value}, not {expected}"
        );
    }

    fn of_sample(values: &[f64]) -> Estimated {
        let moments = SampleMoments::of(values.iter().copied()).unwrap();
        Estimated {
            value: moments.mean,
            standard_error: moments.standard_error().unwrap(),
            degrees_of_freedom: values.len() as f64 - 1.0,
        }
    }

    /// Half of the difference of two means, against Welch's test:
    /// `r = scipy.stats.ttest_ind(a, b, equal_var=False); r.df, r.confidence_interval(0.95), r.pvalue`.
    #[test]
    fn two_means_are_those_of_welch() {
        let a = of_sample(&[3.1, 4.7, 5.2, 2.8, 4.4, 3.9, 6.0]);
        let b = of_sample(&[-10.5, -14.2, -9.1, -12.7]);
        let mean = mean_of_independent(&[1.0, 1.0], &[a, b]);
        close(mean.degrees_of_freedom, 3.879_510_079_714_251);
        let Estimated { value, standard_error, degrees_of_freedom } = mean;
        let interval = student(value, standard_error, degrees_of_freedom, 0.95).unwrap();
        let ends = [2.0 * interval.lower, 2.0 * interval.upper];
        let expected_ends = [-10.732_241_082_402_767, -3.917_758_917_597_233];
        for (end, expected) in ends.iter().zip(expected_ends) {
            assert!((end - expected).abs() < 1e-9, "{end}, not {expected}");
        }
        let p = student_p_value(value, standard_error, degrees_of_freedom);
        assert!((p - 0.004_172_431_194_120_026).abs() < 1e-10, "{p}");
    }

    /// Two test sets alike halve the variance and double the degrees of freedom; weights are relative.
    #[test]
    fn test_sets_alike_halve_the_variance() {
        let estimate = Estimated { value: 30.0, standard_error: 0.8, degrees_of_freedom: 19.0 };
        for weight in [1.0, 0.3] {
            let mean = mean_of_independent(&[weight; 2], &[estimate; 2]);
            close(mean.value, 30.0);
            close(mean.standard_error * mean.standard_error, 0.5 * 0.64);
            close(mean.degrees_of_freedom, 38.0);
        }
        let sure = Estimated { value: 10.0, standard_error: 0.0, degrees_of_freedom: 3.0 };
        let mean = mean_of_independent(&[3.0, 1.0], &[estimate, sure]);
        close(mean.value, 25.0);
        close(mean.standard_error, 0.6);
        close(mean.degrees_of_freedom, 19.0);
        let nothing = mean_of_independent(&[1.0], &[sure]);
        assert_eq!((nothing.standard_error, nothing.degrees_of_freedom), (0.0, 3.0));
    }
}
