//! Picks without a spec, for people and for scripts. It estimates nothing.

use serde_json::Value;

use super::summary;
use crate::analyses;
use crate::presentation::{About, Finding, StudySection};
use crate::table::Tables;

/// What is said of the corpus to pick from.
#[derive(Debug)]
pub struct PickAnswer {
    findings: Vec<Finding>,
}

impl PickAnswer {
    /// What `tables` say.
    pub fn new(tables: &Tables, about: &About) -> Self {
        let sections = StudySection::all(tables, about);
        Self { findings: sections.iter().flat_map(analyses::pick::findings).collect() }
    }

    /// The same with a note.
    #[must_use]
    pub fn with_note(self, note: &str) -> Self {
        let findings = self.findings.into_iter().map(|finding| finding.note(note));
        Self { findings: findings.collect() }
    }

    /// The answer in lines of at most 80 columns, with emphasis if it `is_styled`.
    pub fn text(&self, is_styled: bool) -> String {
        self.findings
            .iter()
            .map(|finding| summary::of_finding(finding, summary::JSON, is_styled))
            .collect()
    }

    /// The answer for scripts.
    pub fn json(&self) -> Vec<Value> {
        self.findings.iter().map(Finding::to_json).collect()
    }
}
