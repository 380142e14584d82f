//! What all comparisons of two systems share: whether they can be compared, and their rows in common
//! units.

use std::borrow::Cow;
use std::sync::Arc;

use crate::metric::Scorer;
use crate::plan::{JobResults, ScoredTestSet};
use crate::stats::jackknife::Jackknife;
use crate::stats::reason::{Estimate, Reason};

/// Largest sum of a column in units that two systems share: differences of two such sums fit.
const LARGEST_SUM: i64 = 1 << 61;

/// The difference of the scores of two systems, or why they cannot be compared: without a score, or
/// scored on different segments.
pub(in crate::analyses) fn comparable(pair: [&ScoredTestSet; 2]) -> Result<f64, Reason> {
    let [a, b] = pair;
    let (Some(of_a), Some(of_b)) = (a.score, b.score) else {
        return Err(Reason::UndefinedScore);
    };
    if a.rows.has_segments_of(&b.rows) { Ok(of_a - of_b) } else { Err(Reason::DifferentSegments) }
}

/// The score of a system without each unit in turn; none of a single unit.
pub(in crate::analyses) fn without_units(
    job: &JobResults<'_>,
    system: &ScoredTestSet,
) -> Estimate<Jackknife> {
    if system.has_replicates() { job.jackknife(system) } else { Err(Reason::OneUnit) }
}

/// A system with the sums of its rows in each resampling unit.
pub(in crate::analyses) struct SystemRows<'v> {
    pub(in crate::analyses) system: &'v ScoredTestSet,
    pub(in crate::analyses) rows: Vec<i64>,
}

impl<'v> SystemRows<'v> {
    pub(in crate::analyses) fn new(job: &'v JobResults<'_>, scoring: usize) -> Self {
        let system = job.system(scoring);
        Self { system, rows: job.unit_rows(system) }
    }
}

/// The rows of two systems in the same units, and the scorer of either and of mixtures.
pub struct PairedRows<'v> {
    /// The rows of each system, one after the other.
    pub rows: [Cow<'v, [i64]>; 2],
    /// The scorer of sums of these rows.
    pub scorer: Arc<dyn Scorer>,
}

impl<'v> PairedRows<'v> {
    /// `None` where sums in common units would not fit 64 bits.
    pub(in crate::analyses) fn new(a: &'v SystemRows<'_>, b: &'v SystemRows<'_>) -> Option<Self> {
        Self::of_rows([(&a.rows, &a.system.scorer), (&b.rows, &b.system.scorer)])
    }

    /// The same of the rows of two systems, each with its scorer.
    pub fn of_rows(systems: [(&'v [i64], &Arc<dyn Scorer>); 2]) -> Option<Self> {
        let [(rows_of_a, scorer_of_a), (rows_of_b, scorer_of_b)] = systems;
        let units = [scorer_of_a.units(), scorer_of_b.units()];
        let divisor = greatest_common_divisor(units[0], units[1]);
        let (rows_of_a, scorer) = in_finer_units(rows_of_a, scorer_of_a, units[1] / divisor)?;
        let (rows_of_b, _) = in_finer_units(rows_of_b, scorer_of_b, units[0] / divisor)?;
        Some(Self { rows: [rows_of_a, rows_of_b], scorer })
    }

    /// Whether both have the same statistics in every unit.
    pub(in crate::analyses) fn is_identical(&self) -> bool {
        self.rows[0] == self.rows[1]
    }

    /// Score of a sum of rows of either.
    pub(in crate::analyses) fn score(&self, sums: &[i64]) -> Option<f64> {
        self.scorer.score(sums).filter(|score| score.is_finite())
    }
}

/// Rows in some units, and what scores sums of them.
type ScoredRows<'v> = (Cow<'v, [i64]>, Arc<dyn Scorer>);

fn in_finer_units<'v>(
    system: &'v [i64],
    scorer: &Arc<dyn Scorer>,
    factor: i64,
) -> Option<ScoredRows<'v>> {
    if factor == 1 {
        return Some((Cow::Borrowed(system), scorer.clone()));
    }
    let (multiples, finer) = scorer.finer(factor)?;
    let mut sums = vec![0_i64; multiples.len()];
    let mut rows = Vec::with_capacity(system.len());
    for row in system.chunks_exact(multiples.len()) {
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
