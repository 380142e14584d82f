//! How the scores of kept outputs were made, and what changed since then.

use serde_json::{Value, json};

use crate::analyses;
use crate::config::model::MetricConfig;
use crate::corpus::model::Corpus;
use crate::diff::ManifestChange;
use crate::formats::kept_run::RunRecord;
use crate::plan::Plan;

/// Whether documents are other ones, by their number.
pub(super) fn documents(then: &Corpus, now: &Corpus) -> Option<ManifestChange> {
    let [a, b] = [then, now].map(|corpus| corpus.documents.len().into());
    let is_other = then.structure_digest() != now.structure_digest();
    is_other.then(|| ManifestChange { what: "documents".to_owned(), a, b })
}

/// What changed in how scores are made.
pub(super) fn changes(then: &RunRecord, now: &RunRecord) -> Vec<ManifestChange> {
    let mut pairs: Vec<(String, Value, Value)> = vec![
        ("program".to_owned(), json!(then.runner), json!(now.runner)),
        ("version of the numbers".to_owned(), json!(then.numbers), json!(now.numbers)),
    ];
    for (metric, signature) in &now.signatures {
        if let Some(before) = then.signatures.get(metric) {
            let name = metric.split('/').next().unwrap_or(metric);
            pairs.push((format!("signature of {name}"), json!(before), json!(signature)));
        }
    }
    let changed = pairs.into_iter().filter(|(_, a, b)| a != b);
    changed.map(|(what, a, b)| ManifestChange { what, a, b }).collect()
}

/// How the scores of a plan are made. Of the `systems` the first is the baseline; `metrics` are those of texts, as they
/// were written.
pub(super) fn record(plan: &Plan, systems: &[String], metrics: &[String]) -> RunRecord {
    let manifest = analyses::manifest(plan);
    let metrics_of_programs = plan.spec.metrics.iter().filter_map(|metric| match &metric.config {
        MetricConfig::External(external) => Some((&metric.name, external)),
        _ => None,
    });
    RunRecord {
        runner: manifest.runner,
        numbers: manifest.numbers,
        signatures: manifest.signatures,
        systems: systems.to_vec(),
        metrics: metrics.to_vec(),
        lower_is_better: metrics_of_programs
            .filter(|(_, external)| external.higher_is_better == Some(false))
            .map(|(name, _)| name.clone())
            .collect(),
    }
}
