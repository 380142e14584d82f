//! Findings of a command without a spec, in all forms of an answer: of several runs of systems, or of systems over several
//! corpora. It estimates nothing.

use serde_json::{Value, json};

use super::forms::AnswerForms;
use super::{Export, signature, summary, warnings};
use crate::analyses::{self, MacroAverageRow, ScoreRow, macro_average};
use crate::presentation::{About, Finding, StudySection, TextTable};
use crate::table::Tables;
use crate::warning::Warning;

/// What is found, with how it was made.
#[derive(Debug)]
pub struct FindingsAnswer<'a> {
    warnings: &'a [Warning],
    findings: Vec<Finding>,
    /// How the numbers were made, in a line.
    signature: String,
}

impl<'a> FindingsAnswer<'a> {
    /// What `tables` of one study on one corpus say of systems with several runs, a finding by each metric.
    pub fn of_runs(tables: &Tables, about: &About, warnings: &'a [Warning]) -> Self {
        let sections = StudySection::all(tables, about);
        Self {
            warnings,
            findings: sections.iter().flat_map(analyses::runs::findings).collect(),
            signature: signature::of_scores(tables.rows::<ScoreRow>(), true),
        }
    }

    /// Returns what `tables` of one study over several corpora say of systems against its baseline.
    pub fn over_corpora(tables: &Tables, about: &About, warnings: &'a [Warning]) -> Self {
        let (over, on_each): (Vec<_>, Vec<_>) =
            StudySection::all(tables, about).into_iter().partition(StudySection::is_over_corpora);
        let has_pairs = |section: &&StudySection<'_>| {
            section.rows::<MacroAverageRow>().iter().any(|row| row.system_b.is_some())
        };
        let findings: Vec<Finding> = over
            .iter()
            .filter(has_pairs)
            .filter_map(|section| macro_average::finding(section, &on_each))
            .collect();
        let tests = tables.rows::<MacroAverageRow>();
        let signature = signature::of_means(tables.rows::<ScoreRow>(), tests);
        Self { warnings, findings, signature }
    }

    /// Returns `true` if nothing is said.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }
}

impl AnswerForms for FindingsAnswer<'_> {
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

    /// One of each finding.
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
