//! The table `ranks`: probabilities of ranks, cell by cell.

use std::rc::Rc;
use std::sync::Arc;

use super::new_rankings::{self, NewTestSets};
use super::{GroupRanks, RankRow, Ranks, SystemRanks};
use crate::analyses::common::largest_test_sets;
use crate::analyses::results::{
    Coordinates, GridResults, Outcome, Requested, Results, document_count, outcomes, scores,
    unscored,
};
use crate::plan::Placement;
use crate::stats::ranking::best_ranks;
use crate::stats::{Direction, Status};
use crate::table::Cell;

/// One row per system and rank, in the order of studies, corpora, groups of systems, placements,
/// repeats, replicates, systems, ranks. Rows are made one by one: all of those of an exhaustive study
/// would fill the memory.
pub fn each_rank<'a>(results: &'a Results<'a>) -> impl Iterator<Item = RankRow> + use<'a> {
    results.asking(Ranks::of).flat_map(|(on_corpus, question)| {
        let requested = Rc::new(on_corpus.requested(&question));
        on_corpus.scored_groups().into_iter().flat_map(move |group| {
            let expected = ExpectedRanks::new(&on_corpus, &group);
            let ranked = Rc::new(RankedGroup::new(&on_corpus, requested.clone(), group));
            on_corpus.walk(std::iter::once(())).flat_map(move |((), placement, draw)| {
                let at = draw.at(placement.test_set, ranked.group[0]);
                let new_ranks = expected.as_ref().and_then(|expected| expected.at(at));
                rows(ranked.clone(), placement, at, new_ranks)
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
    fn new(on_corpus: &GridResults<'a>, group: &Arc<[usize]>) -> Option<Self> {
        let context = on_corpus.results.plan.context(on_corpus.grid);
        let question = new_rankings::question(&context, group)?;
        let basis = largest_test_sets(&context);
        Some(Self { requested: on_corpus.requested(&question), basis, group: group.clone() })
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
    pub(super) on_corpus: GridResults<'a>,
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
        on_corpus: &GridResults<'a>,
        requested: Rc<Requested<'a, Ranks>>,
        group: Arc<[usize]>,
    ) -> Self {
        let whole = on_corpus.grid.whole.expect("planned for rankings");
        let at = Coordinates::once(whole, group[0]);
        let corpus_scores = scores(&outcomes(on_corpus, &group, at));
        let direction = on_corpus.direction(group[0]);
        Self { on_corpus: on_corpus.clone(), requested, group, corpus_scores, direction }
    }

    /// Best ranks, where all systems have scores.
    pub(super) fn ranks(&self, scores: &[f64]) -> Option<Vec<usize>> {
        let defined = scores.iter().all(|score| !score.is_nan());
        defined.then(|| best_ranks(scores, self.direction))
    }

    /// Ranks on the test set of `at`.
    pub(super) fn at(&self, at: Coordinates) -> Ranked {
        let outcomes = outcomes(&self.on_corpus, &self.group, at);
        let ranks = match unscored(&outcomes) {
            Some(status) => Err(status),
            None => self.requested.get(at, &self.group).map_err(Status::from),
        };
        Ranked { outcomes, ranks }
    }
}

fn rows<'a>(
    ranked: Rc<RankedGroup<'a>>,
    placement: &'a Placement,
    at: Coordinates,
    new_ranks: Option<Vec<(u32, u32)>>,
) -> impl Iterator<Item = RankRow> + use<'a> {
    let found = ranked.at(at);
    let scores = scores(&found.outcomes);
    let observed = ranked.ranks(&scores);
    let of_corpus = ranked.ranks(&ranked.corpus_scores);
    (0..scores.len()).flat_map(move |system| {
        let best_rank =
            |ranks: &Option<Vec<usize>>| ranks.as_ref().map(|ranks| document_count(ranks[system]));
        let (at, outcome) =
            (Coordinates { scoring: ranked.group[system], ..at }, &found.outcomes[system]);
        let mut cell: Cell = ranked.on_corpus.cell(at, Some(placement), outcome);
        if let Err(status) = found.ranks
            && outcome.status.is_ok()
        {
            cell.status = status;
        }
        let group_ranks = found.ranks.as_ref().ok();
        let ranks: Option<&SystemRanks> = group_ranks.map(|ranks| &ranks.systems[system]);
        let new_rank =
            new_ranks.as_ref().and_then(|ranks| ranks.get(system)).filter(|_| ranks.is_some());
        let (new_rank_lower, new_rank_upper) = new_rank.copied().unzip();
        let (rank_lower, rank_upper) = ranks.map(|ranks| ranks.interval).unzip();
        let rows = (1..=document_count(scores.len())).map(|rank| {
            let probability = ranks.map(|ranks| ranks.probability(rank));
            RankRow {
                cell: cell.clone(),
                rank,
                probability,
                probability_error: group_ranks
                    .zip(probability)
                    .map(|(ranks, probability)| ranks.probability_error(probability)),
                rank_lower,
                rank_upper,
                new_rank_lower,
                new_rank_upper,
                level: ranked.on_corpus.study.level,
                cluster: ranks.and_then(|ranks| ranks.cluster),
                mean_rank: ranks.map(|ranks| ranks.mean),
                observed_rank: best_rank(&observed),
                corpus_rank: best_rank(&of_corpus),
                score: Some(scores[system]).filter(|score| !score.is_nan()),
                undefined_replicates: group_ranks.map(|ranks| ranks.undefined),
            }
        });
        rows.collect::<Vec<_>>()
    })
}
