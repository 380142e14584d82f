//! Runs that are kept in a folder, a file for each: what continuous integration keeps from push to push.
//!
//! A file is written once and never changed. Its name begins with the number of the run; what is in it depends on the outputs
//! and on how they were scored alone, so that the same run of a job writes the same bytes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::exit_code::Exit;
use super::failure::Failure;
use crate::analyses;
use crate::config::model::MetricConfig;
use crate::corpus::model::Corpus;
use crate::diff::ManifestChange;
use crate::durable::aside::write_new_file;
use crate::file_error::{FileError, paths_in};
use crate::formats::kept_run::RunRecord;
use crate::plan::Plan;

/// Digits of the number of a run.
const DIGITS: usize = 4;

/// Letters of a label at most.
const LONGEST: usize = 80;

/// A run that is kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StoredRun {
    pub(super) number: u32,
    pub(super) label: String,
    pub(super) path: PathBuf,
}

/// The runs in a folder, the oldest first; other files are left alone.
pub(super) fn list(folder: &Path) -> Result<Vec<StoredRun>, Failure> {
    if folder.is_file() {
        let path = folder.display();
        let message = format!("`{path}` is a file, and runs are kept in a folder");
        let help = format!(
            "name the folder first: `runner history RUNS {path} --label LABEL -r REFERENCE`"
        );
        return Err(Failure::refusal(message, help));
    }
    let mut runs: Vec<StoredRun> = paths_in(folder)?.into_iter().filter_map(stored).collect();
    // By number: paths are in order of names, where 10000 stands before 9999.
    runs.sort();
    Ok(runs)
}

/// The run in a file, by its name.
fn stored(path: PathBuf) -> Option<StoredRun> {
    let name = path.file_name()?.to_str()?.strip_suffix(".parquet")?;
    // At the first hyphen: a label may have more of them.
    let (number, label) = name.split_once('-')?;
    // From 10000 on, numbers have more digits.
    let is_number = number.len() >= DIGITS && number.bytes().all(|digit| digit.is_ascii_digit());
    let number = number.parse().ok().filter(|_| is_number)?;
    let label = label.to_owned();
    check_label(&label).ok()?;
    Some(StoredRun { number, label, path })
}

/// A label is part of the name of a file.
pub(super) fn check_label(label: &str) -> Result<(), Failure> {
    if !label.is_empty() && label.len() <= LONGEST && label.chars().all(is_plain) {
        return Ok(());
    }
    let message = format!("--label `{label}`: a run cannot be called so");
    let help = format!(
        "take up to {LONGEST} letters, digits, dots, hyphens and underscores, such as a version or a commit"
    );
    Err(Failure::refusal(message, help))
}

fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "._-".contains(letter)
}

/// Keeps a run behind those that are there; one with the same label and content is there already.
pub(super) fn add(folder: &Path, label: &str, bytes: &[u8]) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(FileError::on("create the folder of runs", folder))?;
    let runs = list(folder)?;
    if let Some(same) = runs.iter().find(|run| run.label == label) {
        let there = fs::read(&same.path).map_err(FileError::on("read", &same.path))?;
        if there == bytes {
            return Ok(());
        }
        let message = format!("`{}` is another run called `{label}`", same.path.display());
        return Err(Failure::refusal(message, "give this one a label of its own"));
    }
    let number = runs.last().map_or(1, |last| last.number + 1);
    // With leading zeros, so that listings by name are in order of time.
    let path = folder.join(format!("{number:0DIGITS$}-{label}.parquet"));
    write_new_file(&path, bytes).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let message = format!("`{}` was written at the same time", path.display());
            Failure::with_help(Exit::Environment, message, "give the same command again")
        }
        _ => FileError { action: "write", path: path.clone(), source: error }.into(),
    })
}

/// That a run is of another test set than the others.
pub(super) fn of_another_test_set(path: &Path, other: &str) -> Failure {
    let message = format!("`{}` is of another test set: it {other}", path.display());
    let help = "a history is of one test set: begin another folder for another one";
    Failure::with_help(Exit::Input, message, help)
}

/// Whether documents are other ones, by their number.
pub(super) fn documents(then: &Corpus, now: &Corpus) -> Option<ManifestChange> {
    let [a, b] = [then, now].map(|corpus| corpus.documents.len().into());
    let is_other = then.structure_digest() != now.structure_digest();
    is_other.then(|| ManifestChange { what: "documents".to_owned(), a, b })
}

/// What changed in how scores are made.
pub(super) fn changes(then: &RunRecord, now: &RunRecord) -> Vec<ManifestChange> {
    let mut pairs: Vec<(String, Value, Value)> = vec![
        ("program".to_owned(), json!(then.runner), json!(now.runner)),
        ("version of the numbers".to_owned(), json!(then.numbers), json!(now.numbers)),
    ];
    for (metric, signature) in &now.signatures {
        if let Some(before) = then.signatures.get(metric) {
            let name = metric.split('/').next().unwrap_or(metric);
            pairs.push((format!("signature of {name}"), json!(before), json!(signature)));
        }
    }
    let changed = pairs.into_iter().filter(|(_, a, b)| a != b);
    changed.map(|(what, a, b)| ManifestChange { what, a, b }).collect()
}

/// How the scores of a plan are made. Of the `systems` the first is the baseline; `metrics` are those of texts, as they
/// were written.
pub(super) fn record(plan: &Plan, systems: &[String], metrics: &[String]) -> RunRecord {
    let manifest = analyses::manifest(plan);
    let metrics_of_programs = plan.spec.metrics.iter().filter_map(|metric| match &metric.config {
        MetricConfig::External(external) => Some((&metric.name, external)),
        _ => None,
    });
    RunRecord {
        runner: manifest.runner,
        numbers: manifest.numbers,
        signatures: manifest.signatures,
        systems: systems.to_vec(),
        metrics: metrics.to_vec(),
        lower_is_better: metrics_of_programs
            .filter(|(_, external)| external.higher_is_better == Some(false))
            .map(|(name, _)| name.clone())
            .collect(),
    }
}
