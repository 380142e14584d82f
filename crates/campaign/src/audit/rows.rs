//! How the tables of the audit are filled.

use std::sync::Arc;

use super::compute::{AuditedPair, RuleAudit};
use super::options::Audit;
use super::request::{AuditedRules, groups};
use super::row::{AuditLineRow, AuditRow, LineKind};
use crate::analyses::common::pairs::Pairs;
use crate::analyses::common::sizes::largest_test_sets;
use crate::analyses::results::{Coordinates, GridResults, Results, document_count};
use crate::stats::multiplicity::holm;
use crate::stats::proportion::wilson;
use crate::stats::ranking_rules::RankingRule;
use crate::stats::ranking_rules::lines::{LineRule, PairVerdicts};
use crate::stats::reason::Reason;
use crate::table::Cell;

/// Level of the interval of a rate.
const RATE_LEVEL: f64 = 0.95;

/// All rows of the studies that ask.
#[derive(Default)]
pub struct AuditTables {
    /// Pairs.
    pub pairs: Vec<AuditRow>,
    /// Lines.
    pub lines: Vec<AuditLineRow>,
}

/// In the order of studies, corpora, metrics, rules, places.
pub fn audit(results: &Results<'_>) -> AuditTables {
    let mut tables = AuditTables::default();
    for (on_corpus, options) in results.asking(|study| study.analyses.get::<Audit>()) {
        let context = results.plan.context(on_corpus.grid);
        let Some(test_set) = largest_test_sets(&context).first().copied() else { continue };
        for (rounds, group) in groups(&context, options) {
            let question = AuditedRules::of_group(&context, options, (rounds, &*group));
            let at = Coordinates::once(test_set, group[0]);
            let by_rule = on_corpus.requested(&question).get(at, &group);
            let audited = AuditedGroup::new(&on_corpus, test_set, &group, &question, &by_rule);
            for (rule, told) in question.rules.iter().zip(&by_rule) {
                audited.add(*rule, told, &mut tables);
            }
        }
    }
    tables
}

/// The systems of a metric, and what the test of documents says of their pairs.
struct AuditedGroup<'a> {
    question: &'a AuditedRules,
    cell: Cell,
    /// By place in the group.
    names: Vec<Arc<str>>,
    /// P-values of documents of a pair, raw and adjusted, by places in the group.
    documents: Vec<PairByDocuments>,
}

/// A pair by places in the group, its p-value, and that adjusted for all pairs.
type PairByDocuments = ((usize, usize), Option<f64>, Option<f64>);

/// The pairs of places in an order, as [`RuleAudit::pairs`] has them.
fn placed_pairs(audit: &RuleAudit) -> impl Iterator<Item = ((usize, usize), &AuditedPair)> {
    Pairs::All.of(audit.order.len()).into_iter().zip(&audit.pairs)
}

impl<'a> AuditedGroup<'a> {
    fn new(
        on_corpus: &GridResults<'_>,
        test_set: usize,
        group: &[usize],
        question: &'a AuditedRules,
        by_rule: &[RuleAudit],
    ) -> Self {
        // The audit reads each system on its own segments; the study knows its scorings with their masks.
        let all = &on_corpus.corpus.scorings;
        let audited = &all[group[0]];
        let named = on_corpus.grid.scorings.iter().find(|scoring| {
            let scoring = &all[**scoring];
            scoring.metric == audited.metric && scoring.references == audited.references
        });
        let at = on_corpus.first_at(test_set, *named.unwrap_or(&group[0]));
        let systems = &group[..group.len() / question.rounds];
        let names = systems.iter().map(|scoring| on_corpus.names.scorings[*scoring].system.clone());
        let by_rule = question.rules.iter().zip(by_rule);
        let mut documents: Vec<PairByDocuments> = by_rule
            .filter(|(rule, _)| **rule == RankingRule::Documents)
            .flat_map(|(_, audit)| {
                placed_pairs(audit).map(|((one, other), pair)| {
                    ((audit.order[one], audit.order[other]), pair.p_value, None)
                })
            })
            .collect();
        let p_values: Vec<Option<f64>> = documents.iter().map(|(_, p_value, _)| *p_value).collect();
        for (pair, adjusted) in documents.iter_mut().zip(holm(&p_values)) {
            pair.2 = adjusted;
        }
        let cell = on_corpus.group_cell(at, None);
        Self { question, cell, names: names.collect(), documents }
    }

