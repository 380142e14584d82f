//! The digest of everything that a scoring reads: part of the key of every result that is computed of it.

use super::digests::{Digests, add_part, bytes_of, digests_of_scores};
use super::judges;
use super::scored_system::ScoredSystem;
use crate::metric::config::MetricConfig;

/// Digest of what a scoring reads. Names of corpora and metrics do not enter: what is renamed need
/// not be computed again, and draws are keyed elsewhere.
pub(crate) fn inputs(
    config: &MetricConfig,
    scoring: &ScoredSystem,
    digests: &Digests<'_>,
) -> [u8; 32] {
    let corpus = digests.corpus();
    let mut hasher = blake3::Hasher::new_derive_key("runner 2026 scoring");
    let mut part = |bytes: &[u8]| add_part(&mut hasher, bytes);
    // Debug output names every option of the metric with its value.
    part(format!("{config:?}").as_bytes());
    part(digests.structure().as_bytes());
    match config {
        MetricConfig::Human(human) => {
            for criterion in &human.criteria {
                let digest = corpus.judgments_digest(criterion, &scoring.system);
                part(bytes_of(digest.as_ref()));
                if human.reads_all_judgments() {
                    part(&judges::digest_of_all(corpus, criterion));
                }
                if !human.value.is_score() {
                    corpus.machine_systems().for_each(|system| part(system.as_bytes()));
                }
            }
        }
        MetricConfig::External(_) | MetricConfig::Given(_) => {
            for digest in digests_of_scores(corpus, config, &scoring.system) {
                part(bytes_of(digest.as_ref()));
            }
        }
        _ => {
            let texts = digests.hypotheses(&scoring.system);
            part(bytes_of(texts.as_ref()));
            for index in scoring.references.iter().flat_map(|set| &set.indices) {
                part(digests.reference(*index).as_bytes());
            }
            let mixed = scoring.references.as_ref().and_then(|set| set.mixed.as_ref());
            for reference in mixed.iter().flat_map(|mixed| &*mixed.segment_choices) {
                part(&reference.unwrap_or(u32::MAX).to_le_bytes());
            }
        }
    }
    // Only where there are weights: digests of corpora without them stay what they were.
    if let Some(weights) = corpus.weights_digest() {
        part(b"weights");
        part(weights.as_bytes());
    }
    if let Some(adjusted) = &scoring.adjusted {
        part(&adjusted.digest(config, corpus));
        let position = adjusted.position(&scoring.system).unwrap_or(usize::MAX);
        part(&(position as u64).to_le_bytes());
    }
    let mask = scoring.mask.iter().flat_map(|mask| mask.iter().map(|flag| u8::from(*flag)));
    part(&mask.collect::<Vec<u8>>());
    let without_strata = *hasher.finalize().as_bytes();
    scoring.strata.as_ref().map_or(without_strata, |strata| strata.inputs(&without_strata))
}
