//! What runs ask for: the outputs of each system together, and those of each pair of systems.

use std::sync::Arc;

use serde::Serialize;

use super::compute::{PairOfRuns, ScoredRuns, of_pair, of_system};
use super::options::Runs;
use super::row::{RunComparisonRow, RunComponentRow, RunDesignRow, RunRow};
use crate::analyses::common::sizes::largest_test_sets;
use crate::corpus::model::{Corpus, SystemRuns};
use crate::plan::prices::SCORE;
use crate::plan::{
    GridContext, GridCounts, Group, JobResults, PlanProblem, PlannedOptions, Question, Request,
    ScoredSystem, StudyOnCorpus, TableSize, TaskSize, Work,
};
use crate::stats::reason::Estimate;
use crate::warning::Warning;

/// Nanoseconds per run and unit: its influence, and its deviations.
const UNIT_OF_RUN: f64 = 20.0;

/// Rows of a pair in the table of designs, about.
// Up to eight numbers of runs with four sizes each, and one more with `detect`.
const DESIGNS: f64 = 35.0;

/// The runs of one system.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct RunsOfSystem;

impl Question for RunsOfSystem {
    type Result = Estimate<ScoredRuns>;
    const TAG: &'static str = "runs of a system";

    fn work(&self, size: &TaskSize) -> Work {
        Work::plain(size.scorings as f64 * size.units * (size.columns * SCORE + UNIT_OF_RUN))
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        // Eight bytes for each score, and the mean squares.
        8.0 * size.scorings as f64 + 50.0
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        of_system(job, group.scorings)
    }
}

/// The runs of the first system of a pair, and those of the second behind them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct RunsOfPair {
    /// Runs of the first system.
    pub(super) first: usize,
    /// Whether run k of one belongs to run k of the other.
    pub(super) is_paired: bool,
}

impl Question for RunsOfPair {
    type Result = Estimate<PairOfRuns>;
    const TAG: &'static str = "runs of two systems";

    fn work(&self, size: &TaskSize) -> Work {
        RunsOfSystem.work(size)
    }

    fn result_bytes(&self, size: &TaskSize) -> f64 {
        // Eight bytes for each score, and what a pair has once.
        8.0 * size.scorings as f64 + 200.0
    }

    fn compute(&self, job: &JobResults<'_>, group: &Group<'_>) -> Self::Result {
        of_pair(job, group.scorings.split_at(self.first), self.is_paired)
    }
}

impl Runs {
    /// Systems with several runs: those that the options name, or the corpus.
    pub(super) fn systems_with_runs(&self, corpus: &Corpus) -> Vec<SystemRuns> {
        if self.systems.is_empty() {
            return corpus.runs.clone();
        }
        let systems = self.systems.iter();
        systems
            .map(|(system, runs)| SystemRuns { system: system.clone(), runs: runs.clone() })
            .collect()
    }

    /// Pairs of systems, what is compared first, the baseline second. An output that is no run of a system has one run.
    pub(super) fn pairs_with_runs(&self, corpus: &Corpus) -> Vec<[SystemRuns; 2]> {
        let systems = self.systems_with_runs(corpus);
        let Some(pairs) = &self.pairs else {
            let pairs = (0..systems.len())
                .flat_map(|base| (base + 1..systems.len()).map(move |new| [new, base]));
            return pairs.map(|pair| pair.map(|place| systems[place].clone())).collect();
        };
        let named = pairs.iter().map(|[baseline, compared]| {
            [compared, baseline].map(|name| {
                let runs = systems.iter().find(|runs| runs.system == *name).cloned();
                runs.unwrap_or_else(|| SystemRuns {
                    system: name.clone(),
                    runs: vec![name.clone()],
                })
            })
        });
        named.collect()
    }

    /// What is asked of a pair.
    pub(super) fn question(&self, [compared, _]: &[SystemRuns; 2]) -> RunsOfPair {
        RunsOfPair { first: compared.runs.len(), is_paired: self.paired_runs }
    }
}

/// The scorings of runs by one metric; nothing where one of them has no scores.
pub(super) fn scorings_of<'a>(
    runs: impl IntoIterator<Item = &'a SystemRuns>,
    group: &[usize],
    all: &[ScoredSystem],
) -> Option<Arc<[usize]>> {
    let names = runs.into_iter().flat_map(|of_system| &of_system.runs);
    names.map(|name| group.iter().copied().find(|scoring| all[*scoring].system == *name)).collect()
}

fn problem(on: &StudyOnCorpus<'_>, keys: &[&str], message: String, help: &str) -> PlanProblem {
    PlanProblem::of_study(&on.study.name, keys, message, help.to_owned())
}

