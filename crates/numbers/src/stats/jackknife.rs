//! The delete-one jackknife of a score of sums: standard errors, acceleration, influence.
//!
//! A unit is what is resampled: a segment, or a document whose rows are added up first
//! ([`group_rows`]). Units without a row are left out by the caller.

use std::ops::Range;

use super::SumScore;
use super::freedom::{Freedom, UnitSegments, are_alike};
use super::moments::mean;
use super::reason::{
    Estimate,
    Reason::{NoVariation, Stratified, TooFewUnits, UndefinedScore},
};
use super::rounding::is_rounding;

/// Scores with each unit left out in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Jackknife {
    values: Vec<f64>,
    mean: f64,
    segments: UnitSegments,
    strata: Option<Grouping>,
    /// The size of the scores that rounding is relative to: of a difference, that of its terms.
    scale: f64,
}

/// Which stratum each unit is of, what each weighs, and the size and the mean of the scores of each.
#[derive(Clone, Debug, PartialEq)]
struct Grouping {
    of_units: Vec<usize>,
    weights: Vec<f64>,
    /// Nothing where a stratum has no unit.
    strata: Vec<(usize, f64)>,
}

impl Jackknife {
    /// Scores of the sums of all `rows` (units of `columns` integers each) but one. O(units)
    /// scores.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] below two units, [`UndefinedScore`]
    /// where leaving out a unit leaves nothing to score.
    pub fn new(rows: &[i64], columns: usize, score: &SumScore<'_>) -> Estimate<Self> {
        if rows.len() < 2 * columns {
            return Err(TooFewUnits);
        }
        let total = column_sums(rows, columns);
        let mut rest = vec![0; columns];
        let values: Estimate<Vec<f64>> = rows
            .chunks_exact(columns.max(1))
            .map(|row: &[i64]| {
                subtract(&total, row, &mut rest);
                score(&rest).filter(|score| score.is_finite()).ok_or(UndefinedScore)
            })
            .collect();
        Self::from_values(values?)
    }

    /// The same of units that are made of segments: `rows` are those of the segments, unit by unit, of which unit i has
    /// `lengths[i]`. O(segments) scores where units are of unequal lengths.
    ///
    /// # Errors
    ///
    /// As [`Self::new`], of units.
    ///
    /// # Panics
    ///
    /// If there are not as many rows as segments.
    pub fn of_units(
        rows: &[i64],
        columns: usize,
        lengths: &[u32],
        score: &SumScore<'_>,
    ) -> Estimate<Self> {
        let mut end = 0;
        let ranges = lengths.iter().map(|length| {
            end += *length as usize;
            end - *length as usize..end
        });
        let ranges: Vec<Range<usize>> = ranges.collect();
        assert_eq!(end * columns, rows.len(), "every segment is of a unit");
        let jackknife = Self::new(&group_rows(rows, columns, &ranges), columns, score)?;
        let influence = if are_alike(lengths) {
            Vec::new()
        } else {
            // Where a segment cannot be left out, its influence is unknown: segments then count as wholly alike.
            Self::new(rows, columns, score).map_or(Vec::new(), |segments| segments.influence())
        };
        Ok(jackknife.with_segments(UnitSegments { lengths: lengths.to_vec(), influence }))
    }

    /// Takes the scores themselves; they must be finite.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] below two units.
    pub fn from_values(values: Vec<f64>) -> Estimate<Self> {
        if values.len() < 2 {
            return Err(TooFewUnits);
        }
        let mean = mean(values.iter().copied()).ok_or(TooFewUnits)?;
        let segments = UnitSegments::alike(values.len());
        let scale = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        Ok(Self { values, mean, segments, strata: None, scale })
    }

    /// The same of units that are made of these segments: what its degrees of freedom depend on.
    ///
    /// # Panics
    ///
    /// If there are not as many lengths as units.
    #[must_use]
    pub fn with_segments(self, segments: UnitSegments) -> Self {
        assert_eq!(segments.lengths.len(), self.values.len(), "every unit has a length");
        Self { segments, ..self }
    }

