//! The table `ranks`: probabilities of ranks, cell by cell.

use std::rc::Rc;
use std::sync::Arc;

use super::RankRow;
use super::compute::{GroupRanks, SystemRanks};
use super::new_rankings::{self, NewTestSets};
use super::request::Ranks;
use crate::analyses::common::sizes::largest_test_sets;
use crate::analyses::results::{
    CellNames, Coordinates, Outcome, Requested, Results, document_count,
};
use crate::metric;
use crate::plan::{Grid, Placement};
use crate::stats::direction::Direction;
use crate::stats::ranking::best_ranks;
use crate::stats::reason::Status;

/// One row per system and rank, in the order of studies, corpora, groups of systems, placements,
/// repeats, replicates, systems, ranks. Rows are made one by one: all of those of an exhaustive study
/// would fill the memory.
pub fn each_rank<'a>(results: &'a Results<'a>) -> impl Iterator<Item = RankRow> + use<'a> {
    let plan = results.plan;
    let asking = plan.grids.iter().filter_map(|grid| {
        let question = Ranks::of(&plan.spec.studies[grid.study])?;
        Some((grid, Rc::new(results.requested(grid, &question))))
    });
    asking.flat_map(move |(grid, requested)| {
        let names = Rc::new(CellNames::new(plan, grid));
        grid.groups(&plan.corpora[grid.corpus]).into_iter().flat_map(move |group| {
            let expected = ExpectedRanks::new(results, grid, &group);
            let ranked = RankedGroup::new(results, grid, requested.clone(), group);
            let (names, ranked) = (names.clone(), Rc::new(ranked));
            let expected = Rc::new(expected);
            grid.placements.iter().flat_map(move |placement| {
                let (names, ranked, expected) = (names.clone(), ranked.clone(), expected.clone());
                let draws = results.repeats_and_replicates(grid).into_iter();
                draws.flat_map(move |(repeat, replicates)| {
                    let (test_set, scoring) = (placement.test_set, ranked.group[0]);
                    let at = Coordinates { test_set, scoring, repeat, replicates };
                    let new_ranks = expected.as_ref().as_ref().and_then(|own| own.at(at));
                    rows(ranked.clone(), names.clone(), placement, at, new_ranks)
                })
            })
        })
    })
}

/// Ranges of ranks in new test sets, which the largest test sets say.
struct ExpectedRanks<'a> {
    requested: Requested<'a, NewTestSets>,
    basis: Vec<usize>,
    group: Arc<[usize]>,
}

impl<'a> ExpectedRanks<'a> {
    fn new(results: &'a Results<'a>, grid: &'a Grid, group: &Arc<[usize]>) -> Option<Self> {
        let context = results.plan.context(grid);
        let question = new_rankings::question(&context, group)?;
        let basis = largest_test_sets(&context);
        Some(Self { requested: results.requested(grid, &question), basis, group: group.clone() })
    }

    fn at(&self, at: Coordinates) -> Option<Vec<(u32, u32)>> {
        if !self.basis.contains(&at.test_set) {
            return None;
        }
        Some(self.requested.get(at, &self.group).ok()?.ranks)
    }
}

/// Systems that share metric and references, and their scores on the whole corpus.
pub(super) struct RankedGroup<'a> {
    pub(super) results: &'a Results<'a>,
    pub(super) grid: &'a Grid,
    requested: Rc<Requested<'a, Ranks>>,
    pub(super) group: Arc<[usize]>,
    /// NaN where a system has none.
    pub(super) corpus_scores: Vec<f64>,
    direction: Direction,
}

/// Their ranks on a test set.
pub(super) struct Ranked {
    pub(super) outcomes: Vec<Outcome>,
    /// Or why there are none.
    pub(super) ranks: Result<GroupRanks, Status>,
}

impl<'a> RankedGroup<'a> {
    pub(super) fn new(
        results: &'a Results<'a>,
        grid: &'a Grid,
        requested: Rc<Requested<'a, Ranks>>,
        group: Arc<[usize]>,
    ) -> Self {
        let whole = grid.whole.expect("planned for rankings");
        let score = |scoring: &usize| {
            let at = Coordinates { test_set: whole, scoring: *scoring, repeat: 1, replicates: 0 };
            let outcome = results.outcome(grid, at);
            outcome.result.and_then(|result| result.score).unwrap_or(f64::NAN)
        };
        let corpus_scores = group.iter().map(score).collect();
        let metric = results.plan.corpora[grid.corpus].scorings[group[0]].metric;
        let higher = metric::higher_is_better(&results.plan.spec.metrics[metric].config);
        let direction = Direction::from_higher_is_better(higher);
        Self { results, grid, requested, group, corpus_scores, direction }
    }

