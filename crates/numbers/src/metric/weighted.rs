//! Means in which segments have weights: one over the probability with which each was picked. Rows are
//! `(scaled weight x value, scaled weight)`, so that a score is the ratio of two sums, resamples and exchanges take units with
//! their weights, and the jackknife leaves them out with these.
//!
//! Weights are whole numbers of parts that depend on them alone, the same for all systems; values times weights are
//! rounded once, to units that depend on the system.

use super::Rows;
use super::fixed_point::{digits, round, units};
use super::mean::{Table, value};

/// Largest magnitude of values, for which weights leave room.
const LARGEST_VALUE: f64 = (1_u32 << 20) as f64;

/// Rows and the scale of values: segments without a weight or a value are absent. `None` if values are larger than 2^20, or
/// a weight is too small beside the largest.
pub(super) fn weighted_rows(
    segments: usize,
    criteria: &[&Table],
    weights: &[Option<f64>],
) -> Option<(Rows, i64)> {
    let heaviest = largest(weights);
    let parts = units(digits(segments, heaviest * LARGEST_VALUE));
    let values: Vec<Option<f64>> = (0..segments)
        .map(|segment| weights[segment].and_then(|_| value(criteria, segment)))
        .collect();
    let most = largest(&values);
    if most > LARGEST_VALUE {
        return None;
    }
    let scale = digits(segments, heaviest * parts * most);
    let mut rows = Rows::new(2);
    for (value, weight) in values.into_iter().zip(weights) {
        let Some((value, weight)) = value.zip(*weight) else {
            rows.push_absent();
            continue;
        };
        let weight = round(weight * parts);
        if weight == 0 {
            return None;
        }
        rows.push(&[round(value * units(scale) * weight as f64), weight]);
    }
    Some((rows, 1_i64 << scale))
}

fn largest(values: &[Option<f64>]) -> f64 {
    values.iter().flatten().fold(0.0, |most, value| most.max(value.abs()))
}

#[cfg(test)]
mod tests {
    use super::super::Scorer;
    use super::super::mean::MeanScorer;
    use super::*;

    fn column(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().copied().map(Some).collect()
    }

    fn mean(values: &[f64], weights: &[Option<f64>]) -> f64 {
        let judges = [column(values)];
        let (rows, scale) = weighted_rows(values.len(), &[&judges], weights).unwrap();
        MeanScorer::plain(scale).score(&rows.sums()).unwrap()
    }

    /// Values of NumPy: picks 0 1 2 4 of eight units, with one over their probabilities.
    #[test]
    fn a_weighted_mean() {
        let shares =
            [1.0, 0.341_394_026_315_789_5, 0.341_394_026_315_789_5, 0.853_485_065_789_473_7];
        let weights: Vec<Option<f64>> = shares.iter().map(|share| Some(1.0 / share)).collect();
        let expected = (6.0 + 1.0 / shares[1] - 2.0 / shares[2] + 4.0 / shares[3])
            / shares.iter().map(|share| 1.0 / share).sum::<f64>();
        let weighted = mean(&[6.0, 1.0, -2.0, 4.0], &weights);
        assert!((weighted - expected).abs() < 1e-11, "{weighted} is not {expected}");
        assert!((weighted - 0.966_064_757).abs() < 1e-8, "{weighted}");
    }

    /// Equal weights are those of the plain mean, whatever they are; values of all sizes.
    #[test]
    fn equal_weights_change_nothing() {
        for magnitude in [1e-9, 1e-3, 1.0, 1e3, 1e5] {
            let values = [1.0, 2.5, -0.3].map(|value| value * magnitude);
            let weighted = mean(&values, &[Some(2.7); 3]);
            assert!((weighted / magnitude - 3.2 / 3.0).abs() < 1e-10, "{magnitude}: {weighted}");
        }
    }

    #[test]
    fn segments_without_a_weight_are_absent() {
        let judges = [column(&[1.0, 2.0, 4.0])];
        let (rows, _) = weighted_rows(3, &[&judges], &[Some(1.0), None, Some(2.0)]).unwrap();
        assert_eq!([0, 1, 2].map(|row| rows.is_present(row)), [true, false, true]);
        assert!((mean(&[1.0, 2.0, 4.0], &[Some(1.0), None, Some(2.0)]) - 3.0).abs() < 1e-11);
    }

    #[test]
    fn too_large_values_are_refused() {
        assert!(weighted_rows(1, &[&[column(&[2e6])]], &[Some(1.0)]).is_none());
    }

    /// Weights are in the same parts for all systems, so that an exchange of rows moves nothing between them.
    #[test]
    fn weights_do_not_depend_on_values() {
        let weights = [Some(1.3), Some(7.9)];
        let parts = [[1.0, 2.0], [-700.0, 3e5]].map(|values| {
            let (rows, _) = weighted_rows(2, &[&[column(&values)]], &weights).unwrap();
            [rows.row(0)[1], rows.row(1)[1]]
        });
        assert_eq!(parts[0], parts[1]);
    }
}
