//! Runs of systems without a spec, in all forms of an answer. It estimates nothing.

use serde_json::{Value, json};

use super::forms::AnswerForms;
use super::{Export, signature, summary, warnings};
use crate::analyses::{self, ScoreRow};
use crate::presentation::{About, Finding, StudySection, TextTable};
use crate::table::Tables;
use crate::warning::Warning;

/// What is said of systems with several runs.
#[derive(Debug)]
pub struct RunsAnswer<'a> {
    warnings: &'a [Warning],
    /// One by each metric.
    findings: Vec<Finding>,
    /// How the numbers were made, in a line.
    signature: String,
}

impl<'a> RunsAnswer<'a> {
    /// What `tables` of one study on one corpus say, with `warnings` before it.
    pub fn new(tables: &Tables, about: &About, warnings: &'a [Warning]) -> Self {
        let sections = StudySection::all(tables, about);
        Self {
            warnings,
            findings: sections.iter().flat_map(analyses::runs::findings).collect(),
            signature: signature::of_scores(tables.rows::<ScoreRow>(), true),
        }
    }
}

impl AnswerForms for RunsAnswer<'_> {
    fn warnings(&self) -> &[Warning] {
        self.warnings
    }

    fn text(&self, is_styled: bool) -> String {
        let findings = self
            .findings
            .iter()
            .map(|finding| summary::of_finding(finding, summary::TSV, is_styled));
        let findings: Vec<String> = findings.collect();
        let text = warnings::text(self.warnings) + &findings.join("\n");
        text + "\n" + &signature::on_terminal(&self.signature)
    }

    /// One by each metric.
    fn tables(&self, _: Export) -> Vec<TextTable> {
        let tables = self.findings.iter().cloned().filter_map(|finding| {
            let Finding { headline, sentences, table, notes, .. } = finding;
            let mut table = table?;
            table.caption = headline;
            let signature = vec![format!("Signature: {}", self.signature)];
            table.notes = [sentences, table.notes, notes, signature].concat();
            Some(table.aligned())
        });
        tables.collect()
    }

    fn json(&self) -> Value {
        let warned = self.warnings.iter().filter(|warning| !warning.is_note());
        json!({
            "warnings": warnings::to_json(warned),
            "findings": self.findings.iter().map(Finding::to_json).collect::<Vec<Value>>(),
            "signature": self.signature,
        })
    }
}
