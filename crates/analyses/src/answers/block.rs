//! The answer to a question, and what it is made of.

use serde_json::{Value, json};

use super::by_metric::{MetricColumns, merged};
use crate::analyses::{Analyses, Question};
use crate::presentation::{Finding, StudySection, TextCell, TextTable};
use crate::table::Resampled;

/// A study on a corpus with its findings.
pub struct Told<'a> {
    /// What the findings are about.
    pub section: StudySection<'a>,
    /// The analyses that there are.
    pub analyses: Analyses,
    /// Each with the number of its analysis.
    pub findings: &'a [(usize, Finding)],
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Block {
    /// What was asked.
    pub question: Question,
    /// In one sentence.
    pub verdict: String,
    /// What else a reader should know, few sentences.
    pub sentences: Vec<String>,
    /// Its numbers, at most 80 columns wide.
    pub table: Option<TextTable>,
    /// What stands in a line for each metric: of several blocks in one table.
    pub by_metric: Option<MetricColumns>,
    /// Without which a reader would do something wrong.
    pub notes: Vec<String>,
    /// Headlines of findings that sentences leave out.
    pub left_out: usize,
    /// The findings that it puts together: study, corpus and key of the analysis.
    pub sources: Vec<Source>,
    /// What its numbers are for: by metric, what is resampled.
    pub resampled: Vec<(String, Resampled)>,
}

/// Where a block comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name.
    pub study: String,
    /// Its name; empty over all corpora.
    pub corpus: String,
    /// As findings call it.
    pub analysis: &'static str,
}

impl Block {
    pub(super) fn new(question: Question, verdict: impl Into<String>) -> Self {
        Self {
            question,
            verdict: verdict.into(),
            sentences: Vec::new(),
            table: None,
            by_metric: None,
            notes: Vec::new(),
            left_out: 0,
            sources: Vec::new(),
            resampled: Vec::new(),
        }
    }

    /// For scripts.
    pub fn to_json(&self) -> Value {
        let sources = self.sources.iter().map(|source| {
            let corpus = Some(&source.corpus).filter(|corpus| !corpus.is_empty());
            json!({ "study": source.study, "corpus": corpus, "analysis": source.analysis })
        });
        json!({
            "key": self.question,
            "question": self.question.in_words(),
            "verdict": self.verdict,
            "sentences": self.sentences,
            "notes": self.notes,
            "table": self.table_to_json(),
            "sources": sources.collect::<Vec<_>>(),
        })
    }
}

impl Block {
    /// Its table, or what stands in a line for each metric, as people read it.
    fn table_to_json(&self) -> Option<Value> {
        let table = self.table.clone().or_else(|| merged(&[self.by_metric.as_ref()?]))?;
        let rows: Vec<Vec<String>> = table.rows.iter().map(|row| in_one_line(row)).collect();
        Some(json!({ "header": in_one_line(&table.header), "rows": rows }))
    }
}

/// Texts of cells without their line ends.
fn in_one_line(cells: &[TextCell]) -> Vec<String> {
    cells.iter().map(|cell| cell.text.replace('\n', " ")).collect()
}

/// The findings that belong to a question, each with its study and corpus.
pub(super) fn findings_about<'t, 'a>(
    question: Question,
    told: &'t [Told<'a>],
) -> impl Iterator<Item = (&'t StudySection<'a>, &'a Finding)> {
    told.iter().flat_map(move |told| {
        let findings = told.findings.iter().filter(move |(number, _): &&(usize, Finding)| {
            told.analyses[*number].question == question
        });
        findings.map(move |(_, finding)| (&told.section, finding))
    })
}
