//! The history of a system from run to run, in all forms of an answer. It estimates nothing.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::chapter::Chapter;
use super::diff::manifest_change;
use super::forms::AnswerForms;
use super::{Export, signature, summary, warnings};
use crate::analyses::ScoreRow;
use crate::diff::ManifestChange;
use crate::presentation::{About, Finding, StudySection, TextTable};
use crate::table::Tables;
use crate::warning::Warning;

/// The heading of the way from the first run.
const SINCE_FIRST: &str = "since first";

/// A run, and what changed since the one before in how scores are made.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it is called.
    pub label: String,
    /// Version of the program that kept it, if it says so.
    pub program: Option<String>,
    /// Since the run before.
    pub changes: Vec<ManifestChange>,
}

impl Run {
    /// What changed, if anything did.
    fn changes_in_words(&self) -> Option<String> {
        let changes: Vec<String> = self.changes.iter().map(manifest_change).collect();
        (!changes.is_empty()).then(|| format!("{}: {}", self.label, changes.join("; ")))
    }

    fn to_json(&self) -> Value {
        json!({ "label": self.label, "runner": self.program, "changes": self.changes })
    }
}

/// What is said of the runs.
#[derive(Debug)]
pub struct HistoryAnswer<'a> {
    runs: &'a [Run],
    warnings: &'a [Warning],
    finding: Option<Finding>,
    /// How the numbers were made, in a line.
    signature: String,
}

impl<'a> HistoryAnswer<'a> {
    /// What `tables` of one study on one corpus say of the runs.
    pub fn new(tables: &Tables, about: &About, runs: &'a [Run], warnings: &'a [Warning]) -> Self {
        let sections = StudySection::all(tables, about);
        let findings = Chapter::of_findings(&sections).into_iter();
        let mut findings = findings.flat_map(|chapter| chapter.findings);
        let finding = findings.find(|(_, finding)| finding.analysis == "history");
        let signature = signature::of_scores(tables.rows::<ScoreRow>(), true);
        Self { runs, warnings, finding: finding.map(|(_, finding)| finding), signature }
    }

    /// For scripts, of a single run.
    pub fn of_one(label: &str, warnings: &[Warning]) -> Value {
        let runs = [Run { label: label.to_owned(), program: None, changes: Vec::new() }];
        let answer =
            HistoryAnswer { runs: &runs, warnings, finding: None, signature: String::new() };
        answer.json()
    }

    /// What changed in how scores are made, from run to run.
    fn changes(&self) -> String {
        let changes: Vec<String> = self.runs.iter().filter_map(Run::changes_in_words).collect();
        if changes.is_empty() {
            return "none: one test set, program and signature in all runs.".to_owned();
        }
        format!("{}. All runs are scored again by this program.", changes.join(". "))
    }

    /// The table with the verdict above and notes below.
    fn table(&self) -> Option<TextTable> {
        let Finding { headline, sentences, table, notes, .. } = self.finding.clone()?;
        let mut table = table?;
        table.caption = headline;
        let more =
            [format!("Changes: {}", self.changes()), format!("Signature: {}", self.signature)];
        table.notes = [sentences, table.notes, notes, more.into()].concat();
        // Headings of two lines are for terminals, where those of the same name stand behind what they are about.
        let mut about = "";
        let mut seen = BTreeSet::new();
        for cell in &mut table.header {
            let heading = cell.text.replace('\n', " ");
            cell.text =
                if seen.contains(&heading) { format!("{heading} {about}") } else { heading };
            if cell.text.starts_with(SINCE_FIRST) {
                about = SINCE_FIRST;
            }
            seen.insert(cell.text.clone());
        }
        Some(table.aligned())
    }
}

impl AnswerForms for HistoryAnswer<'_> {
    fn warnings(&self) -> &[Warning] {
        self.warnings
    }

    fn text(&self, is_styled: bool) -> String {
        let finding = self
            .finding
            .iter()
            .map(|finding| summary::of_finding(finding, summary::TSV, is_styled));
        let mut text = warnings::text(self.warnings) + &finding.collect::<String>();
        text.push('\n');
        text += &summary::wrapped(&format!("Changes    {}", self.changes()), "           ");
        text + &signature::on_terminal(&self.signature)
    }

    fn tables(&self, _: Export) -> Vec<TextTable> {
        self.table().into_iter().collect()
    }

    fn json(&self) -> Value {
        let warned = self.warnings.iter().filter(|warning| !warning.is_note());
        json!({
            "runs": self.runs.iter().map(Run::to_json).collect::<Vec<Value>>(),
            "warnings": warnings::to_json(warned),
            "findings": self.finding.iter().map(Finding::to_json).collect::<Vec<Value>>(),
            "signature": self.signature,
        })
    }
}
