//! The audit of metrics of texts, whose scores are scores of sums.

use super::compute::{
    AuditedPair, RuleAudit, assembled, descending, draws_of, exchanged_units, stream,
};
use super::request::AuditedRules;
use crate::analyses::common::paired_rows::PairedRows;
use crate::analyses::common::part_scores::direction;
use crate::plan::{Group, JobResults, ScoredTestSet};
use crate::stats::direction::Direction;
use crate::stats::ranking_rules::{DocumentTest, RankingRule, SummedPair};

/// By rule; all of them sort systems by their scores.
pub(super) fn audited(
    job: &JobResults<'_>,
    group: &Group<'_>,
    question: &AuditedRules,
    test: DocumentTest,
) -> Vec<RuleAudit> {
    let systems: Vec<&ScoredTestSet> =
        group.scorings.iter().map(|scoring| job.system(*scoring)).collect();
    let scores = systems
        .iter()
        .map(|system| direction(job, system).orient(system.score.unwrap_or(f64::NAN)));
    let order = descending(&scores.collect::<Vec<f64>>());
    let orders = vec![order; question.rules.len()];
    assembled(
        question,
        orders,
        |(first, second)| {
            let pair = pair(job, [systems[first], systems[second]])?;
            let units = exchanged_units(job, question.exchange);
            let draws = draws_of(units, question, stream(job, group, [first, second]));
            Some(pair.different_draws(question.exchange, &draws, &question.rules, test))
        },
        |rule: RankingRule, first, second| {
            let Some(pair) = pair(job, [systems[first], systems[second]]) else {
                return AuditedPair::default();
            };
            let verdict = pair.judge(rule, test);
            AuditedPair {
                difference: pair.difference(),
                p_value: verdict.p_value,
                is_different: verdict.is_different,
                documents: pair.documents(),
                segments: pair.segments(),
                ..AuditedPair::default()
            }
        },
    )
}

/// Two systems on the segments that both have; `None` where sums in units that both share would not fit.
fn pair(job: &JobResults<'_>, systems: [&ScoredTestSet; 2]) -> Option<SummedPair> {
    let [a, b] = systems;
    let (mut rows, mut lengths) = ([Vec::new(), Vec::new()], Vec::new());
    for unit in &job.units {
        let both = unit.clone().filter(|at| a.rows.is_present(*at) && b.rows.is_present(*at));
        let mut length = 0;
        for segment in both {
            rows[0].extend_from_slice(a.rows.row(segment));
            rows[1].extend_from_slice(b.rows.row(segment));
            length += 1;
        }
        lengths.push(length);
    }
    let paired = PairedRows::of_rows([(&rows[0], &a.scorer), (&rows[1], &b.scorer)])?;
    let (scorer, direction): (_, Direction) = (paired.scorer.clone(), direction(job, a));
    let rows = paired.rows.map(std::borrow::Cow::into_owned);
    Some(SummedPair::new(
        rows,
        a.rows.columns(),
        &lengths,
        Box::new(move |sums: &[i64]| scorer.score(sums).map(|score| direction.orient(score))),
    ))
}
