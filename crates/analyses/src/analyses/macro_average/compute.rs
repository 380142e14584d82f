//! Systems over all corpora, from what is known of them on each.

use super::pairs::{PairAverage, clusters};
use super::vocabulary::{Basis, Quantity};
use crate::stats::direction::Direction;
use crate::stats::distribution::{Distribution, tails_are_populated};
use crate::stats::interval::{percentile, student};
use crate::stats::macro_average::{
    Estimated, MacroReplicates, NewMacroAverages, OneOfSeveral, mean_of_independent, share_beaten,
    weighted_mean, weighted_mean_rank,
};
use crate::stats::ranking::{RankProbabilities, best_ranks, mean_ranks, probability_error};
use crate::stats::reason::{Reason, Status};

/// The status of systems that are scored on different segments.
pub(super) const DIFFERENT: Reason = Reason::DifferentSegments;

/// The systems that are compared, on one corpus. Reasons are texts for the column `status`.
pub(super) struct OnCorpus {
    /// By system, in the order that all corpora share.
    pub(super) scores: Vec<f64>,
    /// Their standard errors, or why there are none.
    pub(super) errors: Vec<Result<Estimated, Reason>>,
    /// In the order of [`Pairs::All`](crate::analyses::common::pairs::Pairs::All).
    pub(super) pairs: Vec<PairOnCorpus>,
    /// Scores of replicates by system, NaN where undefined; or why they cannot be compared.
    pub(super) replicates: Result<Vec<Vec<f64>>, Reason>,
    /// What deviations of replicates are multiplied by to be those of new test sets; `None` where no factor is right: new
    /// judges and strata have none.
    pub(super) factor: Option<f64>,
    /// Why a bootstrap of this corpus has no p-value, where it has so few units.
    pub(super) too_few: Option<Reason>,
}

/// A difference A - B on one corpus.
pub(super) struct PairOnCorpus {
    pub(super) identical: bool,
    pub(super) difference: Result<Estimated, Reason>,
}

/// A metric over all corpora.
pub(super) struct OverCorpora<'a> {
    pub(super) corpora: &'a [OnCorpus],
    pub(super) weights: &'a [f64],
    pub(super) direction: Direction,
    pub(super) level: f64,
}

/// A quantity of all systems that are compared.
pub(super) struct Averages {
    pub(super) quantity: Quantity,
    pub(super) systems: Vec<Average>,
    /// In the order of the pairs of a corpus; none for ranks, whose differences are those of shares.
    pub(super) pairs: Vec<PairAverage>,
    /// Joint replicates left out; nothing where there are none at all.
    pub(super) undefined: Option<u64>,
    /// What places are shares of, where there are any.
    pub(super) basis: Option<Basis>,
}

/// A quantity of a system.
#[derive(Clone, Debug, Default)]
pub(super) struct Average {
    /// On each corpus.
    pub(super) on_corpora: Vec<CorpusValue>,
    /// Over corpora.
    pub(super) value: Option<f64>,
    /// Of a score.
    pub(super) error: Option<Estimated>,
    pub(super) ends: Option<(f64, f64)>,
    /// Among the systems, by the value.
    pub(super) rank: Option<usize>,
    pub(super) place: Option<Place>,
    pub(super) cluster: Option<usize>,
    /// `ok`, or what is missing.
    pub(super) status: Status,
}

/// A quantity of a system on one corpus.
#[derive(Clone, Debug, Default)]
pub(super) struct CorpusValue {
    pub(super) value: Option<f64>,
    /// Of a score.
    pub(super) error: Option<Estimated>,
    /// Among the systems that are compared.
    pub(super) rank: Option<usize>,
    /// `ok`, or what is missing.
    pub(super) status: Status,
}

/// The place of a system in new test sets, or in joint replicates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// How probably it is best, with the Monte-Carlo error of that.
    pub(super) best: (f64, f64),
    /// Best and worst rank of the interval.
    pub(super) ranks: (usize, usize),
}

/// What places are read off: scores and ranks of all systems over corpora, by system and draw.
struct Draws<'a> {
    basis: Basis,
    scores: &'a [Vec<f64>],
    ranks: &'a [Vec<f64>],
    /// Draws that are independent of each other.
    independent: usize,
}

impl<'a> Draws<'a> {
    fn new(joint: &'a MacroReplicates, new: Option<&'a NewMacroAverages>) -> Self {
        if let Some(NewMacroAverages { scores, ranks, trials }) = new {
            return Self { basis: Basis::NewTestSets, scores, ranks, independent: *trials };
        }
        let MacroReplicates { scores, ranks } = joint;
        let independent = scores
            .first()
            .map_or(0, |scores| scores.iter().filter(|score: &&f64| !score.is_nan()).count());
        Self { basis: Basis::Resamples, scores, ranks, independent }
    }
}

