//! Means of numbers given per segment, as sums of integers: what human judgments and external
//! scores have in common.
//!
//! A segment's value is the sum over criteria of the mean of its numbers. One scale per system
//! turns values into integers:
//!
//! * If every number is a decimal of at most nine digits after the point, the scale is the power of
//!   ten that makes all of them integers times the least common multiple of the numbers per
//!   segment: exact. (1 to 5 by two judges gives the integers 2 to 10.)
//! * Otherwise values are rounded once each at nine decimals; at fewer where a value would pass
//!   [`ROW_LIMIT`], at more (up to 18) where the largest would be below 10^8. The worst error of a
//!   segment's value, and of any mean, is half a unit of the last decimal.
//!
//! This module knows nothing of what the numbers mean.

use std::sync::Arc;

use super::fixed_point::nearest;
use super::{Rows, Scorer, Statistics, StatisticsRows};

/// Largest magnitude of an integer in a row: sums over eight million segments stay within `i64`.
pub(super) const ROW_LIMIT: i64 = 1 << 40;

/// Decimals at which a number still counts as exact.
const EXACT_DECIMALS: u32 = 9;

/// Most decimals of rounded values.
// 10^18 is the largest power of ten that `i64` holds.
const MOST_DECIMALS: u32 = 18;

/// Least magnitude of the largest rounded value.
const LEAST_RESOLUTION: f64 = 1e8;

/// Numbers of one criterion: `[j][i]` is what the `j`-th judge gave segment `i`.
pub(super) type Table = [Vec<Option<f64>>];

/// A number, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judgment {
    /// Criterion, from 0.
    pub(super) criterion: usize,
    /// Judge, from 0.
    pub(super) judge: usize,
    /// Segment, from 0.
    pub(super) segment: usize,
    /// The number.
    pub(super) value: f64,
}

/// All numbers.
pub(super) fn judgments<'a>(criteria: &'a [&'a Table]) -> impl Iterator<Item = Judgment> + 'a {
    criteria.iter().enumerate().flat_map(|(criterion, table)| {
        table.iter().enumerate().flat_map(move |(judge, column)| {
            let values = column.iter().enumerate();
            values.filter_map(move |(segment, value)| {
                value.map(|value| Judgment { criterion, judge, segment, value })
            })
        })
    })
}

/// Rows `(scaled value, 1)` and the scale. A segment without a number on some criterion is absent.
///
/// Every column must have `segments` entries and every number must be finite. `None` if the
/// numbers are too large (beyond 2^40) or too small (all below 10^-10) for fixed point.
///
/// Cost: a few passes over the numbers.
pub(super) fn scaled_rows(segments: usize, criteria: &[&Table]) -> Option<(Rows, i64)> {
    if let Some((rows, scale)) = exact_rows(segments, criteria) {
        return Some((rows, scale));
    }
    let values: Vec<Option<f64>> = (0..segments).map(|at| value(criteria, at)).collect();
    let largest = values.iter().flatten().fold(0.0, |most: f64, value| most.max(value.abs()));
    let scale = rounding_scale(largest)?;
    let mut rows = Rows::new(2);
    for value in values {
        match value {
            Some(value) => rows.push(&[to_integer(value * power_of_ten(scale)), 1]),
            None => rows.push_absent(),
        }
    }
    Some((rows, 10_i64.pow(scale)))
}

/// Weights of ratings are whole numbers of these parts where the numbers of ratings of segments have no smaller
/// common multiple: that of all numbers up to 16.
const WEIGHT_PARTS: i64 = 720_720;

/// Places (segment, judge), rows `(scaled weighted number, scaled weight)` and scale of every number of a criterion;
/// numbers of a segment weigh 1/m where it has m of them.
///
/// As with [`scaled_rows`], numbers and weights are exact where they can be. `None` if the numbers are too large
/// or too small for fixed point.
pub(super) fn weighted_ratings(segments: usize, table: &Table) -> Option<Ratings> {
    let counts = (0..segments).map(|segment| given(table, segment).count() as i128);
    let counts = counts.filter(|count| *count > 0);
    let parts = counts
        .map(Some)
        .try_fold(1, |multiple, count| least_common_multiple(multiple, count?))
        .filter(|multiple| *multiple <= i128::from(WEIGHT_PARTS))
        .and_then(|multiple| i64::try_from(multiple).ok())
        .unwrap_or(WEIGHT_PARTS);
    let numbers = table.iter().flatten().copied().flatten();
    let largest = numbers.clone().fold(0.0, |most: f64, number| most.max(number.abs()));
    let exact = (0..=EXACT_DECIMALS)
        .find(|decimals| numbers.clone().all(|number| is_exact(number, *decimals)))
        .filter(|decimals: &u32| {
            largest * power_of_ten(*decimals) * parts as f64 <= ROW_LIMIT as f64
        });
    let decimals = exact.or_else(|| rounding_scale(largest * parts as f64))?;
    let (mut places, mut rows) = (Vec::new(), Vec::new());
    for segment in 0..segments {
        let ratings = given(table, segment).count();
        for (judge, column) in table.iter().enumerate() {
            let Some(number) = column[segment] else { continue };
            let weight = to_integer(parts as f64 / ratings as f64);
            places.push((segment, judge));
            let value = if exact.is_some() {
                to_integer(number * power_of_ten(decimals)) * weight
            } else {
                // Rounded once, behind the weight, which would multiply the rounding error.
                to_integer(number * power_of_ten(decimals) * weight as f64)
            };
            rows.push([value, weight]);
        }
    }
    Some((places, rows, 10_i64.pow(decimals)))
}

/// Places, rows and scale of single numbers.
type Ratings = (Vec<(usize, usize)>, Vec<[i64; 2]>, i64);

/// Statistics of a mean whose scores are `transform` of it.
pub(super) fn statistics(rows: Rows, scorer: MeanScorer) -> Statistics {
    Statistics { rows: StatisticsRows::Fixed(Arc::new(rows)), scorer: Arc::new(scorer) }
}

/// Score of `(scaled sum, count)`: `factor * (sum / (scale * count) - offset) / divisor`, computed
/// with one rounding as long as the integers are below 2^53.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeanScorer {
    /// Units per one.
    pub(super) scale: i64,
    /// Multiplies the mean.
    pub(super) factor: i64,
    /// Taken from the mean first.
    pub(super) offset: i64,
    /// Divides it.
    pub(super) divisor: i64,
}

