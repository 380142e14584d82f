//! All runs of a folder as one corpus, with a study of their history.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::arguments::HistoryArguments;
use crate::analyses::history::options::History;
use crate::cli::failure::Failure;
use crate::cli::runs::{self, StoredRun};
use crate::cli::texts::{LEVEL, Read, experiment, whole_study};
use crate::config::metric_arguments;
use crate::config::model::{
    Asked, MetricConfig, MetricSpec, Resample, ResamplingUnit, Spec, Study,
};
use crate::corpus::model::Corpus;
use crate::diff::ManifestChange;
use crate::formats::kept_run::{KeptRun, RunRecord, read_run};
use crate::formats::recognise;
use crate::metric::config::{ExternalConfig, ScoreEstimate, ScoreLevel};
use crate::report::diff::manifest_change;
use crate::report::history::Run;
use crate::warning::Warning;

/// Name of the experiment, its corpus and its study.
const NAME: &str = "history";

/// Resamples behind standard deviations; intervals are by the jackknife.
const REPLICATES: u32 = 1000;

/// What is computed of the runs.
pub(super) struct Trend {
    pub(super) spec: Spec,
    pub(super) read: Read,
    /// The files of the runs.
    pub(super) files: Vec<PathBuf>,
    pub(super) runs: Vec<Run>,
    pub(super) changes: Vec<RunChanges>,
}

/// What changed in how a run was scored, from the run before.
pub(super) struct RunChanges {
    label: String,
    changes: Vec<ManifestChange>,
}

impl RunChanges {
    pub(super) fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.changes.iter().map(|change| {
            let message = format!("since `{}` another {}", self.label, manifest_change(change));
            let help =
                "all runs are scored again by this program, with the metrics of the last one";
            Warning::of_corpus(message, help).as_note()
        })
    }
}

impl Trend {
    /// Reads two runs or more, which are of one test set. Documents are those of the last.
    pub(super) fn read(
        stored: &[StoredRun],
        arguments: &HistoryArguments,
    ) -> Result<Self, Failure> {
        let mut kept: Vec<KeptRun> = Vec::with_capacity(stored.len());
        for run in stored {
            kept.push(read_run(&run.path).map_err(|error| Failure::corpus(&error, None))?);
        }
        let last = kept.last().expect("there are two runs or more");
        let record = last.record.clone().unwrap_or_default();
        let mut corpus = Corpus { name: NAME.to_owned(), ..last.corpus.clone() };
        // The last run is there already: the corpus is made from it.
        for (run, kept) in stored.iter().zip(&kept).rev().skip(1) {
            if let Some(other) = corpus.other_test_set(&kept.corpus) {
                return Err(runs::of_another_test_set(&run.path, &other));
            }
            corpus.add_system(&kept.corpus, &run.label, &run.label);
        }
        corpus.check().map_err(|error| Failure::corpus(&error, None))?;
        let metrics = metrics(arguments, &record, &corpus)?;
        let systems: Vec<String> = stored.iter().map(|run| run.label.clone()).collect();
        let study = Study {
            level: arguments.tests.level.unwrap_or(LEVEL),
            replicates: vec![REPLICATES],
            resample: arguments.resample.map(|unit| Resample::from(ResamplingUnit::from(unit))),
            analyses: Asked::default().with(History { earlier_looks: arguments.earlier_looks }),
            ..whole_study(NAME, &systems, &metrics)
        };
        let last = stored.last().expect("there are two runs or more");
        // A file of a run is one corpus.
        let format =
            recognise(&last.path).map_err(|error| Failure::corpus(&error, None))?.remove(0).format;
        let changes = changes(stored, &kept);
        Ok(Self {
            spec: experiment(vec![(NAME.to_owned(), format)], metrics, study, arguments.tests.seed),
            read: Read { corpora: vec![corpus], warnings: Vec::new() },
            files: stored.iter().map(|run| run.path.clone()).collect(),
            runs: stored
                .iter()
                .zip(&kept)
                .zip(&changes)
                .map(|((run, kept), changes)| Run {
                    label: run.label.clone(),
                    program: kept.record.as_ref().map(|record| record.runner.clone()),
                    changes: changes.changes.clone(),
                })
                .collect(),
            changes,
        })
    }
}

/// What changed from run to run.
fn changes(stored: &[StoredRun], kept: &[KeptRun]) -> Vec<RunChanges> {
    let mut before: Option<&KeptRun> = None;
    stored
        .iter()
        .zip(kept)
        .map(|(run, kept)| {
            let records =
                before.and_then(|before| before.record.as_ref()).zip(kept.record.as_ref());
            let mut changes = records.map_or_else(Vec::new, |(then, now)| runs::changes(then, now));
            changes.extend(before.and_then(|before| runs::documents(&before.corpus, &kept.corpus)));
            before = Some(kept);
            RunChanges { label: run.label.clone(), changes }
        })
        .collect()
}

/// The metrics that are named, or those of the last run: of texts, where there are references, and scores by other programs.
fn metrics(
    arguments: &HistoryArguments,
    record: &RunRecord,
    corpus: &Corpus,
) -> Result<Vec<MetricSpec>, Failure> {
    let named = &arguments.texts.metrics;
    // A new run has its own metrics in the record.
    let shows_named = named.is_given() && arguments.system.is_none();
    let values = if shows_named { named.values() } else { &record.metrics };
    let external: BTreeSet<&str> = corpus.external.keys().map(String::as_str).collect();
    let (of_programs, of_texts): (Vec<String>, Vec<String>) =
        values.iter().cloned().partition(|value| external.contains(value.as_str()));
    let mut metrics =
        metric_arguments::metrics("--metrics", &of_texts).map_err(Failure::request)?;
    if corpus.references.is_empty() && !metrics.is_empty() {
        let message = "the runs have no references that metrics of texts could compare with";
        return Err(Failure::refusal(
            message,
            "leave `--metrics` out, or name scores that they have",
        ));
    }
    let wanted = external
        .into_iter()
        .filter(|name| !shows_named || of_programs.iter().any(|one| one == name));
    metrics.extend(wanted.map(|name| {
        let is_lower = record.lower_is_better.iter().any(|lower| lower == name);
        let config = ExternalConfig {
            score: name.to_owned(),
            level: ScoreLevel::Segment,
            higher_is_better: is_lower.then_some(false),
            ratio_scale: false,
            estimate: ScoreEstimate::Mean,
        };
        MetricSpec::new(name, MetricConfig::External(config))
    }));
    Ok(metrics)
}
