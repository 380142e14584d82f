//! A corpus as one table.

use std::sync::Arc;

use super::columns::table;

table! {
    /// A corpus in one long table. `kind` says what a row is about and which of the other columns it
    /// fills. A text or score that is missing has no row, so every column of texts or scores begins
    /// with a row without segment or document that says that it is there.
    pub struct CorpusRow in "corpus" {
        /// `segment` (its document and domain), `source`, `reference` or `system` (texts),
        /// `judgment` (a judge's score of a segment), `score` (an external metric's score of a
        /// segment), `document-score`, `error` (an error that a judge marked in an output; its name is the severity, its
        /// text the category); or, once each without a value: `system-without-text`,
        /// `human-system`, `lower-is-better` (a score of which it is) and `synthetic`; `rating-seconds` (seconds that
        /// a judgment on a criterion takes, as score); or `weight` (what a segment weighs in means, as score).
        kind: Arc<str>,
        /// Name of the reference, system, criterion or metric.
        name: Option<Arc<str>>,
        /// The system that is judged or scored.
        system: Option<Arc<str>>,
        /// Number of the judge, from 1. Judges are interchangeable, unless they have names.
        judge: Option<u32>,
        /// Name of the document, of a `segment` or a `document-score`.
        document: Option<Arc<str>>,
        /// Domain of the document of a `segment`, if it has one.
        domain: Option<Arc<str>>,
        /// Number of the segment in the corpus, from 1.
        segment: Option<u32>,
        /// The text; of a judge's score, the name of the judge where the format has names. The row that
        /// declares the judgments of a system has an empty one if its judges have names.
        text: Option<Arc<str>>,
        /// The score.
        score: Option<f64>,
        /// Of an `error`: characters of the output before it; null for one that has no place in it. Files of older versions
        /// have no such column, and no `end`.
        start: Option<u32>,
        /// Of an `error`: characters before its end; as `start` where nothing is marked, as of an omission.
        end: Option<u32>,
    }
}

impl CorpusRow {
    /// A row of that kind with nothing else in it.
    pub fn of(kind: &str) -> Self {
        Self { kind: Arc::from(kind), ..Self::default() }
    }
}
