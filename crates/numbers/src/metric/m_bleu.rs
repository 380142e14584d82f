//! M-BLEU (Zhang & Vogel 2004, "Measuring confidence intervals for the machine translation
//! evaluation metrics", TMI, Eq. 4): the weighted arithmetic mean of n-gram precisions.
//!
//! `M-BLEU = 100 BP (w_1 p_1 + ... + w_N p_N)`, with the precisions `p_n` and the brevity penalty
//! of BLEU. No smoothing is needed; an order without any n-gram adds 0. The paper does not give its
//! weights; 1/9 for each of nine orders explains the level of its printed scores.

use std::ops::Range;
use std::sync::Arc;

use super::bleu_statistics::{BleuSums, PreparedBleu, reference_length_signature};
use super::config::{MBleuConfig, ReferenceLength};
use super::{Metric, Prepared, Scorer, Segments};
use crate::tokenize::tokenizer;

impl Metric for MBleuConfig {
    fn signature(&self, references: usize) -> String {
        let Self { tokenizer, lowercase, weights, reference_length } = self;
        let weights: Vec<_> = weights.iter().map(f64::to_string).collect();
        format!(
            "M-BLEU|nrefs:{references}|case:{}|tok:{}|weights:{}{}",
            lowercase.signature(),
            tokenizer.signature(),
            weights.join(","),
            reference_length_signature(*reference_length)
        )
    }

    /// Unless lengths are averaged over references, whose numbers in the whole corpus decide the scale.
    fn is_segmentwise(&self) -> bool {
        self.reference_length != ReferenceLength::Average
    }

    fn prepare(&self, references: &[&Segments<'_>], _: &[Range<usize>]) -> Box<dyn Prepared> {
        let Self { weights, reference_length, .. } = self;
        let tokenizer = tokenizer(self.tokenizer, self.lowercase);
        PreparedBleu::boxed(tokenizer, weights.len(), *reference_length, references, |scale| {
            Arc::new(MBleuScorer { weights: weights.clone(), scale })
        })
    }
}

/// Sums as for BLEU.
struct MBleuScorer {
    weights: Vec<f64>,
    scale: i64,
}

impl Scorer for MBleuScorer {
    fn columns(&self) -> usize {
        BleuSums::columns(self.weights.len())
    }

    /// In percent.
    fn score(&self, sums: &[i64]) -> Option<f64> {
        let sums = BleuSums::new(sums, self.weights.len());
        let mut mean = 0.0;
        for (weight, (&matched, &total)) in
            self.weights.iter().zip(sums.matches.iter().zip(sums.totals))
        {
            if total > 0 {
                mean += weight * (matched as f64 / total as f64);
            }
        }
        Some(100.0 * sums.brevity_penalty(self.scale) * mean)
    }
}
