//! How uncertain the variance of a score is: the jackknife of its logarithm.
//!
//! The brute way is a double jackknife: leave out each unit, jackknife the rest, and take the deviation
//! of the n log variances, which scores the sums of all pairs of units. Here the variance of the rest
//! comes from the delta method instead: with the gradient g of the score at the sums without unit i and
//! the products Q of the centred rows,
//!
//! ```text
//! v(i) = (n - 1)/(n - 2)  g(i)' [ Q - n/(n - 1) d(i) d(i)' ] g(i),    d(i) = x(i) - mean,
//! ```
//!
//! where the bracket holds the products of the rest about its own mean, exactly. So each unit takes a
//! gradient and one quadratic form: O(n columns^2) and `2 n columns` scores. That the gradient is taken at the
//! sums of the rest matters: the residuals of a ratio change with the ratio, and a unit that is long or
//! stands out changes it. Influence values of the whole that are kept as they are would miss that.
//!
//! Of a mean the two are equal. Of ratios and n-gram precisions they differ by what the delta method
//! differs from the jackknife, which is of order 1/n in v and nearly the same for all i, so that it falls out
//! of the deviation (a test holds it to the double jackknife).

use super::SumScore;
use super::delta::Gradient;
use super::jackknife::Jackknife;
use super::margin::FEWEST_UNITS;
use super::reason::Reason;

/// Standard error of the natural logarithm of the variance of a score of sums, by the jackknife over its
/// units (rows of `columns` integers). Of the mean of normal units it is about `sqrt(2 / (n - 1))`.
///
/// # Errors
///
/// [`Reason::TooFewUnits`] below [`FEWEST_UNITS`], [`Reason::NoVariation`] where
/// the units do not vary or only one of them does, [`Reason::UndefinedScore`] where the rest
/// without a unit has no score or no gradient.
pub fn log_variance_error(
    rows: &[i64],
    columns: usize,
    score: &SumScore<'_>,
) -> Result<f64, Reason> {
    let count = rows.len().checked_div(columns).unwrap_or(0);
    if count < FEWEST_UNITS {
        return Err(Reason::TooFewUnits);
    }
    let n = count as f64;
    let mut sums = vec![0_i64; columns];
    for row in rows.chunks_exact(columns) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    let means: Vec<f64> = sums.iter().map(|sum| *sum as f64 / n).collect();
    let mut deviation = vec![0.0; columns];
    let mut products = vec![0.0; columns * columns];
    for row in rows.chunks_exact(columns) {
        centre(row, &means, &mut deviation);
        for (line, row_deviation) in products.chunks_exact_mut(columns).zip(&deviation) {
            line.iter_mut().zip(&deviation).for_each(|(sum, other)| *sum += row_deviation * other);
        }
    }
    let gradients = Gradient::new(rows, columns);
    let mut rest = vec![0_i64; columns];
    let mut logarithms = Vec::with_capacity(count);
    for row in rows.chunks_exact(columns) {
        rest.iter_mut().zip(&sums).zip(row).for_each(|((rest, sum), value)| *rest = sum - value);
        let gradient = gradients.at(&rest, score)?;
        let mut all = 0.0;
        for (slope, line) in gradient.iter().zip(products.chunks_exact(columns)) {
            all += slope * gradient.iter().zip(line).map(|(g, q)| g * q).sum::<f64>();
        }
        centre(row, &means, &mut deviation);
        let change = gradient.iter().zip(&deviation).map(|(g, d)| g * d).sum::<f64>();
        let without = all - n / (n - 1.0) * change * change;
        // Of equal units only rounding errors remain: there is no variance.
        if without.is_nan() || without <= 1e-12 * all.abs() {
            return Err(Reason::NoVariation);
        }
        logarithms.push(libm::log(without));
    }
    Ok(Jackknife::from_values(logarithms)?.standard_error())
}

fn centre(row: &[i64], means: &[f64], deviation: &mut [f64]) {
    for ((deviation, value), mean) in deviation.iter_mut().zip(row).zip(means) {
        *deviation = *value as f64 - mean;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::ratio_of_sums::{mean, rows};

    /// The double jackknife.
    fn brute(rows: &[i64], columns: usize, score: &SumScore<'_>) -> f64 {
        let units = rows.len() / columns;
        Jackknife::from_values(
            (0..units)
                .map(|unit| {
                    let others = (0..units).filter(|other| *other != unit);
                    let others: Vec<i64> = others
                        .flat_map(|o| rows[o * columns..(o + 1) * columns].to_vec())
                        .collect();
                    2.0 * libm::log(
                        Jackknife::new(&others, columns, score).unwrap().standard_error(),
                    )
                })
                .collect(),
        )
        .unwrap()
        .standard_error()
    }

    #[test]
    fn of_a_mean_it_is_the_double_jackknife() {
        let rows = rows(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]);
        let error = log_variance_error(&rows, 2, &mean).unwrap();
        let double = brute(&rows, 2, &mean);
        assert!((error / double - 1.0).abs() < 1e-8, "{error}, not {double}");
    }

    #[test]
    fn undefined_cases() {
        assert_eq!(log_variance_error(&[], 0, &mean), Err(Reason::TooFewUnits));
        let four = rows(&[1, 2, 3, 4]);
        assert_eq!(log_variance_error(&four, 2, &mean), Err(Reason::TooFewUnits));
        let equal = rows(&[7; 6]);
        assert_eq!(log_variance_error(&equal, 2, &mean), Err(Reason::NoVariation));
        let but_one = rows(&[7, 7, 7, 7, 7, 8]);
        assert_eq!(log_variance_error(&but_one, 2, &mean), Err(Reason::NoVariation));
        let empty = [5, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(log_variance_error(&empty, 2, &mean), Err(Reason::UndefinedScore));
    }
}
