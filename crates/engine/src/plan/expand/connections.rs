//! Whether systems have enough in common to be compared: whether anything connects those that are adjusted together,
//! and where means are taken over segments that systems hardly share.

use crate::config::model::{Mask, MetricSpec, Study};
use crate::corpus::model::Corpus;
use crate::metric::config::{MetricConfig, ScoreLevel};
use crate::plan::grid_context::GridContext;
use crate::plan::problem::PlanProblem;
use crate::plan::scoring::{CorpusStrata, ScoredSystem, presence};
use crate::stats::least_squares_means::{Observation, groups};
use crate::warning::Warning;
use crate::words::{grouped, grouped_count};

/// Names that a group of systems in a message lists.
const NAMED: usize = 6;

/// Share of all scored segments from which on the common ones may stand for all.
const HALF: f64 = 0.5;

/// Systems that are to be adjusted together, and that nothing compares: all of them, or in a stratum.
pub(crate) fn unconnected(
    metrics: &[MetricSpec],
    study: &Study,
    corpus: &Corpus,
    scorings: &[ScoredSystem],
    strata: Option<&CorpusStrata>,
) -> Vec<PlanProblem> {
    let mut problems = Vec::new();
    for group in scorings.chunk_by(|a, b| a.metric == b.metric) {
        let Some(together) = group.iter().find_map(|scoring| scoring.adjusted.as_deref()) else {
            continue;
        };
        let MetricSpec { name, config, .. } = &metrics[group[0].metric];
        let items = together.connections(config, corpus);
        let is_of_documents = items.len() != corpus.segment_count();
        let names = strata.map_or(&[][..], |strata| &strata.names);
        let strata = strata.map(|strata| strata.stratification(is_of_documents));
        for stratum in 0..names.len().max(1) {
            let inside = items.iter().enumerate().filter(|(item, _)| {
                strata.as_ref().is_none_or(|strata| strata.of_rows[*item] == stratum)
            });
            let inside: Vec<&[Observation]> = inside.map(|(_, item)| item.as_slice()).collect();
            let groups = groups(&inside, together.names.len(), together.judges);
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
    let groups_shown = groups.iter().take(NAMED).map(|group| {
        let systems = group.iter().take(NAMED).map(|system| names[*system].as_str());
        let shown: Vec<&str> = systems.collect();
        match group.len() - shown.len() {
            0 => shown.join(", "),
            more => format!("{} and {more} more", shown.join(", ")),
        }
    });
    let mut all: Vec<String> = groups_shown.collect();
    if groups.len() > NAMED {
        all.push(format!("{} more groups", groups.len() - NAMED));
    }
    all.join(" | ")
}

/// Metrics whose systems share less than half of what was scored, and whose scores are means.
pub(crate) fn warnings(context: &GridContext<'_>) -> Vec<Warning> {
    context.groups().iter().filter_map(|group| warning(context, group)).collect()
}

fn warning(context: &GridContext<'_>, group: &[usize]) -> Option<Warning> {
    let GridContext { study, metrics, corpus, scorings, .. } = context;
    let MetricSpec { name, config, .. } = &metrics[scorings[group[0]].metric];
    let (kind, level) = match config {
        MetricConfig::Human(_) => ("human", ScoreLevel::Segment),
        MetricConfig::External(external) => ("external", external.level),
        _ => return None,
    };
    if config.adjustment().is_some() || group.len() < 2 {
        return None;
    }
    let presences = group.iter().map(|scoring| &scorings[*scoring].system);
    let presences: Vec<Vec<bool>> =
        presences.flat_map(|system| presence(config, None, system, corpus)).collect();
    let items: Vec<usize> = match level {
        ScoreLevel::Segment => (0..corpus.segment_count()).collect(),
        ScoreLevel::Document => {
            corpus.documents.iter().map(|document| document.segments.start).collect()
        }
    };
    let count =
        |is_counted: &dyn Fn(usize) -> bool| items.iter().filter(|item| is_counted(**item)).count();
    let all = count(&|item| presences.iter().any(|present| present[item]));
    let common = count(&|item| presences.iter().all(|present| present[item]));
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
}