    /// Best ranks, where all systems have scores.
    pub(super) fn ranks(&self, scores: &[f64]) -> Option<Vec<usize>> {
        let defined = scores.iter().all(|score| !score.is_nan());
        defined.then(|| best_ranks(scores, self.direction))
    }

    /// Ranks on the test set of `at`.
    pub(super) fn at(&self, at: Coordinates) -> Ranked {
        let outcome = |scoring: &usize| {
            self.results.outcome(self.grid, Coordinates { scoring: *scoring, ..at })
        };
        let outcomes: Vec<Outcome> = self.group.iter().map(outcome).collect();
        let unscored = outcomes.iter().find(|outcome| outcome.result.is_none());
        let ranks = match unscored {
            Some(outcome) => Err(outcome.status),
            None => self.requested.get(at, &self.group).map_err(Status::from),
        };
        Ranked { outcomes, ranks }
    }
}

impl Ranked {
    /// Scores on the test set, NaN where a system has none.
    pub(super) fn scores(&self) -> Vec<f64> {
        let score = |outcome: &Outcome| outcome.result?.score;
        self.outcomes.iter().map(|outcome| score(outcome).unwrap_or(f64::NAN)).collect()
    }
}

fn rows<'a>(
    ranked: Rc<RankedGroup<'a>>,
    names: Rc<CellNames>,
    placement: &'a Placement,
    at: Coordinates,
    new_ranks: Option<Vec<(u32, u32)>>,
) -> impl Iterator<Item = RankRow> + use<'a> {
    let plan = ranked.results.plan;
    let found = ranked.at(at);
    let scores = found.scores();
    let observed = ranked.ranks(&scores);
    let of_corpus = ranked.ranks(&ranked.corpus_scores);
    (0..scores.len()).flat_map(move |system| {
        let best_rank =
            |ranks: &Option<Vec<usize>>| ranks.as_ref().map(|ranks| document_count(ranks[system]));
        let (at, outcome) =
            (Coordinates { scoring: ranked.group[system], ..at }, &found.outcomes[system]);
        let (ordering, fraction) = (Some(&placement.ordering), placement.fraction);
        let mut cell = names.cell(plan, ranked.grid, at, ordering, fraction, outcome);
        if let Err(reason) = &found.ranks
            && outcome.status.is_ok()
        {
            cell.status = *reason;
        }
        let of_group = found.ranks.as_ref().ok();
        let own = of_group.map(|ranks| &ranks.systems[system]);
        let in_interval = |end: fn(&SystemRanks) -> u32| own.map(end);
        let new_rank =
            new_ranks.as_ref().and_then(|ranks| ranks.get(system)).filter(|_| own.is_some());
        let (new_rank_lower, new_rank_upper) = new_rank.copied().unzip();
        let error = |probability: f64| of_group.map(|ranks| ranks.probability_error(probability));
        let probability = |rank: u32| own.map(|ranks| ranks.probability(rank));
        let row = |rank: u32| RankRow {
            cell: cell.clone(),
            rank,
            probability: probability(rank),
            probability_error: probability(rank).and_then(error),
            rank_lower: in_interval(|ranks| ranks.interval.0),
            rank_upper: in_interval(|ranks| ranks.interval.1),
            new_rank_lower,
            new_rank_upper,
            level: plan.spec.studies[ranked.grid.study].level,
            cluster: own.and_then(|ranks| ranks.cluster),
            mean_rank: own.map(|ranks| ranks.mean),
            observed_rank: best_rank(&observed),
            corpus_rank: best_rank(&of_corpus),
            score: Some(scores[system]).filter(|score| !score.is_nan()),
            undefined_replicates: of_group.map(|ranks| ranks.undefined),
        };
        (1..=document_count(scores.len())).map(row).collect::<Vec<_>>()
    })
}
