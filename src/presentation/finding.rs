//! What an analysis finds out about a study on a corpus.

use serde_json::{Value, json};

use super::section::StudySection;
use super::text_table::TextTable;

/// A finding: terminal, page and scripts get the same.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// What it is about.
    pub(crate) headline: String,
    /// The shortest answer, for the page.
    pub(crate) verdict: Option<String>,
    /// What was found, each with its question, or with nothing where that of the headline is meant.
    pub(crate) sentences: Vec<(Option<&'static str>, String)>,
    /// The numbers, with what a reader must know of them.
    pub(crate) table: Option<TextTable>,
    /// The same for scripts: an object.
    pub(crate) data: Value,
}

impl Finding {
    /// All that scripts get: the numbers and the sentences.
    pub(crate) fn to_json(&self) -> Value {
        let mut json = self.data.clone();
        json["headline"] = json!(self.headline);
        json["sentences"] = self.sentences.iter().map(|(_, sentence)| sentence.as_str()).collect();
        json
    }

    /// The finding of an analysis on a question; none where there is nothing to say. Each sentence comes
    /// with its numbers.
    pub(crate) fn of_sentences(
        section: &StudySection<'_>,
        analysis: &str,
        question: &str,
        sentences: Vec<(String, Value)>,
        table: Option<TextTable>,
    ) -> Vec<Self> {
        if sentences.is_empty() {
            return Vec::new();
        }
        let StudySection { study, corpus, .. } = section;
        let synthetic = if section.is_synthetic() { " (synthetic)" } else { "" };
        let (sentences, results): (Vec<_>, Vec<_>) =
            sentences.into_iter().map(|(sentence, result)| ((None, sentence), result)).unzip();
        vec![Self {
            headline: format!("{question} Study {study}, corpus {corpus}{synthetic}"),
            verdict: None,
            sentences,
            table,
            data: json!({
                "study": study,
                "corpus": corpus,
                "analysis": analysis,
                "results": results,
            }),
        }]
    }
}
