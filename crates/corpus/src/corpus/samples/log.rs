//! A log, whichever program wrote it.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use super::{inspect, lm_eval};
use crate::corpus::digest::Digest;
use crate::corpus::error::{CHECK_PATH, CorpusError};
use crate::corpus::inputs::is_json_lines;
use crate::corpus::lines::open;
use crate::corpus::warnings::Warnings;

/// What a model did with the samples of a task.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) model: String,
    pub(super) task: String,
    /// What was done with answers before they were scored; where that is one thing, names of scores do not say it.
    pub(super) filters: BTreeSet<String>,
    /// Each id once.
    pub(super) samples: Vec<Sample>,
}

/// A sample.
#[derive(Debug, Default)]
pub(super) struct Sample {
    pub(super) id: String,
    /// What it asks: the parts of it that the log has, by key, each the same for the same content.
    pub(super) content: Vec<(&'static str, Digest)>,
    /// By name, in the order of the log.
    pub(super) scores: Vec<(String, Option<f64>)>,
    /// What the model said.
    pub(super) answer: Option<String>,
    /// What would be right.
    pub(super) target: Option<String>,
}

impl Log {
    /// Reads the log at `path`, with texts if they are wanted; nothing if it is none.
    pub(super) fn read(
        path: &Path,
        with_texts: bool,
        warnings: &mut Warnings,
    ) -> Result<Option<Self>, CorpusError> {
        refuse_archive(path)?;
        if is_json_lines(path) {
            return lm_eval::read(path, with_texts, warnings);
        }
        inspect::read(path, with_texts, warnings)
    }
}

/// The task of the log at `path`; nothing if it is none.
pub(in crate::corpus) fn task_of(path: &Path) -> Result<Option<String>, CorpusError> {
    Ok(Log::read(path, false, &mut Warnings::default())?.map(|log| log.task))
}

/// What to do with a file that is no log.
pub(super) fn unknown(path: &Path) -> CorpusError {
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
