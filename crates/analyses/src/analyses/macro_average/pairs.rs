//! Differences between two systems over all corpora.

use std::collections::BTreeMap;

use super::compute::{Average, OnCorpus, OverCorpora};
use crate::analyses::common::pairs::Pairs;
use crate::analyses::comparison::options::Adjustment;
use crate::analyses::comparison::{Family, PairFinding, PairVerdict, least_p, verdict};
use crate::stats::comparison::{Differences, TieRule};
use crate::stats::direction::Direction;
use crate::stats::interval::student;
use crate::stats::macro_average::{Estimated, MacroReplicates, mean_of_independent, share_beaten};
use crate::stats::paired_jackknife::student_p_value;
use crate::stats::ranking::clusters_by_tests;
use crate::stats::reason::{Reason, Status};

/// A difference A - B of two systems.
#[derive(Clone, Debug, Default)]
pub(super) struct PairAverage {
    pub(super) delta: Option<f64>,
    pub(super) error: Option<Estimated>,
    pub(super) ends: Option<(f64, f64)>,
    /// Confidence level of these: that at which Holm tests the pair, where they are Student's.
    pub(super) interval_level: Option<f64>,
    /// Share of the joint replicates in which A is better.
    pub(super) a_better: Option<f64>,
    pub(super) p_value: Option<f64>,
    pub(super) p_error: Option<f64>,
    pub(super) p_adjusted: Option<f64>,
    /// Pairs that were tested.
    pub(super) family: u32,
    pub(super) verdict: Option<PairVerdict>,
    /// `ok`, or what is missing.
    pub(super) status: Status,
}