impl OverCorpora<'_> {
    /// All quantities. O(C B n log n + B n^2) for C corpora, B replicates and n systems.
    pub(super) fn averages(&self) -> Vec<Averages> {
        let joint = self.joint();
        let new = self.new_test_sets();
        let draws = match (&joint, &new) {
            (Err(status), _) | (Ok(_), Some(Err(status))) => Err(status),
            (Ok(joint), None) => Ok(Draws::new(joint, None)),
            (Ok(joint), Some(Ok(new))) => Ok(Draws::new(joint, Some(new))),
        };
        let draws = draws.as_ref().map_err(|status| *status);
        let mut scores = self.scores();
        let score_pairs = self.score_pairs(joint.as_ref().ok());
        self.set_places(&mut scores, draws, Quantity::Score);
        set_clusters(&mut scores, &score_pairs);
        let mut ranks = self.ranks(draws);
        self.set_places(&mut ranks, draws, Quantity::Rank);
        let share_pairs = self.share_pairs(&ranks, joint.as_ref());
        set_clusters(&mut ranks, &share_pairs);
        let shares = self.shares(&ranks);
        let undefined = joint.as_ref().ok().and_then(undefined);
        let basis = draws.ok().map(|draws| draws.basis);
        let quantity =
            |quantity, systems, pairs| Averages { quantity, systems, pairs, undefined, basis };
        vec![
            quantity(Quantity::Score, scores, score_pairs),
            quantity(Quantity::Rank, ranks, Vec::new()),
            quantity(Quantity::ShareBeaten, shares, share_pairs),
        ]
    }

    /// Number of systems that are compared.
    pub(super) fn systems(&self) -> usize {
        self.corpora[0].scores.len()
    }

    /// Why systems cannot be ranked within the corpora, if they cannot.
    pub(super) fn comparable(&self) -> Result<(), Reason> {
        if self.systems() < 2 {
            return Err(Reason::TooFewUnits);
        }
        // Without replicates there are ranks all the same; on different segments there are none.
        let mut reasons = self.corpora.iter().filter_map(|corpus| corpus.replicates.as_ref().err());
        reasons.find(|reason| **reason == DIFFERENT).map_or(Ok(()), |reason| Err(*reason))
    }

    fn joint(&self) -> Result<MacroReplicates, Reason> {
        self.comparable()?;
        let mut replicates: Vec<Vec<&[f64]>> = Vec::with_capacity(self.corpora.len());
        for own in self.corpora {
            let scores = own.replicates.as_ref().map_err(|reason| *reason)?;
            replicates.push(scores.iter().map(Vec::as_slice).collect());
        }
        Ok(MacroReplicates::new(self.weights, &replicates, self.direction))
    }

    /// New test sets of all corpora; nothing where a corpus has no model of them.
    fn new_test_sets(&self) -> Option<Result<NewMacroAverages, Reason>> {
        let factors: Vec<f64> =
            self.corpora.iter().map(|corpus| corpus.factor).collect::<Option<_>>()?;
        let mut replicates: Vec<Vec<&[f64]>> = Vec::with_capacity(self.corpora.len());
        for own in self.corpora {
            replicates.push(own.replicates.as_ref().ok()?.iter().map(Vec::as_slice).collect());
        }
        let test_sets = self.corpora.iter().zip(&replicates).zip(factors);
        let test_sets = test_sets.map(|((own, replicates), factor)| OneOfSeveral {
            scores: &own.scores,
            replicates,
            factor,
        });
        let test_sets: Vec<OneOfSeveral<'_>> = test_sets.collect();
        Some(NewMacroAverages::new(self.weights, &test_sets, self.direction))
    }

    /// Weighted mean of the scores of a system.
    pub(super) fn mean_score(&self, system: usize) -> f64 {
        let scores: Vec<f64> = self.corpora.iter().map(|corpus| corpus.scores[system]).collect();
        weighted_mean(self.weights, &scores)
    }

    /// Mean scores: Student's intervals with the standard errors of the corpora.
    fn scores(&self) -> Vec<Average> {
        let comparable = self.comparable().is_ok();
        let averages = (0..self.systems()).map(|system| {
            let on_corpora = self.corpora.iter().map(|corpus| CorpusValue {
                value: Some(corpus.scores[system]),
                error: corpus.errors[system].as_ref().ok().copied(),
                rank: comparable.then(|| best_ranks(&corpus.scores, self.direction)[system]),
                status: (&corpus.errors[system]).into(),
            });
            let value = Some(self.mean_score(system));
            let average = Average { on_corpora: on_corpora.collect(), value, ..Average::default() };
            let errors: Result<Vec<Estimated>, Reason> =
                self.corpora.iter().map(|corpus| corpus.errors[system]).collect();
            let error = match errors {
                Err(reason) => return Average { status: reason.into(), ..average },
                // Corpora have no text in common.
                Ok(errors) => mean_of_independent(self.weights, &errors),
            };
            let Estimated { value: mean, standard_error, degrees_of_freedom } = error;
            let (ends, status) = match student(mean, standard_error, degrees_of_freedom, self.level)
            {
                Ok(interval) => (Some((interval.lower, interval.upper)), Status::OK),
                Err(undefined) => (None, undefined.into()),
            };
            Average { error: Some(error), ends, status, ..average }
        });
        averages.collect()
    }

    /// Mean ranks: percentile intervals of the draws.
    fn ranks(&self, draws: Result<&Draws<'_>, &Reason>) -> Vec<Average> {
        if let Err(reason) = self.comparable() {
            let status = reason.into();
            let on_corpus = CorpusValue { status, ..CorpusValue::default() };
            let on_corpora = vec![on_corpus; self.corpora.len()];
            return vec![Average { on_corpora, status, ..Average::default() }; self.systems()];
        }
        let of_corpora: Vec<Vec<f64>> =
            self.corpora.iter().map(|corpus| mean_ranks(&corpus.scores, self.direction)).collect();
        let averages = (0..self.systems()).map(|system| {
            let on_corpora =
                self.corpora.iter().zip(&of_corpora).map(|(corpus, ranks)| CorpusValue {
                    value: Some(ranks[system]),
                    error: None,
                    rank: Some(best_ranks(&corpus.scores, self.direction)[system]),
                    status: Status::OK,
                });
            let on_corpora = on_corpora.collect();
            let ranks: Vec<f64> = of_corpora.iter().map(|ranks| ranks[system]).collect();
            let value = Some(weighted_mean_rank(self.weights, &ranks));
            let ends = match draws {
                // Test sets around the same true scores are not independent of each other.
                Ok(draws) if !tails_are_populated(draws.independent, self.level) => {
                    Err(Reason::TooFewReplicates)
                }
                Ok(draws) => self.percentile_ends(&draws.ranks[system]),
                Err(reason) => Err(*reason),
            };
            let status = Status::from(&ends);
            Average { on_corpora, value, ends: ends.ok(), status, ..Average::default() }
        });
        averages.collect()
    }

    /// Shares follow from ranks.
    fn shares(&self, ranks: &[Average]) -> Vec<Average> {
        let share = |rank: f64| share_beaten(rank, self.systems());
        let averages = ranks.iter().map(|of_rank| Average {
            on_corpora: of_rank
                .on_corpora
                .iter()
                .map(|corpus| CorpusValue { value: corpus.value.map(share), ..corpus.clone() })
                .collect(),
            value: of_rank.value.map(share),
            // The worse a rank, the smaller the share.
            ends: of_rank.ends.map(|(best, worst)| (share(worst), share(best))),
            ..of_rank.clone()
        });
        averages.collect()
    }

    /// Ends of the interval over replicates; where these are all the same, as ranks may well be, that is both ends.
    pub(super) fn percentile_ends(&self, replicates: &[f64]) -> Result<(f64, f64), Reason> {
        let distribution = Distribution::new(replicates);
        if !tails_are_populated(distribution.len(), self.level) {
            return Err(Reason::TooFewReplicates);
        }
        match percentile(&distribution, self.level) {
            Ok(interval) => Ok((interval.lower, interval.upper)),
            Err(Reason::NoVariation) => {
                let value = distribution.values()[0];
                Ok((value, value))
            }
            Err(undefined) => Err(undefined),
        }
    }

    /// Sets ranks by the values, and how sure the draws are of them.
    fn set_places(
        &self,
        systems: &mut [Average],
        draws: Result<&Draws<'_>, &Reason>,
        quantity: Quantity,
    ) {
        let is_score = quantity == Quantity::Score;
        let direction = if is_score { self.direction } else { Direction::LowerIsBetter };
        let values: Option<Vec<f64>> = systems.iter().map(|system| system.value).collect();
        let values = values.filter(|_| self.comparable().is_ok());
        if let Some(values) = values {
            let ranks = best_ranks(&values, direction);
            systems.iter_mut().zip(ranks).for_each(|(average, rank)| average.rank = Some(rank));
        }
        let found = draws.map_err(|reason| *reason).and_then(|draws| {
            let drawn = if is_score { draws.scores } else { draws.ranks };
            let drawn: Vec<&[f64]> = drawn.iter().map(Vec::as_slice).collect();
            let ranks = RankProbabilities::new(&drawn, direction)?;
            Ok((ranks, draws.independent as u64))
        });
        for (system, own) in systems.iter_mut().enumerate() {
            match &found {
                Ok((ranks, independent)) => {
                    let interval = ranks.interval(system, self.level);
                    let best = ranks.probability(system, 1);
                    own.place = Some(Place {
                        best: (best, probability_error(best, *independent)),
                        ranks: (interval.lower, interval.upper),
                    });
                }
                Err(status) if own.status.is_ok() => own.status = (*status).into(),
                Err(_) => {}
            }
        }
    }
}

/// Joint replicates in which a system has no score, where there is one in which all have.
fn undefined(joint: &MacroReplicates) -> Option<u64> {
    let first = joint.scores.first()?;
    let undefined = first.iter().filter(|score| score.is_nan()).count();
    (undefined < first.len()).then_some(undefined as u64)
}

/// Sets clusters by the verdicts on all pairs.
fn set_clusters(systems: &mut [Average], pairs: &[PairAverage]) {
    let ranks: Option<Vec<usize>> = systems.iter().map(|system| system.rank).collect();
    let clusters = ranks.and_then(|ranks| clusters(&ranks, pairs));
    for (own, cluster) in systems.iter_mut().zip(clusters.into_iter().flatten()) {
        own.cluster = Some(cluster);
    }
}