    /// The same of units in strata, of which each keeps its size: deviations are then taken from the mean
    /// of the own stratum. `of_units` are numbers of strata, one for each unit; `weights` what each stratum weighs in
    /// the score.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] where a stratum has a single unit, which does not show how it varies.
    ///
    /// # Panics
    ///
    /// If there are not as many numbers as units, or a stratum has no weight.
    pub fn in_strata(self, stratum_of_units: &[usize], weights: &[f64]) -> Estimate<Self> {
        assert_eq!(stratum_of_units.len(), self.values.len(), "every unit is of a stratum");
        let mut strata = vec![(0_usize, 0.0_f64); weights.len()];
        for (value, stratum) in self.values.iter().zip(stratum_of_units) {
            let (units, sum) = &mut strata[*stratum];
            (*units, *sum) = (*units + 1, *sum + value);
        }
        if strata.iter().any(|(units, _)| *units == 1) {
            return Err(TooFewUnits);
        }
        let strata =
            strata.into_iter().map(|(units, sum)| (units, sum / units.max(1) as f64)).collect();
        let (of_units, weights) = (stratum_of_units.to_vec(), weights.to_vec());
        Ok(Self { strata: Some(Grouping { of_units, weights, strata }), ..self })
    }

    /// The same of the units that are marked alone, where the others change nothing; without lengths and strata.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] below two of them.
    pub(super) fn of_marked(&self, is_marked: &[bool]) -> Estimate<Self> {
        let marked = self.values.iter().zip(is_marked).filter(|(_, is_marked)| **is_marked);
        let jackknife = Self::from_values(marked.map(|(value, _)| *value).collect())?;
        Ok(Self { scale: self.scale, ..jackknife })
    }

    /// The stratum of each unit, where they are in strata.
    pub fn strata(&self) -> Option<&[usize]> {
        self.strata.as_ref().map(|grouping| &*grouping.of_units)
    }

    /// The jackknife of the difference to another score over the same units and strata.
    ///
    /// # Errors
    ///
    /// As [`Self::in_strata`].
    ///
    /// # Panics
    ///
    /// If the other has other units.
    pub fn less(&self, other: &Self) -> Estimate<Self> {
        Self::combination(&[(1.0, self), (-1.0, other)])
    }

    /// The jackknife of a sum of weighted scores over the same units and strata.
    ///
    /// # Errors
    ///
    /// As [`Self::in_strata`].
    ///
    /// # Panics
    ///
    /// If there is none, or they have not the same units.
    pub fn combination(terms: &[(f64, &Self)]) -> Estimate<Self> {
        let (first, rest) = terms.split_first().expect("a sum has terms");
        let mut values: Vec<f64> = first.1.values.iter().map(|value| first.0 * value).collect();
        for (weight, term) in rest {
            assert_eq!(values.len(), term.values.len(), "the same units");
            values.iter_mut().zip(&term.values).for_each(|(sum, value)| *sum += weight * value);
        }
        let segments: Vec<(f64, &UnitSegments)> =
            terms.iter().map(|(weight, term)| (*weight, &term.segments)).collect();
        let combined =
            Self::from_values(values)?.with_segments(UnitSegments::combination(&segments));
        let scale = terms.iter().map(|(weight, term)| weight.abs() * term.scale).sum();
        let combined = Self { scale, ..combined };
        match &first.1.strata {
            Some(Grouping { of_units, weights, .. }) => combined.in_strata(of_units, weights),
            None => Ok(combined),
        }
    }

    /// The jackknife of the ratio to another score over the same units and strata. Its degrees of freedom are those of the
    /// linear part, the first less the ratio times the second.
    ///
    /// # Errors
    ///
    /// As [`Self::in_strata`]; [`UndefinedScore`] where the other is 0.
    ///
    /// # Panics
    ///
    /// If the other has other units.
    pub fn over(&self, other: &Self) -> Estimate<Self> {
        let linear = Self::combination(&[(1.0, self), (-self.mean / other.mean, other)])?;
        let values: Vec<f64> =
            self.values.iter().zip(&other.values).map(|(value, other)| value / other).collect();
        if values.iter().any(|value| !value.is_finite()) {
            return Err(UndefinedScore);
        }
        let ratio = Self::from_values(values)?.with_segments(linear.segments);
        match &self.strata {
            Some(Grouping { of_units, weights, .. }) => ratio.in_strata(of_units, weights),
            None => Ok(ratio),
        }
    }

    /// Degrees of freedom of the standard error. O(segments).
    pub fn freedom(&self) -> Freedom {
        match &self.strata {
            Some(Grouping { of_units, weights, .. }) => {
                self.segments.freedom_in_strata(of_units, weights)
            }
            None => self.segments.freedom(),
        }
    }

