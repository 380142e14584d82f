//! The pairs of a group of scorings, and their cells in tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{CommonItems, PairSelection};
use crate::analyses::results::{Coordinates, GridResults, Results};
use crate::plan::{Grid, Placement};
use crate::stats::reason::Status;
use crate::table::Cell;

/// The pairs of a group.
pub(crate) struct GroupPairs {
    /// Those of systems with scores, as they were asked about.
    pub(crate) asked: Option<PairSelection>,
    /// All, by scorings.
    pub(crate) all: Vec<(usize, usize)>,
    /// Positions of scorings among those of systems with scores.
    positions: BTreeMap<usize, usize>,
    /// All scorings.
    systems: Vec<usize>,
}

impl GroupPairs {
    /// Every system of `group` with the `baseline`, or every pair.
    pub(crate) fn new(
        results: &Results<'_>,
        grid: &Grid,
        baseline: Option<&str>,
        group: &[usize],
    ) -> Self {
        let scorings = &results.plan.corpora[grid.corpus].scorings;
        let scored: Vec<usize> = group
            .iter()
            .copied()
            .filter(|index: &usize| scorings[*index].obstacle.is_none())
            .collect();
        let asked = PairSelection::new(baseline, &scored, scorings);
        let positions = asked.iter().flat_map(|asked| asked.scorings.iter().copied());
        let positions = positions.zip(0..).collect();
        let all = PairSelection::new(baseline, group, scorings);
        let all = all.map_or_else(Vec::new, |all| all.pairs());
        Self { asked, all, positions, systems: group.to_vec() }
    }

    /// The result of a pair.
    pub(crate) fn find<'a, T>(
        &self,
        results: Option<&'a [T]>,
        pair: (usize, usize),
    ) -> Option<&'a T> {
        let positions = (*self.positions.get(&pair.0)?, *self.positions.get(&pair.1)?);
        let PairSelection { scorings, pairs } = self.asked.as_ref()?;
        results?.get(pairs.place(scorings.len(), positions)?)
    }

    /// The systems that questions were asked of.
    pub(crate) fn scorings(&self) -> Option<Arc<[usize]>> {
        self.asked.as_ref().map(|asked| asked.scorings.clone())
    }
}

/// The cell of a pair.
pub(crate) struct PairCell {
    /// Without a system; with the status of the system that has less.
    pub(crate) cell: Cell,
    /// Whether both systems have scores.
    pub(crate) has_scores: bool,
    /// Scores of the two on what both have.
    pub(crate) scores: [Option<f64>; 2],
    /// Resampling units with a segment that counts, where both have scores.
    pub(crate) units: Option<u64>,
}

impl PairCell {
    /// The same of what the two are compared on, where that is not all that each has.
    pub(crate) fn on_common(mut self, common: Option<CommonItems>) -> Self {
        let Some(common) = common.filter(|_| self.has_scores) else { return self };
        self.cell.judged_segments = Some(common.segments);
        self.cell.judged_documents = Some(common.documents);
        Self { units: Some(common.units), scores: common.scores, ..self }
    }
}

/// What the cell of a pair takes from one of its systems.
struct SystemCell {
    /// Without a system.
    cell: Cell,
    /// How much is missing: nothing, something, the score.
    lack: u8,
    /// Resampling units with a segment that counts, where there is a score.
    units: Option<u64>,
    score: Option<f64>,
}

/// The cells of all pairs of a group on a test set: made of those of its systems, which are fewer.
pub(crate) struct PairCells(BTreeMap<usize, SystemCell>);

impl PairCells {
    /// Those of `pairs` at the place of `at`.
    pub(crate) fn new(
        on_corpus: &GridResults<'_>,
        placement: &Placement,
        at: Coordinates,
        pairs: &GroupPairs,
    ) -> Self {
        let cells = pairs.systems.iter().map(|scoring| {
            let at = Coordinates { scoring: *scoring, ..at };
            let outcome = on_corpus.outcome(at);
            let lack = match (outcome.result, outcome.status) {
                (None, _) => 2,
                (_, Status::OK) => 0,
                _ => 1,
            };
            let cell = Cell { system: None, ..on_corpus.cell(at, Some(placement), &outcome) };
            let units = outcome.result.map(|result| result.judged_units);
            let score = outcome.result.and_then(|result| result.score);
            (*scoring, SystemCell { cell, lack, units, score })
        });
        Self(cells.collect())
    }

    /// The cell of a pair.
    pub(crate) fn of_pair(&self, pair: (usize, usize)) -> PairCell {
        let (first, second) = (&self.0[&pair.0], &self.0[&pair.1]);
        let has_scores = first.units.is_some() && second.units.is_some();
        // Where both lack the same, the first stands for the pair.
        let less = if second.lack > first.lack { second } else { first };
        let units = first.units.filter(|_| has_scores);
        let scores = [first.score, second.score];
        PairCell { cell: less.cell.clone(), has_scores, scores, units }
    }
}
