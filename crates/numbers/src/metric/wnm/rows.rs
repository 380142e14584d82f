//! Rows of WNM and their scores.

use std::sync::Arc;

use super::text::Weights;
use crate::metric::config::WnmValue;
use crate::metric::mean::{self, MeanScorer};
use crate::metric::{Rows, Scorer, Statistics, StatisticsRows, fixed_point};

/// F beyond this is what is left of weights that cancel out; such a document has no value.
const LARGEST_VALUE: f64 = 1e9;

/// Binary digits after the point for `values` summed over `units` units.
fn digits(units: usize, values: impl Iterator<Item = f64>) -> u32 {
    fixed_point::digits(units, values.fold(0.0, |most, value| most.max(value.abs())))
}

/// Rows `(value, 1)`, values averaged over references.
pub(super) fn of_means(weights: &[Vec<Option<Weights>>], value: WnmValue) -> Statistics {
    let values = weights.iter().map(|references| {
        let present = references.iter().flatten();
        let count = present.clone().count();
        let mean = present.map(|weights| weights.value(value)).sum::<f64>() / count as f64;
        (count > 0 && mean.abs() <= LARGEST_VALUE).then_some(mean)
    });
    let values: Vec<Option<f64>> = values.collect();
    let digits = digits(values.len(), values.iter().flatten().copied());
    let mut rows = Rows::new(2);
    for value in values {
        match value {
            Some(value) => {
                rows.push(&[fixed_point::round(value * fixed_point::units(digits)), 1]);
            }
            None => rows.push_absent(),
        }
    }
    let scorer = MeanScorer { scale: 1 << digits, factor: 100, offset: 0, divisor: 1 };
    mean::statistics(rows, scorer)
}

/// Rows `(matched, hypothesis, reference, 1)` per reference.
pub(super) fn of_sums(
    weights: &[Vec<Option<Weights>>],
    references: usize,
    value: WnmValue,
) -> Statistics {
    let all = weights.iter().flatten().flatten();
    let all = all.flat_map(|sums| [sums.matched, sums.hypothesis, sums.reference]);
    let digits = digits(weights.len(), all);
    let units = fixed_point::units(digits);
    let mut rows = Rows::new(COLUMNS * references);
    let mut row = Vec::with_capacity(rows.columns());
    for unit_weight in weights {
        if unit_weight.iter().all(Option::is_none) {
            rows.push_absent();
            continue;
        }
        row.clear();
        for sums in unit_weight {
            let present = i64::from(sums.is_some());
            let sums = sums.unwrap_or_default();
            let sums = [sums.matched, sums.hypothesis, sums.reference];
            row.extend(sums.map(|sum| fixed_point::round(sum * units)));
            row.push(present);
        }
        rows.push(&row);
    }
    let rows = StatisticsRows::Fixed(Arc::new(rows));
    Statistics { rows, scorer: Arc::new(SumScorer { references, units: 1 << digits, value }) }
}

/// Columns per reference of rows of sums.
const COLUMNS: usize = 4;

/// Mean over references of the value of their summed weights.
struct SumScorer {
    references: usize,
    /// Integers per one of a weight.
    units: i64,
    value: WnmValue,
}

impl Scorer for SumScorer {
    fn columns(&self) -> usize {
        COLUMNS * self.references
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        let (mut total, mut count) = (0.0, 0);
        for sums in sums.chunks_exact(COLUMNS).filter(|sums| sums[3] > 0) {
            let [matched, hypothesis, reference] =
                [sums[0], sums[1], sums[2]].map(|sum| sum as f64 / self.units as f64);
            total += Weights { matched, hypothesis, reference }.value(self.value);
            count += 1;
        }
        (count > 0).then(|| 100.0 * total / f64::from(count))
    }

    fn units(&self) -> i64 {
        self.units
    }

    fn finer(&self, factor: i64) -> Option<(Vec<i64>, Arc<dyn Scorer>)> {
        let units = self.units.checked_mul(factor)?;
        let multiples = [factor, factor, factor, 1].repeat(self.references);
        Some((multiples, Arc::new(Self { units, ..*self })))
    }
}
