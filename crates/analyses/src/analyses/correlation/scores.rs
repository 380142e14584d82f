//! Scores of several metrics, oriented so that higher ones are better, and resampled.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::options::{CorrelationKind, Over};
use crate::analyses::common::part_scores::{direction, document_scores, segment_scores};
use crate::config::ResamplingUnit;
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::correlation::{hamming_proximity, resampled};
use crate::stats::kernel::{BLOCK, block_count, block_counts};
use crate::stats::two_stage::TwoStage;
use crate::stats::{Direction, Reason};

/// Fewer pairs of scores always correlate perfectly.
const FEWEST: usize = 3;

impl CorrelationKind {
    /// What it is for oriented scores.
    pub(super) fn estimate(self, x: &[f64], y: &[f64]) -> Result<f64, Reason> {
        if paired(x, y) < FEWEST {
            return Err(Reason::TooFewUnits);
        }
        if let Some(coefficient) = self.coefficient() {
            return coefficient.of(x, y);
        }
        let up = Direction::HigherIsBetter;
        hamming_proximity(x, up, y, up)
    }
}

pub(super) fn paired(x: &[f64], y: &[f64]) -> usize {
    x.iter().zip(y).filter(|(x, y)| !x.is_nan() && !y.is_nan()).count()
}

/// Pairs that a resample has at least once.
fn drawn_pairs(x: &[f64], y: &[f64], times: &[u32]) -> usize {
    let pairs = x.iter().zip(y).zip(times);
    pairs.filter(|((x, y), times)| **times > 0 && !x.is_nan() && !y.is_nan()).count()
}

/// Oriented scores of every metric, and how to draw them again.
pub(super) struct Scores<'v> {
    job: &'v JobResults<'v>,
    /// By metric, in one order of systems, documents or segments; NaN where undefined.
    pub(super) values: Vec<Vec<f64>>,
    redrawn: Redrawn,
}

enum Redrawn {
    /// Over systems: oriented scores of replicates, by metric and system.
    Scores(Vec<Vec<Vec<f64>>>),
    /// The unit that each score is drawn with.
    Units(Vec<usize>),
}

pub(super) fn over_systems<'v>(
    job: &'v JobResults<'v>,
    group: &Group<'_>,
    metrics: &[&[&ScoredTestSet]],
    has_replicates: bool,
) -> Scores<'v> {
    let count = if has_replicates { group.replicates } else { 0 };
    let (mut values, mut replicates) = (Vec::new(), Vec::new());
    for systems in metrics {
        let directions = systems.iter().map(|system| (direction(job, system), system));
        let scores = directions
            .clone()
            .map(|(direction, system)| direction.orient(system.score.unwrap_or(f64::NAN)));
        values.push(scores.collect());
        let oriented = directions.map(|(direction, system)| {
            let scores = job.scores(system.scoring, count).iter();
            scores.map(|score| direction.orient(*score)).collect()
        });
        replicates.push(oriented.collect());
    }
    Scores { job, values, redrawn: Redrawn::Scores(replicates) }
}

/// Scores of all documents, or of all segments, of all systems.
pub(super) fn over_parts<'v>(
    job: &'v JobResults<'v>,
    metrics: &[&[&ScoredTestSet]],
    over: Over,
) -> Scores<'v> {
    let values = metrics.iter().map(|systems| {
        let scores = systems.iter().flat_map(|system| {
            let direction = direction(job, system);
            let scores = if over == Over::Documents {
                document_scores(job, system)
            } else {
                segment_scores(system)
            };
            scores.into_iter().map(move |score| direction.orient(score))
        });
        scores.collect()
    });
    let values: Vec<Vec<f64>> = values.collect();
    let of_one_system: Vec<usize> = match (over, job.coordinates.unit) {
        // Segments that are drawn with their documents.
        (Over::Segments, ResamplingUnit::Documents) => {
            let units = job.units.iter().enumerate();
            units.flat_map(|(unit, own)| own.clone().map(move |_| unit)).collect()
        }
        // Resamples in two stages have counts of segments.
        (Over::Segments, ResamplingUnit::TwoStage) => {
            (0..job.units.last().map_or(0, |last| last.end)).collect()
        }
        _ => (0..job.units.len()).collect(),
    };
    let systems = metrics.first().map_or(0, |systems| systems.len());
    Scores { job, values, redrawn: Redrawn::Units(of_one_system.repeat(systems)) }
}

