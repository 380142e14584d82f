//! How uncertain a planned size is.
//!
//! A required size is proportional to the squared standard error of an estimate, so that it is as
//! uncertain as that. The logarithm of the variance of a few units has a standard error by the jackknife over the units,
//! which says how many degrees of freedom a chi-square as uncertain has.

use super::reason::Reason;

/// Fewest units: with one left out, two must remain that vary.
const LEAST_UNITS: usize = 3;

/// Part of a sum of squares below which what is left of it is rounding.
const ROUNDING: f64 = 1e-12;

/// Standard error of the logarithm of the squared standard error of an estimate, by the delete-one
/// jackknife over the `influence` of the units (or their pseudo-values: a constant does not matter). For
/// a mean that is the jackknife of the logarithm of its variance exactly. O(units).
///
/// # Errors
///
/// [`Reason::TooFewUnits`] below three units, [`Reason::NoVariation`] where all
/// units, or all but one, are equal: without that one, nothing varies.
pub fn log_variance_error(influence: &[f64]) -> Result<f64, Reason> {
    if influence.len() < LEAST_UNITS {
        return Err(Reason::TooFewUnits);
    }
    let n = influence.len() as f64;
    let mean = influence.iter().sum::<f64>() / n;
    let squares = influence.iter().map(|value| (value - mean) * (value - mean));
    let total: f64 = squares.clone().sum();
    // Without a unit that lies d from the mean, the squares about the mean of the others add up to
    // total - d^2 n/(n - 1). Divisors are the same for all units, and drop out.
    let logarithms: Option<Vec<f64>> = squares
        .map(|square| total - square * n / (n - 1.0))
        .map(|rest| (rest > ROUNDING * total).then(|| libm::log(rest)))
        .collect();
    let logarithms = logarithms.ok_or(Reason::NoVariation)?;
    let centre = logarithms.iter().sum::<f64>() / n;
    let spread: f64 = logarithms.iter().map(|value| (value - centre) * (value - centre)).sum();
    Ok(((n - 1.0) / n * spread).sqrt())
}

/// [`log_variance_error`] of an estimate over units in strata, from the influence of each unit (times the
/// number of all units, about 0 within each stratum) and its stratum. The variance is a sum over strata,
/// `V = sum_h V_h`, whose terms are independent, so that to first order
/// `var(log V) = sum_h (V_h e_h)^2 / V^2` with `e_h` that of stratum h alone. O(units).
///
/// # Errors
///
/// As [`log_variance_error`] of a stratum that varies, [`Reason::NoVariation`] where none does.
pub fn log_variance_error_in_strata(
    influence: &[f64],
    stratum_of_units: &[usize],
) -> Result<f64, Reason> {
    let count = stratum_of_units.iter().max().map_or(0, |most| most + 1);
    let mut strata = vec![Vec::new(); count];
    influence
        .iter()
        .zip(stratum_of_units)
        .for_each(|(value, stratum)| strata[*stratum].push(*value));
    let (mut variance, mut squares) = (0.0, 0.0);
    for stratum in strata.iter().filter(|own| own.len() > 1) {
        let n = stratum.len() as f64;
        let mean = stratum.iter().sum::<f64>() / n;
        let deviations: f64 = stratum.iter().map(|value| (value - mean) * (value - mean)).sum();
        let stratum_variance = n / (n - 1.0) * deviations;
        let scale = stratum.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        // Equal units add nothing, and nothing uncertain.
        if stratum_variance > ROUNDING * scale * scale {
            let error = stratum_variance * log_variance_error(stratum)?;
            (variance, squares) = (variance + stratum_variance, squares + error * error);
        }
    }
    if variance > 0.0 { Ok(squares.sqrt() / variance) } else { Err(Reason::NoVariation) }
}

