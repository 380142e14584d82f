//! Logs of samples, in a folder or in folders in it.

use std::collections::BTreeMap;
use std::path::Path;

use super::kind::Found;
use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::formats::inputs::{may_be_log, samples_at};
use crate::formats::samples::tasks_of;
use crate::formats::source::{CorpusFormat, SamplesSource};

/// The corpora of the logs in `folder`, one for each task.
pub(super) fn in_folder(folder: &Path) -> Result<Vec<Found>, CorpusError> {
    let listed = samples_at(&[folder.to_owned()], Path::new(""));
    let listed = listed.map_err(|error| CorpusError::io(folder, error, "folder", CHECK_PATH))?;
    let (mut tasks, mut refused) = (BTreeMap::new(), None);
    for (path, _) in listed {
        match tasks_of(&path) {
            Ok(found) => found.into_iter().for_each(|(task, texts)| {
                // Scores that one log has are compared, rather than texts.
                *tasks.entry(task).or_insert(true) &= texts;
            }),
            // Not everything that lies beside a log is one, but an archive is.
            Err(error @ CorpusError::Malformed { .. }) => {
                refused = refused.or(is_archive(&path).then_some(error));
            }
            Err(error) => return Err(error),
        }
    }
    match refused {
        Some(error) if tasks.is_empty() => Err(error),
        _ => Ok(found(folder, &tasks)),
    }
}

/// The corpus of the log at `path`; nothing for another file.
pub(super) fn in_file(path: &Path) -> Result<Vec<Found>, CorpusError> {
    if !may_be_log(path) {
        return Ok(Vec::new());
    }
    Ok(found(path, &tasks_of(path)?))
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "eval")
}

fn found(path: &Path, tasks: &BTreeMap<String, bool>) -> Vec<Found> {
    let corpora = tasks.iter().map(|(task, texts)| {
        let name = if task.is_empty() { "samples".to_owned() } else { task.clone() };
        let files = vec![path.to_owned()];
        let tasks = (tasks.len() > 1).then(|| vec![task.clone()]);
        let source = SamplesSource { files, tasks, texts: *texts, ..SamplesSource::default() };
        Found::new(name, CorpusFormat::Samples(source))
    });
    corpora.collect()
}