impl MeanScorer {
    /// The mean itself.
    pub(super) fn plain(scale: i64) -> Self {
        Self { scale, factor: 1, offset: 0, divisor: 1 }
    }

    /// The score of numbers that stay within 64 bits, which nearly all do.
    fn of_small(&self, sum: i64, count: i64) -> Option<f64> {
        let unit = self.scale.checked_mul(count)?;
        let above = sum.checked_sub(self.offset.checked_mul(unit)?)?.checked_mul(self.factor)?;
        Some(above as f64 / self.divisor.checked_mul(unit)? as f64)
    }

    /// The score of any numbers.
    fn of_any(&self, sum: i64, count: i64) -> f64 {
        let unit = i128::from(self.scale) * i128::from(count);
        let above = i128::from(self.factor) * (i128::from(sum) - i128::from(self.offset) * unit);
        nearest(above) / nearest(i128::from(self.divisor) * unit)
    }
}

impl Scorer for MeanScorer {
    fn columns(&self) -> usize {
        2
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        let (sum, count) = (sums[0], sums[1]);
        (count > 0).then(|| self.of_small(sum, count).unwrap_or_else(|| self.of_any(sum, count)))
    }

    fn units(&self) -> i64 {
        self.scale
    }

    fn finer(&self, factor: i64) -> Option<(Vec<i64>, Arc<dyn Scorer>)> {
        let scale = self.scale.checked_mul(factor)?;
        Some((vec![factor, 1], Arc::new(Self { scale, ..*self })))
    }
}

/// Rows without any rounding, if that is possible within [`ROW_LIMIT`].
fn exact_rows(segments: usize, criteria: &[&Table]) -> Option<(Rows, i64)> {
    let mut decimals = 0;
    for judgment in judgments(criteria) {
        // Decimals never fall back: what is exact at fewer is exact at more, unless too large (checked below).
        while !is_exact(judgment.value, decimals) {
            decimals += 1;
            if decimals > EXACT_DECIMALS {
                return None;
            }
        }
    }
    let mut multiple = 1_i128;
    for table in criteria {
        for segment in 0..segments {
            let count = given(table, segment).count() as i128;
            if count > 0 {
                multiple = least_common_multiple(multiple, count)?;
            }
        }
    }
    let power = power_of_ten(decimals);
    let mut rows = Rows::new(2);
    for segment in 0..segments {
        match exact_value(criteria, segment, power, multiple) {
            Some(value) if value.abs() > i128::from(ROW_LIMIT) => return None,
            Some(value) => rows.push(&[i64::try_from(value).ok()?, 1]),
            None => rows.push_absent(),
        }
    }
    let scale = multiple * 10_i128.pow(decimals);
    Some((rows, i64::try_from(scale).ok().filter(|&scale| scale <= ROW_LIMIT)?))
}

/// The value of a segment in units of `1 / (power * multiple)`.
fn exact_value(criteria: &[&Table], segment: usize, power: f64, multiple: i128) -> Option<i128> {
    let mut total = 0;
    for table in criteria {
        let mut count = 0_i128;
        let mut sum = 0_i128;
        for number in given(table, segment) {
            count += 1;
            sum += i128::from(to_integer(number * power));
        }
        if count == 0 {
            return None;
        }
        total += sum * (multiple / count);
    }
    Some(total)
}

/// The value of a segment: the sum over criteria of the mean of its numbers.
pub(super) fn value(criteria: &[&Table], segment: usize) -> Option<f64> {
    let mut total = 0.0;
    for table in criteria {
        let count = given(table, segment).count();
        if count == 0 {
            return None;
        }
        total += given(table, segment).map(|number| number / count as f64).sum::<f64>();
    }
    Some(total)
}