impl OverCorpora<'_> {
    /// Differences of mean scores: Student's t with the paired standard errors of the corpora.
    pub(super) fn score_pairs(&self, joint: Option<&MacroReplicates>) -> Vec<PairAverage> {
        let pairs = Pairs::All.of(self.systems()).into_iter().enumerate();
        let found = pairs.map(|(number, (a, b))| {
            let replicates = joint.map(|joint| [&joint.scores[a][..], &joint.scores[b]]);
            let identical = self.corpora.iter().all(|corpus| corpus.pairs[number].identical);
            let a_better = replicates.and_then(|pair| a_better(pair, self.direction));
            match self.difference(number) {
                Err(reason) => {
                    // On the same segments there is a difference, even without an error.
                    let delta =
                        self.comparable().ok().map(|()| self.mean_score(a) - self.mean_score(b));
                    let pair = PairAverage {
                        delta,
                        a_better,
                        status: reason.into(),
                        ..PairAverage::default()
                    };
                    (pair, PairFinding { identical, ..PairFinding::default() })
                }
                Ok(error) => self.score_pair(error, identical, a_better),
            }
        });
        self.judged(found.collect())
    }

    /// The mean difference of a pair over corpora, with its standard error.
    fn difference(&self, number: usize) -> Result<Estimated, Reason> {
        let differences: Vec<Estimated> = self
            .corpora
            .iter()
            .map(|own: &OnCorpus| own.pairs[number].difference)
            .collect::<Result<_, _>>()?;
        Ok(mean_of_independent(self.weights, &differences))
    }

    fn score_pair(
        &self,
        error: Estimated,
        identical: bool,
        a_better: Option<f64>,
    ) -> (PairAverage, PairFinding) {
        let Estimated { value: delta, standard_error, degrees_of_freedom } = error;
        let finding = PairFinding {
            delta: Some(delta),
            identical,
            favoured: favoured(self.direction.orient(delta)),
            conclusive: true,
            ..PairFinding::default()
        };
        let known = PairAverage {
            delta: Some(delta),
            error: Some(error),
            a_better,
            status: Status::OK,
            ..PairAverage::default()
        };
        if identical {
            return (known, finding);
        }
        match student(delta, standard_error, degrees_of_freedom, self.level) {
            Err(undefined) => (PairAverage { status: undefined.into(), ..known }, finding),
            Ok(interval) => {
                let p_value = Some(student_p_value(delta, standard_error, degrees_of_freedom));
                let ends = Some((interval.lower, interval.upper));
                let student = Some((standard_error, degrees_of_freedom));
                let finding = PairFinding { student, p_value, ..finding };
                (PairAverage { ends, p_value, ..known }, finding)
            }
        }
    }

    /// Differences of mean shares of systems beaten: percentile intervals of joint replicates.
    pub(super) fn share_pairs(
        &self,
        ranks: &[Average],
        joint: Result<&MacroReplicates, &Reason>,
    ) -> Vec<PairAverage> {
        let systems = self.systems();
        let share = |rank: f64| share_beaten(rank, systems);
        let pairs = Pairs::All.of(systems).into_iter().enumerate();
        let found = pairs.map(|(number, (a, b))| {
            let identical = self.corpora.iter().all(|corpus| corpus.pairs[number].identical);
            let none = PairFinding { identical, ..PairFinding::default() };
            let values = ranks[a].value.zip(ranks[b].value).map(|(a, b)| [share(a), share(b)]);
            let delta = values.map(|[a, b]| a - b);
            let known = PairAverage { delta, ..PairAverage::default() };
            match (joint, values) {
                (Err(reason), _) => (PairAverage { status: (*reason).into(), ..known }, none),
                (Ok(_), None) => (PairAverage { status: ranks[a].status, ..known }, none),
                (Ok(joint), Some(values)) => {
                    let [of_a, of_b] = [a, b].map(|system| {
                        joint.ranks[system].iter().copied().map(share).collect::<Vec<f64>>()
                    });
                    self.share_pair(values, [&of_a, &of_b], identical)
                }
            }
        });
        self.judged(found.collect())
    }

    fn share_pair(
        &self,
        values: [f64; 2],
        replicates: [&[f64]; 2],
        identical: bool,
    ) -> (PairAverage, PairFinding) {
        let delta = values[0] - values[1];
        let finding = PairFinding {
            delta: Some(delta),
            identical,
            favoured: favoured(delta),
            ..PairFinding::default()
        };
        let a_better = a_better(replicates, Direction::HigherIsBetter);
        let known = PairAverage {
            delta: Some(delta),
            a_better,
            status: Status::OK,
            ..PairAverage::default()
        };
        if identical {
            return (known, finding);
        }
        let found = match Differences::new(values, replicates, Direction::HigherIsBetter) {
            Ok(found) => found,
            Err(undefined) => return (PairAverage { status: undefined.into(), ..known }, finding),
        };
        let differences: Vec<f64> =
            replicates[0].iter().zip(replicates[1]).map(|(a, b)| a - b).collect();
        let ends = match self.percentile_ends(&differences) {
            Ok(ends) => ends,
            Err(undefined) => return (PairAverage { status: undefined.into(), ..known }, finding),
        };
        let known = PairAverage { ends: Some(ends), ..known };
        if let Some(undefined) = self.corpora.iter().find_map(|corpus| corpus.too_few) {
            return (PairAverage { status: undefined.into(), ..known }, finding);
        }
        match found.wins().interval_test() {
            Err(undefined) => (PairAverage { status: undefined.into(), ..known }, finding),
            Ok(test) => {
                let finding = PairFinding {
                    p_value: Some(test.p),
                    conclusive: ends.0 > 0.0 || ends.1 < 0.0,
                    // Of both tails, as of `difference-interval`.
                    least_p: Some(2.0 * least_p(test.trials)),
                    ..finding
                };
                (PairAverage { p_value: Some(test.p), p_error: test.error, ..known }, finding)
            }
        }
    }

    /// The pairs with their verdicts, after Holm.
    fn judged(&self, found: Vec<(PairAverage, PairFinding)>) -> Vec<PairAverage> {
        let (pairs, findings): (Vec<PairAverage>, Vec<PairFinding>) = found.into_iter().unzip();
        let family = Family::new(findings, Adjustment::Holm, self.level);
        let size = family.size;
        let judged = pairs.into_iter().enumerate().map(|(number, pair)| {
            let adjusted = family.adjusted[number];
            let verdict = verdict(&family.findings[number], adjusted, self.level);
            let status = match &verdict {
                Err(undefined) if pair.status.is_ok() => (*undefined).into(),
                _ => pair.status,
            };
            let of_step = family.interval(number, self.level);
            let of_step = of_step.map(|(ends, level)| ((ends.lower, ends.upper), level));
            let (ends, interval_level) = match (of_step, pair.ends) {
                (Some((ends, level)), _) => (Some(ends), Some(level)),
                (None, ends) => (ends, ends.map(|_| self.level)),
            };
            PairAverage {
                ends,
                interval_level,
                p_adjusted: adjusted,
                family: size,
                verdict: verdict.ok().flatten(),
                status,
                ..pair
            }
        });
        judged.collect()
    }
}

/// Whether the first of two looks better; neither where they are equal.
fn favoured(oriented: f64) -> Option<bool> {
    (oriented != 0.0).then_some(oriented > 0.0)
}

/// Share of the replicates in which the first is better, ties counting half.
fn a_better(replicates: [&[f64]; 2], direction: Direction) -> Option<f64> {
    // Wins do not depend on the observed scores.
    let found = Differences::new([0.0; 2], replicates, direction).ok()?;
    found.wins().rate(TieRule::Half).ok()
}

/// Clusters of systems with these ranks, by the verdicts on all pairs of them; `None` where a pair has none.
pub(super) fn clusters(ranks: &[usize], pairs: &[PairAverage]) -> Option<Vec<usize>> {
    if pairs.is_empty() || pairs.iter().any(|pair| pair.verdict.is_none()) {
        return None;
    }
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|system| ranks[*system]);
    let all = Pairs::All.of(ranks.len()).into_iter().zip(pairs);
    let verdicts: BTreeMap<(usize, usize), Option<PairVerdict>> =
        all.map(|(systems, pair)| (systems, pair.verdict)).collect();
    Some(clusters_by_tests(&order, |high, low| {
        let (pair, wanted) = if high < low {
            ((high, low), PairVerdict::Better)
        } else {
            ((low, high), PairVerdict::Worse)
        };
        verdicts[&pair] == Some(wanted)
    }))
}
