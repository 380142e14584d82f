//! Verdicts of rules on all pairs, and on equal systems made of some.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::AuditedPairs;
use super::ratings::{domains, judged_pair, rated_systems};
use super::request::AuditedRules;
use super::summed;
use crate::config::model::DegreesOfFreedom;
use crate::plan::{Group, JobResults};
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::ranking_rules::{
    DocumentTest, Draws, Exchange, JudgedPair, MOST_ENUMERATED, NullRates, RankingRule, RatedPair,
    RatedSystem, different_draws,
};

/// What a rule says of all pairs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RuleAudit {
    /// Places of the systems in the group, the best by the rule first.
    pub order: Vec<usize>,
    /// Pairs of places in `order`: the first with all below it, and so on.
    pub pairs: Vec<AuditedPair>,
}

/// A pair, the system that the rule has higher first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AuditedPair {
    /// Mean difference on the segments that both have, turned so that more is better.
    pub difference: Option<f64>,
    /// The rule's smallest p-value.
    pub p_value: Option<f64>,
    /// Whether the rule calls them different.
    pub is_different: bool,
    /// Exchanges, and those in which the rule calls them different; where equal systems were made.
    pub null: Option<(u64, u64)>,
    /// Of the differences of segments in documents.
    pub design_effect: Option<f64>,
    /// Documents that both have a segment of.
    pub documents: usize,
    /// Segments that both have.
    pub segments: usize,
}

/// By rule.
pub(super) fn audited(
    job: &JobResults<'_>,
    group: &Group<'_>,
    question: &AuditedRules,
) -> Vec<RuleAudit> {
    let by_lengths = job.spec.df == DegreesOfFreedom::Lengths;
    let test = DocumentTest { alpha: question.alpha, by_lengths };
    if question.are_sums {
        return summed::audited(job, group, question, test);
    }
    let systems = rated_systems(job, group.scorings, question.rounds);
    let audit = Audited { job, group, question, test, systems, domains: domains(job) };
    let orders = question.rules.iter().map(|rule| audit.order(*rule)).collect();
    assembled(
        question,
        orders,
        |pair| Some(audit.drawn(pair)),
        |rule, first, second| audit.pair(rule, first, second),
    )
}

/// What each rule says of all pairs in its order, with the rates of those of which equal systems are made.
pub(super) fn assembled(
    question: &AuditedRules,
    orders: Vec<Vec<usize>>,
    null: impl Fn((usize, usize)) -> Option<NullRates> + Sync,
    pair: impl Fn(RankingRule, usize, usize) -> AuditedPair + Sync,
) -> Vec<RuleAudit> {
    let rates: Vec<((usize, usize), Option<NullRates>)> = exchanged_pairs(question.pairs, &orders)
        .into_par_iter()
        .map(|places| (places, null(places)))
        .collect();
    let rules = question.rules.iter().enumerate().zip(orders);
    rules
        .map(|((place, rule), order)| {
            let places = (0..order.len())
                .flat_map(|first| (first + 1..order.len()).map(move |second| (first, second)));
            let places: Vec<(usize, usize)> =
                places.map(|(first, second)| (order[first], order[second])).collect();
            let pairs = places.par_iter().map(|(first, second)| {
                let drawn = rates.iter().find(|(pair, _)| *pair == sorted(*first, *second));
                let rates = drawn.and_then(|(_, rates)| rates.as_ref());
                let null = rates.map(|rates| (rates.draws, rates.different[place]));
                AuditedPair { null, ..pair(*rule, *first, *second) }
            });
            RuleAudit { pairs: pairs.collect(), order }
        })
        .collect()
}

