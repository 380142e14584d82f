//! Scores of bootstrap replicates: draws of the units of a test set, and what scores them.

use std::ops::Range;
use std::slice;

use rayon::prelude::*;

use crate::metric::{ManySums, ResampleScorer, Scorer};
use crate::plan::{CountedScoring, CrossedRows, ReplicateSource};
use crate::stats::columns::Columns;
use crate::stats::judges::pigeonhole::add_counts;
use crate::stats::kernel::{BLOCK, block_count, block_counts, block_sums, chosen, sums_of_counts};
use crate::stats::random::StreamKey;
use crate::stats::strata::Strata;
use crate::stats::two_stage::TwoStage;

/// What is resampled, and what is added up.
pub(super) struct Resampled {
    /// Number of units.
    pub(super) units: usize,
    /// How units are drawn.
    pub(super) draws: Draws,
    /// Statistics of the units.
    pub(super) columns: Columns,
    /// Statistics of units crossed with judges, where judges are resampled, too.
    pub(super) crossed: Vec<CrossedColumns>,
}

/// What is added up where judges are resampled with units: each place of a unit and a judge counts as often as the unit
/// times as often as the judge.
pub(super) struct CrossedColumns {
    /// Number of judges.
    pub(super) judges: usize,
    /// Unit and judge of each row.
    pub(super) places: Vec<(u32, u32)>,
    /// Statistics of the rows.
    pub(super) columns: Columns,
}

/// Resamples whose counts of places are made at once.
const AT_ONCE: usize = 32;

impl CrossedColumns {
    /// Calls `use_sums` with the sums over the resamples of a block, whose counts of `units` units are `unit_counts`:
    /// some resamples at a time. Judges are drawn apart from units, by a stream of their own.
    fn sums(
        &self,
        stream: &StreamKey,
        block: usize,
        unit_counts: &[u32],
        units: usize,
        mut use_sums: impl FnMut(&[i64]),
    ) {
        let resamples = unit_counts.len().checked_div(units).unwrap_or(0);
        if self.places.is_empty() {
            use_sums(&vec![0; resamples * self.columns.columns()]);
            return;
        }
        let judges = stream.clone().text("judges");
        let mut judge_counts = Vec::with_capacity(resamples * self.judges);
        block_counts(&judges, block, resamples, self.judges, &mut |counts| {
            judge_counts.extend_from_slice(counts);
        });
        self.sums_of_counts(unit_counts, units, &judge_counts, &mut use_sums);
    }

    /// The sums over resamples that are given by how often they have each unit and each judge.
    fn sums_of_counts(
        &self,
        unit_counts: &[u32],
        units: usize,
        judge_counts: &[u32],
        use_sums: &mut impl FnMut(&[i64]),
    ) {
        let mut counts = Vec::new();
        let chunks =
            unit_counts.chunks(AT_ONCE * units).zip(judge_counts.chunks(AT_ONCE * self.judges));
        for (unit_counts, judge_counts) in chunks {
            counts.clear();
            let unit_counts = unit_counts.chunks_exact(units);
            let judge_counts = judge_counts.chunks_exact(self.judges);
            add_counts(&self.places, unit_counts, judge_counts, &mut counts);
            sums_of_counts(chosen(), &counts, &self.columns, &mut *use_sums);
        }
    }
}

/// How units are drawn.
pub(super) enum Draws {
    /// Each with the same probability.
    Plain,
    /// Documents first, then units within them.
    Stages(TwoStage),
    /// Each stratum by itself.
    Strata(Strata),
}

impl Draws {
    /// Most units in a resample of `units`.
    pub(super) fn most(&self, units: usize) -> usize {
        match self {
            Self::Plain | Self::Strata(_) => units,
            Self::Stages(stages) => stages.most_drawn(),
        }
    }

    /// How often each unit occurs in each resample of a block; `None` where the kernel draws itself.
    fn counts(&self, stream: &StreamKey, block: usize, count: usize) -> Option<Vec<u32>> {
        match self {
            Self::Plain => None,
            Self::Stages(stages) => Some(stages.counts(stream, block, count)),
            Self::Strata(strata) => Some(strata.counts(stream, block, count)),
        }
    }
}

