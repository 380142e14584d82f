//! Logs with the scores of every sample that models answered.
//!
//! A sample is a document, whose segments are the times that it was answered, mostly one; a model is a system; each
//! score is one of an external metric. Samples are matched by task, id and run. Tasks are domains where there are several.

mod deepeval;
mod every_eval_ever;
mod failures;
mod files;
mod inspect;
mod kept;
mod lm_eval;
mod log;
mod promptfoo;
mod runs;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::inputs::samples_at;
use super::source::SamplesSource;
use crate::corpus::limits::{check_expected_scores, check_scores};
use crate::corpus::{
    Corpus, CorpusError, Digest, Document, NamedTexts, Texts, Warnings, check_columns,
};
use crate::words::listing;
pub(super) use files::tasks_of;
use kept::{Kept, Key, Samples};
use log::Log;

/// Logs that are read at once, before the next are.
const AT_ONCE: usize = 16;

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
    let all = files.map_err(refused)?;
    for (number, files) in all.chunks(AT_ONCE).enumerate() {
        let logs = files.par_iter().map(|(path, is_listed)| {
            let mut warnings = Warnings::default();
            let logs = files::read(path, source, &mut warnings);
            let logs = if *is_listed { logs.map_err(CorpusError::in_folder)? } else { logs? };
            // Results and other files lie beside the logs.
            if logs.is_empty() && !is_listed {
                return Err(files::unknown(path));
            }
            Ok((path, logs, warnings))
        });
        // Each is made small before more are read.
        for logs in logs.collect::<Vec<Result<_, CorpusError>>>() {
            let (path, logs, noted) = logs?;
            warnings.append(noted);
            for log in logs {
                models.add(path.clone(), log, source, warnings);
            }
        }
        // Of thousands of logs the first ones say how large all are.
        if number == 0 && all.len() > files.len() {
            let share = bytes(files) / bytes(&all);
            check_expected_scores(
                &data_dir.join(&source.files[0]),
                models.scores() as f64 / share,
            )?;
        }
    }
    models.into_corpus(name, source, warnings)
}

/// Bytes of files.
fn bytes(files: &[(PathBuf, bool)]) -> f64 {
    let sizes = files.iter().filter_map(|(path, _)| fs::metadata(path).ok());
    sizes.map(|metadata| metadata.len()).sum::<u64>().max(1) as f64
}

/// The logs of each model and task.
#[derive(Default)]
struct Models {
    logs: BTreeMap<String, BTreeMap<String, Kept>>,
    /// All tasks that there are.
    tasks: BTreeSet<String>,
    /// All models that there are, those without a log that is read too.
    known: BTreeSet<String>,
    /// Scores of which lower is better.
    lower: BTreeSet<String>,
    /// The first run of each model and task whose logs may be of several systems.
    runs: BTreeMap<(String, String), String>,
    samples: Samples,
}

impl Models {
    fn add(
        &mut self,
        path: PathBuf,
        mut log: Log,
        source: &SamplesSource,
        warnings: &mut Warnings,
    ) {
        self.distinguish(&mut log);
        self.tasks.insert(log.task.clone());
        self.known.insert(log.model.clone());
        if source.tasks.as_ref().is_some_and(|wanted| !wanted.contains(&log.task)) {
            return;
        }
        self.lower.append(&mut log.lower);
        let tasks = self.logs.entry(log.model.clone()).or_default();
        let earlier = tasks.get(&log.task).map(|kept| kept.path.clone());
        let (left_out, is_later) = match earlier {
            None => (None, true),
            // Names hold the time.
            Some(earlier) if earlier.file_name() <= path.file_name() => (Some(earlier), true),
            Some(_) => (Some(path.clone()), false),
        };
        if let Some(path) = left_out {
            let message = format!("a later log has task `{}` of `{}`", log.task, log.model);
            warnings.add(&path, message, "this one is left out: name the logs that should be read");
        }
        if is_later {
            let task = log.task.clone();
            tasks.insert(task, Kept::new(path, log, source.texts, &mut self.samples));
        }
    }

