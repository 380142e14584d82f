//! Ranks of the systems of a group, from replicates on the same resamples.

use serde::{Deserialize, Serialize};

use super::lines;
use crate::analyses::common::differences::direction;
use crate::analyses::common::new_test_sets::resampled_systems;
use crate::analyses::results::document_count;
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::ranking::{RankInterval, probability_error, ranking_agreement};
use crate::stats::{RankProbabilities, Reason};

/// What replicates say of the ranks of systems; rank 1 is best in the metric's direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupRanks {
    /// One entry for each system, in the order of the group.
    pub systems: Vec<SystemRanks>,
    /// Replicates in which all systems have a score.
    pub replicates: u64,
    /// Other replicates; they are in none of the numbers.
    pub undefined: u64,
    /// Replicates that order the systems as the test set itself does, those that tie there in any order.
    pub like_observed: u64,
    /// Replicates that order them as the whole corpus does; `None` where a system has no score there.
    pub like_corpus: Option<u64>,
    /// Replicates with the best system of the whole corpus, or with one of those that tie for it.
    pub best_like_corpus: Option<u64>,
}

/// The ranks of a system. Among many systems it has few of them, and the others are not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemRanks {
    /// The best rank that it has in any replicate.
    first: u32,
    /// Probabilities of the ranks from there to the worst that it has; systems that tie share the ranks
    /// they occupy.
    probabilities: Box<[f64]>,
    /// Expected rank.
    pub mean: f64,
    /// Best and worst rank of the interval.
    pub interval: (u32, u32),
    /// Cluster, 1 = best; `None` where pairs cannot be tested.
    pub cluster: Option<u32>,
}

impl SystemRanks {
    fn new(
        found: &RankProbabilities,
        system: usize,
        interval: RankInterval,
        cluster: Option<u32>,
    ) -> Self {
        let probabilities: Vec<f64> =
            (1..=found.systems()).map(|rank| found.probability(system, rank)).collect();
        let first = probabilities.iter().position(|probability| *probability > 0.0).unwrap_or(0);
        let last =
            probabilities.iter().rposition(|probability| *probability > 0.0).unwrap_or(first);
        Self {
            first: document_count(first + 1),
            probabilities: probabilities[first..=last].into(),
            mean: found.mean_rank(system),
            interval: (document_count(interval.lower), document_count(interval.upper)),
            cluster,
        }
    }

    /// Probability of `rank`, from 1.
    pub fn probability(&self, rank: u32) -> f64 {
        let place = rank.checked_sub(self.first).and_then(|place| usize::try_from(place).ok());
        place.and_then(|place| self.probabilities.get(place)).copied().unwrap_or(0.0)
    }
}

impl GroupRanks {
    /// Monte-Carlo standard error of a probability.
    pub fn probability_error(&self, probability: f64) -> f64 {
        probability_error(probability, self.replicates)
    }
}

/// Ranks of the scorings of `group`, or why there are none.
pub(super) fn ranks(
    job: &JobResults<'_>,
    group: &Group<'_>,
    level: f64,
) -> Result<GroupRanks, Reason> {
    let systems = resampled_systems(job, group)?;
    from_replicates(job, group, &systems, level)
}

fn from_replicates(
    job: &JobResults<'_>,
    group: &Group<'_>,
    systems: &[&ScoredTestSet],
    level: f64,
) -> Result<GroupRanks, Reason> {
    let scorings = group.scorings.iter();
    let replicates: Vec<&[f64]> =
        scorings.clone().map(|scoring| job.scores(*scoring, group.replicates)).collect();
    let direction = direction(job, group);
    let found = RankProbabilities::new(&replicates, direction)?;
    let intervals: Vec<RankInterval> =
        (0..systems.len()).map(|system| found.interval(system, level)).collect();
    let observed: Vec<f64> =
        systems.iter().map(|system| system.score.unwrap_or(f64::NAN)).collect();
    let clusters = lines::clusters(job, group, (&observed, direction), level);
    let like_observed = ranking_agreement(&replicates, &observed, direction)?;
    let of_corpus: Option<Vec<f64>> = scorings.map(|scoring| job.corpus_score(*scoring)).collect();
    let like_corpus =
        of_corpus.map(|scores| ranking_agreement(&replicates, &scores, direction)).transpose()?;
    let ranks = (0..systems.len()).map(|system| {
        let cluster = clusters.as_ref().map(|clusters| clusters[system]);
        SystemRanks::new(&found, system, intervals[system], cluster)
    });
    Ok(GroupRanks {
        systems: ranks.collect(),
        replicates: found.replicates() as u64,
        undefined: found.undefined() as u64,
        like_observed: like_observed.same_order,
        like_corpus: like_corpus.map(|found| found.same_order),
        best_like_corpus: like_corpus.map(|found| found.same_best),
    })
}
