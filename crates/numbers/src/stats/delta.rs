//! The delta method for scores of sums: standard errors without leaving units out one by one.
//!
//! A score f of sums S = sum `x_i` changes by about g `x_i` where unit i comes in once more, with g the
//! gradient of f at S. The variance of the score over resamples of n units is then that of the
//! linearised score, `sum (u_i - mean)^2` with `u_i = g x_i` (the infinitesimal jackknife: Jaeckel
//! 1972; Efron & Tibshirani 1993, section 21.4). Exact for means; for ratios and n-gram precisions off
//! by O(1/n).
//!
//! The gradient is taken by central differences, so that any metric serves. Most scores do not change
//! when all sums are multiplied by a constant; where that is so the differences are taken at multiplied
//! sums, which makes their step as small as wanted although sums are integers.

use super::SumScore;
use super::kernel::{Vectorised, chosen};
use super::reason::{
    Estimate,
    Reason::{TooFewUnits, UndefinedScore},
};

/// Sums are multiplied by up to 2^16, and stepped by one part in 2^16.
// Near the cube root of the precision of doubles, 2^-17, where rounding and curvature disturb central
// differences equally little.
const SCALE_BITS: u32 = 16;

/// Sums and steps stay below this, so that no score overflows.
const LARGEST: i64 = 1 << 61;

/// Takes gradients of the scores of sums of given rows and of their resamples.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// Sum of magnitudes of each column: the scale of its steps.
    totals: Vec<i64>,
    /// Whether a column has values of both signs, so that a sum of zero does not mean zeros.
    signed: Vec<bool>,
}

impl Gradient {
    /// For rows of `columns` integers and resamples of them.
    pub fn new(rows: &[i64], columns: usize) -> Self {
        let mut totals = vec![0_i64; columns];
        let mut signed = vec![false; columns];
        for row in rows.chunks_exact(columns.max(1)) {
            for column in 0..columns {
                totals[column] = totals[column].saturating_add(row[column].saturating_abs());
                signed[column] |= row[column] < 0;
            }
        }
        Self { totals, signed }
    }

    /// The gradient of `score` at `sums`. Twice as many scores as there are columns, and two.
    ///
    /// A column whose rows are all zero has no influence, and its entry is 0.
    ///
    /// # Errors
    ///
    /// [`UndefinedScore`] where a score at or beside `sums` is not finite.
    pub fn at(&self, sums: &[i64], score: &SumScore<'_>) -> Estimate<Vec<f64>> {
        let defined =
            |sums: &[i64]| score(sums).filter(|score| score.is_finite()).ok_or(UndefinedScore);
        let bits = self.scale_bits(sums, &defined)?;
        let mut moved: Vec<i64> = sums.iter().map(|sum| sum << bits).collect();
        let mut gradient = vec![0.0; sums.len()];
        for column in 0..sums.len() {
            if sums[column] == 0 && !self.signed[column] {
                continue;
            }
            // At least one count, since sums are whole numbers.
            let step = (self.totals[column] >> (SCALE_BITS - bits)).clamp(1, LARGEST);
            let here = moved[column];
            moved[column] = here.saturating_add(step);
            let above = defined(&moved)?;
            moved[column] = here.saturating_sub(step);
            let below = defined(&moved)?;
            moved[column] = here;
            let scale = f64::from(1_u32 << bits);
            gradient[column] = (above - below) / (2.0 * step as f64) * scale;
        }
        Ok(gradient)
    }

    /// By how many bits sums may be shifted without changing their score.
    fn scale_bits(&self, sums: &[i64], score: &dyn Fn(&[i64]) -> Estimate<f64>) -> Estimate<u32> {
        let here = score(sums)?;
        let largest = sums.iter().chain(&self.totals).map(|sum| sum.saturating_abs()).max();
        let mut bits = SCALE_BITS;
        while bits > 0 && largest.unwrap_or(0) > LARGEST >> bits {
            bits -= 1;
        }
        if bits == 0 {
            return Ok(0);
        }
        let multiplied: Vec<i64> = sums.iter().map(|sum| sum << bits).collect();
        // A score that is undefined there is no reason for one to be undefined here.
        let there = score(&multiplied).unwrap_or(f64::INFINITY);
        // BLEU with smoothed zero counts is not the same: its steps stay whole counts.
        let same = (there - here).abs() <= 1e-9 * here.abs();
        Ok(if same { bits } else { 0 })
    }
}

