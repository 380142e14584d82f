//! Scores of bootstrap replicates: draws of the units of a test set, and what scores them.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use crate::metric::{ReplicateRows, ResampleScorer, Scorer};
use crate::stats::columns::Columns;
use crate::stats::kernel::{BLOCK, block_count, block_counts, block_sums};
use crate::stats::random::StreamKey;

/// What the replicates of a scoring are scored from.
pub(super) enum Basis {
    /// Sums of its columns among those of the job.
    Sums(Arc<dyn Scorer>, Range<usize>),
    /// How often each segment is drawn.
    Counts(Counted),
}

/// A scoring whose replicates do not follow from sums.
pub(super) struct Counted {
    /// Rows of the whole corpus.
    pub(super) rows: Arc<dyn ReplicateRows>,
    /// Segments of the test set that count, ascending.
    pub(super) segments: Vec<usize>,
    /// The unit that each of them is drawn with.
    pub(super) units: Vec<usize>,
}

impl Counted {
    /// The scoring of `rows` on the test set of `segments`, of which the marked ones count, drawn in
    /// `units` of consecutive segments.
    pub(super) fn new(
        rows: Arc<dyn ReplicateRows>,
        segments: &[usize],
        mask: Option<&[bool]>,
        units: &[Range<usize>],
    ) -> Self {
        let members = units.iter().enumerate();
        let members = members.flat_map(|(unit, range)| {
            segments[range.clone()].iter().map(move |segment| (*segment, unit))
        });
        let members = members.filter(|(segment, _)| mask.is_none_or(|mask| mask[*segment]));
        let (segments, units) = members.unzip();
        Self { rows, segments, units }
    }
}

/// What is drawn, and what is added up.
pub(super) struct Drawn {
    /// Number of units.
    pub(super) units: usize,
    /// Statistics of the units.
    pub(super) columns: Columns,
}

/// Scores of the first `replicates` replicates of `stream`, one vector for each of `bases`; NaN where
/// undefined.
pub(super) fn scores(
    stream: &StreamKey,
    replicates: usize,
    drawn: &Drawn,
    bases: &[&Basis],
) -> Vec<Vec<f64>> {
    let blocks: Vec<Vec<Vec<f64>>> = (0..block_count(replicates))
        .into_par_iter()
        .map(|block| {
            let count = BLOCK.min(replicates - block * BLOCK);
            of_block(stream, block, count, drawn, bases)
        })
        .collect();
    let of_basis = |basis: usize| blocks.iter().flat_map(|all| &all[basis]).copied().collect();
    (0..bases.len()).map(of_basis).collect()
}

fn of_block(
    stream: &StreamKey,
    block: usize,
    count: usize,
    drawn: &Drawn,
    bases: &[&Basis],
) -> Vec<Vec<f64>> {
    let columns = &drawn.columns;
    let sums = block_sums(stream, block, count, columns);
    let mut counted: Vec<(&Counted, Box<dyn ResampleScorer>, Vec<f64>)> = Vec::new();
    for basis in bases {
        if let Basis::Counts(known) = basis {
            let scorer = known.rows.resamples(&known.segments);
            counted.push((known, scorer, Vec::with_capacity(count)));
        }
    }
    if !counted.is_empty() {
        let mut of_segments = Vec::new();
        block_counts(stream, block, count, drawn.units, |of_units| {
            for (known, scorer, scores) in &mut counted {
                of_segments.clear();
                of_segments.extend(known.units.iter().map(|unit| of_units[*unit]));
                scores.push(finite(scorer.score(&of_segments)));
            }
        });
    }
    let mut counted = counted.into_iter();
    let of_basis = |basis: &&Basis| match basis {
        Basis::Sums(scorer, own) => {
            let rows = sums.chunks_exact(columns.columns().max(1));
            rows.map(|row| finite(scorer.score(&row[own.clone()]))).collect()
        }
        Basis::Counts(_) => counted.next().expect("one for each such basis").2,
    };
    bases.iter().map(of_basis).collect()
}

fn finite(score: Option<f64>) -> f64 {
    score.filter(|score| score.is_finite()).unwrap_or(f64::NAN)
}
