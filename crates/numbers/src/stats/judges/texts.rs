//! Components of the differences of automatic scores: documents and segments, no judges.
//!
//! Of each pair of systems the difference of the influence values of segments is taken; what lies between documents and
//! within them is estimated as in [`variance_components`](crate::stats::variance_components), and averaged over pairs.
//! Both are linear in sums of squares, so that it is enough to average these by document; leaving out a document is then
//! a matter of its own sums.

use serde::{Deserialize, Serialize};

use std::ops::Range;

use super::components::{Components, Factor};
use super::leave_out::LeaveOut;

/// Sums of a document, averaged over pairs of systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DocumentSquares {
    /// Segments.
    pub segments: f64,
    /// Sum of the squares of the differences of its segments.
    pub squares: f64,
    /// Square of their sum.
    pub square_of_sum: f64,
}

/// Sums by document of the differences between all pairs of `systems`: the influence value of each segment (what it adds
/// to the score to first order, times the number of segments). `documents` are ranges of segments. O(systems^2 segments).
///
/// # Panics
///
/// If a system has not a value for each segment of the documents.
pub fn squares(systems: &[Vec<f64>], documents: &[Range<usize>]) -> Vec<DocumentSquares> {
    let mut all = vec![DocumentSquares::default(); documents.len()];
    let pairs = systems.len() * systems.len().saturating_sub(1) / 2;
    let share = 1.0 / pairs as f64;
    for (index, a) in systems.iter().enumerate() {
        for b in &systems[index + 1..] {
            let mean = a.iter().zip(b).map(|(a, b)| a - b).sum::<f64>() / a.len() as f64;
            for (document, range) in all.iter_mut().zip(documents) {
                let (mut sum, mut squares) = (0.0, 0.0);
                for segment in range.clone() {
                    let difference = a[segment] - b[segment] - mean;
                    sum += difference;
                    squares += difference * difference;
                }
                document.segments = range.len() as f64;
                document.squares += share * squares;
                document.square_of_sum += share * sum * sum;
            }
        }
    }
    all
}

/// Components of a difference of two systems, `SystemDocument` and `Output` (half of the difference's, since each of two
/// systems adds one), with those without each document in turn. Of documents of one segment each, all is `Output`.
///
/// `None` below three documents, and where a document less leaves no segment beyond one of each.
pub fn components(documents: &[DocumentSquares]) -> Option<(Components, LeaveOut)> {
    let present = documents.iter().copied().filter(|document| document.segments > 0.0);
    let documents: Vec<DocumentSquares> = present.collect();
    let sums = Sums::new(&documents);
    let without: Option<Vec<Components>> =
        documents.iter().map(|document| sums.without(document).components()).collect();
    Some((sums.components()?, LeaveOut::from_estimates(without?)))
}

/// Sums over documents.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    documents: f64,
    segments: f64,
    /// Squares of the numbers of segments.
    lengths: f64,
    squares: f64,
    /// Squares of sums, each over its number of segments.
    between: f64,
}

impl Sums {
    /// Differences have mean 0 over all documents.
    fn new(documents: &[DocumentSquares]) -> Self {
        let mut sums = Self::default();
        for document in documents {
            sums.documents += 1.0;
            sums.segments += document.segments;
            sums.lengths += document.segments * document.segments;
            sums.squares += document.squares;
            sums.between += document.square_of_sum / document.segments;
        }
        sums
    }

    /// Without a document, about the mean of the others.
    fn without(&self, document: &DocumentSquares) -> Self {
        let segments = self.segments - document.segments;
        // The others add up to minus the sum of this one.
        let correction = document.square_of_sum / segments;
        Self {
            documents: self.documents - 1.0,
            segments,
            lengths: self.lengths - document.segments * document.segments,
            squares: self.squares - document.squares - correction,
            between: self.between - document.square_of_sum / document.segments - correction,
        }
    }

    fn components(&self) -> Option<Components> {
        let Self { documents: k, segments: n, lengths, squares, between } = *self;
        if k < 2.0 {
            return None;
        }
        if n <= k {
            let output = 0.5 * squares / (n - 1.0);
            return Some(Components::known(&[(Factor::Output, output)]));
        }
        let within = (squares - between) / (n - k);
        let typical_length = (n - lengths / n) / (k - 1.0);
        let document_variance = (between / (k - 1.0) - within) / typical_length;
        Some(Components::known(&[
            (Factor::SystemDocument, 0.5 * document_variance),
            (Factor::Output, 0.5 * within),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::population::{generator, normal};
    use crate::stats::variance_components::VarianceComponents;

    fn systems(segments: usize) -> Vec<Vec<f64>> {
        let mut random = generator("texts", 7);
        (0..4).map(|_| (0..segments).map(|_| normal(&mut random)).collect()).collect()
    }

    /// Against the analysis of variance of each pair, also without each document.
    #[test]
    fn they_are_the_means_over_pairs() {
        let documents = [0..3, 3..4, 4..9, 9..11, 11..18];
        let systems = systems(18);
        let expected = |left_out: Option<usize>| {
            let kept: Vec<_> = (0..5).filter(|index| Some(*index) != left_out).collect();
            let (mut between, mut within) = (0.0, 0.0);
            for a in 0..4 {
                for b in a + 1..4 {
                    let mut difference = Vec::new();
                    let mut ranges = Vec::new();
                    for index in &kept {
                        let start = difference.len();
                        let range = documents[*index].clone();
                        difference.extend(range.map(|i| systems[a][i] - systems[b][i]));
                        ranges.push(start..difference.len());
                    }
                    let two_levels = VarianceComponents::new(&difference, &ranges).unwrap();
                    between += two_levels.between / 12.0;
                    within += two_levels.within / 12.0;
                }
            }
            (between, within)
        };
        let (whole, left_out) = components(&squares(&systems, &documents)).unwrap();
        let all = std::iter::once((None, &whole));
        let all = all.chain((0..5).map(Some).zip(left_out.components()));
        for (index, components) in all {
            let (between, within) = expected(index);
            let estimate = components.estimate(Factor::SystemDocument).unwrap();
            assert!((estimate - between).abs() < 1e-12, "{index:?}: {estimate} {between}");
            assert!((components.estimate(Factor::Output).unwrap() - within).abs() < 1e-12);
        }
    }

    /// A test set of single segments has the variance of a mean of independent differences.
    #[test]
    fn single_segments_have_one_component() {
        let documents: Vec<Range<usize>> = (0..18).map(|index| index..index + 1).collect();
        let systems = systems(18)[..2].to_vec();
        let (whole, left_out) = components(&squares(&systems, &documents)).unwrap();
        let difference: Vec<f64> = (0..18).map(|i| systems[0][i] - systems[1][i]).collect();
        let mean = difference.iter().sum::<f64>() / 18.0;
        let variance = difference.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / 17.0;
        assert!((2.0 * whole.get(Factor::Output) - variance).abs() < 1e-12);
        assert!(whole.get(Factor::SystemDocument).abs() < 1e-12);
        assert_eq!(left_out.components().len(), 18);
    }

    #[test]
    fn too_few_documents_have_none() {
        assert_eq!(components(&squares(&systems(4), &[0..2, 2..4])), None);
        assert_eq!(components(&squares(&systems(4), std::slice::from_ref(&(0..4)))), None);
    }
}