/// Scores of the first `replicates` replicates of `stream`, one vector for each of `sources`; NaN where
/// undefined.
pub(super) fn scores(
    stream: &StreamKey,
    replicates: usize,
    resampled: &Resampled,
    sources: &[&ReplicateSource],
) -> Vec<Vec<f64>> {
    let mut scores: Vec<Vec<f64>> = sources.iter().map(|_| vec![0.0; replicates]).collect();
    let mut blocks: Vec<Vec<&mut [f64]>> = Vec::new();
    blocks.resize_with(block_count(replicates), Vec::new);
    for scores in &mut scores {
        let parts = scores.chunks_mut(BLOCK);
        blocks.iter_mut().zip(parts).for_each(|(block, part)| block.push(part));
    }
    blocks
        // Each block has its own generator, so that it does not matter which thread takes it.
        .into_par_iter()
        .enumerate()
        .for_each(|(block, scores)| of_block(stream, block, resampled, sources, scores));
    scores
}

/// Fills in the scores of a block, a slice for each of `sources`.
fn of_block(
    stream: &StreamKey,
    block: usize,
    resampled: &Resampled,
    sources: &[&ReplicateSource],
    scores: Vec<&mut [f64]>,
) {
    let count = scores.first().map_or(0, |scores| scores.len());
    let columns = &resampled.columns;
    let drawn = resampled.draws.counts(stream, block, count);
    let mut summed: Vec<(&dyn Scorer, &Range<usize>, &mut [f64])> = Vec::new();
    let mut counted: Vec<(&CountedScoring, Box<dyn ResampleScorer>, slice::IterMut<f64>)> =
        Vec::new();
    let mut crossed: Vec<Vec<(&CrossedRows, &mut [f64])>> = Vec::new();
    crossed.resize_with(resampled.crossed.len(), Vec::new);
    for (source, scores) in sources.iter().zip(scores) {
        match source {
            ReplicateSource::Crossed(rows) => crossed[rows.crossing].push((rows, scores)),
            ReplicateSource::Sums(scorer, own) => summed.push((&**scorer, own, scores)),
            ReplicateSource::Counts(known) => {
                counted.push((known, known.rows.resamples(&known.segments), scores.iter_mut()));
            }
        }
    }
    let mut done = 0;
    let score = |sums: &[i64]| {
        // Without columns there is nothing to score.
        let resamples = sums.len().checked_div(columns.columns()).unwrap_or(0);
        for (scorer, own, scores) in &mut summed {
            let sums = ManySums::new(sums, columns.columns(), (*own).clone());
            scorer.score_many(&sums, &mut scores[done..done + resamples]);
        }
        done += resamples;
    };
    match &drawn {
        Some(counts) if resampled.units > 0 => {
            sums_of_counts(chosen(), counts, columns, score);
        }
        _ => block_sums(stream, block, count, columns, score),
    }
    if !crossed.is_empty() {
        // Documents are drawn as for all other metrics.
        let mut unit_counts = Vec::with_capacity(count * resampled.units);
        match &drawn {
            Some(counts) => unit_counts.extend_from_slice(counts),
            None => block_counts(stream, block, count, resampled.units, &mut |counts| {
                unit_counts.extend_from_slice(counts);
            }),
        }
        for (crossing, systems) in resampled.crossed.iter().zip(&mut crossed) {
            let width = crossing.columns.columns();
            let mut done = 0;
            crossing.sums(stream, block, &unit_counts, resampled.units, |sums| {
                let resamples = sums.len().checked_div(width).unwrap_or(0);
                for (rows, scores) in systems.iter_mut() {
                    let sums = ManySums::new(sums, width, rows.columns.clone());
                    rows.scorer.score_many(&sums, &mut scores[done..done + resamples]);
                }
                done += resamples;
            });
        }
    }
    if counted.is_empty() {
        return;
    }
    let mut segment_counts = Vec::new();
    let mut score = |unit_counts: &[u32]| {
        for (known, scorer, scores) in &mut counted {
            segment_counts.clear();
            segment_counts.extend(known.units.iter().map(|unit| unit_counts[*unit]));
            let score = scores.next().expect("a place for each resample");
            *score = finite(scorer.score(&segment_counts));
        }
    };
    match &drawn {
        Some(counts) if resampled.units > 0 => counts.chunks_exact(resampled.units).for_each(score),
        _ => block_counts(stream, block, count, resampled.units, &mut score),
    }
}