    /// The scores, in the order of the units.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Standard error `sqrt((n - 1)/n sum (j_i - mean)^2)` (Efron & Tibshirani 1993, equation
    /// 11.5); for a mean of equal weights it is s / sqrt(n) exactly. In strata
    /// `sqrt(sum_h (n_h - 1)/n_h sum_i (j_hi - mean_h)^2)` (Davison & Hinkley 1997, section 3.2.1), which
    /// for a weighted sum of stratum means is `sqrt(sum w_h^2 s_h^2 / n_h)` exactly. 0 where units differ by rounding
    /// alone.
    pub fn standard_error(&self) -> f64 {
        let error = self.unrounded_error();
        let deviation_of_units = error * (self.values.len() as f64).sqrt();
        if is_rounding(deviation_of_units, self.scale) { 0.0 } else { error }
    }

    /// Returns the standard error with what rounding adds to it.
    pub(super) fn unrounded_error(&self) -> f64 {
        if let Some(Grouping { of_units, strata, .. }) = &self.strata {
            let units = self.values.iter().zip(of_units);
            let squares = units.map(|(value, stratum)| {
                let (n, mean) = strata[*stratum];
                (n as f64 - 1.0) / n as f64 * (value - mean) * (value - mean)
            });
            return squares.sum::<f64>().sqrt();
        }
        let n = self.values.len() as f64;
        ((n - 1.0) / n * self.moment(|d| d * d)).sqrt()
    }

    /// Estimate of bias `(n - 1)(mean - score)` (their equation 11.4); in strata the sum of those of
    /// each.
    pub fn bias(&self, score: f64) -> f64 {
        if let Some(Grouping { strata, .. }) = &self.strata {
            let present = strata.iter().filter(|(units, _)| *units > 0);
            return present.map(|(units, mean)| (units - 1) as f64 * (mean - score)).sum();
        }
        (self.values.len() - 1) as f64 * (self.mean - score)
    }

    /// Acceleration of the `BCa` interval, `sum d^3 / (6 (sum d^2)^1.5)` with d = mean - `j_i`
    /// (their equation 14.15).
    ///
    /// # Errors
    ///
    /// [`NoVariation`] where all scores are equal, [`Stratified`] for units in strata, whose formula is
    /// another.
    pub fn acceleration(&self) -> Estimate<f64> {
        if self.strata.is_some() {
            return Err(Stratified);
        }
        let squares = self.moment(|d| d * d);
        // About a rounded mean the squares of equal values need not be 0.
        let first = self.values[0];
        if squares <= 0.0 || self.values.iter().all(|value| value.total_cmp(&first).is_eq()) {
            return Err(NoVariation);
        }
        Ok(self.moment(|d| d * d * d) / (6.0 * squares * squares.sqrt()))
    }

    /// Influence of each unit, `(n - 1)(mean - j_i)`: what it adds to the score to first order,
    /// times n. Sums to 0; in strata, `n/n_h (n_h - 1)(mean_h - j_i)`, within each of them.
    pub fn influence(&self) -> Vec<f64> {
        if let Some(Grouping { of_units, strata, .. }) = &self.strata {
            let all = self.values.len() as f64;
            let units = self.values.iter().zip(of_units);
            let influence = units.map(|(value, stratum)| {
                let (n, mean) = strata[*stratum];
                all / n as f64 * (n as f64 - 1.0) * (mean - value)
            });
            return influence.collect();
        }
        let others = (self.values.len() - 1) as f64;
        self.values.iter().map(|value| others * (self.mean - value)).collect()
    }

    fn moment(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.values.iter().map(|value| of(self.mean - value)).sum()
    }
}

/// Adds up the rows of each group (the segments of a document): one row per group. Exact.
pub fn group_rows(rows: &[i64], columns: usize, groups: &[Range<usize>]) -> Vec<i64> {
    groups
        .iter()
        .flat_map(|group| column_sums(&rows[group.start * columns..group.end * columns], columns))
        .collect()
}

