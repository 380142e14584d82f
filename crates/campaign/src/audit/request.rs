//! What the audit asks for: verdicts of rules on the data and on equal systems made of them.

use std::sync::Arc;

use serde::Serialize;

use super::compute::{self, RuleAudit};
use super::crossed;
use super::options::{Audit, AuditedPairs};
use super::row::{AuditLineRow, AuditRow};
use crate::analyses::common::sizes::largest_test_sets;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlanProblem, PlannedOptions, Question, Request,
    StudyOnCorpus, TableSize, TaskSize, Work,
};
use crate::stats::ranking_rules::{Exchange, RankingRule};

/// Nanoseconds per exchange, segment and rule.
const SEGMENT: f64 = 40.0;

/// Nanoseconds per exchange and segment of a resample, and how many sacreBLEU takes of each.
const SUM: f64 = 8.0;
const RESAMPLES: f64 = 1000.0;
const TRIALS: f64 = 10_000.0;

/// Fewest documents: of five, no exchange is rarer than one in 32, two-sided one in 16.
const FEWEST_DOCUMENTS: usize = 6;

/// Of the systems of a group, with the scorings of each round one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditedRules {
    /// Scorings of each system.
    pub rounds: usize,
    /// Rules.
    pub rules: Vec<RankingRule>,
    /// What changes owner together.
    pub exchange: Exchange,
    /// Pairs of which equal systems are made.
    pub pairs: AuditedPairs,
    /// Random exchanges.
    pub draws: u32,
    /// Largest p-value of a significant difference by whole documents.
    pub alpha: f64,
    /// Whether scores are those of sums of texts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub are_sums: bool,
}

impl AuditedRules {
    pub(super) fn of_group(
        context: &GridContext<'_>,
        options: &Audit,
        (rounds, group): (usize, &[usize]),
    ) -> Self {
        let metric = context.scorings[group[0]].metric;
        Self {
            rounds,
            are_sums: context.metrics[metric].config.reads_texts(),
            rules: options.all_rules(),
            exchange: options.exchange,
            pairs: options.pairs,
            draws: options.draws,
            alpha: 1.0 - context.study.level,
        }
    }
}

impl Question for AuditedRules {
    /// By rule.
    type Result = Vec<RuleAudit>;
    const TAG: &'static str = "audited rules";

    fn work(&self, size: &TaskSize) -> Work {
        let systems = (size.scorings / self.rounds.max(1)) as f64;
        let pairs = match self.pairs {
            // As many neighbours as one order has, about: rules hardly differ in their orders.
            AuditedPairs::Neighbours => systems,
            AuditedPairs::All => systems * systems / 2.0,
        };
        let rules = (self.rules.len() * self.rounds) as f64;
        if self.are_sums {
            // A bootstrap adds up both systems, an exchange their difference.
            let sums = size.segments * (2.0 * RESAMPLES + TRIALS) * SUM;
            return Work::plain(pairs * f64::from(self.draws) * sums);
        }
        Work::plain(pairs * f64::from(self.draws) * size.segments * rules * SEGMENT)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        let systems = (size.scorings / self.rounds.max(1)) as f64;
        60.0 * self.rules.len() as f64 * systems * systems / 2.0
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        compute::audited(job, group, self)
    }
}

/// What is audited together: systems that all rounds have scores of, and how many rounds these are.
pub(super) fn groups(context: &GridContext<'_>, options: &Audit) -> Vec<(usize, Arc<[usize]>)> {
    let all = context.scorings;
    let by_metric: Vec<&[usize]> = context
        .grid
        .own_segments
        .chunk_by(|a, b| {
            all[*a].metric == all[*b].metric && all[*a].references == all[*b].references
        })
        .collect();
    let (rounds, singles): (Vec<&[usize]>, Vec<&[usize]>) =
        by_metric.into_iter().partition(|group| {
            let name = &context.metrics[all[group[0]].metric].name;
            options.rounds.as_ref().is_some_and(|rounds| rounds.contains(name))
        });
    let singles = singles.into_iter().map(|group| vec![group]);
    let rounds = Some(rounds).filter(|rounds| !rounds.is_empty());
    let together = rounds.into_iter().chain(singles).map(|groups| {
        let kept: Vec<usize> = (0..groups[0].len())
            .filter(|place: &usize| {
                groups.iter().all(|group| all[group[*place]].obstacle.is_none())
            })
            .collect();
        let scorings = groups.iter().flat_map(|group| kept.iter().map(|place| group[*place]));
        (groups.len(), scorings.collect::<Arc<[usize]>>())
    });
    together.filter(|(rounds, group)| group.len() / rounds >= 2).collect()
}

impl PlannedOptions for Audit {
    fn reads_own_segments(&self) -> bool {
        true
    }

    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let StudyOnCorpus { study, corpus, scorings, .. } = on;
        let problem = |message: String, help: &str| {
            vec![PlanProblem::of_study(&study.name, &["audit"], message, help.to_owned())]
        };
        let with_scores = scorings.iter().filter(|one| one.obstacle.is_none());
        let most = scorings
            .iter()
            .map(|scoring| with_scores.clone().filter(|one| one.metric == scoring.metric).count())
            .max();
        if most.unwrap_or(0) < 2 {
            return problem(
                format!(
                    "an audit compares systems, and corpus `{}` has fewer than two with scores",
                    corpus.name
                ),
                "name a metric that two systems have scores of; `runner corpus describe` lists them",
            );
        }
        if corpus.documents.len() < FEWEST_DOCUMENTS {
            return problem(
                format!(
                    "exchanges of {} documents of corpus `{}` are too few to be significant",
                    corpus.documents.len(),
                    corpus.name
                ),
                "an audit takes at least six documents",
            );
        }
        if self.exchanges_judges() {
            return crossed::problems(on);
        }
        Vec::new()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let Some(test_set) = largest_test_sets(context).first().copied() else {
            return Vec::new();
        };
        groups(context, self)
            .into_iter()
            .map(|(rounds, group)| {
                let question = AuditedRules::of_group(context, self, (rounds, &*group));
                Request::once(question, vec![group], vec![test_set])
            })
            .collect()
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let rules = self.all_rules().len() as f64;
        let (mut pairs, mut lines) = (0.0, 0.0);
        for (rounds, group) in groups(context, self) {
            let systems = (group.len() / rounds) as f64;
            (pairs, lines) = (pairs + systems * (systems - 1.0) / 2.0, lines + systems);
        }
        vec![
            TableSize::new::<AuditRow>(counts, rules * pairs, 10.0).at_once(),
            TableSize::new::<AuditLineRow>(counts, 2.0 * rules * lines, 3.0).at_once(),
        ]
    }
}
