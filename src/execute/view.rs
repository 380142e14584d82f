//! What answers read: the scorings of a job on its test set, and the scores of their replicates.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::job;
use super::replicates::Basis;
use super::statistics::OfCorpus;
use crate::metric::{Rows, Scorer};
use crate::plan::{CorpusPlan, Job, Plan};
use crate::stats::design_effect::Clustering;
use crate::stats::distribution::Distribution;

/// A scoring on the test set of a job.
pub(super) struct Entry {
    /// Index of the scoring in the corpus plan.
    pub(super) scoring: usize,
    /// What its replicates are scored from.
    pub(super) basis: Basis,
    /// Rows of the test set: of segments, or of documents where `per_document`. Sums of them are
    /// scored by `scorer`.
    pub(super) rows: Arc<Rows>,
    /// Whether rows are of documents.
    pub(super) per_document: bool,
    /// Score of sums of rows.
    pub(super) scorer: Arc<dyn Scorer>,
    /// Segments that count.
    pub(super) judged_segments: u64,
    /// Resampling units with a segment that counts.
    pub(super) judged_units: u64,
    /// Score of the test set itself.
    pub(super) score: Option<f64>,
    /// How alike segments of one document are.
    pub(super) clustering: Clustering,
}

impl Entry {
    /// Whether the score of a resample follows from sums of rows, so that rows can be left out,
    /// swapped and summed otherwise.
    pub(super) fn is_additive(&self) -> bool {
        matches!(self.basis, Basis::Sums(..))
    }

    /// Whether there is a sample to take a deviation of.
    pub(super) fn has_replicates(&self) -> bool {
        self.score.is_some() && self.judged_units >= 2
    }
}

/// A job with its scorings and their replicates.
pub(super) struct View<'a> {
    pub(super) plan: &'a Plan,
    pub(super) job: &'a Job,
    statistics: &'a OfCorpus,
    entries: Vec<Entry>,
    /// Scores of replicates, one vector per entry; NaN where undefined.
    scores: Vec<Vec<f64>>,
    /// Segments of each unit, as positions in the test set.
    pub(super) units: Vec<Range<usize>>,
    /// By entry and number of replicates: several questions read one distribution.
    distributions: BTreeMap<(usize, u32), OnceLock<Distribution>>,
}

impl<'a> View<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        job: &'a Job,
        statistics: &'a OfCorpus,
        entries: Vec<Entry>,
        scores: Vec<Vec<f64>>,
        units: Vec<Range<usize>>,
    ) -> Self {
        let position = |scoring: usize| {
            let found = entries.binary_search_by_key(&scoring, |entry| entry.scoring);
            found.expect("every task has its entries")
        };
        let asked = job.tasks.iter().flat_map(|task| {
            task.scorings.iter().map(|scoring| (position(*scoring), task.replicates))
        });
        let distributions = asked.map(|place| (place, OnceLock::new())).collect();
        Self { plan, job, statistics, entries, scores, units, distributions }
    }

    fn position(&self, scoring: usize) -> usize {
        let found = self.entries.binary_search_by_key(&scoring, |entry| entry.scoring);
        found.expect("every task has its entries")
    }

    /// The entry of a scoring that a task of the job reads.
    pub(super) fn entry(&self, scoring: usize) -> &Entry {
        &self.entries[self.position(scoring)]
    }

    /// Score of the whole corpus by a scoring that a task of the job reads, computed once for all jobs.
    pub(super) fn corpus_score(&self, scoring: usize) -> Option<f64> {
        let extracted = self.statistics[scoring].as_ref().expect("extracted for every job");
        *extracted.corpus_score.get_or_init(|| {
            let CorpusPlan { corpus, scorings, .. } = &self.plan.corpora[self.job.corpus];
            let (count, mask) = if extracted.per_document {
                (corpus.documents.len(), None)
            } else {
                (corpus.segment_count(), scorings[scoring].mask.as_deref())
            };
            let all: Vec<usize> = (0..count).collect();
            let rows = job::rows_of(&extracted.statistics.rows, &all, mask);
            job::score(&*extracted.statistics.scorer, &rows)
        })
    }

    /// Scores of the first `replicates` replicates of a scoring; NaN where undefined.
    pub(super) fn scores(&self, scoring: usize, replicates: u32) -> &[f64] {
        &self.scores[self.position(scoring)][..replicates as usize]
    }

    /// Their distribution. `replicates` is that of a task that reads the scoring.
    pub(super) fn distribution(&self, scoring: usize, replicates: u32) -> &Distribution {
        let place = (self.position(scoring), replicates);
        self.distributions[&place]
            .get_or_init(|| Distribution::new(self.scores(scoring, replicates)))
    }

    /// Sums of the rows of each unit, one after the other; units without a row that counts hold
    /// zeros.
    pub(super) fn unit_rows(&self, entry: &Entry) -> Vec<i64> {
        let columns = entry.rows.columns();
        let mut sums = vec![0; self.units.len() * columns];
        for (index, own) in sums.chunks_exact_mut(columns.max(1)).enumerate() {
            for source in self.rows_of_unit(entry, index) {
                own.iter_mut().zip(entry.rows.row(source)).for_each(|(sum, value)| *sum += value);
            }
        }
        sums
    }

    /// Rows of an entry that unit `index` is made of.
    pub(super) fn rows_of_unit(&self, entry: &Entry, index: usize) -> Range<usize> {
        if entry.per_document { index..index + 1 } else { self.units[index].clone() }
    }
}
