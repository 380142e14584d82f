//! Pairs of systems: which there are, their cells, and where their answers stand.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{CellNames, Coordinates, Outcome, Results};
use crate::plan::{Compared, Grid, Placement};
use crate::table::Cell;

/// Scorings that share metric and references, those without data among them.
pub(super) fn groups(results: Results<'_>, grid: &Grid) -> Vec<Vec<usize>> {
    let scorings = &results.plan.corpora[grid.corpus].scorings;
    let kind = |index: &usize| (scorings[*index].metric, &scorings[*index].references);
    grid.scorings.chunk_by(|one, other| kind(one) == kind(other)).map(<[usize]>::to_vec).collect()
}

/// The pairs of a group.
pub(super) struct GroupPairs {
    /// Those of systems with scores, as they were asked about.
    pub(super) asked: Option<Compared>,
    /// All, by scorings.
    pub(super) all: Vec<(usize, usize)>,
    /// Where the answer to a pair stands among all answers.
    places: BTreeMap<(usize, usize), usize>,
}

impl GroupPairs {
    /// Every system of `group` with the `baseline`, or every pair.
    pub(super) fn new(
        results: Results<'_>,
        grid: &Grid,
        baseline: Option<&str>,
        group: &[usize],
    ) -> Self {
        let scorings = &results.plan.corpora[grid.corpus].scorings;
        let has_scores = |index: &usize| scorings[*index].obstacle.is_none();
        let scored: Vec<usize> = group.iter().copied().filter(has_scores).collect();
        let asked = Compared::new(baseline, &scored, scorings);
        let pairs = asked.iter().flat_map(Compared::pairs).enumerate();
        let places = pairs.map(|(place, pair)| (pair, place)).collect();
        let all = Compared::new(baseline, group, scorings);
        Self { asked, all: all.map_or_else(Vec::new, |all| all.pairs()), places }
    }

    /// The answer to a pair.
    pub(super) fn find<'a, T>(
        &self,
        answers: Option<&'a [T]>,
        pair: (usize, usize),
    ) -> Option<&'a T> {
        answers?.get(*self.places.get(&pair)?)
    }

    /// The systems that questions were asked of.
    pub(super) fn scorings(&self) -> Option<Arc<[usize]>> {
        self.asked.as_ref().map(|asked| asked.scorings.clone())
    }
}

/// The cell of a pair.
pub(super) struct PairCell {
    /// Without a system; with the status of the system that has less.
    pub(super) cell: Cell,
    /// Whether both systems have scores.
    pub(super) has_scores: bool,
    /// Resampling units with a segment that counts, where both have scores.
    pub(super) units: Option<u64>,
}

impl CellNames {
    /// The cell of `pair` at the place of `at`.
    pub(super) fn pair_cell(
        &self,
        results: Results<'_>,
        grid: &Grid,
        placement: &Placement,
        at: Coordinates,
        pair: (usize, usize),
    ) -> PairCell {
        let of = |scoring: usize| {
            let at = Coordinates { scoring, ..at };
            (at, results.outcome(grid, at))
        };
        let (first, second) = (of(pair.0), of(pair.1));
        let lack = |outcome: &Outcome<'_>| match (outcome.result, outcome.status) {
            (None, _) => 2,
            (_, "ok") => 0,
            _ => 1,
        };
        let has_scores = first.1.result.is_some() && second.1.result.is_some();
        let units = first.1.result.filter(|_| has_scores).map(|result| result.judged_units);
        let (at, outcome) = if lack(&second.1) > lack(&first.1) { second } else { first };
        let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
        let cell = self.cell(results.plan, grid, at, ordering, fraction, &outcome);
        PairCell { cell: Cell { system: None, ..cell }, has_scores, units }
    }
}