impl PlannedOptions for Runs {
    fn problems(&self, on: &StudyOnCorpus<'_>) -> Vec<PlanProblem> {
        let systems = self.systems_with_runs(on.corpus);
        if systems.is_empty() {
            let message = format!("corpus `{}` has no system with several runs", on.corpus.name);
            let help = "write the outputs of its runs as a list, as in `systems = { A = [\"A.1.txt\", \"A.2.txt\"] }` of \
                        [corpora.NAME.plain], or name them in `runs.systems`";
            return vec![problem(on, &["runs"], message, help)];
        }
        let mut problems = Vec::new();
        let pairs = self.pairs_with_runs(on.corpus);
        let names = systems
            .iter()
            .chain(pairs.iter().flatten())
            .flat_map(|system| system.runs.iter().map(move |run| (&system.system, run)));
        let mut missing: Vec<(&String, &String)> = names
            .filter(|(_, run)| on.scorings.iter().all(|scoring| scoring.system != **run))
            .collect();
        missing.dedup();
        for (system, run) in missing.into_iter().take(1) {
            let message = if system == run {
                format!("corpus `{}` has no system `{system}` in this study", on.corpus.name)
            } else {
                format!(
                    "corpus `{}` has no output `{run}` in this study, which is a run of `{system}`",
                    on.corpus.name
                )
            };
            problems.push(problem(on, &["runs"], message, "name systems and outputs of the study"));
        }
        let uneven = pairs.iter().find(|[one, other]| one.runs.len() != other.runs.len());
        if let Some([compared, baseline]) = uneven.filter(|_| self.paired_runs) {
            let message = format!(
                "`{}` has {} runs and `{}` has {}, which are no pairs",
                baseline.system,
                baseline.runs.len(),
                compared.system,
                compared.runs.len()
            );
            let help = "leave `paired-runs` out, or name as many runs of both systems";
            problems.push(problem(on, &["runs", "paired-runs"], message, help));
        }
        problems
    }

    fn warnings(&self, context: &GridContext<'_>) -> Vec<Warning> {
        let corpus = context.corpus;
        let systems = self.systems_with_runs(corpus);
        let repeated = systems.iter().flat_map(|SystemRuns { system, runs }| {
            let places = (1..runs.len()).filter_map(move |place| {
                let text = corpus.system(&runs[place])?;
                let earlier =
                    (0..place).find(|earlier| corpus.system(&runs[*earlier]) == Some(text));
                Some((place, earlier?))
            });
            places.map(move |(place, earlier)| {
                format!("run {} of `{system}` repeats run {}", place + 1, earlier + 1)
            })
        });
        let help =
            "identical outputs are one run: leave one of them out, or the runs vary too little";
        repeated.map(|message| Warning::of_study(&context.study.name, message, help)).collect()
    }

    fn requests(&self, context: &GridContext<'_>) -> Vec<Request> {
        let test_sets = largest_test_sets(context);
        let (systems, pairs) =
            (self.systems_with_runs(context.corpus), self.pairs_with_runs(context.corpus));
        let mut requests = Vec::new();
        for group in context.groups() {
            let of_systems: Vec<Arc<[usize]>> = systems
                .iter()
                .filter_map(|system| scorings_of([system], &group, context.scorings))
                .collect();
            requests.push(Request::once(RunsOfSystem, of_systems, test_sets.clone()));
            for pair in &pairs {
                let scorings = scorings_of(pair, &group, context.scorings);
                let question = self.question(pair);
                requests
                    .extend(scorings.map(|scorings| {
                        Request::once(question, vec![scorings], test_sets.clone())
                    }));
            }
        }
        requests
    }

    fn table_sizes(&self, context: &GridContext<'_>, counts: &GridCounts) -> Vec<TableSize> {
        let metrics = counts.groups.len() as f64;
        let systems = self.systems_with_runs(context.corpus);
        let runs: usize = systems.iter().map(|system| system.runs.len()).sum();
        let pairs = metrics * self.pairs_with_runs(context.corpus).len() as f64;
        vec![
            TableSize::new::<RunRow>(counts, metrics * runs as f64, 2.0).at_once(),
            TableSize::new::<RunComponentRow>(counts, 3.0 * metrics * systems.len() as f64, 4.0)
                .at_once(),
            TableSize::new::<RunComparisonRow>(counts, pairs, 14.0).at_once(),
            TableSize::new::<RunDesignRow>(counts, pairs * DESIGNS, 7.0).at_once(),
        ]
    }
}