fn finite(score: Option<f64>) -> f64 {
    score.filter(|score| score.is_finite()).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::columns::ColumnsBuilder;
    use crate::stats::judges::crossed::{CellSum, Crossed};

    /// Numbers of ratings and sums of ratings of four documents by three judges; some cells are empty.
    const CELLS: [(u32, u32, [i64; 2]); 9] = [
        (0, 0, [30, 1]),
        (0, 1, [95, 2]),
        (1, 0, [50, 1]),
        (1, 2, [35, 1]),
        (2, 0, [10, 1]),
        (2, 1, [20, 1]),
        (2, 2, [75, 3]),
        (3, 1, [65, 1]),
        (3, 2, [40, 1]),
    ];

    /// All ways to draw as many as there are, as counts.
    fn all_counts(units: usize) -> Vec<Vec<u32>> {
        let ways = units.pow(u32::try_from(units).unwrap());
        (0..ways)
            .map(|way| {
                let mut counts = vec![0; units];
                (0..units).fold(way, |rest, _| {
                    counts[rest % units] += 1;
                    rest / units
                });
                counts
            })
            .collect()
    }

    /// All 4^4 x 3^3 resamples of the kernel have the mean that the same counts give one by one.
    #[test]
    fn every_resample_is_that_of_its_counts() {
        let mut columns = ColumnsBuilder::new(CELLS.len(), 12);
        for column in 0..2 {
            columns.push(CELLS.iter().map(|cell| cell.2[column])).unwrap();
        }
        let places = CELLS.iter().map(|(unit, judge, _)| (*unit, *judge)).collect();
        let crossed = CrossedColumns { judges: 3, places, columns: columns.build() };
        let sums = CELLS.iter().map(|(document, judge, [total, weight])| CellSum {
            document: *document,
            judge: *judge,
            side: 0,
            weight: *weight as f64,
            total: *total as f64,
        });
        let one_by_one = Crossed::of_sums(4, 3, 1, sums);
        let (documents, judges) = (all_counts(4), all_counts(3));
        let pairs =
            documents.iter().flat_map(|unit_counts| judges.iter().map(move |j| (unit_counts, j)));
        let (mut unit_counts, mut judge_counts, mut expected) =
            (Vec::new(), Vec::new(), Vec::new());
        for (units, judges) in pairs {
            unit_counts.extend_from_slice(units);
            judge_counts.extend_from_slice(judges);
            expected.push(one_by_one.resampled(units, judges));
        }
        let mut values = Vec::new();
        crossed.sums_of_counts(&unit_counts, 4, &judge_counts, &mut |sums| {
            values.extend(
                sums.chunks_exact(2)
                    .map(|sums: &[i64]| (sums[1] > 0).then(|| sums[0] as f64 / sums[1] as f64)),
            );
        });
        assert_eq!(values.len(), 6_912);
        assert_eq!(
            values.iter().filter(|value| value.is_none()).count(),
            expected.iter().filter(|value| value.is_none()).count()
        );
        for (values, expected) in values.iter().zip(&expected) {
            match (values, expected) {
                (Some(values), Some(expected)) => assert!((values - expected).abs() < 1e-12),
                (values, expected) => assert_eq!(values, expected),
            }
        }
    }

    /// Resamples of a block do not depend on how many are asked for, and units are those of other metrics.
    #[test]
    fn a_shorter_block_is_a_prefix() {
        let stream = StreamKey::new(3, crate::stats::random::Purpose::Bootstrap);
        let mut columns = ColumnsBuilder::new(CELLS.len(), 12);
        columns.push(CELLS.iter().map(|cell| cell.2[0])).unwrap();
        let places = CELLS.iter().map(|(unit, judge, _)| (*unit, *judge)).collect();
        let crossed = CrossedColumns { judges: 3, places, columns: columns.build() };
        let [few, all] = [45, BLOCK].map(|resamples| {
            let mut unit_counts = Vec::new();
            block_counts(&stream, 2, resamples, 4, &mut |counts| {
                unit_counts.extend_from_slice(counts);
            });
            let mut all = Vec::new();
            crossed.sums(&stream, 2, &unit_counts, 4, |sums| all.extend_from_slice(sums));
            all
        });
        assert_eq!(all[..45], few);
    }
}
