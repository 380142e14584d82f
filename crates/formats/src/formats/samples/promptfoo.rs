//! Results of promptfoo: an object with all results (`-o FILE.json`), or a result per line (`-o FILE.jsonl`).
//!
//! ```text
//! {"evalId": "...", "results": {"version": 3, "results": [RESULT, ...], ...}, "config": {"description": "..."}, ...}
//! ```
//!
//! A result is of a provider, a prompt and a test. Tests are matched by their variables, since their numbers depend on which of
//! them were run; a test that comes again, as with `--repeat`, is another run of the same sample.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::log::{Asked, Log, Sample, item_and_cluster, name_of, parsed};
use crate::corpus::json_lines::records;
use crate::corpus::{CorpusError, TextFile};
use crate::formats::source::SamplesSource;

/// Keys of results.
pub(super) const KEYS: [&str; 3] = ["evalId", "results", "promptIdx"];

const HELP: &str = "give what promptfoo wrote with `-o FILE.json` or `-o FILE.jsonl`";

/// The version of the results that is read.
const VERSION: u32 = 3;

/// Why a result has no score: the provider failed, and gave no answer that could be wrong.
const ERROR: u8 = 2;

#[derive(Deserialize)]
struct Written {
    results: Results,
    #[serde(default)]
    config: Config,
}

#[derive(Default, Deserialize)]
struct Config {
    description: Option<String>,
}

#[derive(Deserialize)]
struct Results {
    version: u32,
    results: Vec<Row>,
}

/// A result.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    #[serde(default)]
    test_idx: u32,
    #[serde(default)]
    prompt_idx: u32,
    provider: Provider,
    prompt: Prompt,
    prompt_id: Option<String>,
    test_case: TestCase,
    response: Option<Response>,
    success: bool,
    score: Option<f64>,
    #[serde(default)]
    named_scores: BTreeMap<String, Option<f64>>,
    #[serde(default)]
    failure_reason: u8,
}

#[derive(Deserialize)]
struct Provider {
    id: Option<String>,
    label: Option<String>,
}

#[derive(Deserialize)]
struct Prompt {
    label: Option<String>,
}

#[derive(Deserialize)]
struct TestCase {
    description: Option<String>,
    #[serde(default)]
    vars: Map<String, Value>,
    #[serde(default)]
    metadata: Value,
}

#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    output: Value,
}

/// Whether an object is a result.
pub(super) fn is_row(object: &Map<String, Value>) -> bool {
    ["promptIdx", "provider", "testCase", "namedScores"].iter().all(|key| object.contains_key(*key))
}

/// The logs in a file with all results, one for each system.
pub(super) fn read(file: &TextFile, source: &SamplesSource) -> Result<Vec<Log>, CorpusError> {
    let Written { results, config } = parsed(file.path(), file.text(), "not a result", HELP)?;
    if results.version < VERSION {
        let cause =
            format!("the results are of version {}, and {VERSION} is read", results.version);
        let help =
            "write them again with a promptfoo of today: `promptfoo export eval ID -o FILE.json`";
        return Err(CorpusError::malformed(file.path(), None, cause, help));
    }
    logs(file, results.results, config, source)
}

/// The logs in a file with a result per line.
pub(super) fn read_lines(file: &TextFile, source: &SamplesSource) -> Result<Vec<Log>, CorpusError> {
    let rows = records(file).map(|record| record?.read(HELP));
    let rows = rows.collect::<Result<Vec<Row>, CorpusError>>()?;
    logs(file, rows, Config::default(), source)
}

/// The task of the results in a file.
pub(super) fn task(file: &TextFile) -> Result<String, CorpusError> {
    let written: Written = parsed(file.path(), file.text(), "not a result", HELP)?;
    Ok(written.config.description.unwrap_or_default())
}

