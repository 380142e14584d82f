//! What all comparisons of two systems share: whether they can be compared, and their rows in common
//! units.

use std::borrow::Cow;
use std::sync::Arc;

use crate::execute::view::{Entry, View};
use crate::metric::Scorer;
use crate::stats::undefined::Undefined;

/// Largest sum of a column in units that two systems share: differences of two such sums fit.
const LARGEST_SUM: i64 = 1 << 61;

/// The difference of the scores of two systems, or why they cannot be compared: without a score, or
/// scored on different segments.
pub(super) fn comparable(pair: [&Entry; 2]) -> Result<f64, &'static str> {
    let [a, b] = pair;
    let (Some(of_a), Some(of_b)) = (a.score, b.score) else {
        return Err(Undefined::UndefinedScore.status());
    };
    let same_segments = a.rows.len() == b.rows.len()
        && (0..a.rows.len()).all(|row| a.rows.is_present(row) == b.rows.is_present(row));
    if same_segments { Ok(of_a - of_b) } else { Err("different-segments") }
}

/// A system with the sums of its rows in each resampling unit.
pub(super) struct System<'v> {
    pub(super) entry: &'v Entry,
    pub(super) rows: Vec<i64>,
}

impl<'v> System<'v> {
    pub(super) fn new(view: &'v View<'_>, scoring: usize) -> Self {
        let entry = view.entry(scoring);
        Self { entry, rows: view.unit_rows(entry) }
    }
}

/// The rows of two systems in the same units, and the scorer of either and of mixtures.
pub(super) struct Pair<'v> {
    pub(super) rows: [Cow<'v, [i64]>; 2],
    pub(super) scorer: Arc<dyn Scorer>,
}

impl<'v> Pair<'v> {
    /// `None` where sums in common units would not fit 64 bits.
    pub(super) fn new(a: &'v System<'_>, b: &'v System<'_>) -> Option<Self> {
        let units = [a.entry.scorer.units(), b.entry.scorer.units()];
        let divisor = greatest_common_divisor(units[0], units[1]);
        let (rows_of_a, scorer) = in_finer_units(a, units[1] / divisor)?;
        let (rows_of_b, _) = in_finer_units(b, units[0] / divisor)?;
        Some(Self { rows: [rows_of_a, rows_of_b], scorer })
    }

    /// Whether both have the same statistics in every unit.
    pub(super) fn is_identical(&self) -> bool {
        self.rows[0] == self.rows[1]
    }

    /// Score of a sum of rows of either.
    pub(super) fn score(&self, sums: &[i64]) -> Option<f64> {
        self.scorer.score(sums).filter(|score| score.is_finite())
    }
}

/// Rows in some units, and what scores sums of them.
type ScoredRows<'v> = (Cow<'v, [i64]>, Arc<dyn Scorer>);

fn in_finer_units<'v>(system: &'v System<'_>, factor: i64) -> Option<ScoredRows<'v>> {
    let scorer = &system.entry.scorer;
    if factor == 1 {
        return Some((Cow::Borrowed(&system.rows), scorer.clone()));
    }
    let (multiples, finer) = scorer.finer(factor)?;
    let mut sums = vec![0_i64; multiples.len()];
    let mut rows = Vec::with_capacity(system.rows.len());
    for row in system.rows.chunks_exact(multiples.len()) {
        for ((value, multiple), sum) in row.iter().zip(&multiples).zip(&mut sums) {
            let value = value.checked_mul(*multiple)?;
            *sum = sum.checked_add(value.checked_abs()?).filter(|sum| *sum <= LARGEST_SUM)?;
            rows.push(value);
        }
    }
    Some((Cow::Owned(rows), finer))
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    divisor
}
