//! Findings of an analysis about a study, on one corpus or on all its corpora.

use serde_json::{Map, Value, json};

use super::{StudySection, TextTable};
use crate::table::TableRow;

/// A finding, the same on the terminal, on the page and for scripts.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The key of the analysis in a spec.
    pub analysis: &'static str,
    pub study: String,
    /// Name of the corpus. Empty if the finding is about all corpora of the study.
    pub corpus: String,
    pub synthetic: bool,
    /// The verdict: a sentence that can be quoted.
    pub headline: String,
    /// Further results, a sentence each. Most analyses have at most four; `comparison` can have more.
    pub sentences: Vec<String>,
    /// The numbers behind the finding, in a few lines of at most 80 columns.
    pub table: Option<TextTable>,
    /// Caveats for the reader.
    pub notes: Vec<String>,
    /// The numbers for scripts, unrounded: objects, which have the same keys in [`to_json`](Self::to_json).
    pub rows: Vec<Value>,
}

impl Finding {
    /// Returns a finding that has only a verdict.
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

    /// Adds a sentence.
    pub fn sentence(mut self, sentence: impl Into<String>) -> Self {
        self.sentences.push(sentence.into());
        self
    }

    /// Adds sentences.
    pub fn sentences(mut self, sentences: impl IntoIterator<Item = String>) -> Self {
        self.sentences.extend(sentences);
        self
    }

    /// Adds notes.
    pub fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(notes);
        self
    }

    /// Sets the table.
    pub fn table(self, table: impl Into<Option<TextTable>>) -> Self {
        Self { table: table.into(), ..self }
    }

    /// Adds a note.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a row for scripts, an object.
    pub fn json_row(mut self, row: Value) -> Self {
        self.rows.push(row);
        self
    }

    /// Adds a row of a table for scripts. Its columns are the keys.
    pub fn row<R: TableRow>(self, row: &R) -> Self {
        self.json_row(row.json().into())
    }

    /// Adds a row of a table for scripts, with more keys.
    pub fn row_with<R: TableRow, const N: usize>(self, row: &R, more: [(&str, Value); N]) -> Self {
        let mut object = row.json();
        object.extend(more.map(|(key, value)| (key.to_owned(), value)));
        self.json_row(object.into())
    }

    /// Adds rows of a table for scripts.
    pub fn rows<'a, R: TableRow>(self, rows: impl IntoIterator<Item = &'a R>) -> Self {
        rows.into_iter().fold(self, Self::row)
    }

    /// Returns the finding for scripts.
    pub fn to_json(&self) -> Value {
        // Rows of two tables: each has the keys of the other, too.
        let objects = self.rows.iter().filter_map(Value::as_object);
        let keys: Map<String, Value> =
            objects.flat_map(|row| row.keys().map(|key| (key.clone(), Value::Null))).collect();
        let rows = self.rows.iter().filter_map(Value::as_object).map(|row| {
            let mut all = keys.clone();
            all.extend(row.clone());
            Value::Object(all)
        });
        let rows: Vec<Value> = rows.collect();
        json!({
            "analysis": self.analysis,
            "study": self.study,
            "corpus": Some(&self.corpus).filter(|corpus| !corpus.is_empty()),
            "synthetic": self.synthetic,
            "headline": self.headline,
            "sentences": self.sentences,
            "notes": self.notes,
            "rows": rows,
        })
    }
}
