//! Documents against segments per document: the variance between documents and within them.
//!
//! A score of k documents with m segments each has the variance `s_b^2 / k + s_w^2 / (k m)`, with
//! `s_b^2` between documents and `s_w^2` within them (Cochran 1977, *Sampling techniques*, chapter 10). More
//! segments of the same documents lower the second term alone. Where a document costs as much as c
//! segments, besides its own, a budget goes farthest with `m = sqrt(c s_w^2 / s_b^2)` segments of each
//! (his equation 10.28 without the finite population).
//!
//! Components are estimated by the analysis of variance of a one-way layout with unequal groups (Searle,
//! Casella & `McCulloch` 1992, *Variance components*, section 3.6) from the influence values of
//! segments, which stand for the score to first order.

use serde::{Deserialize, Serialize};

use std::ops::Range;

use super::moments::SampleMoments;
use super::special::beta_cdf;

/// Variance between documents and within them, in squares of the metric's unit, for single segments.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct VarianceComponents {
    /// Between documents; below 0 where they differ less than their segments let expect.
    pub between: f64,
    /// Within documents.
    pub within: f64,
    /// Probability of documents that differ as much, if segments were drawn without documents: the F
    /// test of the layout, for normal values.
    pub p_value: f64,
    /// Documents.
    pub documents: usize,
    /// Segments.
    pub segments: usize,
    /// Mean length of a document, weighted by length: what the variance of documents of unequal lengths
    /// is multiplied by.
    pub weighted_length: f64,
}

impl VarianceComponents {
    /// Of the influence values of segments (what each adds to the score to first order, times their
    /// number) in `documents`, ranges of segments. `None` below two documents, where no document has
    /// two segments, and where nothing varies within documents. Cost O(segments).
    pub fn new(influence: &[f64], documents: &[Range<usize>]) -> Option<Self> {
        let (count, groups) = (influence.len(), documents.len());
        if groups < 2 || count <= groups {
            return None;
        }
        let (n, k) = (count as f64, groups as f64);
        let SampleMoments { mean, squares: total, .. } =
            SampleMoments::of(influence.iter().copied())?;
        let (mut between, mut lengths_squared) = (0.0, 0.0);
        for document in documents.iter().filter(|document| !document.is_empty()) {
            let length = document.len() as f64;
            let sum: f64 = influence[document.clone()].iter().map(|value| value - mean).sum();
            between += sum * sum / length;
            lengths_squared += length * length;
        }
        let within = (total - between) / (n - k);
        // What rounding leaves of equal segments is no variance.
        if within.is_nan() || within <= 1e-12 * total {
            return None;
        }
        let mean_between = between / (k - 1.0);
        let typical_length = (n - lengths_squared / n) / (k - 1.0);
        // P(F > f) = I_x(b/2, a/2) with x = b / (b + a f).
        let (above, below) = (k - 1.0, n - k);
        let x = below / (below + above * mean_between / within);
        Some(Self {
            between: (mean_between - within) / typical_length,
            within,
            p_value: beta_cdf(0.5 * below, 0.5 * above, x),
            documents: groups,
            segments: count,
            weighted_length: lengths_squared / n,
        })
    }

    /// Standard error with `times` as many documents of 1/`times` as many segments each, over
    /// that of the present documents; none where documents do not differ.
    pub fn spread_ratio(&self, times: f64) -> Option<f64> {
        let [part, whole] = [self.weighted_length / times, self.weighted_length]
            .map(|length| self.between * length + self.within);
        (self.between > 0.0).then(|| (part / whole).sqrt())
    }

    /// The number of segments of a document with which a budget goes farthest where a document costs as
    /// much as `document_cost` segments besides its own; one at least. None where documents do not
    /// differ: then all segments of each document are as good as those of others.
    pub fn best_segments(&self, document_cost: f64) -> Option<f64> {
        (self.between > 0.0).then(|| (document_cost * self.within / self.between).sqrt().max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::design_effect::clustering;

    const VALUES: [f64; 9] = [1.0, 2.0, 3.0, 5.0, 6.0, 9.0, 4.0, 0.0, 1.5];
    const DOCUMENTS: [Range<usize>; 3] = [0..3, 3..6, 6..9];

    /// Textbook layout with groups of three: `scipy.stats.f_oneway([1, 2, 3], [5, 6, 9], [4, 0, 1.5])`
    /// is F 7.194690265486725,
    /// p 0.025482477965178323.
    #[test]
    fn components_of_equal_groups() {
        let components = VarianceComponents::new(&VALUES, &DOCUMENTS).unwrap();
        // Within: (2 + 26/3 + 49/6) / 6; between: the mean squares' difference over three.
        let within = (2.0 + 26.0 / 3.0 + 49.0 / 6.0) / 6.0;
        assert!((components.within - within).abs() < 1e-12);
        let ratio = 1.0 + 3.0 * components.between / components.within;
        assert!((ratio - 7.194_690_265_486_725).abs() < 1e-12, "{ratio}");
        assert!(
            (components.p_value - 0.025_482_477_965_178_323).abs() < 1e-12,
            "{}",
            components.p_value
        );
        assert!((components.weighted_length - 3.0).abs() < 1e-15);
    }

    /// The correlation is that of the clustering, whose layout it is; lengths unequal.
    #[test]
    fn correlations_agree() {
        let documents = [0..1, 1..5, 5..9];
        let components = VarianceComponents::new(&VALUES, &documents).unwrap();
        let icc = components.between / (components.between + components.within);
        assert!((icc - clustering(&VALUES, &documents).icc.unwrap()).abs() < 1e-12);
    }

    #[test]
    fn sizes_follow_from_the_components() {
        let components = VarianceComponents {
            between: 1.0,
            within: 9.0,
            p_value: 0.01,
            documents: 10,
            segments: 100,
            weighted_length: 10.0,
        };
        // (5 + 9) / (10 + 9).
        assert!((components.spread_ratio(2.0).unwrap() - (14.0_f64 / 19.0).sqrt()).abs() < 1e-14);
        assert!((components.best_segments(4.0).unwrap() - 6.0).abs() < 1e-14);
        assert!((components.best_segments(1e-3).unwrap() - 1.0).abs() < 1e-14);
        // The best number beats its neighbours on a budget: (b + w/m)(c + m).
        assert!(costs(6.0) < costs(5.5) && costs(6.0) < costs(6.5));
        let alike = VarianceComponents { between: -0.1, ..components };
        assert_eq!((alike.spread_ratio(2.0), alike.best_segments(4.0)), (None, None));
    }

    fn costs(m: f64) -> f64 {
        (1.0 + 9.0 / m) * (4.0 + m)
    }

    #[test]
    fn undefined_cases() {
        assert_eq!(VarianceComponents::new(&VALUES, std::slice::from_ref(&(0..9))), None);
        assert_eq!(VarianceComponents::new(&[1.0, 2.0], &[0..1, 1..2]), None);
        assert_eq!(VarianceComponents::new(&[1.0, 1.0, 3.0, 3.0], &[0..2, 2..4]), None);
        assert_eq!(VarianceComponents::new(&[1.0; 4], &[0..2, 2..4]), None);
    }
}