    /// Names systems by their runs, too, where several runs are of one model: they may differ in what the model was given.
    fn distinguish(&mut self, log: &mut Log) {
        let Some(run) = log.run.take() else { return };
        let key = (log.model.clone(), log.task.clone());
        let Some(first) = self.runs.get(&key) else {
            self.runs.insert(key, run);
            return;
        };
        let (first, this) = (format!("{}, {first}", log.model), format!("{}, {run}", log.model));
        if let Some(kept) = self.logs.get_mut(&log.model).and_then(|tasks| tasks.remove(&log.task))
        {
            self.logs.entry(first.clone()).or_default().insert(log.task.clone(), kept);
            self.known.insert(first);
            if self.logs.get(&log.model).is_some_and(BTreeMap::is_empty) {
                self.logs.remove(&log.model);
                self.known.remove(&log.model);
            }
        }
        log.model = this;
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
        let count = items.documents.last().map_or(0, |last| last.segments.end);
        let Some(path) = items.path.clone() else {
            let help = "name logs with samples in them".to_owned();
            return Err(CorpusError::Empty { name: name.to_owned(), help });
        };
        check_columns(&path, self.logs.len())?;
        check_scores(&path, self.columns().saturating_mul(count))?;
        self.warn_of_absent(&path, warnings);
        let filters = self.filters();
        let mut corpus = Corpus { lower_is_better: self.lower, ..Corpus::default() };
        let mut targets: Vec<Option<String>> = vec![None; count];
        let mut failed = Vec::new();
        for (model, tasks) in self.logs {
            let mut texts: Vec<Option<String>> = vec![None; count];
            for (task, kept) in tasks {
                // A log with several filters says them by itself.
                let only = kept.filters.iter().next().filter(|_| kept.filters.len() == 1);
                let filter = only.filter(|_| filters[&task].len() > 1);
                let places: Vec<usize> =
                    kept.keys.iter().map(|key| items.places[&task][&(key.id, key.run)]).collect();
                let of_log: Vec<usize> = kept.failed.iter().map(|sample| places[*sample]).collect();
                failed.push((model.clone(), task.clone(), of_log));
                for (mut score, values) in kept.scores {
                    if let Some(filter) = filter {
                        score = format!("{score},{filter}");
                    }
                    let by_model = corpus.external.entry(score).or_default();
                    let column = by_model.entry(model.clone()).or_insert_with(|| vec![None; count]);
                    for (place, value) in places.iter().zip(values) {
                        column[*place] = Some(value).filter(|value| !value.is_nan());
                    }
                }
                for (place, (answer, target)) in places.into_iter().zip(kept.texts) {
                    texts[place] = answer;
                    targets[place] = targets[place].take().or(target);
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
        failed.retain(|(_, _, samples)| !samples.is_empty());
        if let Some((message, help)) =
            failures::count(&mut corpus, &failed, &items.places, source.errors_as)
        {
            warnings.add(&path, message, help);
        }
        if let Some(spread) = runs::in_words(&corpus).filter(|_| source.cluster.is_none()) {
            warnings.beside_numbers(
                &path,
                spread,
                "a sample is a document, and its runs are the segments in it",
            );
        }
        Ok(corpus)
    }
}

impl Models {
    /// Number of scores that were read.
    fn scores(&self) -> usize {
        let logs = self.logs.values().flat_map(BTreeMap::values);
        logs.flat_map(|kept| kept.scores.values()).map(Vec::len).sum()
    }

    /// Number of scores of models, of all tasks.
    fn columns(&self) -> usize {
        let tasks = self.logs.values().map(BTreeMap::values);
        tasks
            .map(|kept| kept.flat_map(|kept| kept.scores.keys()).collect::<BTreeSet<_>>().len())
            .sum()
    }

    /// Filters by task, of all models.
    fn filters(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut filters: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (task, kept) in self.logs.values().flatten() {
            filters.entry(task.clone()).or_default().extend(kept.filters.iter().cloned());
        }
        filters
    }

    /// Says which models have logs, and none of a task.
    fn warn_of_absent(&self, path: &Path, warnings: &mut Warnings) {
        for task in self.logs.values().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>() {
            let absent = self.known.iter().filter(|model| {
                self.logs.get(*model).is_none_or(|tasks| !tasks.contains_key(task))
            });
            let absent = listing(absent.map(String::as_str));
            if !absent.is_empty() {
                let message = format!("task `{task}` has no log of: {absent}");
                let help = "comparisons on this task leave them out: add their logs";
                warnings.add(path, message, help);
            }
        }
    }
}

/// Where each sample is, by task, then id and run.
type Places = BTreeMap<String, FxHashMap<(u32, u32), usize>>;

/// The samples of all models: those of a task together, by id and run, and the samples of a cluster side by side.
#[derive(Default)]
struct Items {
    /// The first log.
    path: Option<PathBuf>,
    documents: Vec<Document>,
    places: Places,
}

impl Items {
    fn read(models: &Models) -> Result<Self, CorpusError> {
        let mut items = Self::default();
        let tasks = models.logs.values().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>();
        let has_several = tasks.len() > 1;
        for task in tasks {
            let logs = models.logs.values().filter_map(|logs| logs.get(task));
            let logs: Vec<&Kept> = logs.collect();
            items.path = items.path.or_else(|| logs.first().map(|log| log.path.clone()));
            check_contents(task, &logs, &models.samples)?;
            let mut keys: FxHashMap<(u32, u32), Key> = FxHashMap::default();
            let mut seen: Option<&Arc<Vec<Key>>> = None;
            for log in logs {
                // Logs of the same samples share one list, which need not be gone through again.
                if seen.is_some_and(|seen| Arc::ptr_eq(seen, &log.keys)) {
                    continue;
                }
                seen = Some(&log.keys);
                keys.extend(log.keys.iter().map(|key| ((key.id, key.run), *key)));
            }
            // By id, numbers first, so that the order of the logs and of their samples does not matter.
            let mut keys: Vec<Key> = keys.into_values().collect();
            keys.sort_by_cached_key(|key| {
                let id = models.samples.ids.get(key.id);
                (id.parse().unwrap_or(u64::MAX), id, key.run)
            });
            // Clusters in the order of their first samples.
            let (mut clusters, mut numbers) = (Vec::<Vec<Key>>::new(), FxHashMap::default());
            for key in keys {
                let number = *numbers.entry(key.cluster).or_insert(clusters.len());
                if number == clusters.len() {
                    clusters.push(Vec::new());
                }
                clusters[number].push(key);
            }
            let places = items.places.entry(task.clone()).or_default();
            let mut end = items.documents.last().map_or(0, |last| last.segments.end);
            for keys in clusters {
                let start = end;
                for key in &keys {
                    places.insert((key.id, key.run), end);
                    end += 1;
                }
                let id = models.samples.ids.get(keys[0].cluster);
                let id = if has_several { format!("{task}/{id}") } else { id.clone() };
                let domain = has_several.then(|| task.clone());
                items.documents.push(Document { id, domain, segments: start..end });
            }
        }
        Ok(items)
    }
}

/// Refuses logs of a task that differ in what a sample asks.
fn check_contents(task: &str, logs: &[&Kept], samples: &Samples) -> Result<(), CorpusError> {
    // The parts of each sample, and which log says so.
    let mut contents: FxHashMap<(u32, &str), (Digest, &Path)> = FxHashMap::default();
    let mut checked: FxHashSet<(u32, u32)> = FxHashSet::default();
    let mut seen: Option<&Arc<Vec<Key>>> = None;
    for log in logs {
        if seen.is_some_and(|seen| Arc::ptr_eq(seen, &log.keys)) {
            continue;
        }
        seen = Some(&log.keys);
        for Key { id, content, .. } in log.keys.iter() {
            if !checked.insert((*id, *content)) {
                continue;
            }
            for (key, part) in samples.contents.get(*content) {
                let first = contents.entry((*id, key)).or_insert((*part, &log.path));
                if first.0 != *part {
                    let place = format!("sample `{}` of task `{task}`", samples.ids.get(*id));
                    let cause = format!("its content is another one, by \"{key}\"");
                    return Err(CorpusError::misaligned(&log.path, first.1, &place, &cause));
                }
            }
        }
    }
    Ok(())
}