/// Pairs that are neighbours by one of the `orders`, or all.
fn exchanged_pairs(pairs: AuditedPairs, orders: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let count = orders.first().map_or(0, Vec::len);
    let pairs: BTreeSet<(usize, usize)> = match pairs {
        AuditedPairs::All => {
            (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
        }
        AuditedPairs::Neighbours => orders
            .iter()
            .flat_map(|order| order.windows(2).map(|pair| sorted(pair[0], pair[1])))
            .collect(),
    };
    pairs.into_iter().collect()
}

/// Places of the scores, the highest first, ties in their order; what is not a number stands last.
pub(super) fn descending(scores: &[f64]) -> Vec<usize> {
    let scores: Vec<f64> = scores
        .iter()
        // `total_cmp` puts NaN at either end, by its sign.
        .map(|score| if score.is_nan() { f64::NEG_INFINITY } else { *score })
        .collect();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
    order
}

/// All exchanges where there are few units, else random ones.
pub(super) fn draws_of(units: usize, question: &AuditedRules, stream: StreamKey) -> Draws {
    if units <= MOST_ENUMERATED {
        Draws::Exact
    } else {
        Draws::Random(question.draws, Box::new(stream))
    }
}

/// Documents, or segments, of which each changes owner by itself.
pub(super) fn exchanged_units(job: &JobResults<'_>, exchange: Exchange) -> usize {
    match exchange {
        Exchange::Documents | Exchange::DocumentsAndJudges => job.units.len(),
        Exchange::Segments => job.units.iter().map(ExactSizeIterator::len).sum(),
    }
}

/// The stream of two systems by their places in the group.
pub(super) fn stream(job: &JobResults<'_>, group: &Group<'_>, places: [usize; 2]) -> StreamKey {
    let JobResults { spec, corpus, coordinates, .. } = job;
    let key = coordinates.stream_of_test_set(spec.seed, corpus, Purpose::Audit);
    let scorings = places.map(|place| &corpus.scorings[group.scorings[place]]);
    let key = key.text(&spec.metrics[scorings[0].metric].name);
    // By names: the exchanges of a pair do not change with the systems beside it.
    scorings.into_iter().fold(key, |key, scoring| key.text(&scoring.system))
}

struct Audited<'a> {
    job: &'a JobResults<'a>,
    group: &'a Group<'a>,
    question: &'a AuditedRules,
    test: DocumentTest,
    systems: Vec<RatedSystem>,
    domains: Vec<Vec<usize>>,
}

/// A pair by the places of its systems in the group, however they stand.
fn sorted(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

impl Audited<'_> {
    /// Places of the systems by the rule, the best first.
    fn order(&self, rule: RankingRule) -> Vec<usize> {
        let scores = self.systems.iter().map(|system| rule.score(system, &self.domains));
        descending(&scores.map(|score| score.unwrap_or(f64::NAN)).collect::<Vec<f64>>())
    }

    fn rated(&self, first: usize, second: usize) -> RatedPair {
        let pair = [&self.systems[first], &self.systems[second]];
        RatedPair::new(pair, self.job.units.clone(), self.domains.clone())
    }

    fn pair(&self, rule: RankingRule, first: usize, second: usize) -> AuditedPair {
        let rated = self.rated(first, second);
        let verdict = rule.judge(&rated, self.test);
        let (clustering, documents) = rated.clustering();
        AuditedPair {
            difference: rated.mean_difference(),
            p_value: verdict.p_value,
            is_different: verdict.is_different,
            null: None,
            design_effect: clustering.design_effect,
            documents,
            segments: rated.common_segments(),
        }
    }

    fn drawn(&self, (first, second): (usize, usize)) -> NullRates {
        let stream = stream(self.job, self.group, [first, second]);
        let AuditedRules { exchange, rules, rounds, .. } = self.question;
        if *exchange == Exchange::DocumentsAndJudges {
            let systems = judged_pair(self.job, self.group.scorings, *rounds, [first, second]);
            let (units, domains) = (self.job.units.clone(), self.domains.clone());
            let pair = JudgedPair::new(systems, *rounds, units, domains);
            let draws = draws_of(pair.units().len(), self.question, stream);
            return pair.different_draws(&draws, rules, self.test);
        }
        let draws = draws_of(exchanged_units(self.job, *exchange), self.question, stream);
        different_draws(&self.rated(first, second), *exchange, &draws, rules, self.test)
    }
}