fn logs(
    file: &TextFile,
    mut rows: Vec<Row>,
    config: Config,
    source: &SamplesSource,
) -> Result<Vec<Log>, CorpusError> {
    if rows.is_empty() {
        let help = "run the evaluation again, or leave the file out";
        return Err(CorpusError::malformed(file.path(), None, "there are no results in it", help));
    }
    // They stand in the order in which they ended.
    rows.sort_by_key(|row| (row.test_idx, row.prompt_idx));
    let prompts = Prompts::new(&rows);
    let mut systems: BTreeMap<String, Asked> = BTreeMap::new();
    for row in rows {
        let is_error = row.failure_reason == ERROR;
        let TestCase { vars, metadata, .. } = &row.test_case;
        let object = json!({"vars": vars, "testCase": {"vars": vars, "metadata": metadata}});
        let (item, cluster) = item_and_cluster(source, &object, file.path(), None)?;
        let mut sample = Sample { cluster, failed: is_error, ..Sample::default() };
        sample.score("pass", (!is_error).then(|| f64::from(u8::from(row.success))));
        sample.score("score", row.score.filter(|_| !is_error));
        for (name, score) in &row.named_scores {
            sample.score(name, score.filter(|_| !is_error));
        }
        let (system, id) = (prompts.system(&row), item.unwrap_or_else(|| id(&row.test_case)));
        if source.texts {
            let output = row.response.map(|response| response.output);
            sample.answer = output.as_ref().and_then(Value::as_str).map(str::to_owned);
        }
        systems.entry(system).or_default().add(id, sample);
    }
    let task = config.description.unwrap_or_default();
    let logs = systems.into_iter().map(|(model, asked)| Log {
        model,
        task: task.clone(),
        samples: asked.samples,
        ..Log::default()
    });
    Ok(logs.collect())
}

/// The name of a test: what its variables say.
fn id(test: &TestCase) -> String {
    let vars: Vec<(&String, String)> =
        test.vars.iter().map(|(name, value)| (name, in_words(value))).collect();
    let text = match &vars[..] {
        [] => test.description.clone().unwrap_or_default(),
        [(_, only)] => only.clone(),
        _ => vars
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
            .join(", "),
    };
    if text.trim().is_empty() { "test".to_owned() } else { name_of(&text) }
}

fn in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The prompts of each provider, in their order, with what people call them.
struct Prompts(BTreeMap<String, Vec<String>>);

/// Letters of a prompt's name that a system's name has.
const LONGEST_LABEL: usize = 40;

impl Prompts {
    fn new(rows: &[Row]) -> Self {
        let mut prompts: BTreeMap<String, BTreeSet<(u32, String)>> = BTreeMap::new();
        for row in rows {
            prompts.entry(provider(row)).or_default().insert((row.prompt_idx, prompt(row)));
        }
        Self(prompts.into_iter().map(|(provider, prompts)| (provider, in_order(prompts))).collect())
    }

    /// The provider, and the prompt where it has several: its label, or its number where the label is a text.
    fn system(&self, row: &Row) -> String {
        let provider = provider(row);
        let prompts = &self.0[&provider];
        if prompts.len() == 1 {
            return provider;
        }
        let number = 1 + prompts.iter().position(|id| *id == prompt(row)).unwrap_or(0);
        let label = row.prompt.label.as_deref().unwrap_or_default();
        let is_name = !label.is_empty()
            && label.chars().count() <= LONGEST_LABEL
            && !label.contains(['{', '\n']);
        if is_name {
            format!("{provider}, {label}")
        } else {
            format!("{provider}, prompt {number}")
        }
    }
}

/// Each prompt once.
fn in_order(prompts: BTreeSet<(u32, String)>) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for (_, id) in prompts {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

fn provider(row: &Row) -> String {
    let Provider { id, label } = &row.provider;
    let name = label.as_ref().filter(|label| !label.is_empty()).or(id.as_ref());
    name.cloned().unwrap_or_else(|| "provider".to_owned())
}

fn prompt(row: &Row) -> String {
    row.prompt_id.clone().unwrap_or_else(|| row.prompt_idx.to_string())
}
