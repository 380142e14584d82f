//! What an analysis finds out about a study on a corpus, or on all its corpora together.

use serde_json::{Value, json};

use super::section::StudySection;
use super::text_table::TextTable;
use crate::table::TableRow;

/// A finding: terminal, page and scripts get the same.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The key of the analysis in a spec.
    pub analysis: &'static str,
    pub study: String,
    /// Empty over all corpora of the study.
    pub corpus: String,
    pub synthetic: bool,
    /// The verdict: a sentence that can be quoted.
    pub headline: String,
    /// What else was found, four sentences at most.
    pub sentences: Vec<String>,
    /// The numbers behind it, in few lines of at most 80 columns.
    pub table: Option<TextTable>,
    /// What a reader must know before acting.
    pub notes: Vec<String>,
    /// The numbers for scripts: objects with the same keys, unrounded.
    pub rows: Vec<Value>,
}

impl Finding {
    /// A finding with nothing but a verdict.
    pub fn new(
        section: &StudySection<'_>,
        analysis: &'static str,
        headline: impl Into<String>,
    ) -> Self {
        Self {
            analysis,
            study: section.study.to_owned(),
            corpus: section.corpus.to_owned(),
            synthetic: section.is_synthetic(),
            headline: headline.into(),
            sentences: Vec::new(),
            table: None,
            notes: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// With one more sentence.
    pub fn sentence(mut self, sentence: impl Into<String>) -> Self {
        self.sentences.push(sentence.into());
        self
    }

    /// With a table.
    pub fn table(self, table: impl Into<Option<TextTable>>) -> Self {
        Self { table: table.into(), ..self }
    }

    /// With one more note.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With one more row for scripts, an object.
    pub fn json_row(mut self, row: Value) -> Self {
        self.rows.push(row);
        self
    }

    /// With a row of a table for scripts: its columns are the keys.
    pub fn row<R: TableRow>(self, row: &R) -> Self {
        self.json_row(row.json().into())
    }

    /// With rows of a table for scripts.
    pub fn rows<'a, R: TableRow>(self, rows: impl IntoIterator<Item = &'a R>) -> Self {
        rows.into_iter().fold(self, Self::row)
    }

    /// All that scripts get.
    pub fn to_json(&self) -> Value {
        json!({
            "analysis": self.analysis,
            "study": self.study,
            "corpus": Some(&self.corpus).filter(|corpus| !corpus.is_empty()),
            "synthetic": self.synthetic,
            "headline": self.headline,
            "sentences": self.sentences,
            "notes": self.notes,
            "rows": self.rows,
        })
    }
}