    /// P-values of the systems at two places in the group.
    fn by_documents(&self, one: usize, other: usize) -> (Option<f64>, Option<f64>) {
        let mut pairs = self.documents.iter();
        let pair = pairs.find(|((a, b), ..)| (*a, *b) == (one, other) || (*b, *a) == (one, other));
        pair.map_or((None, None), |(_, raw, adjusted)| (*raw, *adjusted))
    }

    fn is_significant(&self, one: usize, other: usize) -> bool {
        self.by_documents(one, other).1.is_some_and(|p| p < self.question.alpha)
    }

    fn add(&self, rule: RankingRule, audit: &RuleAudit, tables: &mut AuditTables) {
        for ((one, other), pair) in placed_pairs(audit) {
            tables.pairs.push(self.pair_row(rule, audit, (one, other), pair));
        }
        let systems = audit.order.len();
        let mut is_different = audit.pairs.iter().map(|pair| pair.is_different);
        let by_rule = PairVerdicts::new(systems, |_, _| is_different.next().unwrap_or_default());
        let by_documents = PairVerdicts::new(systems, |one, other| {
            self.is_significant(audit.order[one], audit.order[other])
        });
        for lines in rule.line_rules() {
            let drawn = by_rule.lines(*lines);
            let kind = match lines {
                LineRule::Neighbours => LineKind::Local,
                LineRule::AllPairs | LineRule::FirstDifference => LineKind::Cluster,
            };
            tables.lines.extend((1..systems).map(|above| AuditLineRow {
                cell: self.cell.clone(),
                rule,
                kind,
                above: document_count(above),
                system_above: self.names[audit.order[above - 1]].clone(),
                system_below: self.names[audit.order[above]].clone(),
                drawn: drawn.contains(&above),
                holds: match kind {
                    LineKind::Cluster => by_documents.differ_across(above),
                    LineKind::Local => by_documents.differ(above - 1, above),
                },
            }));
        }
    }

    fn pair_row(
        &self,
        rule: RankingRule,
        audit: &RuleAudit,
        (one, other): (usize, usize),
        pair: &AuditedPair,
    ) -> AuditRow {
        let [system_a, system_b] = [one, other].map(|place| audit.order[place]);
        let (p_value, p_adjusted) = self.by_documents(system_a, system_b);
        let rate = pair.null.and_then(|(draws, different)| wilson(different, draws, RATE_LEVEL));
        let mut cell = self.cell.clone();
        if p_value.is_none() && cell.status.is_ok() {
            let few = if pair.documents < 2 { Reason::TooFewUnits } else { Reason::NoVariation };
            cell.status = few.into();
        }
        AuditRow {
            cell,
            rule,
            system_a: self.names[system_a].clone(),
            system_b: self.names[system_b].clone(),
            place_a: document_count(one + 1),
            place_b: document_count(other + 1),
            difference: pair.difference,
            rule_p_value: pair.p_value,
            different: pair.is_different,
            p_value,
            p_adjusted,
            significant: self.is_significant(system_a, system_b),
            draws: pair.null.map(|(draws, _)| draws),
            different_draws: pair.null.map(|(_, different)| different),
            false_positive_rate: pair
                .null
                .map(|(draws, different)| different as f64 / draws as f64),
            rate_lower: rate.map(|rate| rate.lower),
            rate_upper: rate.map(|rate| rate.upper),
            nominal: rule.nominal_rate(self.question.alpha),
            design_effect: pair.design_effect,
            common_documents: document_count(pair.documents),
            common_segments: pair.segments as u64,
            exchange: self.question.exchange,
            centred: !self.question.are_sums,
            rounds: document_count(self.question.rounds),
        }
    }
}
