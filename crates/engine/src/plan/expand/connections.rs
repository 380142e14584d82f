//! Systems that are adjusted together and have nothing in common.

use crate::config::model::{MetricSpec, Study};
use crate::corpus::model::Corpus;
use crate::plan::{CorpusStrata, PlanProblem, ScoredSystem};
use crate::stats::least_squares_means::{Observation, groups};

/// Names that a group of systems in a message lists.
const NAMED: usize = 6;

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
