//! Logs with the scores of every sample that models answered.
//!
//! A sample is a segment and a document of its own; a model is a system; each score is one of an external
//! metric. Samples are matched by task and id. Tasks are domains where there are several.

mod inspect;
mod lm_eval;
mod log;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::digest::Digest;
use super::error::{CHECK_PATH, CorpusError};
use super::inputs::{is_json_lines, samples_at};
use super::limits::{check_cells, check_columns};
use super::lines::open;
use super::model::{Corpus, Document, NamedTexts, Texts};
use super::source::SamplesSource;
use super::warnings::Warnings;
use crate::words::listing;
use log::Log;

/// Name of the reference that the targets are.
const TARGET: &str = "target";

/// Reads the logs that `source` names.
pub(super) fn read(
    name: &str,
    source: &SamplesSource,
    data_dir: &Path,
    warnings: &mut Warnings,
) -> Result<Corpus, CorpusError> {
    let files = samples_at(&source.files, data_dir);
    let refused = |error: io::Error| {
        CorpusError::io(&data_dir.join(&source.files[0]), error, "log", "check it")
    };
    let mut models = Models::default();
    for (path, is_listed) in files.map_err(refused)? {
        let log = match read_log(&path, source.texts, warnings)? {
            Some(log) => log,
            // Results and other files lie beside the logs.
            None if is_listed => continue,
            None => return Err(unknown(&path)),
        };
        models.add(path, log, source.tasks.as_deref(), warnings);
    }
    models.into_corpus(name, source, warnings)
}

/// The log at `path`, with texts if they are wanted; nothing if it is none.
fn read_log(
    path: &Path,
    with_texts: bool,
    warnings: &mut Warnings,
) -> Result<Option<Log>, CorpusError> {
    refuse_archive(path)?;
    if is_json_lines(path) {
        return lm_eval::read(path, with_texts, warnings);
    }
    inspect::read(path, with_texts, warnings)
}

/// The task of the log at `path`; nothing if it is none.
pub(super) fn task_of(path: &Path) -> Result<Option<String>, CorpusError> {
    Ok(read_log(path, false, &mut Warnings::default())?.map(|log| log.task))
}

/// What to do with a file that is no log.
fn unknown(path: &Path) -> CorpusError {
    let help = "name files that lm-evaluation-harness wrote with --log_samples, or logs of inspect in JSON";
    CorpusError::malformed(path, None, "this is no log of samples", help)
}

/// Refuses the archive that inspect writes by default.
fn refuse_archive(path: &Path) -> Result<(), CorpusError> {
    let mut start = [0; 4];
    let file = open(path).map_err(|error| CorpusError::io(path, error, "log", CHECK_PATH))?;
    let is_whole = { file }.read_exact(&mut start).is_ok();
    if !is_whole || start != *b"PK\x03\x04" {
        return Ok(());
    }
    let cause = "this is an archive, as inspect writes its logs";
    let help = "write it as JSON: `inspect log convert --to json --output-dir FOLDER FILE`";
    Err(CorpusError::malformed(path, None, cause, help))
}

/// The logs of each model and task.
#[derive(Default)]
struct Models {
    logs: BTreeMap<String, BTreeMap<String, (PathBuf, Log)>>,
    /// All tasks that there are.
    tasks: BTreeSet<String>,
    /// All models that there are, those without a log that is read too.
    known: BTreeSet<String>,
}

impl Models {
    fn add(&mut self, path: PathBuf, log: Log, wanted: Option<&[String]>, warnings: &mut Warnings) {
        self.tasks.insert(log.task.clone());
        self.known.insert(log.model.clone());
        if wanted.is_some_and(|wanted| !wanted.contains(&log.task)) {
            return;
        }
        let tasks = self.logs.entry(log.model.clone()).or_default();
        let name = |path: &Path| path.file_name().map(ToOwned::to_owned);
        let earlier = tasks.get(&log.task).map(|(path, _)| path.clone());
        let (left_out, is_later) = match earlier {
            None => (None, true),
            // Names hold the time.
            Some(earlier) if name(&earlier) <= name(&path) => (Some(earlier), true),
            Some(_) => (Some(path.clone()), false),
        };
        if let Some(path) = left_out {
            let message = format!("a later log has task `{}` of `{}`", log.task, log.model);
            warnings.add(&path, message, "this one is left out: name the logs that should be read");
        }
        if is_later {
            tasks.insert(log.task.clone(), (path, log));
        }
    }

