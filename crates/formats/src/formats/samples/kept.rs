//! Logs in few bytes: thousands of models answer the same samples, of which each id and content is kept once.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hash;
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::log::{Log, Sample};
use crate::corpus::digest::Digest;

/// Values by number, each once.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    numbers: FxHashMap<T, u32>,
    values: Vec<T>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { numbers: FxHashMap::default(), values: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, value: T) -> u32 {
        if let Some(number) = self.numbers.get(&value) {
            return *number;
        }
        let number = u32::try_from(self.values.len()).expect("files are too small for more");
        self.values.push(value.clone());
        self.numbers.insert(value, number);
        number
    }

    pub(super) fn get(&self, number: u32) -> &T {
        &self.values[number as usize]
    }
}

/// The parts of what samples ask, by key.
type Content = Vec<(&'static str, Digest)>;

/// What logs say of samples, each once.
#[derive(Debug, Default)]
pub(super) struct Samples {
    pub(super) ids: Numbered<String>,
    pub(super) contents: Numbered<Content>,
    /// The samples of the last log, which the next one often has, too.
    last: Arc<Vec<Key>>,
}

/// A sample in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) id: u32,
    pub(super) run: u32,
    pub(super) content: u32,
    /// Number of the cluster's name; without clusters that of the id.
    pub(super) cluster: u32,
}

/// What is kept of a log.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) path: PathBuf,
    pub(super) filters: BTreeSet<String>,
    pub(super) keys: Arc<Vec<Key>>,
    /// A number for each sample, NaN where there is none.
    pub(super) scores: BTreeMap<String, Vec<f64>>,
    /// Answer and target of each sample, where they are wanted.
    pub(super) texts: Vec<(Option<String>, Option<String>)>,
    /// Places of the samples that failed.
    pub(super) failed: Vec<usize>,
}

impl Kept {
    pub(super) fn new(path: PathBuf, log: Log, with_texts: bool, samples: &mut Samples) -> Self {
        let count = log.samples.len();
        let (mut keys, mut texts) = (Vec::with_capacity(count), Vec::new());
        let mut failed = Vec::new();
        let mut scores: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for (place, sample) in log.samples.into_iter().enumerate() {
            let Sample { id, run, mut content, scores: of_sample, answer, target, .. } = sample;
            let id = samples.ids.number(id);
            let mut in_cluster = id;
            if let Some(cluster) = sample.cluster {
                content.push(("cluster", Digest::of_parts([&*cluster])));
                in_cluster = samples.ids.number(cluster);
            }
            let content = samples.contents.number(content);
            keys.push(Key { id, run, content, cluster: in_cluster });
            failed.extend(sample.failed.then_some(place));
            // Where scores are objects, an unscored sample has none at their root: there is no score of that name.
            for (name, value) in
                of_sample.into_iter().filter_map(|(name, value)| Some((name, value?)))
            {
                // NaN, since a score takes 8 bytes then, and 16 as an `Option`.
                let column = scores.entry(name).or_insert_with(|| vec![f64::NAN; count]);
                column[place] = value;
            }
            if with_texts {
                texts.push((answer, target));
            }
        }
        if *samples.last != keys {
            samples.last = Arc::new(keys);
        }
        let keys = Arc::clone(&samples.last);
        Self { path, filters: log.filters, keys, scores, texts, failed }
    }
}
