//! Formats in JSON: those of WMT from 2025 on, of COMET, and logs of samples.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scores;
use crate::value::{Check, Count, Entry, Kind, Named, OneOrMany, Refusal, Set, Text, Word, words};

/// Test sets, outputs, scores of metrics and human evaluations of WMT from 2025 on, as files with a
/// JSON object per line. A segment is a paragraph. Of a folder, the files in it that end in `.jsonl`
/// or `.jsonl.gz` are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "WmtJsonl")]
pub struct WmtJsonlSource {
    /// The test set: a document per line, of any language pairs. Default: texts are those of the
    /// human evaluation. Example: `test-set = "wmt25-genmt.jsonl"`.
    #[serde(default, with = "Option::<Text<PathBuf>>")]
    pub test_set: Option<PathBuf>,
    /// Language pair, as in the test set. Default: the only one there.
    /// Example: `language-pair = "cs-de_DE"`.
    #[serde(default, with = "Option::<Text>")]
    pub language_pair: Option<String>,
    /// Outputs: a folder, or files, each named as its system. Default: none.
    /// Example: `systems = "systems"`.
    #[serde(default, with = "OneOrMany::<Text<PathBuf>>", skip_serializing_if = "Vec::is_empty")]
    pub systems: Vec<PathBuf>,
    /// References to use, in the order in which reference counts take them. Default: all, in
    /// alphabetical order. Example: `references = ["refA"]`.
    #[serde(default, with = "Option::<Set<Text>>")]
    pub references: Option<Vec<String>>,
    /// Scores of external metrics: a folder, or files, each named as its system. Default: none.
    /// Example: `scores = "automatic_scores"`.
    #[serde(default, with = "OneOrMany::<Text<PathBuf>>", skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<PathBuf>,
    /// Human evaluation: a file, or several. Default: none.
    /// Example: `human-evaluation = "wmt25-genmt-humeval.jsonl"`.
    #[serde(default, with = "OneOrMany::<Text<PathBuf>>", skip_serializing_if = "Vec::is_empty")]
    pub human_evaluation: Vec<PathBuf>,
    /// What of the human evaluation becomes a criterion. Example: `criteria = ["esa", "seconds"]`.
    #[serde(default = "esa", with = "Set::<Word<WmtCriterion>>", skip_serializing_if = "is_esa")]
    pub criteria: Vec<WmtCriterion>,
}

fn is_esa(criteria: &[WmtCriterion]) -> bool {
    criteria == esa()
}

fn esa() -> Vec<WmtCriterion> {
    vec![WmtCriterion::Esa]
}

impl Check for WmtJsonlSource {
    fn check(&self) -> Result<(), Refusal> {
        if self.test_set.is_none() && self.human_evaluation.is_empty() {
            let problem = "[{table}] names no file that says which segments there are";
            let help = "add `test-set`, or `human-evaluation`";
            return Err(Refusal::new(problem, help).lacking(["test-set", "human-evaluation"]));
        }
        if self.systems.is_empty() && self.scores.is_empty() && self.human_evaluation.is_empty() {
            let help = "add `systems`: a folder or a list of files";
            let refusal = Refusal::new("[{table}] names nothing to evaluate", help);
            return Err(refusal.lacking(["systems", "scores", "human-evaluation"]));
        }
        if !self.systems.is_empty() && self.test_set.is_none() {
            let help = "add the file that has the documents of the outputs";
            let refusal = Refusal::new("{value} needs `test-set`, which they translate", help);
            return Err(refusal.at("systems").lacking(["test-set"]));
        }
        Ok(())
    }
}

/// Files that `comet-score --to_json` or `comet-compare --to_json` wrote: texts and scores in one. The
/// systems are named by the stems of the files that were scored; the reference is `ref`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Comet")]
pub struct CometSource {
    /// Files by the name that their scores get. All have the same segments.
    /// Example: `scores = { comet = "comet.json", xcomet = ["x1.json", "x2.json"] }`.
    #[serde(deserialize_with = "scores")]
    #[schemars(with = "Named<Entry<OneOrMany<Text<PathBuf>>>>")]
    pub scores: BTreeMap<String, Vec<PathBuf>>,
}

/// Logs with the scores of every sample: `samples_TASK_TIME.jsonl` of lm-evaluation-harness
/// (`--log_samples`), logs of inspect (`.eval` or JSON), results of promptfoo, `DeepEval` and Every Eval Ever. A sample is a
/// document, whose segments are the runs in which it was answered; its scores are those of external metrics, and a model
/// is a system. Of a folder, the logs in it and in folders up to two levels below it are read, and those that are named as
/// logs up to eight levels below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "Samples")]
pub struct SamplesSource {
    /// Logs, or folders of logs. Of two logs of the same model and task, the later one counts.
    /// Example: `paths = ["logs/model-a", "logs/model-b"]`.
    #[serde(rename(deserialize = "paths"), with = "OneOrMany::<Text<PathBuf>>")]
    pub files: Vec<PathBuf>,
    /// Tasks to take. Default: all. Example: `tasks = ["wmt16-de-en"]`.
    #[serde(default, with = "Option::<Set<Text>>")]
    pub tasks: Option<Vec<String>>,
    /// Whether the answers of models are their outputs, and the targets a reference, so that metrics
    /// such as BLEU can score them. Example: `texts = true`.
    #[serde(default)]
    pub texts: bool,
    /// Field that names the item, as a path in the object of a sample. Default: the id of the sample, or what it asks.
    /// Example: `item = "doc.question_id"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// Field that names the cluster of an item, as a path in the object of a sample. Items of a cluster become one document.
    /// Default: every item is a document of its own. Example: `cluster = "doc.passage"`.
    #[serde(default, with = "Option::<Text>", skip_serializing_if = "Option::is_none")]
    pub cluster: Option<String>,
    /// Score of samples that failed, for instance because of an API error. Scores where lower is better stay missing.
    /// Default: failed samples have no score. Example: `errors-as = 0`.
    #[serde(
        default,
        with = "Option::<Count<0, 1_000_000>>",
        skip_serializing_if = "Option::is_none"
    )]
    pub errors_as: Option<u32>,
}

words! {
    /// What the human evaluation of a segment says.
    #[schemars(rename = "WmtCriterion")]
    pub enum WmtCriterion {
        /// The score from 0 to 100.
        Esa = "esa",
        /// Minus the weights of the errors: 5 for a major one, 1 for a minor one.
        Errors = "errors",
        /// Seconds from the first action to the last.
        Seconds = "seconds",
    }
}
