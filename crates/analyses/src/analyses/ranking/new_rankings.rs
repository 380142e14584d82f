//! What new test sets would say of the ranking: asked of the largest test sets of a study.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::lines;
use crate::analyses::common::differences::direction;
use crate::analyses::common::sizes::by_size;
use crate::analyses::common::{largest_test_sets, new_rankings, resampled_systems};
use crate::config::ResamplingUnit;
use crate::plan::{GridContext, Group, JobResults, Question, Request, TaskSize, TestSet, Work};
use crate::stats::new_ranking::{Agreement, Lead, NewRankings};
use crate::stats::{Direction, RankProbabilities, Reason};

/// Nanoseconds per pair of systems and simulated test set, for all that is read off it, and for each of
/// its systems.
const PAIR: f64 = 24.0;
const SYSTEM: f64 = 100.0;

/// Simulated test sets, at most.
const MOST_TRIALS: f64 = 2000.0;

/// Of several systems: what new test sets of some sizes would say of their ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct NewTestSets {
    /// Confidence level of ranges of ranks, and of the lines between clusters.
    pub(super) level: f64,
    /// How many systems are the top.
    pub(super) top: u32,
    /// Sizes, ascending.
    pub(super) sizes: Vec<Size>,
}

/// A size as the mean of the test sets of a study: scored documents and segments.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Size {
    pub(super) documents: f64,
    pub(super) segments: f64,
}

impl Size {
    /// In resampling units.
    pub(super) fn units(self, unit: ResamplingUnit) -> f64 {
        if unit == ResamplingUnit::Segments { self.segments } else { self.documents }
    }
}

/// What a test set says of new ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Expected {
    /// Its own resampling units.
    pub(super) units: f64,
    pub(super) trials: u64,
    /// Of each system, the probability to be the best of a new test set of its own size.
    pub(super) best: Vec<f64>,
    /// Of each system, the best and the worst rank in the share `level` of new test sets of its own size.
    pub(super) ranks: Vec<(u32, u32)>,
    pub(super) lead: ExpectedLead,
    /// In the order of the sizes; `None` where no segment counts.
    pub(super) sizes: Vec<Option<ExpectedOfSize>>,
}

/// The lead of the best system over the next, as a place in the group.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ExpectedLead {
    pub(super) second: u32,
    pub(super) observed: f64,
    pub(super) expected: f64,
}

/// What is expected of new test sets of a size: columns of the table `new_rankings`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ExpectedOfSize {
    pub(super) units: f64,
    pub(super) best_is_best: f64,
    pub(super) best_again: f64,
    pub(super) top_is_top: Option<f64>,
    pub(super) clusters_hold: Option<f64>,
    pub(super) order_is_true: f64,
    /// Complete order, best system, share of pairs.
    pub(super) agreement: [f64; 3],
}

impl Question for NewTestSets {
    /// Or why nothing can be said.
    type Result = Result<Expected, Reason>;
    const TAG: &'static str = "new test sets";

    fn work(&self, size: &TaskSize) -> Work {
        let systems = size.scorings as f64;
        let trials = size.replicates.min(MOST_TRIALS) * self.sizes.len() as f64;
        Work::plain(trials * systems * (SYSTEM + PAIR * systems)) + lines::work(size)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        13.0 * size.scorings as f64 + 20.0 + 100.0 * self.sizes.len() as f64
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        let systems = resampled_systems(job, group)?;
        let rankings = new_rankings(job, group, &systems)?;
        let direction = direction(job, group);
        let unit = job.coordinates.unit;
        let units = systems[0].judged_units;
        let scores: Vec<f64> =
            systems.iter().map(|system| system.score.unwrap_or(f64::NAN)).collect();
        let clusters = lines::clusters(job, group, (&scores, direction), self.level);
        // Without tests there is no line that could hold.
        let clusters = clusters.unwrap_or_else(|| vec![1; systems.len()]);
        let clusters: Vec<usize> = clusters.into_iter().map(|cluster| cluster as usize).collect();
        let sizes = self.sizes.iter().map(|size| {
            let units_of_size = size.units(unit);
            if units_of_size <= 0.0 {
                return None;
            }
            let at_size =
                rankings.of_new(units as f64 / units_of_size, self.top as usize, &clusters);
            let Agreement { order, best, pairs } = at_size.agreement;
            Some(ExpectedOfSize {
                units: units_of_size,
                best_is_best: at_size.best_is_best,
                best_again: at_size.best_again,
                top_is_top: at_size.top_is_top,
                clusters_hold: at_size.clusters_hold,
                order_is_true: at_size.order_is_true,
                agreement: [order, best, pairs],
            })
        });
        let sizes = sizes.collect();
        let Lead { second, observed, expected, .. } = rankings.lead();
        let second = u32::try_from(second).unwrap_or(u32::MAX);
        Ok(Expected {
            lead: ExpectedLead { second, observed, expected },
            units: units as f64,
            trials: rankings.trials() as u64,
            best: rankings.best_probabilities(1.0),
            ranks: ranks(&rankings, self.level)?,
            sizes,
        })
    }
}

