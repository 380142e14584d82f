//! The record of a plan in a run folder: the spec, the inputs and the shards.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::shards::Shard;
use crate::durable;
use crate::file_error::{FileError, read_if_there, unless_missing};
use crate::plan::Plan;
use crate::table::Manifest;

/// Returns the folder for the record, the scripts and the logs of a run folder.
pub fn folder(run: &Path) -> PathBuf {
    run.join("cluster")
}

/// The reason why a record cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file does not contain a record.
    #[error("`{}` is not what it should be: {message}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Message of the JSON parser.
        message: String,
    },
}

/// The spec, files and options from which any machine can make a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Name of the spec, for messages.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Files of published values, in the order of the spec.
    #[serde(default)]
    pub published: Vec<PublishedText>,
    /// Absolute folder that relative corpus paths start from.
    pub data: PathBuf,
    /// Names of the requested studies. If empty, all are requested.
    pub studies: Vec<String>,
    /// Requested number of seeds, if it replaces the number in the spec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u32>,
    /// `true` if corpora are compared even if they look wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub force: bool,
    /// `true` if the commands of the spec may run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_commands: bool,
    /// Folder for the scores of commands, if the user named one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_cache: Option<PathBuf>,
}

/// A file of published values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedText {
    /// Its path, for messages.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The CSV file that it names: its path and its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<(String, String)>,
    /// The file about real test sets that it names: its path and its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub real: Option<(String, String)>,
}

/// The content of the file `cluster/plan.json` of a run folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// Spec, inputs and versions. It lists no tables.
    pub manifest: Manifest,
    /// Origin of the plan.
    pub source: Source,
    /// Shards, the largest first.
    pub shards: Vec<Shard>,
}

/// The reason why a plan is not the recorded one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another version of the program or of the numbers.
    #[error("it was planned by runner {planned}, this is runner {here}")]
    Version {
        /// Version in the record.
        planned: String,
        /// Version of this program.
        here: String,
    },
    /// Another spec.
    #[error("the spec is another one")]
    Spec,
    /// An input has changed.
    #[error("{0} is not what it was when it was planned")]
    Input(String),
    /// The same plan is cut into other shards.
    #[error("it is cut into other shards")]
    Shards,
}

impl PlanRecord {
    /// Returns the path of the record of a run folder.
    pub fn path(run: &Path) -> PathBuf {
        folder(run).join("plan.json")
    }

    /// Returns `true` if the file in the place of the record is a record of any version, and `None` if
    /// there is no such file.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn is_recorded(run: &Path) -> Result<Option<bool>, RecordError> {
        let record: Option<serde_json::Value> = match read_json(&Self::path(run)) {
            Err(RecordError::Content { .. }) => return Ok(Some(false)),
            record => record?,
        };
        Ok(record.map(|record| record["manifest"].is_object() && record["shards"].is_array()))
    }

    /// Reads the record of a run folder. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(run: &Path) -> Result<Option<Self>, RecordError> {
        read_json(&Self::path(run))
    }

    /// Writes the record into a run folder.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn write(&self, run: &Path) -> Result<(), RecordError> {
        let (folder, path) = (folder(run), Self::path(run));
        fs::create_dir_all(&folder).map_err(FileError::on("create", &folder))?;
        let text = serde_json::to_string_pretty(self).expect("records are plain data") + "\n";
        Ok(durable::write(&path, text.as_bytes()).map_err(FileError::on("write", &path))?)
    }

    /// Returns a short hash of the plan and its shards, for the names of jobs and folders.
    pub fn id(&self) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 sharded plan");
        hasher.update(self.manifest.run_identity.as_bytes());
        for shard in &self.shards {
            hasher.update(format!("{:?}", shard.positions).as_bytes());
        }
        hasher.finalize().to_hex()[..12].to_owned()
    }

    /// Checks that `plan`, which `manifest` describes, is the recorded plan.
    ///
    /// # Errors
    ///
    /// The first difference.
    pub fn check(&self, plan: &Plan, manifest: &Manifest) -> Result<(), Mismatch> {
        let planned = &self.manifest;
        let version = |of: &Manifest| format!("{} (numbers {})", of.runner, of.numbers);
        if version(planned) != version(manifest) {
            return Err(Mismatch::Version { planned: version(planned), here: version(manifest) });
        }
        if planned.run_identity != manifest.run_identity {
            let [planned, inputs] = [&planned.inputs, &manifest.inputs];
            let mut all = inputs.iter().chain(planned);
            let changed = all.find(|input| !planned.contains(input) || !inputs.contains(input));
            return Err(changed.map_or(Mismatch::Spec, |input| {
                let name = format!("{} {}", input.kind, input.name);
                Mismatch::Input(format!("corpus `{}`: {}", input.corpus, name.trim_end()))
            }));
        }
        // The identity determines the jobs and their order. Each of them must be in one shard.
        let positions = self.shards.iter().flat_map(|shard| &shard.positions).copied();
        let mut positions: Vec<usize> = positions.collect();
        positions.sort_unstable();
        let is_complete = positions.into_iter().eq(0..plan.all_jobs().count());
        is_complete.then_some(()).ok_or(Mismatch::Shards)
    }
}

/// Reads a JSON file. Returns `None` if there is none.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, RecordError> {
    let Some(bytes) = unless_missing(read_if_there(path))? else { return Ok(None) };
    serde_json::from_slice(&bytes)
        .map_err(|error| RecordError::Content { path: path.to_owned(), message: error.to_string() })
}
