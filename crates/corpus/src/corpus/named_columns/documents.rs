//! Rows of a system's document: scores, and no segment.

use std::collections::BTreeMap;

use crate::corpus::error::CorpusError;
use crate::corpus::model::{BySystem, Document};
use crate::corpus::rows::RowFile;

/// Scores of documents by column, then system.
type Scores = BTreeMap<String, BySystem<Vec<Option<f64>>>>;

/// What a row says.
struct Row {
    line: usize,
    scores: Vec<Option<f64>>,
}

/// Rows of documents by system, then document.
#[derive(Default)]
pub(super) struct DocumentRows(BTreeMap<String, BTreeMap<String, Row>>);

impl DocumentRows {
    /// Adds the scores of `system` for `document`, on `line` of `file`.
    pub(super) fn add(
        &mut self,
        (file, line): (&RowFile, usize),
        system: &str,
        document: &str,
        scores: Vec<Option<f64>>,
    ) -> Result<(), CorpusError> {
        let rows = self.0.entry(system.to_owned()).or_default();
        if let Some(known) = rows.insert(document.to_owned(), Row { line, scores }) {
            let cause =
                format!("the system has had this document on {}", file.unit().place(known.line));
            return Err(file.malformed(line, cause, "keep one of the rows"));
        }
        Ok(())
    }

    /// The scores of all `documents`, in columns of these names.
    pub(super) fn into_scores(
        self,
        file: &RowFile,
        names: &[String],
        documents: &[Document],
    ) -> Result<Scores, CorpusError> {
        let mut all = Scores::new();
        for (system, mut rows) in self.0 {
            let ordered: Vec<Option<Row>> =
                documents.iter().map(|document| rows.remove(&document.id)).collect();
            if let Some((document, row)) = rows.first_key_value() {
                let cause = format!("document `{document}` has no segment on any row");
                let help = "add rows of its segments, or remove this one";
                return Err(file.malformed(row.line, cause, help));
            }
            for (at, name) in names.iter().enumerate() {
                let scores: Vec<Option<f64>> =
                    ordered.iter().map(|row| row.as_ref().and_then(|row| row.scores[at])).collect();
                if scores.iter().any(Option::is_some) {
                    all.entry(name.clone()).or_default().insert(system.clone(), scores);
                }
            }
        }
        Ok(all)
    }
}
