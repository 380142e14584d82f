//! Judges of a metric: who rated which segments, where judges are resampled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::digests::add_part;
use crate::corpus::model::{Corpus, JudgeNames};
use crate::plan::test_set::TestSet;

/// The judges of a criterion over all systems of a study: a resample takes the same ones for all of them.
#[derive(Clone, Debug)]
pub struct MetricJudges {
    /// Criterion of the corpus.
    criterion: String,
    /// Names, in byte order.
    names: Vec<Arc<str>>,
    /// Numbers of the judges who rated an output of each segment that counts, ascending.
    segment_judges: Vec<Vec<u32>>,
    digest: [u8; 32],
}

impl PartialEq for MetricJudges {
    fn eq(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

impl Eq for MetricJudges {}

impl MetricJudges {
    /// Those of a study by one metric of a single criterion, all of whose judges are named: of the scored `systems`,
    /// each with the segments that count, where not all do.
    pub(crate) fn new<'a>(
        corpus: &Corpus,
        criterion: &str,
        systems: impl Iterator<Item = (&'a str, Option<&'a [bool]>)>,
    ) -> Self {
        let by_system = corpus.judge_names.get(criterion);
        let mut rated: BTreeMap<&Arc<str>, BTreeSet<usize>> = BTreeMap::new();
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 judges of a metric");
        for (system, mask) in systems {
            let Some(names) = by_system.and_then(|by| by.get(system)) else { continue };
            let counting =
                named(names).filter(|(segment, _)| mask.is_none_or(|mask| mask[*segment]));
            for (segment, name) in counting {
                rated.entry(name).or_default().insert(segment);
            }
        }
        let mut segment_judges = vec![Vec::new(); corpus.segment_count()];
        for (judge, (name, segments)) in (0..).zip(&rated) {
            add_part(&mut hasher, name.as_bytes());
            for segment in segments {
                segment_judges[*segment].push(judge);
                hasher.update(&(*segment as u64).to_le_bytes());
            }
        }
        Self {
            criterion: criterion.to_owned(),
            names: rated.into_keys().cloned().collect(),
            segment_judges,
            digest: *hasher.finalize().as_bytes(),
        }
    }

    /// Criterion of the corpus.
    pub fn criterion(&self) -> &str {
        &self.criterion
    }

    /// The number of a judge.
    pub fn number(&self, name: &str) -> Option<u32> {
        let place = self.names.binary_search_by(|other| (**other).cmp(name)).ok()?;
        u32::try_from(place).ok()
    }

    /// Numbers of the judges who rated something of a test set, ascending.
    pub fn of_test_set(&self, test_set: &TestSet, corpus: &Corpus) -> Vec<u32> {
        let segments = test_set.segment_indices(corpus).into_iter();
        let judges: BTreeSet<u32> =
            segments.flat_map(|segment| self.segment_judges[segment].iter().copied()).collect();
        judges.into_iter().collect()
    }

    /// Names of those who rated something of a test set, in byte order.
    pub(crate) fn names_on<'a>(
        &'a self,
        test_set: &TestSet,
        corpus: &Corpus,
    ) -> impl Iterator<Item = &'a str> {
        let judges = self.of_test_set(test_set, corpus).into_iter();
        judges.map(|judge| &*self.names[judge as usize])
    }

    /// The digest of what the scoring of a system reads, with its judges; `without` them it is given.
    pub(crate) fn inputs(&self, without: &[u8; 32], system: &str, corpus: &Corpus) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("runner 2026 scoring with judges");
        hasher.update(without);
        hasher.update(&self.digest);
        let names = corpus.judge_names.get(&self.criterion).and_then(|by| by.get(system));
        for (segment, name) in names.into_iter().flat_map(named) {
            hasher.update(&(segment as u64).to_le_bytes());
            hasher.update(&self.number(name).unwrap_or(u32::MAX).to_le_bytes());
        }
        *hasher.finalize().as_bytes()
    }
}

/// Segments with the names of their judges, column after column.
fn named(names: &JudgeNames) -> impl Iterator<Item = (usize, &Arc<str>)> {
    names.iter().flat_map(|column| {
        column.iter().enumerate().filter_map(|(segment, name)| Some((segment, name.as_ref()?)))
    })
}

/// A digest of all judgments on a criterion with their judges, whose means and deviations change every score.
pub(crate) fn digest_of_all(corpus: &Corpus, criterion: &str) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("runner 2026 judgments with judges");
    for (system, judgments) in corpus.judgments.get(criterion).into_iter().flatten() {
        add_part(&mut hasher, system.as_bytes());
        hasher.update(judgments.digest().as_bytes());
        let names = corpus.judge_names.get(criterion).and_then(|by| by.get(system));
        for (segment, name) in names.into_iter().flat_map(named) {
            hasher.update(&(segment as u64).to_le_bytes());
            add_part(&mut hasher, name.as_bytes());
        }
    }
    *hasher.finalize().as_bytes()
}
