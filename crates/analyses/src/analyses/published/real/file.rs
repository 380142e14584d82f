//! The file of verdicts on real test sets.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::analyses::published::ClaimVerdict;
use crate::config::read_toml;
use crate::diagnostic::{Diagnostics, SourceText};

/// Verdicts on claims by runs on real test sets.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealText {
    /// The sets, in the order in which they are shown. Default: none.
    #[serde(default)]
    pub sets: Vec<RealSet>,
}

/// A test set, and what a run on it found.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealSet {
    /// What it is called: campaign, year and languages. Required. Example: `name = "WMT21 en-de"`.
    pub name: String,
    /// The experiment that was run on it. Required. Example: `experiment = "laws-wmt21-ende"`.
    pub experiment: String,
    /// Number of systems. Required. Example: `systems = 20`.
    pub systems: u32,
    /// Number of references. Required. Example: `references = 3`.
    pub references: u32,
    /// Number of documents. Required. Example: `documents = 68`.
    pub documents: u64,
    /// Number of segments. Required. Example: `segments = 1002`.
    pub segments: u64,
    /// Version of the program that ran. Required. Example: `runner = "0.2.0"`.
    pub runner: String,
    /// Version of its numbers. Required. Example: `numbers = 8`.
    pub numbers: u32,
    /// Digest of the texts and judgments that it read. Required. Example: `data = "4f0c"`.
    pub data: String,
    /// The claims that the set can test. Default: none.
    #[serde(default)]
    pub claims: Vec<RealClaim>,
}

/// A claim on a test set.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RealClaim {
    /// The source of the claim. Required. Example: `source = "koehn-2004"`.
    pub source: String,
    /// Its name in the file of the source. Required. Example: `id = "errs-on-caution"`.
    pub id: String,
    /// What the run has, in words. Required. Example: `here = "of 300: 98.4 %"`.
    pub here: String,
    /// The verdict, as in the table `claims`. Required. Example: `verdict = "holds"`.
    pub verdict: ClaimVerdict,
}

/// Reads the file.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn read_real(source: &SourceText) -> Result<RealText, Diagnostics> {
    read_toml(source, example, |_: &RealText, _| {})
}

/// How a required key is written.
fn example(key: &str) -> String {
    match key {
        "systems" | "references" | "documents" | "segments" | "numbers" => format!("{key} = 1"),
        _ => format!("{key} = \"...\""),
    }
}