/// Rows as columns, for influences.
#[derive(Clone, Debug)]
pub struct Influences {
    gradient: Gradient,
    units: usize,
    /// A value for each unit.
    columns: Vec<Vec<i64>>,
}

impl Influences {
    /// Of units with rows of `columns` integers. Memory: 8 bytes an integer.
    pub fn new(rows: &[i64], columns: usize) -> Self {
        Self {
            gradient: Gradient::new(rows, columns),
            units: rows.len().checked_div(columns).unwrap_or(0),
            columns: (0..columns)
                .map(|column| rows.iter().skip(column).step_by(columns).copied().collect())
                .collect(),
        }
    }

    /// Standard error of the score of a resample in which unit i occurs `counts[i]` times,
    /// `sqrt(n/(n-1) sum c_i (u_i - mean)^2)` with the gradient at the resample's own sums and n the
    /// sum of counts. With all counts 1 it is that of the rows themselves.
    ///
    /// For a mean it is s/sqrt(n), as the jackknife's. Zero where the resample does not vary. Time
    /// O(units x columns), and twice as many scores as columns.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] below two, [`UndefinedScore`] as
    /// [`Gradient::at`].
    ///
    /// # Panics
    ///
    /// If there are not as many counts as units.
    pub fn standard_error(&self, counts: &[u32], score: &SumScore<'_>) -> Estimate<f64> {
        assert_eq!(counts.len(), self.units, "every unit has a count");
        let n: f64 = counts.iter().map(|count| f64::from(*count)).sum();
        if n < 2.0 {
            return Err(TooFewUnits);
        }
        let sums: Vec<i64> =
            self.columns.iter().map(|column| chosen().run(CountedSum { column, counts })).collect();
        let gradient = self.gradient.at(&sums, score)?;
        let mut influence = vec![0.0; self.units];
        let mut scale = 0.0;
        for ((slope, column), sum) in gradient.iter().zip(&self.columns).zip(&sums) {
            scale += (slope * *sum as f64).abs() / n;
            if *slope != 0.0 {
                chosen().run(AddMultiple { sums: &mut influence, slope: *slope, column });
            }
        }
        let mean = influence.iter().zip(counts).map(|(u, c)| u * f64::from(*c)).sum::<f64>() / n;
        let squares =
            influence.iter().zip(counts).map(|(u, c)| f64::from(*c) * (u - mean) * (u - mean));
        let error = (n / (n - 1.0) * squares.sum::<f64>()).sqrt();
        // Of equal units only rounding errors remain: the error is 0.
        Ok(if error <= 1e-12 * scale { 0.0 } else { error })
    }
}

/// The sum of a column over a resample.
struct CountedSum<'a> {
    column: &'a [i64],
    counts: &'a [u32],
}

impl Vectorised for CountedSum<'_> {
    type Output = i64;

    #[expect(clippy::inline_always, reason = "compiled for each instruction set")]
    #[inline(always)]
    fn run(self) -> i64 {
        self.column.iter().zip(self.counts).map(|(value, count)| value * i64::from(*count)).sum()
    }
}

/// Adds `slope` times a column to sums.
struct AddMultiple<'a> {
    sums: &'a mut [f64],
    slope: f64,
    column: &'a [i64],
}

