//! The columns that all tables of cells share.

use std::sync::Arc;

use crate::stats::reason::Status;
use crate::table::ChosenReferences;
use crate::table::columns::columns;
use crate::table::shown::{Coordinates, MetricKey, text};

columns! {
    /// The columns that all tables of cells share.
    pub struct Cell {
        /// Name of the study in the spec.
        study: Arc<str> [key],
        /// Name of the corpus in the spec.
        corpus: Arc<str> [key],
        /// Name of the metric in the spec.
        metric: Arc<str> [key],
        /// Name of the system. Null in rows about several systems.
        system: Option<Arc<str>> [key, "system"],
        /// Number of references that each segment is compared with; null for metrics that read none.
        reference_count: Option<u32> [key],
        /// How the references were chosen: `first`, `every-subset`, or `mixed` (each segment has one of
        /// several translators', picked at random once for all its resamples).
        reference_choice: Option<ChosenReferences> [key],
        /// Names of the references, joined by `+`; where they are mixed, after the number of the
        /// assignment: `mixed-3 of ref1+ref2`.
        references: Option<Arc<str>> [key],
        /// Order in which documents entered: `corpus`, `random-1`, `explicit-1`, ..., or
        /// `exhaustive` where every set of documents stands for all orders; or the name of a sample:
        /// `broad-1`, `consecutive-1`, `random-1`, ... Null over orderings.
        ordering: Option<Arc<str>> [key],
        /// Identity of the test set: equal sets have equal identities. Null over
        /// different test sets.
        test_set: Option<Arc<str>> [key],
        /// Documents that the test set has segments of. Over samples of one size that differ in it:
        /// the largest number.
        documents: u32 [key, "documents"],
        /// Segments in the test set. Null over test sets of different lengths.
        segments: Option<u64>,
        /// Scored segments of the test set (judged where people judge, translated, with a
        /// reference; under the mask of the study). Null where there is no score at all.
        judged_segments: Option<u64>,
        /// Documents of the test set with scored segments. Null where there is no score at all.
        judged_documents: Option<u32>,
        /// Fraction of the documents, where the spec has fractions.
        fraction: Option<f64> [key, "fraction", Percent],
        /// Repetition of the resampling, from 1.
        repeat: u32 [key],
        /// Number of replicates.
        replicates as "B": u32 [key, "B"],
        /// `ok`, or why values are null: `no-data` (nothing of this system for this metric),
        /// `no-judged-segments` (none in this test set), `missing-judgments` (some are missing
        /// and the mask is `all`), `reference-of-itself`, `undefined` (the metric has no value),
        /// `one-unit` (there is a score, but one segment, or one document where documents are
        /// resampled, is no sample to take a deviation of), `one-unit-stratum` (so has a stratum),
        /// `empty-stratum` (no segment of a stratum is judged, so that there is no weighted score),
        /// `unconnected` (an adjusted score: no shared segment compares the systems),
        /// `no-fit` (too few sizes with a positive deviation to fit the function),
        /// `no-intervals` (fewer than two repeats have one).
        status: Status,
    }
}

impl Cell {
    /// Name of the system; empty in rows about several systems.
    pub fn system(&self) -> &str {
        text(self.system.as_ref())
    }

    /// What the row shares with rows of other tables.
    pub fn coordinates(&self) -> Coordinates<'_> {
        let (choice, names) = (self.reference_choice, self.references.as_ref());
        Coordinates {
            study: &self.study,
            corpus: &self.corpus,
            metric: MetricKey::new(&self.metric, self.reference_count, choice, names),
            system: self.system(),
            ordering: text(self.ordering.as_ref()),
            documents: self.documents,
            repeat: self.repeat,
            replicates: Some(self.replicates),
        }
    }
}