/// Ranges of ranks in new test sets of the observed size.
fn ranks(found: &NewRankings, level: f64) -> Result<Vec<(u32, u32)>, Reason> {
    let scores = found.new_test_sets();
    let scores: Vec<&[f64]> = scores.iter().map(Vec::as_slice).collect();
    let ranks = RankProbabilities::new(&scores, Direction::HigherIsBetter)?;
    let ranges = (0..scores.len()).map(|system| {
        let interval = ranks.interval(system, level);
        let [lower, upper] =
            [interval.lower, interval.upper].map(|rank| u32::try_from(rank).unwrap_or(u32::MAX));
        (lower, upper)
    });
    Ok(ranges.collect())
}

/// The question to a group, where the study asks for rankings. Sizes are those of segments that count for
/// the group, so that groups may have different ones.
pub(super) fn question(context: &GridContext<'_>, group: &[usize]) -> Option<NewTestSets> {
    let options = context.study.analyses.get::<super::options::Ranking>()?;
    let mask = context.scorings[*group.first()?].mask.as_deref();
    let mut known: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    let sizes = by_size(context).into_values().map(|placements| {
        let n = placements.len() as f64;
        let (mut documents, mut segments) = (0.0, 0.0);
        for placement in placements {
            let scored = known
                .entry(placement.test_set)
                .or_insert_with(|| scored(context, &context.test_sets[placement.test_set], mask));
            documents += scored.0;
            segments += scored.1;
        }
        Size { documents: documents / n, segments: segments / n }
    });
    let sizes = sizes.collect();
    Some(NewTestSets { level: context.study.level, top: options.top, sizes })
}

/// Documents and segments of a test set that count.
fn scored(context: &GridContext<'_>, test_set: &TestSet, mask: Option<&[bool]>) -> (f64, f64) {
    let Some(mask) = mask else {
        return (test_set.documents.len() as f64, test_set.segments as f64);
    };
    let segments = test_set.segment_indices(context.corpus);
    let documents = test_set.document_ranges(context.corpus).into_iter();
    let documents =
        documents.filter(|rows| segments[rows.clone()].iter().any(|segment| mask[*segment]));
    let scored = segments.iter().filter(|segment| mask[**segment]);
    (documents.count() as f64, scored.count() as f64)
}

/// Requests of the largest test sets, one for groups with the same sizes.
pub(super) fn requests(context: &GridContext<'_>) -> Vec<Request> {
    let mut asked: Vec<(NewTestSets, Vec<Arc<[usize]>>)> = Vec::new();
    for group in context.groups() {
        let Some(question) = question(context, &group) else { continue };
        match asked.iter_mut().find(|(known, _)| *known == question) {
            Some((_, groups)) => groups.push(group),
            None => asked.push((question, vec![group])),
        }
    }
    let (basis, study) = (largest_test_sets(context), context.study);
    let requests = asked.into_iter().map(|(question, groups)| {
        let (replicates, repeats) = (study.replicates.clone(), study.shown_repeats());
        Request::new(question, groups, basis.clone(), replicates, repeats)
    });
    requests.collect()
}
