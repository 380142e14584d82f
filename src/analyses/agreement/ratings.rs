//! Judgments of systems, by document and segment.

use crate::corpus::model::{Corpus, Judgments};

/// Judgments by document and segment.
#[derive(Default)]
pub(super) struct Ratings {
    /// Judgments of each segment (of each system) of each document.
    documents: Vec<Vec<Vec<f64>>>,
    /// Columns of judgments.
    pub(super) judges: usize,
}

impl Ratings {
    pub(super) fn new(corpus: &Corpus, judgments: Option<&Judgments>) -> Self {
        let Some(Judgments { judges }) = judgments else { return Self::default() };
        let of_segment = |segment: usize| -> Vec<f64> {
            judges.iter().map(|judge| judge[segment].unwrap_or(f64::NAN)).collect()
        };
        let documents = corpus.documents.iter();
        let documents =
            documents.map(|document| document.segments.clone().map(of_segment).collect()).collect();
        Self { documents, judges: judges.len() }
    }

    pub(super) fn pooled<'a>(systems: impl Iterator<Item = &'a Self>) -> Self {
        let mut pooled = Self::default();
        for system in systems {
            pooled.judges = pooled.judges.max(system.judges);
            pooled.documents.resize(pooled.documents.len().max(system.documents.len()), Vec::new());
            for (all, own) in pooled.documents.iter_mut().zip(&system.documents) {
                all.extend(own.iter().cloned());
            }
        }
        pooled
    }

    /// Documents with segments that two judges judged, by index, and the number of such segments.
    pub(super) fn compared(&self) -> (Vec<usize>, usize) {
        let twice = |segment: &&Vec<f64>| segment.iter().filter(|x| x.is_finite()).count() >= 2;
        let counts: Vec<usize> =
            self.documents.iter().map(|segments| segments.iter().filter(twice).count()).collect();
        let documents = (0..counts.len()).filter(|index| counts[*index] > 0).collect();
        (documents, counts.iter().sum())
    }

    pub(super) fn without(&self, left_out: Option<usize>) -> Vec<Vec<f64>> {
        let documents = self.documents.iter().enumerate();
        let kept = documents.filter(|(index, _)| Some(*index) != left_out);
        kept.flat_map(|(_, segments)| segments.iter().cloned()).collect()
    }
}
