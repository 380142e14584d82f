//! Where results come from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Everything that determines the numbers of a run, and the digests of what it wrote. The same
/// spec, inputs and version give the same manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the program.
    pub runner: String,
    /// Version of the numbers.
    pub numbers: u32,
    /// Hash of the canonical spec, the inputs, the seed and the version of the numbers.
    pub run_identity: String,
    /// Name of the experiment.
    pub experiment: String,
    /// Seed of all streams.
    pub seed: u64,
    /// The spec with all defaults filled in.
    pub spec: serde_json::Value,
    /// Names of the corpora that were generated, be it now or by an earlier program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub synthetic: Vec<String>,
    /// What was read.
    pub inputs: Vec<Input>,
    /// Signature of each metric and number of references, as `metric/references`.
    pub signatures: BTreeMap<String, String>,
    /// Tables by name.
    pub tables: BTreeMap<String, TableDigest>,
}

/// A column of a corpus, or a file of printed values, that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Corpus; empty for files of printed values.
    pub corpus: String,
    /// `documents`, `reference`, `system`, `judgments`, `external`, `external-documents` or
    /// `published`.
    pub kind: String,
    /// Name, for judgments and external scores `criterion/system`, for printed values the path.
    pub name: String,
    /// BLAKE3 of the content.
    pub digest: String,
}

/// A table that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDigest {
    /// Number of rows.
    pub rows: u64,
    /// BLAKE3 of the file.
    pub digest: String,
}
