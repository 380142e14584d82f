//! Scores by least squares: which systems are adjusted together, whether anything compares them, and where means are taken
//! over segments that systems hardly share.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::grid_context::GridContext;
use super::problem::PlanProblem;
use super::scoring::{self, Obstacle, ScoredSystem};
use super::strata::CorpusStrata;
use crate::config::model::{Mask, MetricSpec, Spec, Study};
use crate::corpus::model::Corpus;
use crate::metric::config::{Adjustment, MetricConfig, ScoreLevel};
use crate::stats::least_squares_means::{self, Observation};
use crate::warning::Warning;
use crate::words::{grouped, grouped_count};

/// Names that a group of systems in a message lists.
const NAMED: usize = 6;

/// Share of all scored segments from which on the common ones may stand for all.
const HALF: f64 = 0.5;

/// Systems whose scores are adjusted together, by one fit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AdjustedSystems {
    /// Their names, in byte order.
    pub names: Vec<String>,
    /// Number of their judges, where judges have effects; else 0.
    pub judges: usize,
}

/// Numbers of judges by system, column of judgments and segment, and how many there are.
pub(super) type JudgeNumbers = (Vec<Vec<Vec<Option<u32>>>>, usize);

impl AdjustedSystems {
    /// Those of `systems` without an obstacle.
    pub(super) fn new(
        adjustment: Adjustment,
        config: &MetricConfig,
        systems: &[String],
        presences: &[Result<Vec<bool>, Obstacle>],
        corpus: &Corpus,
    ) -> Self {
        let present = systems.iter().zip(presences).filter(|(_, presence)| presence.is_ok());
        let mut names: Vec<String> = present.map(|(system, _)| system.clone()).collect();
        names.sort_unstable();
        let own = Self { names, judges: 0 };
        let judges = if adjustment.judges { own.judge_numbers(config, corpus) } else { None };
        Self { judges: judges.map_or(0, |(_, count)| count), ..own }
    }

    /// The place of a system among them.
    pub fn position(&self, system: &str) -> Option<usize> {
        self.names.binary_search_by(|name| name.as_str().cmp(system)).ok()
    }

    /// Numbers of the judges of the criterion of `config`, in byte order of their names; `None` where the metric is not
    /// judged, or a judge has no name.
    pub fn judge_numbers(&self, config: &MetricConfig, corpus: &Corpus) -> Option<JudgeNumbers> {
        let MetricConfig::Human(human) = config else { return None };
        let criterion = human.criteria.first()?;
        let by_system = corpus.judge_names.get(criterion)?;
        let judgments = corpus.judgments.get(criterion)?;
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        for system in &self.names {
            let scores = judgments.get(system)?.judges.iter().flatten();
            for (score, name) in scores.zip(by_system.get(system)?.iter().flatten()) {
                if score.is_some() {
                    numbers.insert(name.as_deref()?, 0);
                }
            }
        }
        numbers.values_mut().zip(0..).for_each(|(number, own)| *number = own);
        let of_system = |system: &String| -> Vec<Vec<Option<u32>>> {
            let number = |name: &Option<Arc<str>>| numbers.get(name.as_deref()?).copied();
            by_system[system].iter().map(|names| names.iter().map(number).collect()).collect()
        };
        Some((self.names.iter().map(of_system).collect(), numbers.len()))
    }

    /// Judgments or scores of an item are there or not: what connects systems.
    fn connections(&self, config: &MetricConfig, corpus: &Corpus) -> Vec<Vec<Observation>> {
        let mark = |scores: &[Option<f64>]| -> Vec<Option<f64>> {
            scores.iter().map(|score| score.map(|_| 0.0)).collect()
        };
        let judges = if self.judges > 0 { self.judge_numbers(config, corpus) } else { None };
        let columns: Vec<Vec<Vec<Option<f64>>>> = self
            .names
            .iter()
            .map(|system| match (config, &judges) {
                (MetricConfig::Human(human), Some(_)) => {
                    let judgments = &corpus.judgments[&human.criteria[0]][system];
                    judgments.judges.iter().map(|column| mark(column)).collect()
                }
                (MetricConfig::External(external), _) if external.level == ScoreLevel::Document => {
                    vec![mark(&corpus.external_documents[&external.score][system])]
                }
                _ => {
                    let present = scoring::presence(config, None, system, corpus);
                    let present = present.unwrap_or_default().into_iter();
                    vec![present.map(|is_present| is_present.then_some(0.0)).collect()]
                }
            })
            .collect();
        let columns: Vec<&[Vec<Option<f64>>]> = columns.iter().map(Vec::as_slice).collect();
        let items = columns.first().and_then(|own| own.first()).map_or(0, Vec::len);
        least_squares_means::observations(&columns, judges.as_ref().map(|(own, _)| &**own), items)
    }

    /// A digest of what all of them were given by `config`: it changes the score of each.
    pub(super) fn digest(&self, config: &MetricConfig, corpus: &Corpus) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 systems adjusted together");
        let mut part = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        for system in &self.names {
            match config {
                MetricConfig::Human(human) => {
                    for criterion in &human.criteria {
                        let digest = corpus.judgments_digest(criterion, system);
                        part(digest.as_ref().map_or(&[], |digest| digest.as_bytes()));
                    }
                }
                MetricConfig::External(external) => {
                    let digest = match external.level {
                        ScoreLevel::Segment => corpus.external_digest(&external.score, system),
                        ScoreLevel::Document => {
                            corpus.external_documents_digest(&external.score, system)
                        }
                    };
                    part(digest.as_ref().map_or(&[], |digest| digest.as_bytes()));
                }
                _ => {}
            }
        }
        if self.judges > 0 {
            let numbers = self.judge_numbers(config, corpus).map_or_else(Vec::new, |own| own.0);
            for number in numbers.into_iter().flatten().flatten() {
                part(&number.unwrap_or(u32::MAX).to_le_bytes());
            }
        }
        *hasher.finalize().as_bytes()
    }
}