    fn into_corpus(
        self,
        name: &str,
        source: &SamplesSource,
        warnings: &mut Warnings,
    ) -> Result<Corpus, CorpusError> {
        if let Some(task) = source.tasks.iter().flatten().find(|task| !self.tasks.contains(*task)) {
            let tasks = listing(self.tasks.iter().map(String::as_str));
            let (name, cause) =
                (name.to_owned(), format!("no log is of task `{task}`, but of {tasks}"));
            let help = "name tasks that there are, or leave `tasks` out";
            return Err(CorpusError::Inconsistent { name, cause, help });
        }
        let items = Items::read(&self)?;
        let count = items.documents.len();
        let Some(path) = items.path.clone() else {
            let help = "name logs with samples in them".to_owned();
            return Err(CorpusError::Empty { name: name.to_owned(), help });
        };
        check_columns(&path, self.logs.len())?;
        self.warn_of_absent(&path, warnings);
        let filters = self.filters();
        let mut corpus = Corpus::default();
        let mut targets: Vec<Option<String>> = vec![None; count];
        let mut columns = 0;
        for (model, tasks) in self.logs {
            let mut texts: Vec<Option<String>> = vec![None; count];
            for (task, (_, log)) in tasks {
                // A log with several filters says them by itself.
                let only = log.filters.iter().next().filter(|_| log.filters.len() == 1);
                let filter = only.filter(|_| filters[&task].len() > 1);
                for sample in log.samples {
                    let place = items.places[&task][&sample.id];
                    for (mut score, value) in sample.scores {
                        if let Some(filter) = filter {
                            score = format!("{score},{filter}");
                        }
                        let by_model = corpus.external.entry(score).or_default();
                        let column = by_model.entry(model.clone()).or_insert_with(|| {
                            columns += 1;
                            vec![None; count]
                        });
                        column[place] = value;
                    }
                    check_cells(&path, columns, count)?;
                    texts[place] = sample.answer;
                    targets[place] = targets[place].take().or(sample.target);
                }
            }
            if source.texts {
                let texts: Texts = texts.iter().map(Option::as_deref).collect();
                corpus.systems.push(NamedTexts { name: model, texts });
            } else {
                corpus.systems_without_text.push(model);
            }
        }
        if source.texts {
            let texts: Texts = targets.iter().map(Option::as_deref).collect();
            corpus.references.push(NamedTexts { name: TARGET.to_owned(), texts });
            warnings.add_missing_texts(&path, "reference", &corpus.references);
            warnings.add_missing_texts(&path, "system", &corpus.systems);
            corpus.references.retain(|reference| reference.texts.iter().any(|text| text.is_some()));
        }
        corpus.documents = items.documents;
        Ok(corpus)
    }
}

impl Models {
    /// Filters by task, of all models.
    fn filters(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut filters: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (task, (_, log)) in self.logs.values().flatten() {
            filters.entry(task.clone()).or_default().extend(log.filters.iter().cloned());
        }
        filters
    }

    /// Says which models have logs, and none of a task.
    fn warn_of_absent(&self, path: &Path, warnings: &mut Warnings) {
        for task in self.logs.values().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>() {
            let has_none = |model: &&String| {
                self.logs.get(*model).is_none_or(|tasks| !tasks.contains_key(task))
            };
            let absent = listing(self.known.iter().filter(has_none).map(String::as_str));
            if !absent.is_empty() {
                let message = format!("task `{task}` has no log of: {absent}");
                let help = "comparisons on this task leave them out: add their logs";
                warnings.add(path, message, help);
            }
        }
    }
}

/// The samples of all models: those of a task together, in the order of the first model that has them.
#[derive(Default)]
struct Items {
    /// The first log.
    path: Option<PathBuf>,
    documents: Vec<Document>,
    /// Where each sample is, by task and id.
    places: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Items {
    fn read(models: &Models) -> Result<Self, CorpusError> {
        let mut items = Self::default();
        let tasks = models.logs.values().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>();
        let has_several = tasks.len() > 1;
        for task in tasks {
            // The parts of each sample, and which log says so.
            let mut contents: BTreeMap<(&str, &str), (Digest, &Path)> = BTreeMap::new();
            for (path, log) in models.logs.values().filter_map(|logs| logs.get(task)) {
                items.path.get_or_insert_with(|| path.clone());
                for sample in &log.samples {
                    for (key, part) in &sample.content {
                        let first = contents.entry((&sample.id, key)).or_insert((*part, path));
                        if first.0 != *part {
                            let place = format!("sample `{}` of task `{task}`", sample.id);
                            let cause = format!("its content is another one, by \"{key}\"");
                            return Err(CorpusError::misaligned(path, first.1, &place, &cause));
                        }
                    }
                    let places = items.places.entry(task.clone()).or_default();
                    if places.contains_key(&sample.id) {
                        continue;
                    }
                    let index = items.documents.len();
                    places.insert(sample.id.clone(), index);
                    let id = if has_several {
                        format!("{task}/{}", sample.id)
                    } else {
                        sample.id.clone()
                    };
                    let domain = has_several.then(|| task.clone());
                    items.documents.push(Document { id, domain, segments: index..index + 1 });
                }
            }
        }
        Ok(items)
    }
}
