//! How much segments of one document resemble each other, and what that does to the variance.

use std::ops::Range;

use super::moments::SampleMoments;

/// Intra-class correlation and design effect of a statistic over documents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clustering {
    /// Intra-class correlation by the analysis of variance of a one-way layout with unequal group
    /// sizes (Donner 1986): `(MSB - MSW) / (MSB + (n0 - 1) MSW)`.
    pub icc: Option<f64>,
    /// Variance with documents as units over variance with segments as units, both linearised:
    /// `[k/(k-1) sum_d (sum_{i in d} u_i)^2] / [n/(n-1) sum_i u_i^2]`.
    pub design_effect: Option<f64>,
}

/// Clustering of the influence values `u` of segments in documents.
///
/// `influence[i]` is what segment i contributes to the statistic to first order, for instance its
/// jackknife value; it is centred here. `documents` are the ranges of segments, in order. A
/// measure is `None` below two documents, where no document has two segments (for the
/// correlation), and where nothing varies. Cost O(segments).
pub fn clustering(influence: &[f64], documents: &[Range<usize>]) -> Clustering {
    let (n, k) = (influence.len() as f64, documents.len() as f64);
    if documents.len() < 2 || influence.len() < 2 {
        return Clustering::default();
    }
    let Some(SampleMoments { mean, squares: total, .. }) =
        SampleMoments::of(influence.iter().copied())
    else {
        return Clustering::default();
    };
    if total <= 0.0 {
        return Clustering::default();
    }
    let (mut sums_squared, mut between, mut sizes_squared) = (0.0, 0.0, 0.0);
    for document in documents {
        let size = document.len() as f64;
        let sum: f64 = influence[document.clone()].iter().map(|u| u - mean).sum();
        sums_squared += sum * sum;
        if !document.is_empty() {
            between += sum * sum / size;
        }
        sizes_squared += size * size;
    }
    let design_effect = (k / (k - 1.0) * sums_squared) / (n / (n - 1.0) * total);
    let icc = (n > k).then(|| {
        let mean_between = between / (k - 1.0);
        let mean_within = (total - between) / (n - k);
        let typical_size = (n - sizes_squared / n) / (k - 1.0);
        (mean_between - mean_within) / (mean_between + (typical_size - 1.0) * mean_within)
    });
    Clustering { icc: icc.filter(|icc| icc.is_finite()), design_effect: Some(design_effect) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two documents of equal segments inside, different between: everything is between.
    #[test]
    fn identical_segments_inside_documents() {
        let clustering = clustering(&[1.0, 1.0, 1.0, -1.0, -1.0, -1.0], &[0..3, 3..6]);
        assert_eq!(clustering.icc, Some(1.0));
        // k/(k-1) * (9 + 9) over n/(n-1) * 6.
        assert!((clustering.design_effect.unwrap() - 36.0 / 7.2).abs() < 1e-12);
    }

    /// Equal document means: the correlation is as negative as the layout allows, -1/(m - 1).
    #[test]
    fn no_variation_between_documents() {
        let clustering = clustering(&[1.0, -1.0, 1.0, -1.0], &[0..2, 2..4]);
        assert_eq!(clustering.icc, Some(-1.0));
        assert_eq!(clustering.design_effect, Some(0.0));
    }

    #[test]
    fn undefined_cases() {
        let nothing = Clustering::default();
        assert_eq!(super::clustering(&[1.0, 2.0], std::slice::from_ref(&(0..2))), nothing);
        assert_eq!(super::clustering(&[1.0, 1.0], &[0..1, 1..2]), nothing);
        let singletons = super::clustering(&[1.0, 2.0, 4.0], &[0..1, 1..2, 2..3]);
        assert_eq!(singletons.icc, None);
        assert!((singletons.design_effect.unwrap() - 1.0).abs() < 1e-12);
    }
}
