//! Pairs of systems: which there are, their cells, and the order of their results.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::analyses::results::{CellNames, Coordinates, Outcome, Results};
use crate::plan::{Grid, GridContext, Placement, PlanProblem, ScoredSystem, StudyOnCorpus};
use crate::table::Cell;

/// Which systems of a group are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Pairs {
    /// Each with each.
    All,
    /// The first of the group, a baseline, with each other.
    WithFirst,
}

impl Pairs {
    /// How many pairs there are of `count` systems.
    pub fn count(self, count: usize) -> usize {
        match self {
            Self::All => count * count.saturating_sub(1) / 2,
            Self::WithFirst => count.saturating_sub(1),
        }
    }

    /// The pairs of `count` systems, as positions in their group: (0, 1), (0, 2), ..., (1, 2), ...
    /// or, with a baseline, which comes second, (1, 0), (2, 0), ...
    pub fn of(self, count: usize) -> Vec<(usize, usize)> {
        match self {
            Self::All => (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect(),
            Self::WithFirst => (1..count).map(|other| (other, 0)).collect(),
        }
    }
}

/// Systems of one metric and set of references, and which of them are paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analyses) struct PairSelection {
    /// Indices of scorings in the corpus plan: the baseline first, where there is one, and the others
    /// in the order of the study.
    pub(in crate::analyses) scorings: Arc<[usize]>,
    /// Which of them are paired.
    pub(in crate::analyses) pairs: Pairs,
}

impl PairSelection {
    /// The comparisons among `scorings`, which share metric and references; `None` where there are
    /// fewer than two, or the `baseline` is not among them.
    pub(in crate::analyses) fn new(
        baseline: Option<&str>,
        scorings: &[usize],
        all: &[ScoredSystem],
    ) -> Option<Self> {
        let mut ordered = scorings.to_vec();
        if let Some(baseline) = baseline {
            let position = scorings.iter().position(|index| all[*index].system == baseline)?;
            ordered[..=position].rotate_right(1);
        }
        let pairs = Self::pairs_with(baseline);
        (ordered.len() > 1).then(|| Self { scorings: ordered.into(), pairs })
    }

    /// The comparisons of all metrics and references of a grid.
    pub(in crate::analyses) fn of_grid<'a>(
        context: &'a GridContext<'_>,
        baseline: Option<&'a str>,
    ) -> impl Iterator<Item = Self> + use<'a> {
        let all = context.scorings;
        context.groups().into_iter().filter_map(move |group| Self::new(baseline, &group, all))
    }

    /// Every system with a baseline, or every pair.
    pub(in crate::analyses) fn pairs_with(baseline: Option<&str>) -> Pairs {
        if baseline.is_some() { Pairs::WithFirst } else { Pairs::All }
    }

    /// Number of pairs.
    pub(in crate::analyses) fn count(&self) -> u64 {
        self.pairs.count(self.scorings.len()) as u64
    }

    /// Pairs of scorings, in the order of results.
    pub(in crate::analyses) fn pairs(&self) -> Vec<(usize, usize)> {
        let pairs = self.pairs.of(self.scorings.len()).into_iter();
        pairs.map(|(a, b)| (self.scorings[a], self.scorings[b])).collect()
    }
}

/// Pairs of systems on all test sets, in all repeats and with all numbers of replicates.
pub(in crate::analyses) fn placed_pairs(context: &GridContext<'_>, baseline: Option<&str>) -> u64 {
    let GridContext { study, grid, .. } = context;
    let pairs: u64 =
        PairSelection::of_grid(context, baseline).map(|of_group| of_group.count()).sum();
    let places = grid.placements.len() as u64
        * u64::from(study.shown_repeats())
        * study.replicates.len() as u64;
    places.saturating_mul(pairs)
}

/// Names of the systems of `scorings`, each once.
pub(in crate::analyses) fn system_names<'a>(
    scorings: impl IntoIterator<Item = &'a ScoredSystem>,
) -> Vec<&'a str> {
    let mut systems: Vec<&str> = Vec::new();
    for scoring in scorings {
        if !systems.contains(&scoring.system.as_str()) {
            systems.push(&scoring.system);
        }
    }
    systems
}

/// The problem of an analysis `key` that needs two systems. Without any system, the reason is reported
/// elsewhere.
pub(in crate::analyses) fn one_system(on: &StudyOnCorpus<'_>, key: &str) -> Option<PlanProblem> {
    if system_names(on.scorings).len() != 1 {
        return None;
    }
    let message = format!("corpus `{}` has one system to compare", on.corpus.name);
    let help = "name two or more `systems`, or leave this out".to_owned();
    Some(PlanProblem::of_study(&on.study.name, &[key], message, help))
}

/// Scorings that share metric and references, those without data among them.
pub(in crate::analyses) fn groups(results: &Results<'_>, grid: &Grid) -> Vec<Vec<usize>> {
    let scorings = &results.plan.corpora[grid.corpus].scorings;
    let kind = |index: &usize| (scorings[*index].metric, &scorings[*index].references);
    grid.scorings.chunk_by(|one, other| kind(one) == kind(other)).map(<[usize]>::to_vec).collect()
}

/// The pairs of a group.
pub(in crate::analyses) struct GroupPairs {
    /// Those of systems with scores, as they were asked about.
    pub(in crate::analyses) asked: Option<PairSelection>,
    /// All, by scorings.
    pub(in crate::analyses) all: Vec<(usize, usize)>,
    /// Position of the result of a pair among all results.
    places: BTreeMap<(usize, usize), usize>,
}

impl GroupPairs {
    /// Every system of `group` with the `baseline`, or every pair.
    pub(in crate::analyses) fn new(
        results: &Results<'_>,
        grid: &Grid,
        baseline: Option<&str>,
        group: &[usize],
    ) -> Self {
        let scorings = &results.plan.corpora[grid.corpus].scorings;
        let has_scores = |index: &usize| scorings[*index].obstacle.is_none();
        let scored: Vec<usize> = group.iter().copied().filter(has_scores).collect();
        let asked = PairSelection::new(baseline, &scored, scorings);
        let pairs = asked.iter().flat_map(PairSelection::pairs).enumerate();
        let places = pairs.map(|(place, pair)| (pair, place)).collect();
        let all = PairSelection::new(baseline, group, scorings);
        Self { asked, all: all.map_or_else(Vec::new, |all| all.pairs()), places }
    }

    /// The result of a pair.
    pub(in crate::analyses) fn find<'a, T>(
        &self,
        results: Option<&'a [T]>,
        pair: (usize, usize),
    ) -> Option<&'a T> {
        results?.get(*self.places.get(&pair)?)
    }

    /// The systems that questions were asked of.
    pub(in crate::analyses) fn scorings(&self) -> Option<Arc<[usize]>> {
        self.asked.as_ref().map(|asked| asked.scorings.clone())
    }
}

/// The cell of a pair.
pub(in crate::analyses) struct PairCell {
    /// Without a system; with the status of the system that has less.
    pub(in crate::analyses) cell: Cell,
    /// Whether both systems have scores.
    pub(in crate::analyses) has_scores: bool,
    /// Resampling units with a segment that counts, where both have scores.
    pub(in crate::analyses) units: Option<u64>,
}

impl CellNames {
    /// The cell of `pair` at the place of `at`.
    pub(in crate::analyses) fn pair_cell(
        &self,
        results: &Results<'_>,
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
        let lack = |outcome: &Outcome| match (outcome.result, outcome.status) {
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
