//! Coordinates of a job, and the streams of random numbers that follow from them.

use super::{CorpusPlan, DivisionId};
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
    /// Strata within which it is resampled, where there are any.
    pub strata: Option<DivisionId>,
    /// Repetition, from 1.
    pub repeat: u32,
}

impl JobCoordinates {
    /// The stream of resamples, or of exchanges of outputs, which all pairs of systems and all metrics
    /// share. `corpus` is the one of these coordinates.
    pub fn stream(&self, seed: u64, corpus: &CorpusPlan, purpose: Purpose) -> StreamKey {
        let key = self.stream_of_test_set(seed, corpus, purpose);
        let key = key.text(self.unit.name()).number(u64::from(self.repeat));
        // Within other strata the same indices would mean other units.
        match &self.strata {
            None => key,
            Some(division) => numbers(key.text("strata"), division.as_bytes()),
        }
    }

    /// A stream that is the same for all resampling units and repeats, so that units are compared on
    /// the same documents.
    pub fn stream_of_test_set(
        &self,
        seed: u64,
        corpus: &CorpusPlan,
        purpose: Purpose,
    ) -> StreamKey {
        let key = StreamKey::new(seed, purpose).text(&corpus.corpus.name);
        numbers(key, corpus.test_sets[self.test_set].id.as_bytes())
    }
}

/// `key` with both halves of an identity.
fn numbers(key: StreamKey, identity: &[u8; 16]) -> StreamKey {
    let halves = identity.chunks_exact(8);
    let halves = halves.map(|half| u64::from_le_bytes(half.try_into().expect("8 bytes")));
    halves.fold(key, StreamKey::number)
}
