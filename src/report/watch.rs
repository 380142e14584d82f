//! A running campaign without a spec, in text and as JSON. It estimates nothing.

use serde_json::{Value, json};

use super::{summary, warnings};
use crate::analyses::watch::findings;
use crate::presentation::{About, Finding, StudySection};
use crate::table::Tables;
use crate::warning::Warning;

/// How a campaign stands.
#[derive(Debug)]
pub struct WatchAnswer<'a> {
    warnings: &'a [Warning],
    findings: Vec<Finding>,
}

impl<'a> WatchAnswer<'a> {
    /// What the last looks in `tables` say, with `warnings` before it.
    pub fn new(tables: &Tables, about: &About, warnings: &'a [Warning]) -> Self {
        let sections = StudySection::all(tables, about);
        Self { warnings, findings: sections.iter().flat_map(findings).collect() }
    }

    /// In lines of at most 80 columns, with emphasis if it `is_styled`.
    pub fn text(&self, is_styled: bool) -> String {
        let findings: Vec<String> = self
            .findings
            .iter()
            .map(|finding| summary::of_finding(finding, summary::JSON, is_styled))
            .collect();
        warnings::text(self.warnings) + &findings.join("\n")
    }

    /// For scripts: warnings, and what is found, with the last look of each pair.
    pub fn json(&self) -> Value {
        let warned = self.warnings.iter().filter(|warning| !warning.is_note());
        json!({
            "warnings": warnings::to_json(warned),
            "findings": self.findings.iter().map(Finding::to_json).collect::<Vec<_>>(),
        })
    }
}
