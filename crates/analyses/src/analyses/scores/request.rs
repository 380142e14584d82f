//! What scores ask for: the summary of every cell.

use super::{ScoreRow, ScoreSummary, TestSetRow};
use crate::analyses::common::few_replicates::{JACKKNIFE, empty_tails};
use crate::analyses::intervals::of_method;
use crate::config::model::MetricConfig;
use crate::corpus::model::Judgments;
use crate::plan::prices::LOOKUP;
use crate::plan::{GridContext, GridCounts, PlannedOptions, Request, TableSize};
use crate::warning::Warning;

/// Metrics by judgments of which a robust centre is the mean throughout, since no output has three.
fn robust_of_two(context: &GridContext<'_>) -> Vec<Warning> {
    let GridContext { study, metrics, corpus, .. } = context;
    let named = metrics.iter().filter(|metric| study.metrics.contains(&metric.name));
    let warnings = named.filter_map(|metric| {
        let MetricConfig::Human(human) = &metric.config else { return None };
        if human.reduce.is_mean() {
            return None;
        }
        let mut judged =
            human.criteria.iter().filter_map(|name| corpus.judgments.get(name)).flatten();
        if judged.any(|(_, judgments)| (0..corpus.segment_count()).any(|at| has_three(judgments, at))) {
            return None;
        }
        let message = format!(
            "`{}` is the mean of judgments: no output has three, of which one could be far from the others",
            metric.name
        );
        let help = format!("leave `reduce` out of [metrics.{}.human]", metric.name);
        let corpus = Some(corpus.name.clone());
        Some(Warning { corpus, ..Warning::of_study(&study.name, message, help) })
    });
    warnings.collect()
}

fn has_three(judgments: &Judgments, segment: usize) -> bool {
    judgments.judges.iter().filter(|judge| judge[segment].is_some()).count() > 2
}

/// Scores of every test set: the summary of its replicates that all other analyses begin with.
#[derive(Debug)]
pub struct Scores;

impl PlannedOptions for Scores {
    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        let study = context.study;
        let method = study.interval_method.filter(|method| method.reads_tails());
        let what = method.map(of_method);
        let warning = what.and_then(|what| empty_tails(study, &what, study.level, Some(JACKKNIFE)));
        warning.into_iter().chain(robust_of_two(context)).collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let GridContext { study, grid, .. } = context;
        let summary = ScoreSummary::of(study);
        let groups = context.singles(&grid.scorings);
        let mut requests = vec![context.everywhere(summary.clone(), groups.clone())];
        if let Some(whole) = grid.whole {
            let repeats = study.shown_repeats();
            requests.push(Request::new(summary, groups, vec![whole], vec![0], repeats));
        }
        requests
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let scores = TableSize::new::<ScoreRow>(counts, counts.cells, 9.0);
        let placed = context.placed().into_iter();
        let documents = placed.map(|test_set| context.test_sets[test_set].documents.len());
        let documents = documents.sum::<usize>() as f64;
        let test_sets = TableSize::new::<TestSetRow>(counts, documents, 0.0);
        vec![scores.source(counts.cells * LOOKUP), test_sets]
    }
}
