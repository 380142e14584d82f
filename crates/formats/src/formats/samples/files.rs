//! Which program wrote a log, by what is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Map, Value};

use super::log::Log;
use super::{deepeval, every_eval_ever, inspect, lm_eval, promptfoo};
use crate::corpus::json::{self, without_constants};
use crate::corpus::{CHECK_PATH, CorpusError, LineFile, TextFile, Warnings};
use crate::formats::archive::Archive;
use crate::formats::inputs::is_json_lines;
use crate::formats::source::SamplesSource;

/// What writes an object of samples.
enum Writer {
    Inspect,
    Promptfoo,
    DeepEval,
}

impl Writer {
    fn recognise(text: &str) -> Option<Self> {
        if !text.trim_start().starts_with('{') {
            None
        } else if has_keys(text, &promptfoo::KEYS) {
            Some(Self::Promptfoo)
        } else if has_keys(text, &deepeval::KEYS) {
            Some(Self::DeepEval)
        } else {
            inspect::is_log(text).then_some(Self::Inspect)
        }
    }
}

fn has_keys(text: &str, keys: &[&str]) -> bool {
    // A look at the text is enough to choose a reader; whether it is right shows when the file is read.
    keys.iter().all(|key| text.contains(&format!("\"{key}\"")))
}

/// The logs in the file at `path`: none in a file of others, and without samples where their task is not wanted.
pub(super) fn read(
    path: &Path,
    source: &SamplesSource,
    warnings: &mut Warnings,
) -> Result<Vec<Log>, CorpusError> {
    if is_json_lines(path) {
        return read_lines(path, source, warnings);
    }
    if let Some(archive) = Archive::read(path)? {
        let log = inspect::read_archive(path, &archive, source, warnings)?;
        return Ok(log.into_iter().collect());
    }
    let file = TextFile::read(path, "log", CHECK_PATH)?.without_mark();
    match Writer::recognise(file.text()) {
        None => Ok(Vec::new()),
        Some(Writer::Inspect) => Ok(vec![inspect::read_json(&file, source, warnings)?]),
        Some(Writer::Promptfoo) => promptfoo::read(&file, source),
        Some(Writer::DeepEval) => Ok(vec![deepeval::read(&file, source)?]),
    }
}

fn read_lines(
    path: &Path,
    source: &SamplesSource,
    warnings: &mut Warnings,
) -> Result<Vec<Log>, CorpusError> {
    if let Some(first) = first_object(path)? {
        if every_eval_ever::is_row(&first) {
            return every_eval_ever::read(path, source);
        }
        if promptfoo::is_row(&first) {
            let file = TextFile::read(path, "log", CHECK_PATH)?.without_mark();
            return promptfoo::read_lines(&file, source);
        }
        if let Some(wanted) = &source.tasks
            && let Some((model, task)) = lm_eval::head(path, &first)?
            && !wanted.contains(&task)
        {
            return Ok(vec![Log { model, task, ..Log::default() }]);
        }
    }
    Ok(lm_eval::read(path, source, warnings)?.into_iter().collect())
}

/// The tasks of the logs in the file at `path`, and whether these have texts in place of scores; none in a file of others.
pub(in crate::formats) fn tasks_of(path: &Path) -> Result<BTreeMap<String, bool>, CorpusError> {
    let tasks: BTreeSet<String> = if is_json_lines(path) {
        match first_object(path)? {
            None => BTreeSet::new(),
            Some(first) if every_eval_ever::is_row(&first) => every_eval_ever::tasks(path)?,
            Some(first) if promptfoo::is_row(&first) => [String::new()].into(),
            Some(first) => {
                let head = lm_eval::head(path, &first)?.into_iter();
                return Ok(head.map(|(_, task)| (task, lm_eval::is_of_texts(&first))).collect());
            }
        }
    } else if let Some(archive) = Archive::read(path)? {
        inspect::task_in_archive(path, &archive)?.into_iter().collect()
    } else {
        let file = TextFile::read(path, "log", CHECK_PATH)?.without_mark();
        match Writer::recognise(file.text()) {
            None => BTreeSet::new(),
            Some(Writer::Inspect) => [inspect::task_in_json(&file)?].into(),
            Some(Writer::Promptfoo) => [promptfoo::task(&file)?].into(),
            Some(Writer::DeepEval) => [deepeval::task(&file)?].into(),
        }
    };
    Ok(tasks.into_iter().map(|task| (task, false)).collect())
}

/// The object on the first line that is not blank; nothing where it has none.
fn first_object(path: &Path) -> Result<Option<Map<String, Value>>, CorpusError> {
    let mut file = LineFile::open(path, "log", CHECK_PATH)?;
    loop {
        match file.next_line()? {
            Some(line) if line.trim().is_empty() => {}
            Some(line) => return Ok(json::object(&without_constants(line)).ok()),
            None => return Ok(None),
        }
    }
}

/// What to do with a file that is no log.
pub(super) fn unknown(path: &Path) -> CorpusError {
    let help = "name files that lm-evaluation-harness wrote with --log_samples, logs of inspect, or results of \
                promptfoo, DeepEval or Every Eval Ever";
    CorpusError::malformed(path, None, "this is no log of samples", help)
}
