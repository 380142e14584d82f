//! Analysis: from results to tables, and from tables to an answer.
//!
//! Everything here is cheap and is done again on every run. It computes from rows and results alone
//! and knows neither texts nor files.

mod agreement;
mod answer;
mod cells;
mod comparisons;
mod conclusions;
mod correlations;
mod coverage;
mod cross_references;
mod curves;
mod fit_warning;
mod growth;
mod intervals;
mod manifest;
mod minimal_sizes;
mod pairs;
mod power;
mod published;
mod rank_stability;
mod ranks;
mod reference_equivalence;
mod replicates;
mod representativeness;
mod series;
mod stability;
mod stable_rank;
mod subset_independence;
mod truth;

use std::sync::Arc;

pub use agreement::agreement;
pub use answer::{Answer, MetricAnswer, Range, answer};
pub use cells::{each_score, each_test_set, scores};
pub use comparisons::each_comparison;
pub use conclusions::conclusions;
pub use correlations::each_correlation;
pub use coverage::coverage;
pub use cross_references::cross_references;
pub use curves::Curves;
pub use growth::growth;
pub use intervals::each_interval;
pub use manifest::manifest;
pub use minimal_sizes::minimal_sizes;
pub use power::each_power;
pub use published::published;
pub use rank_stability::rank_stability;
pub use ranks::each_rank;
pub use reference_equivalence::reference_equivalence;
pub use replicates::each_replicate;
pub use representativeness::representativeness;
pub use stability::stability;
pub use subset_independence::subset_independence;

use crate::execute::{self, PartStore, Summary};
use crate::metric;
use crate::metric::config::MetricConfig;
use crate::plan::{Grid, Job, Plan, Question, ReferenceSet, Task};
use crate::spec::model::Mask;
use crate::table::Cell;

/// A plan with its results.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    plan: &'a Plan,
    store: &'a PartStore,
}

/// Coordinates of a cell in its grid, beside the ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Coordinates {
    test_set: usize,
    scoring: usize,
    repeat: u32,
    replicates: u32,
}

/// The result behind a cell, or why there is none.
struct Outcome<'a> {
    result: Option<&'a Summary>,
    judged_segments: Option<u64>,
    status: &'static str,
}

impl<'a> Results<'a> {
    /// The results of `plan` in `store`, which must hold all of them.
    pub fn new(plan: &'a Plan, store: &'a PartStore) -> Self {
        Self { plan, store }
    }

    /// The answer to `question` of `scorings`, at the place of `at`.
    fn answer(
        &self,
        grid: &Grid,
        at: Coordinates,
        question: &Question,
        scorings: Arc<[usize]>,
    ) -> &'a execute::Answer {
        let job = Job {
            corpus: grid.corpus,
            test_set: at.test_set,
            unit: self.plan.spec.studies[grid.study].resample,
            repeat: at.repeat,
            tasks: Vec::new(),
        };
        let task = Task { scorings, replicates: at.replicates, question: question.clone() };
        let answer = self.store.get(&self.plan.key(&job, &task));
        answer.expect("every task of the plan has been run")
    }

    fn outcome(&self, grid: &Grid, at: Coordinates) -> Outcome<'a> {
        let study = &self.plan.spec.studies[grid.study];
        let corpus = &self.plan.corpora[grid.corpus];
        if let Some(obstacle) = corpus.scorings[at.scoring].obstacle {
            return Outcome { result: None, judged_segments: None, status: obstacle.name() };
        }
        let execute::Answer::Summary(result) =
            self.answer(grid, at, &Question::summary(study), Arc::from([at.scoring]))
        else {
            unreachable!("an answer has the kind of its question")
        };
        let segments = corpus.test_sets[at.test_set].segments as u64;
        let status = match result {
            Summary { judged_segments: 0, .. } => "no-judged-segments",
            Summary { judged_segments, .. }
                if study.mask == Mask::All && *judged_segments < segments =>
            {
                "missing-judgments"
            }
            Summary { score: None, .. } => "undefined",
            Summary { judged_units: 1, .. } => "one-unit",
            _ => "ok",
        };
        Outcome {
            result: matches!(status, "ok" | "one-unit").then_some(result),
            judged_segments: Some(result.judged_segments),
            status,
        }
    }

    /// Whether deviations in percent of the mean make sense for a metric with this mean.
    fn relative(&self, scoring_metric: usize, stdev: f64, mean: f64) -> Option<f64> {
        let ratio_scale = match &self.plan.spec.metrics[scoring_metric].config {
            MetricConfig::External(external) => external.ratio_scale,
            _ => true,
        };
        (ratio_scale && mean > 0.0).then(|| 100.0 * stdev / mean)
    }

    fn relative_stdev(&self, grid: &Grid, scoring: usize, result: &Summary) -> Option<f64> {
        let metric = self.plan.corpora[grid.corpus].scorings[scoring].metric;
        self.relative(metric, result.stdev?, result.mean?)
    }

    fn repeats_and_replicates(&self, grid: &Grid) -> Vec<(u32, u32)> {
        let study = &self.plan.spec.studies[grid.study];
        (1..=study.shown_repeats())
            .flat_map(|repeat| study.replicates.iter().map(move |b| (repeat, *b)))
            .collect()
    }
}

