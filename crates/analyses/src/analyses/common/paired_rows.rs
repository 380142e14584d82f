//! What all comparisons of two systems share: whether they can be compared, and their rows in common
//! units.

use std::borrow::Cow;
use std::sync::Arc;

use crate::metric::Scorer;
use crate::plan::{CorpusPlan, JobResults, ScoredTestSet};
use crate::stats::{Estimate, Jackknife, Reason};

/// Largest sum of a column in units that two systems share: differences of two such sums fit.
const LARGEST_SUM: i64 = 1 << 61;

/// Fewest segments that two systems have in common where a difference has a standard error.
pub(crate) const FEWEST_ITEMS: u64 = 5;

/// Difference of the scores of equal outputs, as a part of them, up to which it is noise: sums of neural metrics depend on how
/// texts are batched.
const NOISE: f64 = 1e-3;

/// The difference of the scores of two systems, or why they cannot be compared: without a score, or
/// scored on different segments.
pub(crate) fn comparable(pair: [&ScoredTestSet; 2]) -> Result<f64, Reason> {
    let [a, b] = pair;
    let (Some(of_a), Some(of_b)) = (a.score, b.score) else {
        return Err(Reason::UndefinedScore);
    };
    if a.rows.has_segments_of(&b.rows) { Ok(of_a - of_b) } else { Err(Reason::DifferentSegments) }
}

/// The score of a system without each unit in turn; none of a single unit.
pub(crate) fn without_units(job: &JobResults<'_>, system: &ScoredTestSet) -> Estimate<Jackknife> {
    if system.has_replicates() { job.jackknife(system) } else { Err(Reason::OneUnit) }
}

/// Returns `true` if there are segments enough and two systems have the same statistics in every unit, or the same outputs: scores that another program gave
/// to equal texts differ by its noise.
pub(crate) fn are_identical(job: &JobResults<'_>, [a, b]: [&SystemRows<'_>; 2]) -> bool {
    let have_same_rows = PairedRows::new(a, b).is_some_and(|pair| pair.rows[0] == pair.rows[1]);
    a.system.judged_segments >= FEWEST_ITEMS
        && (have_same_rows || have_same_outputs(job, [a.system, b.system]))
}

/// Returns `true` if two systems have texts, the same ones everywhere, and scores that differ by no more than noise.
pub(crate) fn have_same_outputs(job: &JobResults<'_>, pair: [&ScoredTestSet; 2]) -> bool {
    let CorpusPlan { corpus, scorings, test_sets, .. } = job.corpus;
    let texts = pair.map(|system| corpus.hypotheses(&scorings[system.scoring].system));
    let [Some(one), Some(other)] = texts else { return false };
    let [a, b] = pair.map(|system| system.score.unwrap_or(f64::NAN));
    if (a - b).abs() > NOISE * a.abs().max(b.abs()) {
        return false;
    }
    let segments = test_sets[job.coordinates.test_set].segment_indices(corpus);
    segments.iter().all(|at| one.get(*at).is_some() && one.get(*at) == other.get(*at))
}

/// A system with the sums of its rows in each resampling unit.
pub(crate) struct SystemRows<'v> {
    pub(crate) system: &'v ScoredTestSet,
    pub(crate) rows: Vec<i64>,
}

impl<'v> SystemRows<'v> {
    pub(crate) fn new(job: &JobResults<'_>, system: &'v ScoredTestSet) -> Self {
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
    pub(crate) fn new(a: &'v SystemRows<'_>, b: &'v SystemRows<'_>) -> Option<Self> {
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

    /// Score of a sum of rows of either.
    pub(crate) fn score(&self, sums: &[i64]) -> Option<f64> {
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