/// Systems that are to be adjusted together, and that nothing compares: all of them, or in a stratum.
pub(super) fn unconnected(
    metrics: &[MetricSpec],
    study: &Study,
    corpus: &Corpus,
    scorings: &[ScoredSystem],
    strata: Option<&CorpusStrata>,
) -> Vec<PlanProblem> {
    let mut problems = Vec::new();
    for group in scorings.chunk_by(|a, b| a.metric == b.metric) {
        let Some(together) = group.iter().find_map(|own| own.adjusted.as_deref()) else { continue };
        let MetricSpec { name, config } = &metrics[group[0].metric];
        let items = together.connections(config, corpus);
        let is_of_documents = items.len() != corpus.segment_count();
        let names = strata.map_or(&[][..], |strata| &strata.names);
        let of_items = strata.map(|strata| strata.stratification(is_of_documents));
        for stratum in 0..names.len().max(1) {
            let is_own = |item: usize| {
                of_items.as_ref().is_none_or(|strata| strata.of_rows[item] == stratum)
            };
            let own = items.iter().enumerate().filter(|(item, _)| is_own(*item));
            let own: Vec<&[Observation]> = own.map(|(_, item)| item.as_slice()).collect();
            let groups = least_squares_means::groups(&own, together.names.len(), together.judges);
            if groups.len() < 2 {
                continue;
            }
            let place = match names.get(stratum) {
                Some(stratum) => format!(" in stratum `{stratum}`"),
                None => String::new(),
            };
            let shared = match (together.judges, is_of_documents) {
                (0, false) => "segment",
                (0, true) => "document",
                _ => "segment and no judge that would tell them apart",
            };
            let message = format!(
                "nothing compares the systems of metric `{name}` in corpus `{}`{place}: they fall into {} groups \
                 that share no {shared}: {}",
                corpus.name,
                groups.len(),
                spelled(&groups, &together.names)
            );
            let fewer =
                if together.judges > 0 { ", or write `estimate = \"adjusted\"`" } else { "" };
            let help = format!(
                "name in `systems` those of one group, one study for each{fewer}; `estimate = \"mean\"` with \
                 `mask = \"own\"` gives means over different segments, which say nothing of systems"
            );
            problems.push(PlanProblem::of_study(&study.name, &["metrics"], message, help));
        }
    }
    problems
}

/// Names of groups.
fn spelled(groups: &[Vec<usize>], names: &[String]) -> String {
    let of_group = |group: &Vec<usize>| {
        let shown: Vec<&str> = group.iter().take(NAMED).map(|own| names[*own].as_str()).collect();
        match group.len() - shown.len() {
            0 => shown.join(", "),
            more => format!("{} and {more} more", shown.join(", ")),
        }
    };
    let mut all: Vec<String> = groups.iter().take(NAMED).map(of_group).collect();
    if groups.len() > NAMED {
        all.push(format!("{} more groups", groups.len() - NAMED));
    }
    all.join(" | ")
}

/// Metrics whose systems share less than half of what was scored, and whose scores are means.
pub(super) fn warnings(spec: &Spec, context: &GridContext<'_>) -> Vec<Warning> {
    let GridContext { study, corpus, scorings, .. } = context;
    let of_group = |group: Arc<[usize]>| {
        let MetricSpec { name, config } = &spec.metrics[scorings[group[0]].metric];
        let (kind, level) = match config {
            MetricConfig::Human(_) => ("human", ScoreLevel::Segment),
            MetricConfig::External(external) => ("external", external.level),
            _ => return None,
        };
        if config.adjustment().is_some() || group.len() < 2 {
            return None;
        }
        let presence =
            |own: &usize| scoring::presence(config, None, &scorings[*own].system, corpus);
        let presences: Vec<Vec<bool>> = group.iter().flat_map(presence).collect();
        let items: Vec<usize> = match level {
            ScoreLevel::Segment => (0..corpus.segment_count()).collect(),
            ScoreLevel::Document => {
                corpus.documents.iter().map(|document| document.segments.start).collect()
            }
        };
        let count = |is_counted: &dyn Fn(usize) -> bool| {
            items.iter().filter(|item| is_counted(**item)).count()
        };
        let all = count(&|item| presences.iter().any(|own| own[item]));
        let common = count(&|item| presences.iter().all(|own| own[item]));
        if common as f64 >= HALF * all as f64 {
            return None;
        }
        let what = match level {
            ScoreLevel::Segment => "segment",
            ScoreLevel::Document => "document",
        };
        let means = match study.mask {
            Mask::Common if common == 0 => format!("no {what} is scored"),
            Mask::Common => "all others are left out".to_owned(),
            Mask::Own => format!("means over different {what}s are compared"),
            Mask::All => "systems that miss some have no score".to_owned(),
        };
        let share = 100.0 * common as f64 / all as f64;
        let message = format!(
            "the systems of metric `{name}` share {} of {} ({share:.0} %), and with `mask = \"{}\"` {means}",
            grouped(common as u64),
            grouped_count(all as u64, &format!("scored {what}")),
            study.mask.name()
        );
        let help = format!(
            "set `estimate = \"adjusted\"` in [metrics.{name}.{kind}]: it compares systems that have scores of \
             different {what}s"
        );
        let corpus = Some(corpus.name.clone());
        Some(Warning { corpus, ..Warning::of_study(&study.name, message, help) })
    };
    context.groups().into_iter().filter_map(of_group).collect()
}
