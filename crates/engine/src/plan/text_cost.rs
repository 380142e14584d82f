//! What the texts of a plan take, and the statistics that are made of them.

use std::collections::BTreeSet;

use super::metric_cost::{Extraction, USUAL};
use super::{CorpusPlan, MetricCost, ReferenceSet, ScoredSystem};
use crate::config::model::Spec;

/// Nanoseconds per byte of the texts, to read them and their digests.
const READ_BYTE: f64 = 3.0;

/// Per corpus that is generated, and per byte of its texts.
const GENERATED: f64 = 3e7;
const GENERATED_BYTE: f64 = 30.0;

/// What the texts of a plan take: measured while they are there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextCost {
    /// Bytes of generated corpora.
    pub(super) bytes: f64,
    /// Bytes of the statistics of all scorings.
    pub(super) statistics: f64,
    /// Nanoseconds to generate corpora.
    pub(super) generation: f64,
    /// Nanoseconds to read or generate texts, and to extract their statistics.
    pub(super) extraction: f64,
}

impl TextCost {
    /// That of corpora with their texts.
    pub(super) fn new(spec: &Spec, corpora: &[CorpusPlan]) -> Self {
        let generation = generation(corpora);
        let generated = corpora.iter().filter(|plan| plan.corpus.synthetic);
        Self {
            bytes: generated.map(|plan| plan.corpus.bytes() as f64).sum(),
            statistics: statistics_memory(spec, corpora),
            generation,
            extraction: generation + extraction(spec, corpora),
        }
    }
}

/// Nanoseconds to generate the texts of corpora that are.
fn generation(corpora: &[CorpusPlan]) -> f64 {
    let generated = corpora.iter().filter(|plan| plan.corpus.synthetic);
    generated.map(|plan| GENERATED + plan.corpus.bytes() as f64 * GENERATED_BYTE).sum()
}

/// Nanoseconds to read the texts and to extract their statistics.
fn extraction(spec: &Spec, corpora: &[CorpusPlan]) -> f64 {
    let nanoseconds = corpora.iter().map(|plan| {
        let bytes = plan.corpus.bytes() as f64;
        let texts = plan.corpus.references.len()
            + plan.corpus.systems.len()
            + usize::from(plan.corpus.source.is_some());
        // Usual segments of a text.
        let usual = bytes / texts.max(1) as f64 / USUAL;
        let mut prepared = BTreeSet::new();
        let mut extracted = 0.0;
        for scoring in &plan.scorings {
            let Extraction { reference, hypothesis, pair } =
                MetricCost::new(&spec.metrics[scoring.metric].config).extraction;
            let count = scoring.references.as_ref().map_or(0, ReferenceSet::count) as f64;
            let is_new = prepared.insert((scoring.metric, scoring.references.as_ref()));
            let preparing = if is_new { count * reference } else { 0.0 };
            extracted += usual * (preparing + hypothesis + count * pair);
        }
        bytes * READ_BYTE + extracted
    });
    nanoseconds.sum()
}

/// Bytes of the statistics of all scorings, and of references that are kept with them.
fn statistics_memory(spec: &Spec, corpora: &[CorpusPlan]) -> f64 {
    let bytes = corpora.iter().map(|plan| {
        let segments = plan.corpus.segment_count() as f64;
        let rows: f64 = plan.scorings.iter().map(|scoring| row_bytes(spec, scoring)).sum();
        let (mut kept, mut of_references) = (BTreeSet::new(), 0.0);
        for scoring in &plan.scorings {
            let cost = MetricCost::new(&spec.metrics[scoring.metric].config);
            let Some(references) = scoring.references.as_ref() else { continue };
            if cost.keeps_references && kept.insert((scoring.metric, references)) {
                let bytes: f64 = references
                    .indices
                    .iter()
                    .map(|index: &usize| plan.corpus.references[*index].texts.bytes() as f64)
                    .sum();
                let count = references.indices.len() as f64;
                of_references += count * segments * cost.of_segment + bytes * cost.of_byte;
            }
        }
        rows * segments + of_references
    });
    bytes.sum()
}

/// Bytes of the row of a segment, of each stratum where there are any: integers of 64 bits.
pub(super) fn row_bytes(spec: &Spec, scoring: &ScoredSystem) -> f64 {
    let columns = MetricCost::new(&spec.metrics[scoring.metric].config).columns;
    (strata_of(scoring) * columns) as f64 * 8.0 + 1.0
}

/// Strata of which a scoring has columns: at least one.
pub(super) fn strata_of(scoring: &ScoredSystem) -> usize {
    scoring.strata.as_ref().map_or(1, |strata| strata.names.len())
}