/// Degrees of freedom of a variance whose logarithm has the standard error `log_error`, as those of a chi-square with that
/// error (`2 / e^2`), but no more than `degrees_of_freedom`, which the lengths of the units tell, and no fewer than half of
/// them, nor than one: of few units the error is hardly known itself, and least where a rare long unit is missing.
pub fn variance_freedom(log_error: f64, degrees_of_freedom: f64) -> f64 {
    let most = degrees_of_freedom.max(1.0);
    (2.0 / (log_error * log_error)).clamp((0.5 * most).max(1.0), most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::moments::SampleMoments;

    /// Against the jackknife written out: the variance of all values but one, for each in turn.
    #[test]
    fn the_short_form_is_the_jackknife() {
        let values = [3.0, 1.0, 4.0, 1.5, 5.0, 9.0, 2.0, 6.0];
        let logarithms: Vec<f64> = (0..8)
            .map(|left_out| {
                let others = values.iter().enumerate().filter(|(index, _)| *index != left_out);
                let moments = SampleMoments::of(others.map(|(_, value)| *value)).unwrap();
                libm::log(moments.variance().unwrap())
            })
            .collect();
        let mean = logarithms.iter().sum::<f64>() / 8.0;
        let squares: f64 = logarithms.iter().map(|l| (l - mean) * (l - mean)).sum();
        let error = log_variance_error(&values).unwrap();
        assert!((error - (7.0 / 8.0 * squares).sqrt()).abs() < 1e-13, "{error}");
        // Neither a constant nor a factor matters.
        let moved = values.map(|value| 1e3 - 7.0 * value);
        assert!((log_variance_error(&moved).unwrap() - error).abs() < 1e-10);
    }

    /// For many normal units the variance of log s^2 is 2/(n - 1).
    /// One stratum is none; two alike have their errors averaged; one without variation does not count.
    #[test]
    fn strata_add_their_variances() {
        let values = [3.0, 1.0, 4.0, 1.5, 5.0, 9.0, 2.0, 6.0];
        let alone = log_variance_error(&values).unwrap();
        let error = log_variance_error_in_strata(&values, &[1; 8]).unwrap();
        assert!((error - alone).abs() < 1e-14);
        let twice = [values, values].concat();
        let strata = [[0; 8], [1; 8]].concat();
        let error = log_variance_error_in_strata(&twice, &strata).unwrap();
        assert!((error - alone / 2.0_f64.sqrt()).abs() < 1e-14, "{error}");
        let with_equal = [&values[..], &[2.0; 4]].concat();
        let strata = [&[0; 8][..], &[1; 4]].concat();
        let error = log_variance_error_in_strata(&with_equal, &strata).unwrap();
        assert!((error - alone).abs() < 1e-14);
        let two = log_variance_error_in_strata(&[1.0, 2.0, 4.0, 0.0, 9.0], &[0, 0, 0, 1, 1]);
        assert_eq!(two, Err(Reason::TooFewUnits));
        let equal = log_variance_error_in_strata(&[2.0; 6], &[0, 0, 0, 1, 1, 1]);
        assert_eq!(equal, Err(Reason::NoVariation));
    }

    #[test]
    fn normal_units_have_the_error_of_chi_square() {
        let n = 4000_u32;
        let values: Vec<f64> = (0..n)
            .map(|index| {
                crate::stats::special::normal_quantile((f64::from(index) + 0.5) / f64::from(n))
                    .unwrap()
            })
            .collect();
        let error = log_variance_error(&values).unwrap();
        assert!((error / (2.0 / f64::from(n - 1)).sqrt() - 1.0).abs() < 5e-3, "{error}");
    }

    #[test]
    fn lengths_bound_the_error_of_a_variance() {
        assert!((variance_freedom(0.2, 9.0) - 9.0).abs() < 1e-12);
        assert!((variance_freedom(0.5, 9.0) - 8.0).abs() < 1e-12);
        assert!((variance_freedom(1.5, 9.0) - 4.5).abs() < 1e-12);
        assert!((variance_freedom(3.0, 1.2) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn undefined_cases() {
        assert_eq!(log_variance_error(&[1.0, 2.0]), Err(Reason::TooFewUnits));
        assert_eq!(log_variance_error(&[2.0; 5]), Err(Reason::NoVariation));
        let one_differs = [2.0, 2.0, 2.0, 7.0];
        assert_eq!(log_variance_error(&one_differs), Err(Reason::NoVariation));
    }
}
