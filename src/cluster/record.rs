//! The plan record of a run folder: what was planned, from what, and how it was cut.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{RecordError, folder, make_folder, read_json, write_json};
use super::shards::{Shard, Sharding, shards};
use crate::plan::Plan;
use crate::table::Manifest;

/// From where a plan is made, enough to make it again on another machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Name of the spec, for messages.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Files of published values, in the order in which the spec names them.
    #[serde(default)]
    pub published: Vec<PublishedText>,
    /// Absolute folder that relative corpus paths start from.
    pub data: PathBuf,
    /// Studies that were asked for; none stands for all.
    pub studies: Vec<String>,
    /// Number of seeds that was asked for in place of that of the spec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u32>,
    /// Whether corpora that are refused are compared all the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub force: bool,
    /// Whether the commands of the spec may run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_commands: bool,
    /// The folder that keeps the scores of commands, where it is named.
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

/// A shard without its jobs, which follow from the plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardRecord {
    /// Key.
    pub key: String,
    /// Number of jobs.
    pub jobs: usize,
    /// Estimated work, seconds on one core.
    pub seconds: f64,
}

/// What the file `cluster/plan.json` of a run folder says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// Spec, inputs and versions; it names no tables yet.
    pub manifest: Manifest,
    /// From where.
    pub source: Source,
    /// Shards, the largest first.
    pub shards: Vec<ShardRecord>,
}

/// Why a plan is not the recorded one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Another version of the program or of the numbers.
    #[error("it was planned by runner {planned}, this is runner {here}")]
    Version {
        /// Of the record.
        planned: String,
        /// Of this program.
        here: String,
    },
    /// Another spec.
    #[error("the spec is another one")]
    Spec,
    /// An input has changed.
    #[error("{0} is not what it was when it was planned")]
    Input(String),
    /// The same plan is cut otherwise.
    #[error("it is cut into other shards")]
    Shards,
}

impl PlanRecord {
    /// Cuts `plan`, which was made from `source` and is described by `manifest`.
    pub fn new(plan: &Plan, manifest: Manifest, source: Source, wish: Sharding) -> Self {
        let shards = shards(plan, wish).into_iter();
        let shards = shards.map(|Shard { key, jobs, seconds }| ShardRecord {
            key,
            jobs: jobs.len(),
            seconds,
        });
        Self { manifest, source, shards: shards.collect() }
    }

    /// Where the record of a run folder lies.
    pub fn path(run: &Path) -> PathBuf {
        folder(run).join("plan.json")
    }

    /// Whether what stands in the place of the record is one, of whatever version; nothing where
    /// nothing stands there.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn is_recorded(run: &Path) -> Result<Option<bool>, RecordError> {
        match read_json::<serde_json::Value>(&Self::path(run)) {
            Ok(record) => Ok(Some(record["manifest"].is_object() && record["shards"].is_array())),
            Err(RecordError::Content { .. }) => Ok(Some(false)),
            Err(error) if error.is_missing() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads the record of a run folder.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub fn read(run: &Path) -> Result<Self, RecordError> {
        read_json(&Self::path(run))
    }

    /// Writes the record into a run folder.
    ///
    /// # Errors
    ///
    /// If the file system refuses.
    pub fn write(&self, run: &Path) -> Result<(), RecordError> {
        make_folder(&folder(run))?;
        write_json(&Self::path(run), self)
    }

    /// Short name of this plan and its shards, for names of jobs and lists.
    pub fn id(&self) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 sharded plan");
        hasher.update(self.manifest.run_identity.as_bytes());
        self.shards.iter().for_each(|shard| {
            hasher.update(shard.key.as_bytes());
        });
        hasher.finalize().to_hex()[..12].to_owned()
    }

    /// The shards of `plan`, if it is the recorded plan; its own description is `manifest`.
    ///
    /// # Errors
    ///
    /// What is different.
    pub fn shards(&self, plan: &Plan, manifest: &Manifest) -> Result<Vec<Shard>, Mismatch> {
        self.compare(manifest)?;
        // A cut by time is the same as that into as many shards as it gave.
        let shards = shards(plan, Sharding::Count(self.shards.len().max(1)));
        if shards.len() != self.shards.len()
            || !shards.iter().zip(&self.shards).all(|(shard, record)| shard.key == record.key)
        {
            return Err(Mismatch::Shards);
        }
        Ok(shards)
    }

    /// Whether `manifest` describes the recorded plan.
    ///
    /// # Errors
    ///
    /// What is different.
    pub fn compare(&self, manifest: &Manifest) -> Result<(), Mismatch> {
        let planned = &self.manifest;
        let version = |of: &Manifest| format!("{} (numbers {})", of.runner, of.numbers);
        if version(planned) != version(manifest) {
            return Err(Mismatch::Version { planned: version(planned), here: version(manifest) });
        }
        if planned.run_identity == manifest.run_identity {
            return Ok(());
        }
        let changed = manifest.inputs.iter().find(|input| !planned.inputs.contains(input));
        Err(changed
            .or_else(|| planned.inputs.iter().find(|input| !manifest.inputs.contains(input)))
            .map_or(Mismatch::Spec, |input| {
                let name = format!("{} {}", input.kind, input.name);
                Mismatch::Input(format!("corpus `{}`: {}", input.corpus, name.trim_end()))
            }))
    }
}
