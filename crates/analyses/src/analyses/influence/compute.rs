//! Scores of documents and without them, and differences without them.

use rayon::prelude::*;

use super::request::{Difference, DocumentInfluence, DocumentScore, GroupInfluence, PairInfluence};
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::jackknife::{column_sums, rows_of_units};
use crate::stats::{Estimate, Jackknife, PairedJackknife, Reason};

/// Documents are the units of the job.
pub(super) fn influence(
    job: &JobResults<'_>,
    group: &Group<'_>,
    question: &DocumentInfluence,
) -> GroupInfluence {
    let systems: Vec<Result<LeftOut<'_>, Reason>> =
        group.scorings.par_iter().map(|scoring| LeftOut::new(job, job.system(*scoring))).collect();
    let pairs = question
        .pairs
        .of(systems.len())
        .into_par_iter()
        .map(|(a, b): (usize, usize)| match (&systems[a], &systems[b]) {
            (Ok(a), Ok(b)) => of_pair([a, b], question.level),
            _ => PairInfluence::default(),
        })
        .collect();
    GroupInfluence {
        systems: systems
            .iter()
            .map(|system: &Result<LeftOut<'_>, Reason>| match system {
                Ok(system) => Ok(system.documents()),
                Err(reason) => Err(*reason),
            })
            .collect(),
        pairs,
    }
}

/// A system with the jackknife of all documents, and of all but each.
struct LeftOut<'v> {
    system: &'v ScoredTestSet,
    /// Sums of its rows by document.
    rows: Vec<i64>,
    /// Scored segments of each document.
    lengths: Vec<u32>,
    whole: Estimate<Jackknife>,
    without: Vec<Estimate<Jackknife>>,
}

impl<'v> LeftOut<'v> {
    fn new(job: &'v JobResults<'_>, system: &'v ScoredTestSet) -> Result<Self, Reason> {
        system.check_additive()?;
        let lengths = job.unit_lengths(system);
        let without = (0..lengths.len()).map(|out| job.jackknife_without(system, Some(out)));
        let without = without.collect();
        Ok(Self {
            system,
            rows: job.unit_rows(system),
            whole: job.jackknife(system),
            lengths,
            without,
        })
    }

    fn documents(&self) -> Vec<DocumentScore> {
        let columns = self.system.rows.columns().max(1);
        self.rows
            .chunks_exact(columns)
            .enumerate()
            .map(|(index, row): (usize, &[i64])| match self.lengths[index] {
                0 => DocumentScore::default(),
                _ => DocumentScore { score: self.score(row), without: self.without(&[index]) },
            })
            .collect()
    }

    /// Score of all documents but some.
    fn without(&self, out: &[usize]) -> Option<f64> {
        let columns = self.system.rows.columns();
        let mut sums = column_sums(&self.rows, columns);
        let left_out = column_sums(&rows_of_units(&self.rows, columns, out), columns);
        sums.iter_mut().zip(left_out).for_each(|(sum, value)| *sum -= value);
        self.score(&sums)
    }

    fn score(&self, sums: &[i64]) -> Option<f64> {
        self.system.scorer.score(sums).filter(|score| score.is_finite())
    }
}

fn of_pair(pair: [&LeftOut<'_>; 2], level: f64) -> PairInfluence {
    let [a, b] = pair;
    if a.lengths != b.lengths {
        return PairInfluence::default();
    }
    let whole = difference([a.system.score, b.system.score], [&a.whole, &b.whole], level);
    let without = (0..a.lengths.len()).map(|out| match a.lengths[out] {
        0 => Difference::default(),
        _ => difference(
            pair.map(|side| side.without(&[out])),
            pair.map(|side| &side.without[out]),
            level,
        ),
    });
    let without: Vec<Difference> = without.collect();
    let half = whole.delta.and_then(|delta| half(pair, delta, &without));
    PairInfluence { whole, without, half }
}

fn difference(
    scores: [Option<f64>; 2],
    without: [&Estimate<Jackknife>; 2],
    level: f64,
) -> Difference {
    let [Some(a), Some(b)] = scores else { return Difference::default() };
    let interval = match without {
        [Ok(of_a), Ok(of_b)] => PairedJackknife::new([a, b], [of_a, of_b])
            .and_then(|paired| paired.interval(level))
            .ok(),
        _ => None,
    };
    let ends = interval.map(|interval| (interval.lower, interval.upper));
    Difference { delta: Some(a - b), ends }
}

/// How many documents have to go until at most half of a difference is left, those that add most to it first.
fn half(pair: [&LeftOut<'_>; 2], delta: f64, without: &[Difference]) -> Option<u32> {
    let mut order: Vec<(f64, usize)> = without
        .iter()
        .enumerate()
        .filter_map(|(index, other)| Some(((delta - other.delta?) * delta.signum(), index)))
        .collect();
    // Ties go by number, so that there is one order.
    order.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut out = Vec::new();
    for (count, (_, index)) in (1..).zip(order) {
        out.push(index);
        let [Some(a), Some(b)] = pair.map(|side| side.without(&out)) else { return None };
        if (a - b) * delta.signum() <= 0.5 * delta.abs() {
            return Some(count);
        }
    }
    None
}