impl Vectorised for AddMultiple<'_> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "compiled for each instruction set")]
    #[inline(always)]
    fn run(self) {
        for (sum, value) in self.sums.iter_mut().zip(self.column) {
            *sum += self.slope * *value as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::jackknife::Jackknife;
    use crate::stats::kernel::InstructionSet;
    use crate::stats::ratio_of_sums::{mean, rows};

    /// For a mean, s / sqrt(n); for a resample, that of its rows written out: the jackknife's values.
    #[test]
    fn a_mean_has_a_closed_form() {
        let x = [3_i64, -1, 4, 1, 5, 9, 2, -6];
        let rows = rows(&x);
        let influences = Influences::new(&rows, 2);
        let error = influences.standard_error(&[1; 8], &mean).unwrap();
        let jackknife = Jackknife::new(&rows, 2, &mean).unwrap().standard_error();
        assert!((error / jackknife - 1.0).abs() < 1e-8, "{error} {jackknife}");
        let counts = [2_u32, 0, 3, 1, 0, 0, 1, 1];
        let error = influences.standard_error(&counts, &mean).unwrap();
        let written_out = rows.chunks(2).zip(counts).flat_map(|(row, n)| row.repeat(n as usize));
        let written_out: Vec<i64> = written_out.collect();
        let jackknife = Jackknife::new(&written_out, 2, &mean).unwrap().standard_error();
        assert!((error / jackknife - 1.0).abs() < 1e-8, "{error} {jackknife}");
        assert_eq!(influences.standard_error(&[0, 0, 0, 8, 0, 0, 0, 0], &mean), Ok(0.0));
        assert_eq!(influences.standard_error(&[0, 0, 0, 1, 0, 0, 0, 0], &mean), Err(TooFewUnits));
    }

    /// Sums of whole numbers do not depend on their order, and every product and sum of floats is rounded alike.
    #[test]
    fn all_instruction_sets_give_the_same_bits() {
        let column: Vec<i64> = (0..1003)
            .map(|i: i64| (i * 7_919 % 1_009 - 500) << if i % 100 == 0 { 47 } else { 3 })
            .collect();
        assert!(column.iter().any(|value| value.unsigned_abs() > 1 << 53));
        let counts: Vec<u32> = (0..1003).map(|i| i % 4).collect();
        let sum = CountedSum { column: &column, counts: &counts }.run();
        let mut sums = vec![0.25; column.len()];
        AddMultiple { sums: &mut sums, slope: 0.1, column: &column }.run();
        for set in InstructionSet::available() {
            let name = set.name();
            assert_eq!(set.run(CountedSum { column: &column, counts: &counts }), sum, "{name}");
            let mut others = vec![0.25; column.len()];
            set.run(AddMultiple { sums: &mut others, slope: 0.1, column: &column });
            let are_same =
                others.iter().zip(&sums).all(|(one, other)| one.to_bits() == other.to_bits());
            assert!(are_same, "{name}");
        }
    }

    /// Derivatives of a ratio, S0/S1: 1/S1 and -S0/S1^2; those of a score that is not free of scale
    /// are taken with whole steps.
    #[test]
    fn gradients() {
        let gradient = Gradient::new(&[30, 40, 50, 60], 2);
        let slopes = gradient.at(&[80, 100], &mean).unwrap();
        assert!(
            (slopes[0] - 0.01).abs() < 1e-11 && (slopes[1] + 0.008).abs() < 1e-11,
            "{slopes:?}"
        );
        let slopes = gradient
            .at(&[80, 100], &|sums: &[i64]| Some((sums[0] + 1) as f64 / (sums[1] + 1) as f64))
            .unwrap();
        assert!((slopes[0] - 1.0 / 101.0).abs() < 1e-12);
        assert!((slopes[1] + 81.0 / (101.0 * 101.0)).abs() < 1e-5);
        assert_eq!(gradient.at(&[80, 0], &mean), Err(UndefinedScore));
        let huge = Gradient::new(&[i64::MAX / 4, i64::MAX / 4, i64::MAX / 4, i64::MAX / 4], 2);
        let slopes = huge.at(&[i64::MAX / 2, i64::MAX / 2], &mean).unwrap();
        assert!((slopes[0] * (i64::MAX / 2) as f64 - 1.0).abs() < 1e-6, "{slopes:?}");
    }
}
