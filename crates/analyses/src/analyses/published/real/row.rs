//! The table `real_text`: what kept runs on real test sets say of claims.

use std::sync::Arc;

use super::RealText;
use crate::analyses::published::{ClaimVerdict, Published};
use crate::table::ReportRow;
use crate::table::columns::table;

table! {
    /// One row per claim and real test set that can test it. This run computes none of it: they are kept results of
    /// `experiment`, on a test set that is public and not part of this project.
    pub struct RealTextRow in "real_text" {
        /// Short name of the source, such as a paper.
        source: Arc<str> [key],
        /// What the table `claims` calls the claim.
        id: Arc<str> [key],
        /// The test set: campaign, year and languages.
        set: Arc<str> [key],
        /// The experiment that was run on it.
        experiment: Arc<str>,
        /// Its systems.
        systems: u32,
        /// Its references.
        references: u32,
        /// Its documents.
        documents: u64,
        /// Its segments.
        segments: u64,
        /// What it has in place of what is published, in words.
        here: Arc<str>,
        /// The verdict on the claim, as in `claims`.
        verdict: ClaimVerdict,
        /// Version of the program that ran.
        runner: Arc<str>,
        /// Version of its numbers.
        numbers: u32,
    }
}

impl ReportRow for RealTextRow {}

/// The rows of all claims of `sources`, each with what is kept of real test sets.
pub(in crate::analyses::published) fn real_rows(sources: &[Published]) -> Vec<RealTextRow> {
    let mut rows = Vec::new();
    for source in sources {
        for id in source.claims.iter().filter_map(|claim| claim.id.as_deref()) {
            rows.extend(rows_of_claim(&source.source.key, id, &source.real_text));
        }
    }
    rows
}

fn rows_of_claim<'a>(
    source: &'a str,
    id: &'a str,
    real: &'a RealText,
) -> impl Iterator<Item = RealTextRow> + 'a {
    real.sets.iter().flat_map(move |set| {
        let claims = set.claims.iter();
        let meant = claims.filter(move |claim| claim.source == source && claim.id == id);
        meant.map(|claim| RealTextRow {
            source: source.into(),
            id: id.into(),
            set: set.name.as_str().into(),
            experiment: set.experiment.as_str().into(),
            systems: set.systems,
            references: set.references,
            documents: set.documents,
            segments: set.segments,
            here: claim.here.as_str().into(),
            verdict: claim.verdict,
            runner: set.runner.as_str().into(),
            numbers: set.numbers,
        })
    })
}