/// Names that the cells of a grid share, made once.
struct CellNames {
    study: Arc<str>,
    corpus: Arc<str>,
    scorings: Vec<ScoringNames>,
    test_sets: Vec<Arc<str>>,
    resample: Arc<str>,
}

struct ScoringNames {
    metric: Arc<str>,
    system: Arc<str>,
    reference_count: Option<u32>,
    reference_choice: Option<Arc<str>>,
    references: Option<Arc<str>>,
    signature: Arc<str>,
}

impl CellNames {
    fn new(plan: &Plan, grid: &Grid) -> Self {
        let study = &plan.spec.studies[grid.study];
        let corpus_plan = &plan.corpora[grid.corpus];
        let scorings = corpus_plan.scorings.iter().map(|scoring| {
            let metric = &plan.spec.metrics[scoring.metric];
            let references = scoring.references.as_ref();
            let count = references.map_or(0, ReferenceSet::count);
            ScoringNames {
                metric: metric.name.as_str().into(),
                system: scoring.system.as_str().into(),
                reference_count: references
                    .map(|_| u32::try_from(count).expect("fewer than 2^32 references")),
                reference_choice: references.map(|set| set.choice.into()),
                references: references.map(|set| set.names(&corpus_plan.corpus).into()),
                signature: metric::signature(&metric.config, count).into(),
            }
        });
        Self {
            study: study.name.as_str().into(),
            corpus: corpus_plan.corpus.name.as_str().into(),
            scorings: scorings.collect(),
            test_sets: corpus_plan.test_sets.iter().map(|set| set.id.to_string().into()).collect(),
            resample: study.resample.name().into(),
        }
    }

    /// The cell columns at `at`.
    fn cell(
        &self,
        plan: &Plan,
        grid: &Grid,
        at: Coordinates,
        ordering: Option<&Arc<str>>,
        fraction: Option<f64>,
        outcome: &Outcome<'_>,
    ) -> Cell {
        let names = &self.scorings[at.scoring];
        let test_set = &plan.corpora[grid.corpus].test_sets[at.test_set];
        Cell {
            study: self.study.clone(),
            corpus: self.corpus.clone(),
            metric: names.metric.clone(),
            system: Some(names.system.clone()),
            reference_count: names.reference_count,
            reference_choice: names.reference_choice.clone(),
            references: names.references.clone(),
            ordering: ordering.cloned(),
            test_set: Some(self.test_sets[at.test_set].clone()),
            documents: document_count(test_set.documents.len()),
            segments: Some(test_set.segments as u64),
            judged_segments: outcome.judged_segments,
            judged_documents: outcome.judged_segments.map(|_| {
                document_count(plan.judged_documents(grid.corpus, at.scoring, at.test_set))
            }),
            fraction,
            repeat: at.repeat,
            replicates: at.replicates,
            status: outcome.status.into(),
        }
    }
}

impl CellNames {
    /// The cell columns of a group of systems on one metric and set of references, without a system.
    /// What counts is what counts for the first of them: under a common mask the same for all.
    fn group_cell(
        &self,
        results: Results<'_>,
        grid: &Grid,
        group: &[usize],
        at: Coordinates,
        ordering: Option<&Arc<str>>,
        fraction: Option<f64>,
    ) -> Cell {
        let at = Coordinates { scoring: group[0], ..at };
        let outcome = results.outcome(grid, at);
        let cell = self.cell(results.plan, grid, at, ordering, fraction, &outcome);
        Cell { system: None, ..cell }
    }
}

fn document_count(documents: usize) -> u32 {
    u32::try_from(documents).expect("fewer than 2^32 documents")
}
