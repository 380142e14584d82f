//! Outputs or scores of an earlier release, in place of a baseline: what `--against` names.

use std::path::{Path, PathBuf};

use super::{Exit, Failure, runs};
use crate::config::model::{MetricConfig, MetricSpec};
use crate::corpus::{Corpus, file_stem};
use crate::formats::kept_run::{KeptRun, RunRecord, read_run};
use crate::formats::read_scores;
use crate::report::compare::Earlier;
use crate::table::OUTPUTS;
use crate::words::{counted, listing};

/// A system of an earlier release.
#[derive(Debug)]
pub(super) struct EarlierSystem {
    /// As it is called in the comparison.
    pub(super) name: String,
    /// As it is called where it was kept.
    system: String,
    path: PathBuf,
    corpus: Corpus,
    record: Option<RunRecord>,
    /// Number of the look at the test set, where all are counted.
    look: Option<u32>,
}

impl EarlierSystem {
    /// The system at `path` that the outputs of `systems` are compared with: the one called `baseline`, or that of the name of
    /// the only output, the only one there, or of two the one that was compared with the other.
    pub(super) fn read(
        path: &Path,
        baseline: Option<&str>,
        systems: &[String],
        metrics: &[MetricSpec],
    ) -> Result<Self, Failure> {
        let mut earlier = Self::at(path, metrics)?;
        let names: Vec<&str> = match &earlier.record {
            Some(record) => record.systems.iter().map(String::as_str).collect(),
            None => earlier.corpus.machine_systems().collect(),
        };
        let chosen = match (baseline, &names[..], systems) {
            (Some(name), ..) => Some(name).filter(|name| names.contains(name)),
            (None, [only], _) => Some(*only),
            (None, _, [new]) if names.contains(&new.as_str()) => Some(new.as_str()),
            (None, [_, compared], _) => Some(*compared),
            _ => None,
        };
        let Some(chosen) = chosen else {
            let there = listing(names.iter().copied());
            let message = match baseline {
                Some(name) => format!("`{}` has no system `{name}`", path.display()),
                None => format!("`{}` has several systems", path.display()),
            };
            return Err(Failure::refusal(message, format!("name one with `--baseline`: {there}")));
        };
        chosen.clone_into(&mut earlier.system);
        earlier.name.clone_from(&earlier.system);
        if systems.contains(&earlier.name) {
            earlier.name = format!("{}@{}", earlier.system, label(path));
        }
        Ok(earlier)
    }

    /// What lies at `path`: a folder of results, outputs that were kept, or a file of scores.
    fn at(path: &Path, metrics: &[MetricSpec]) -> Result<Self, Failure> {
        if !path.exists() {
            let help = "name results of `compare --out` or a file of scores";
            return Err(Failure::refusal(format!("there is no `{}`", path.display()), help));
        }
        let file = if path.is_dir() { path.join(OUTPUTS) } else { path.to_owned() };
        if !file.exists() {
            let message =
                format!("`{}` has no outputs that could be compared with", path.display());
            let help = "name a folder of `compare --out` (without `--no-texts`) or one file of kept outputs (`.parquet`)";
            return Err(Failure::refusal(message, help));
        }
        let is_kept = file.extension().is_some_and(|ending| ending == "parquet");
        let KeptRun { corpus, record } = if is_kept {
            read_run(&file).map_err(|error| Failure::corpus(&error, None))?
        } else {
            scores(&file, metrics)?
        };
        let (name, system) = (String::new(), String::new());
        Ok(Self { name, system, path: path.to_owned(), corpus, record, look: None })
    }

    /// Counts this look at the test set after the number of earlier looks, if that is given.
    pub(super) fn with_earlier_looks(self, looks: Option<u32>) -> Self {
        Self { look: looks.map(|looks| looks.saturating_add(1)), ..self }
    }

    /// Whether there is a text that metrics of texts can score.
    pub(super) fn has_text(&self) -> bool {
        self.corpus.system(&self.system).is_some()
    }

    /// Adds the system to the corpus of the new ones, if that has the same test set.
    pub(super) fn join(&self, corpus: &mut Corpus) -> Result<(), Failure> {
        let path = self.path.display();
        let other = if self.has_text() {
            corpus.other_test_set(&self.corpus)
        } else {
            // A file of scores has no texts: the number of lines is all there is to compare.
            let mut scores = self.corpus.external.values();
            let count = scores.find_map(|systems| systems.get(&self.system)).map(Vec::len);
            let count = count.filter(|count| *count != corpus.segment_count());
            count.map(|count| {
                format!(
                    "has {}, and this one has {}",
                    counted(count, "segment"),
                    corpus.segment_count()
                )
            })
        };
        if let Some(other) = other {
            let message = format!("`{path}` is of another test set: it {other}");
            let help = "compare outputs of one test set: translate the same segments, with the same references";
            return Err(Failure::with_help(Exit::Input, message, help));
        }
        corpus.add_system(&self.corpus, &self.system, &self.name);
        corpus.check().map_err(|error| Failure::corpus(&error, None))
    }

    /// What the answer says of it, and what changed since.
    pub(super) fn describe(&self, now: &RunRecord, corpus: &Corpus) -> Earlier {
        Earlier {
            name: self.name.clone(),
            path: self.path.display().to_string(),
            is_recorded: self.record.is_some(),
            changes: self.record.as_ref().map_or_else(Vec::new, |then| {
                let mut changes = runs::changes(then, now);
                changes.extend(runs::documents(&self.corpus, corpus));
                changes
            }),
            look: self.look,
        }
    }
}

/// What a run at `path` is called.
fn label(path: &Path) -> String {
    // The name of a folder may have dots.
    let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
    name.map_or_else(|| "last".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// A file with a score for each segment, by the one metric whose scores are named for the new outputs.
fn scores(path: &Path, metrics: &[MetricSpec]) -> Result<KeptRun, Failure> {
    let mut external =
        metrics.iter().filter(|metric| matches!(metric.config, MetricConfig::External(_)));
    let (Some(metric), None) = (external.next(), external.next()) else {
        let message = format!(
            "`{}` is a file of scores, and it is not clear of which metric",
            path.display()
        );
        let help = "name the scores of the new output alone: `--scores NAME=FILE`";
        return Err(Failure::refusal(message, help));
    };
    let scores = read_scores(path, &metric.name);
    let scores = scores.map_err(|error| Failure::corpus(&error, None))?;
    let system = file_stem(path).map_err(|error| Failure::corpus(&error, None))?;
    let mut corpus = Corpus { systems_without_text: vec![system.clone()], ..Corpus::default() };
    corpus.external.entry(metric.name.clone()).or_default().insert(system, scores);
    Ok(KeptRun { corpus, record: None })
}