/// `sqrt(k / (k - 1))`: the bootstrap draws from the k given units, whose variance has divisor k,
/// so that its STDEV is too small by this factor; for a mean the corrected STDEV has the
/// expectation of the unbiased variance. Matters for few documents (41 % at two, 3.5 % at fifteen).
///
/// # Errors
///
/// [`TooFewUnits`] below two units.
pub fn small_sample_factor(units: usize) -> Estimate<f64> {
    if units < 2 {
        return Err(TooFewUnits);
    }
    Ok((units as f64 / (units - 1) as f64).sqrt())
}

/// The rows of some units, in the order of these.
///
/// # Panics
///
/// If a unit has no row.
pub fn rows_of_units(rows: &[i64], columns: usize, units: &[usize]) -> Vec<i64> {
    let mut chosen = Vec::with_capacity(units.len() * columns);
    for unit in units {
        chosen.extend_from_slice(&rows[unit * columns..(unit + 1) * columns]);
    }
    chosen
}

/// The sum of all rows.
pub fn column_sums(rows: &[i64], columns: usize) -> Vec<i64> {
    let mut sums = vec![0; columns];
    for row in rows.chunks_exact(columns.max(1)) {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sums
}

fn subtract(total: &[i64], row: &[i64], rest: &mut [i64]) {
    for ((rest, total), value) in rest.iter_mut().zip(total).zip(row) {
        *rest = total - value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::ratio_of_sums::{mean, rows};

    /// Two strata of means: the closed form, and a stratum of one unit.
    #[test]
    fn strata_add_their_variances() {
        let (weights, units) = ([0.3, 0.7], [vec![1.0, 2.0, 6.0], vec![4.0, 8.0]]);
        let (mut values, mut strata, mut variance) = (Vec::new(), Vec::new(), 0.0);
        for (stratum, stratum_values) in units.iter().enumerate() {
            let deviations = stratum_values.iter().map(|value| value - plain_mean(stratum_values));
            let squares: f64 = deviations.map(|deviation| deviation * deviation).sum();
            let n = stratum_values.len() as f64;
            variance += weights[stratum] * weights[stratum] * squares / (n - 1.0) / n;
            for left_out in 0..stratum_values.len() {
                let mut rest = stratum_values.clone();
                rest.remove(left_out);
                let other = weights[1 - stratum] * plain_mean(&units[1 - stratum]);
                values.push(weights[stratum] * plain_mean(&rest) + other);
                strata.push(stratum);
            }
        }
        let plain = Jackknife::from_values(values).unwrap();
        let jackknife = plain.clone().in_strata(&strata, &weights).unwrap();
        let error = jackknife.standard_error();
        assert!((error - variance.sqrt()).abs() < 1e-12, "{error}");
        // A unit of stratum h adds w_h (x - mean_h) / n_h to the score.
        let influence = jackknife.influence();
        for (unit, expected) in [(0, 0.3 * -2.0 / 3.0), (2, 0.3 * 3.0 / 3.0), (4, 0.7 * 2.0 / 2.0)]
        {
            assert!((influence[unit] / 5.0 - expected).abs() < 1e-12, "{influence:?}");
        }
        assert!(jackknife.bias(0.3 * 3.0 + 0.7 * 6.0).abs() < 1e-12);
        assert_eq!(jackknife.freedom(), Freedom::of_units(5.0, 2.0));
        assert_eq!(plain.freedom(), Freedom::of_units(5.0, 1.0));
        assert_eq!(jackknife.acceleration(), Err(Stratified));
        assert_eq!(plain.clone().in_strata(&[0, 0, 0, 1, 2], &[0.2; 3]), Err(TooFewUnits));
        // One stratum is none, and a number without units does not count.
        let one = plain.clone().in_strata(&[1; 5], &[0.5; 2]).unwrap();
        assert!((one.standard_error() - plain.standard_error()).abs() < 1e-12);
        assert_eq!(one.freedom(), plain.freedom());
    }

    fn plain_mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len() as f64
    }

    /// For a mean: standard error s / sqrt n, influence the deviations, acceleration a sixth of the
    /// skewness over sqrt n, bias 0.
    #[test]
    fn a_mean_has_closed_forms() {
        let x = [3_i64, 1, 4, 1, 5, 9, 2, 6];
        let rows = rows(&x);
        let jackknife = Jackknife::new(&rows, 2, &mean).unwrap();
        let centre = 31.0 / 8.0;
        let deviations: Vec<f64> = x.iter().map(|x| *x as f64 - centre).collect();
        let squares: f64 = deviations.iter().map(|d| d * d).sum();
        let cubes: f64 = deviations.iter().map(|d| d * d * d).sum();
        assert!((jackknife.standard_error() - (squares / 7.0 / 8.0).sqrt()).abs() < 1e-14);
        let skewness = cubes / 8.0 / ((squares / 8.0) * (squares / 8.0).sqrt());
        assert!(
            (jackknife.acceleration().unwrap() - skewness / 6.0 / 8.0_f64.sqrt()).abs() < 1e-14
        );
        assert!(jackknife.bias(centre).abs() < 1e-13);
        for (influence, deviation) in jackknife.influence().iter().zip(deviations) {
            assert!((influence - deviation).abs() < 1e-13);
        }
    }

    /// Means over segments of documents: values are those of sums, influence the deviations of segments.
    #[test]
    fn units_have_segments() {
        let (rows, sums) = (rows(&[3, 1, 4, 1, 5, 9]), [4, 2, 4, 1, 15, 3]);
        let jackknife = Jackknife::of_units(&rows, 2, &[2, 1, 3], &mean).unwrap();
        assert_eq!(jackknife.values(), Jackknife::new(&sums, 2, &mean).unwrap().values());
        let mean_of_all = 23.0 / 6.0;
        let deviations = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0].map(|value: f64| value - mean_of_all);
        for (influence, deviation) in jackknife.segments.influence.iter().zip(deviations) {
            assert!((influence - deviation).abs() < 1e-13);
        }
        let difference = jackknife.less(&jackknife).unwrap();
        assert!(difference.segments.influence.iter().all(|value| value.abs() < 1e-15));
        let alike = Jackknife::of_units(&rows, 2, &[2, 2, 2], &mean).unwrap();
        assert_eq!(alike.freedom(), Freedom::of_units(3.0, 1.0));
    }

    /// Of means: the ratio of what is left without each unit, and the jackknife of these by hand.
    #[test]
    fn a_ratio_of_scores() {
        let (one, other) = (rows(&[3, 1, 4, 1, 5, 9]), rows(&[5, 2, 5, 3, 5, 8]));
        let [one, other] = [one, other].map(|rows| Jackknife::new(&rows, 2, &mean).unwrap());
        let ratio = one.over(&other).unwrap();
        assert!((ratio.values()[0] - 20.0 / 23.0).abs() < 1e-14);
        assert!((ratio.values()[5] - 14.0 / 20.0).abs() < 1e-14);
        assert!((ratio.standard_error() - 0.137_038_351_109_773_55).abs() < 1e-14);
        let zero = Jackknife::from_values(vec![0.0; 6]).unwrap();
        assert_eq!(one.over(&zero), Err(UndefinedScore));
    }

    #[test]
    fn undefined_cases() {
        assert_eq!(Jackknife::new(&[1, 1], 2, &mean), Err(TooFewUnits));
        assert_eq!(Jackknife::new(&[], 2, &mean), Err(TooFewUnits));
        assert_eq!(Jackknife::new(&[5, 1, 0, 0], 2, &mean), Err(UndefinedScore));
        let equal = Jackknife::new(&[5, 1, 5, 1, 5, 1], 2, &mean).unwrap();
        assert_eq!(equal.acceleration(), Err(NoVariation));
        assert_eq!(small_sample_factor(1), Err(TooFewUnits));
        assert!((small_sample_factor(2).unwrap() - 2.0_f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn groups_are_sums() {
        let rows = [1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(group_rows(&rows, 2, &[0..1, 1..1, 1..4]), [1, 2, 0, 0, 15, 18]);
    }

    /// The bootstrap variance of a mean, enumerated over all n^n resamples, is the unbiased
    /// estimate divided by the square of the factor.
    #[test]
    fn the_small_sample_factor_undoes_the_divisor() {
        let x = [1.0, 2.0, 6.0];
        let means: Vec<f64> = (0..27).map(|i| (x[i % 3] + x[i / 3 % 3] + x[i / 9]) / 3.0).collect();
        let variance = means.iter().map(|m| (m - 3.0) * (m - 3.0)).sum::<f64>() / 27.0;
        let unbiased: f64 = (4.0 + 1.0 + 9.0) / 2.0 / 3.0;
        let factor = small_sample_factor(3).unwrap();
        assert!((variance.sqrt() * factor - unbiased.sqrt()).abs() < 1e-14);
    }
}