/// Replicates of a pair of metrics, by kind; NaN where undefined.
pub(super) type Replicates = BTreeMap<(usize, usize), Vec<Vec<f64>>>;

impl Scores<'_> {
    /// Replicates of each of `pairs`, for each of `kinds`.
    pub(super) fn replicates(
        &self,
        count: usize,
        pairs: &[(usize, usize)],
        kinds: &[CorrelationKind],
    ) -> Replicates {
        let blocks: Vec<Vec<f64>> = (0..block_count(count))
            .into_par_iter()
            .map(|block| {
                let drawn = BLOCK.min(count - block * BLOCK);
                match &self.redrawn {
                    Redrawn::Scores(scores) => of_systems(scores, block, drawn, pairs, kinds),
                    Redrawn::Units(units) => self.of_parts(units, block, drawn, pairs, kinds),
                }
            })
            .collect();
        let mut found: Replicates = pairs
            .iter()
            .map(|pair| (*pair, vec![Vec::with_capacity(count); kinds.len()]))
            .collect();
        for of_replicate in
            blocks.iter().flat_map(|block| block.chunks_exact((pairs.len() * kinds.len()).max(1)))
        {
            for (pair, values) in pairs.iter().zip(of_replicate.chunks_exact(kinds.len())) {
                let kinds = found.get_mut(pair).expect("made for every pair");
                kinds.iter_mut().zip(values).for_each(|(kind, value)| kind.push(*value));
            }
        }
        found
    }

    /// Replicates of a block: for each, pair by pair, kind by kind.
    fn of_parts(
        &self,
        units: &[usize],
        block: usize,
        count: usize,
        pairs: &[(usize, usize)],
        kinds: &[CorrelationKind],
    ) -> Vec<f64> {
        let mut found = Vec::with_capacity(count * pairs.len() * kinds.len());
        let mut times = Vec::with_capacity(units.len());
        let mut each = |counts: &[u32]| {
            times.clear();
            times.extend(units.iter().map(|unit| counts[*unit]));
            for (a, b) in pairs {
                for kind in kinds {
                    let coefficient = kind.coefficient().expect("equal ranks are of systems");
                    let (x, y) = (&self.values[*a], &self.values[*b]);
                    // Two pairs that are drawn several times correlate as perfectly as two.
                    let value = resampled(x, y, &times, coefficient)
                        .ok()
                        .filter(|_| drawn_pairs(x, y, &times) >= FEWEST);
                    found.push(value.unwrap_or(f64::NAN));
                }
            }
        };
        let stream = self.job.resamples();
        if self.job.coordinates.unit == ResamplingUnit::TwoStage {
            let stages = TwoStage::new(self.job.units.clone());
            let counts = stages.counts(&stream, block, count);
            counts.chunks_exact(stages.segments().max(1)).for_each(each);
        } else {
            block_counts(&stream, block, count, self.job.units.len(), &mut each);
        }
        found
    }
}

/// Replicates of a block over systems: for each, pair by pair, kind by kind.
fn of_systems(
    scores: &[Vec<Vec<f64>>],
    block: usize,
    count: usize,
    pairs: &[(usize, usize)],
    kinds: &[CorrelationKind],
) -> Vec<f64> {
    let mut found = Vec::with_capacity(count * pairs.len() * kinds.len());
    for replicate in block * BLOCK..block * BLOCK + count {
        let columns: Vec<Vec<f64>> = scores
            .iter()
            .map(|systems| systems.iter().map(|scores| scores[replicate]).collect())
            .collect();
        for (a, b) in pairs {
            let (x, y) = (&columns[*a], &columns[*b]);
            // A coefficient of fewer systems would be one of something else.
            let whole = paired(x, y) == x.len();
            for kind in kinds {
                let value = kind.estimate(x, y).ok().filter(|_| whole);
                found.push(value.unwrap_or(f64::NAN));
            }
        }
    }
    found
}
