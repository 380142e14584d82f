//! Verdicts of rules on all pairs, and on equal systems made of some.

use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::options::AuditedPairs;
use super::ratings::{domains, rated_systems};
use super::request::AuditedRules;
use crate::config::model::DegreesOfFreedom;
use crate::plan::{Group, JobResults};
use crate::stats::random::{Purpose, StreamKey};
use crate::stats::ranking_rules::{
    DocumentTest, Draws, Exchange, MOST_ENUMERATED, NullRates, RatedPair, RatedSystem,
    different_draws,
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
    let systems = rated_systems(job, group.scorings, question.rounds);
    let by_lengths = job.spec.df == DegreesOfFreedom::Lengths;
    let test = DocumentTest { alpha: question.alpha, by_lengths };
    let audit = Audited { job, group, question, test, systems, domains: domains(job) };
    let orders: Vec<Vec<usize>> = question
        .rules
        .iter()
        .map(|rule| audit.order(|system| rule.score(system, &audit.domains)))
        .collect();
    let rates = audit.null_rates(&orders);
    orders
        .into_iter()
        .enumerate()
        .map(|(rule, order)| {
            let places = (0..order.len())
                .flat_map(|first| (first + 1..order.len()).map(move |second| (first, second)));
            let pairs: Vec<(usize, usize)> =
                places.map(|(first, second)| (order[first], order[second])).collect();
            let pairs = pairs.par_iter().map(|(first, second)| {
                let drawn = rates.iter().find(|(pair, _)| *pair == sorted(*first, *second));
                let null = drawn.map(|(_, rates)| (rates.draws, rates.different[rule]));
                AuditedPair { null, ..audit.pair(rule, *first, *second) }
            });
            RuleAudit { pairs: pairs.collect(), order }
        })
        .collect()
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
    /// Places of the systems, the highest score first, ties as in the group.
    fn order(&self, score: impl Fn(&RatedSystem) -> Option<f64>) -> Vec<usize> {
        let scores: Vec<f64> =
            self.systems.iter().map(|system| score(system).unwrap_or(f64::NEG_INFINITY)).collect();
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
        order
    }

    fn rated(&self, first: usize, second: usize) -> RatedPair {
        let pair = [&self.systems[first], &self.systems[second]];
        RatedPair::new(pair, self.job.units.clone(), self.domains.clone())
    }

    fn pair(&self, rule: usize, first: usize, second: usize) -> AuditedPair {
        let rated = self.rated(first, second);
        let verdict = self.question.rules[rule].judge(&rated, self.test);
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

    /// Of pairs that are neighbours by one of the `orders`, or of all.
    fn null_rates(&self, orders: &[Vec<usize>]) -> Vec<((usize, usize), NullRates)> {
        let count = self.systems.len();
        let pairs: BTreeSet<(usize, usize)> = match self.question.pairs {
            AuditedPairs::All => {
                (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
            }
            AuditedPairs::Neighbours => orders
                .iter()
                .flat_map(|order| order.windows(2).map(|pair| sorted(pair[0], pair[1])))
                .collect(),
        };
        let pairs: Vec<(usize, usize)> = pairs.into_iter().collect();
        pairs.into_par_iter().map(|pair| (pair, self.drawn(pair))).collect()
    }

    fn drawn(&self, (first, second): (usize, usize)) -> NullRates {
        let AuditedRules { exchange, rules, draws, .. } = self.question;
        let units = match exchange {
            Exchange::Documents => self.job.units.len(),
            Exchange::Segments => self.job.units.iter().map(ExactSizeIterator::len).sum(),
        };
        let draws = if units <= MOST_ENUMERATED {
            Draws::Exact
        } else {
            Draws::Random(*draws, Box::new(self.stream(first, second)))
        };
        different_draws(&self.rated(first, second), *exchange, &draws, rules, self.test)
    }

    fn stream(&self, first: usize, second: usize) -> StreamKey {
        let JobResults { spec, corpus, coordinates, .. } = self.job;
        let key = coordinates.stream_of_test_set(spec.seed, corpus, Purpose::Audit);
        let key = key.text(&spec.metrics[corpus.scorings[self.group.scorings[first]].metric].name);
        let names =
            [first, second].map(|place| &corpus.scorings[self.group.scorings[place]].system);
        names.into_iter().fold(key, |key, name| key.text(name))
    }
}
