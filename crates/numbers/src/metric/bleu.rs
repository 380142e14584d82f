//! BLEU (Papineni et al. 2002, "BLEU: a method for automatic evaluation of machine translation",
//! ACL) as sacreBLEU 2.6 computes it.
//!
//! The precision `p_n` of order n is the sum of clipped matches over the sum of n-grams of the
//! hypotheses, over all segments. `BLEU = 100 BP (p_1 p_2 ... p_N)^(1/N)` with the brevity penalty
//! `BP = exp(1 - r/c)` where the hypotheses are shorter than the references (c < r), else 1.
//!
//! Instead of the score, its parts can be reported: `100 p_N` for the largest order N, `100 BP`, or the share of segments
//! without a match of that order.
//!
//! The root is taken of the product and not through logarithms of each factor: for N = 4 as
//! `sqrt(sqrt(product))`, which is exact to the last bits on every platform, otherwise as
//! `libm::exp(libm::log(product) / N)`. The product is formed from order 1 upwards.

use std::ops::Range;
use std::sync::Arc;

use super::bleu_statistics::{BleuSums, PreparedBleu, reference_length_signature};
use super::bleu_zero_segments::PreparedZeroSegments;
use super::config::{BleuConfig, BleuValue, ReferenceLength, Smoothing};
use super::{ManySums, Metric, Prepared, Scorer, Segments, yes_or_no};
use crate::tokenize::tokenizer;

impl Metric for BleuConfig {
    fn signature(&self, references: usize) -> String {
        let Self { tokenizer, lowercase, order, smoothing, effective_order, .. } = self;
        let case = lowercase.signature();
        let effective = yes_or_no(*effective_order);
        let tokenizer = tokenizer.signature();
        let smoothing = smoothing_signature(*smoothing);
        let mut signature = format!(
            "BLEU|nrefs:{references}|case:{case}|eff:{effective}|tok:{tokenizer}|smooth:{smoothing}"
        );
        if *order != Self::default().order {
            signature.push_str("|order:");
            signature.push_str(&order.to_string());
        }
        signature.push_str(reference_length_signature(self.reference_length));
        if self.value != BleuValue::Score {
            signature.push_str("|value:");
            signature.push_str(self.value.name());
        }
        signature
    }

    fn higher_is_better(&self) -> bool {
        self.value != BleuValue::ZeroSegments
    }

    /// Unless lengths are averaged over references, whose numbers in the whole corpus decide the scale.
    fn is_segmentwise(&self) -> bool {
        self.reference_length != ReferenceLength::Average
    }

    fn prepare(&self, references: &[&Segments<'_>], _: &[Range<usize>]) -> Box<dyn Prepared> {
        let Self { order, smoothing, effective_order, reference_length, value, .. } = *self;
        let tokenizer = tokenizer(self.tokenizer, self.lowercase);
        let bleu = PreparedBleu::boxed(tokenizer, order, reference_length, references, |scale| {
            Arc::new(BleuScorer { order, smoothing, effective_order, scale, value })
        });
        if value == BleuValue::ZeroSegments {
            return Box::new(PreparedZeroSegments { bleu, order });
        }
        bleu
    }
}

fn smoothing_signature(smoothing: Smoothing) -> String {
    match smoothing {
        Smoothing::None => "none".into(),
        Smoothing::Exp => "exp".into(),
        Smoothing::Floor(value) => format!("floor[{}]", two_digits(value)),
        Smoothing::AddK(value) => format!("add-k[{}]", two_digits(value)),
    }
}

/// Two digits behind the point as sacreBLEU writes them, more where they do not say it all.
fn two_digits(value: f64) -> String {
    let short = format!("{value:.2}");
    if short.parse() == Ok(value) { short } else { value.to_string() }
}

/// Sums: hypothesis length, reference length times `scale`, matches and totals by order.
struct BleuScorer {
    order: usize,
    smoothing: Smoothing,
    effective_order: bool,
    scale: i64,
    value: BleuValue,
}

impl Scorer for BleuScorer {
    fn columns(&self) -> usize {
        BleuSums::columns(self.order)
    }

    /// In percent; 0 without any match. A precision is undefined without an n-gram of its order.
    fn score(&self, sums: &[i64]) -> Option<f64> {
        let sums = BleuSums::new(sums, self.order);
        match self.value {
            BleuValue::Score => {
                Some(100.0 * sums.brevity_penalty(self.scale) * self.mean_precision(&sums))
            }
            BleuValue::Precision => {
                let (matched, total) = (sums.matches[self.order - 1], sums.totals[self.order - 1]);
                (total > 0).then(|| 100.0 * matched as f64 / total as f64)
            }
            BleuValue::BrevityPenalty => Some(100.0 * sums.brevity_penalty(self.scale)),
            // Its rows are no sums of BLEU, and it scores them itself.
            BleuValue::ZeroSegments => None,
        }
    }

    /// With the effective order, as `sentence_bleu` of sacreBLEU: orders that the hypothesis is too short for do not
    /// count.
    fn score_segment(&self, row: &[i64]) -> Option<f64> {
        Self { effective_order: true, ..*self }.score(row)
    }

    fn score_many(&self, sums: &ManySums<'_>, scores: &mut [f64]) {
        if self.value != BleuValue::Score {
            for (score, sums) in scores.iter_mut().zip(sums.iter()) {
                *score = self.score(sums).unwrap_or(f64::NAN);
            }
            return;
        }
        let split = |sums| BleuSums::new(sums, self.order);
        for (score, sums) in scores.iter_mut().zip(sums.iter()) {
            *score = self.mean_precision(&split(sums));
        }
        // `100 BP` times the mean, as `score` multiplies them: the same bits, whichever factor comes first.
        for (score, sums) in scores.iter_mut().zip(sums.iter()) {
            *score *= 100.0 * split(sums).brevity_penalty(self.scale);
        }
    }
}

impl BleuScorer {
    /// Geometric mean of the smoothed precisions.
    fn mean_precision(&self, sums: &BleuSums<'_>) -> f64 {
        let (product, orders) = self.precisions(sums);
        if product <= 0.0 {
            0.0
        } else if orders == 4 {
            product.sqrt().sqrt()
        } else {
            libm::exp(libm::log(product) / orders as f64)
        }
    }

    /// Product of the smoothed precisions and their number; the product is 0 where the score is.
    fn precisions(&self, sums: &BleuSums<'_>) -> (f64, usize) {
        // As in sacreBLEU: without any match the score is 0, whatever the smoothing.
        if sums.matches.iter().all(|&matched| matched == 0) {
            return (0.0, self.order);
        }
        let mut product = 1.0;
        let mut halved = 1.0;
        for (n, (&matched, &total)) in sums.matches.iter().zip(sums.totals).enumerate() {
            let (mut matched, mut total) = (matched as f64, total as f64);
            // As in sacreBLEU: unigrams are not smoothed.
            if let (Smoothing::AddK(k), 1..) = (self.smoothing, n) {
                matched += k;
                total += k;
            }
            // No hypothesis is long enough: without the effective order, the rest is 0.
            if total == 0.0 {
                return if self.effective_order { (product, n) } else { (0.0, self.order) };
            }
            product *= if matched > 0.0 {
                matched / total
            } else {
                match self.smoothing {
                    Smoothing::Exp => {
                        halved *= 2.0;
                        1.0 / (halved * total)
                    }
                    Smoothing::Floor(value) => value / total,
                    Smoothing::None | Smoothing::AddK(_) => 0.0,
                }
            };
        }
        (product, self.order)
    }
}