/// The numbers that a segment received on one criterion.
fn given(table: &Table, segment: usize) -> impl Iterator<Item = f64> + '_ {
    table.iter().filter_map(move |column| column[segment])
}

/// Whether `value` is the number nearest to a decimal with `decimals` digits after the point.
#[expect(clippy::float_cmp, reason = "the question is whether they are the same number")]
fn is_exact(value: f64, decimals: u32) -> bool {
    let power = power_of_ten(decimals);
    // `scaled` and `power` are exact, so that their quotient is the double nearest to the decimal,
    // which is what reading the decimal gives.
    let scaled = (value * power).round();
    scaled.abs() <= ROW_LIMIT as f64 && scaled / power == value
}

/// Decimals at which values up to `largest` are rounded; `None` where none will do.
pub(super) fn rounding_scale(largest: f64) -> Option<u32> {
    let fits = |decimals: u32| largest * power_of_ten(decimals) <= ROW_LIMIT as f64;
    if fits(EXACT_DECIMALS) {
        return (EXACT_DECIMALS..=MOST_DECIMALS)
            .find(|&decimals| largest * power_of_ten(decimals) >= LEAST_RESOLUTION);
    }
    (0..EXACT_DECIMALS).rev().find(|&decimals| fits(decimals))
}

fn power_of_ten(exponent: u32) -> f64 {
    // Powers up to 10^22 are exact as f64.
    10_i64.pow(exponent) as f64
}

#[expect(clippy::cast_possible_truncation, reason = "callers keep values below 2^53")]
fn to_integer(value: f64) -> i64 {
    value.round() as i64
}

/// `None` beyond [`ROW_LIMIT`].
fn least_common_multiple(a: i128, b: i128) -> Option<i128> {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    Some(a / divisor * b).filter(|&multiple| multiple <= i128::from(ROW_LIMIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().copied().map(Some).collect()
    }

    #[test]
    fn small_and_large_numbers_give_the_same_scores() {
        let scorer = MeanScorer { scale: 1000, factor: 100, offset: 1, divisor: 4 };
        for (sum, count) in [(0, 1), (-7001, 3), (123_456_789, 40_000), (1 << 52, 1 << 30)] {
            let small = scorer.of_small(sum, count).unwrap();
            assert_eq!(small.to_bits(), scorer.of_any(sum, count).to_bits(), "{sum} of {count}");
        }
        let large = (i64::MAX / 50, i64::MAX / 2000);
        assert_eq!(scorer.of_small(large.0, large.1), None);
        // 100 (2^63 / 50 - 2^63 / 2) / (4 * 2^63 / 2)
        assert!((scorer.score(&[large.0, large.1]).unwrap() + 24.0).abs() < 1e-12);
    }

    #[test]
    fn two_judges_give_small_integers() {
        let judges = [column(&[1.0, 5.0]), column(&[2.0, 5.0])];
        let (rows, scale) = scaled_rows(2, &[&judges]).unwrap();
        assert_eq!((rows.row(0), rows.row(1), scale), (&[3, 1][..], &[10, 1][..], 2));
    }

    #[test]
    fn decimals_are_found() {
        let judges = [column(&[-25.0, -0.1, -1.25])];
        let (rows, scale) = scaled_rows(3, &[&judges]).unwrap();
        assert_eq!(scale, 100);
        assert_eq!((0..3).map(|at| rows.row(at)[0]).collect::<Vec<_>>(), [-2500, -10, -125]);
    }

    #[test]
    fn other_numbers_are_rounded_once() {
        let numbers = [1.0 / 3.0, -0.123_456_789_012_345, 0.9];
        let judges = [column(&numbers)];
        let (rows, scale) = scaled_rows(3, &[&judges]).unwrap();
        assert_eq!(scale, 1_000_000_000);
        for (at, number) in numbers.iter().enumerate() {
            assert!((rows.row(at)[0] as f64 / scale as f64 - number).abs() <= 0.5e-9);
        }
    }

    #[test]
    fn scale_follows_magnitude() {
        let large = [column(&[1e11 / 3.0])];
        assert_eq!(scaled_rows(1, &[&large]).unwrap().1, 10);
        let small = [column(&[1e-5 / 3.0])];
        assert_eq!(scaled_rows(1, &[&small]).unwrap().1, 100_000_000_000_000);
        assert!(scaled_rows(1, &[&[column(&[1e300])]]).is_none());
        assert!(scaled_rows(1, &[&[column(&[1e-300])]]).is_none());
    }

    #[test]
    fn many_judges_fall_back_to_rounding() {
        // 1 to 40 judges per segment: their least common multiple is about 5e15.
        let judges: Vec<Vec<Option<f64>>> =
            (0..40).map(|judge| (0..40).map(|at| (at >= judge).then_some(3.0)).collect()).collect();
        let (rows, scale) = scaled_rows(40, &[&judges]).unwrap();
        assert_eq!(scale, 1_000_000_000);
        assert!((0..40).all(|at| rows.row(at) == [3_000_000_000, 1]));
    }
}
