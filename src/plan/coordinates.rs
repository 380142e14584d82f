//! Coordinates of a job, and the streams of random numbers that follow from them.

use super::corpus_plan::CorpusPlan;
use crate::config::model::ResamplingUnit;
use crate::stats::random::{Purpose, StreamKey};

/// A test set with one stream of resamples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct JobCoordinates {
    /// Index of the corpus plan.
    pub corpus: usize,
    /// Index of the test set in the corpus plan.
    pub test_set: usize,
    /// Resampling unit.
    pub unit: ResamplingUnit,
    /// Repetition, from 1.
    pub repeat: u32,
}

impl JobCoordinates {
    /// The stream of resamples, or of exchanges of outputs, which all pairs of systems and all metrics
    /// share. `corpus` is the one of these coordinates.
    pub fn stream(&self, seed: u64, corpus: &CorpusPlan, purpose: Purpose) -> StreamKey {
        let key = self.stream_of_test_set(seed, corpus, purpose);
        key.text(self.unit.name()).number(u64::from(self.repeat))
    }

    /// A stream that is the same for all resampling units and repeats, so that units are compared on
    /// the same documents.
    pub fn stream_of_test_set(
        &self,
        seed: u64,
        corpus: &CorpusPlan,
        purpose: Purpose,
    ) -> StreamKey {
        let mut key = StreamKey::new(seed, purpose).text(&corpus.corpus.name);
        for half in corpus.test_sets[self.test_set].id.as_bytes().chunks_exact(8) {
            key = key.number(u64::from_le_bytes(half.try_into().expect("8 bytes")));
        }
        key
    }
}
