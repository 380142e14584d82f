//! Scores of systems that were shown with known probabilities.
//!
//! *Weighted*: sums of ratings over their probability (Hájek 1971, "Comment on a paper by D. Basu"). *Augmented*: each
//! page contributes for each system the mean of earlier ratings for all its segments and, where the system was shown, what
//! its ratings deviate from that, over the probability (Robins, Rotnitzky & Zhao 1994, *Journal of the American Statistical
//! Association* 89, 846-866). That has no bias for the mean over what could be shown, whatever earlier pages made of
//! the ranks, and more error than others: two to four times as much where ratings have no noise. Both leave pages out on which a probability is 0.
//!
//! All are ratios of sums, with the error of a ratio over documents.

use std::collections::BTreeMap;

use super::{Chances, Page};

/// A mean and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanWithError {
    /// The mean.
    pub mean: f64,
    /// Its error over documents; nothing with one document.
    pub standard_error: Option<f64>,
}

/// Scores of a system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimates {
    /// Ratings that no reset took back.
    pub ratings: u64,
    /// Pages that showed it, of these.
    pub pages: u64,
    /// Mean of all ratings: what dashboards show.
    pub plain: Option<MeanWithError>,
    /// Each rating weighted by one over its probability.
    pub weighted: Option<MeanWithError>,
    /// Without bias.
    pub augmented: Option<MeanWithError>,
    /// Smallest probability on a page that both use.
    pub smallest: Option<f64>,
}

/// Parts of a ratio: document, part of the sum, part of the weight.
type Part = (u32, f64, f64);

/// Sum over weight, with its error over documents; nothing without weight.
fn ratio(parts: &[Part]) -> Option<MeanWithError> {
    let sum: f64 = parts.iter().map(|(_, sum, _)| sum).sum();
    let weight: f64 = parts.iter().map(|(_, _, weight)| weight).sum();
    if weight <= 0.0 {
        return None;
    }
    let mean = sum / weight;
    // In order, since squares of residuals are added up in it.
    let mut by_document = BTreeMap::new();
    for (document, sum, weight) in parts {
        *by_document.entry(*document).or_insert(0.0) += sum - mean * weight;
    }
    let documents = by_document.len() as f64;
    let squares: f64 = by_document.values().map(|residual| residual * residual).sum();
    let variance = squares * documents / (documents - 1.0) / (weight * weight);
    Some(MeanWithError { mean, standard_error: (documents > 1.0).then(|| variance.sqrt()) })
}

/// Scores of each system from pages that no reset took back, by the probabilities of [`super::replay()`]. O(pages x systems).
pub fn estimates(pages: &[Page], chances: &[Chances], systems: usize) -> Vec<Estimates> {
    let valid: Vec<(&Page, &Chances)> =
        pages.iter().zip(chances).filter(|(page, _)| page.void_from.is_none()).collect();
    let possible: Vec<(&Page, &Chances)> = valid
        .iter()
        .copied()
        .filter(|(_, chances)| chances.inclusion.iter().all(|p| *p > 0.0))
        .collect();
    (0..systems)
        .map(|system| {
            let shown = valid.iter().flat_map(|(page, _)| &page.shown);
            let ratings: Vec<u64> = shown
                .filter(|shown| shown.system == system)
                .map(|shown| u64::from(shown.ratings))
                .collect();
            let plain = parts(&valid, system, |_| 1.0);
            let weighted = parts(&possible, system, |chances| 1.0 / chances.inclusion[system]);
            let augmented: Vec<Part> = possible
                .iter()
                .filter_map(|(page, chances)| contribution(page, chances, system))
                .collect();
            let probabilities = possible.iter().map(|(_, chances)| chances.inclusion[system]);
            Estimates {
                ratings: ratings.iter().sum(),
                pages: ratings.len() as u64,
                plain: ratio(&plain),
                weighted: ratio(&weighted),
                augmented: ratio(&augmented),
                smallest: probabilities.min_by(f64::total_cmp),
            }
        })
        .collect()
}

/// Ratings of a system, a part for each page that shows it.
fn parts(
    pages: &[(&Page, &Chances)],
    system: usize,
    weight: impl Fn(&Chances) -> f64,
) -> Vec<Part> {
    pages
        .iter()
        .flat_map(|(page, chances)| {
            let weight = weight(chances);
            page.shown.iter().filter(move |shown| shown.system == system).map(move |shown| {
                (page.document, weight * shown.sum, weight * f64::from(shown.ratings))
            })
        })
        .collect()
}

/// What a page adds to the augmented mean; nothing before any rating.
fn contribution(page: &Page, chances: &Chances, system: usize) -> Option<Part> {
    let expected = chances.expected.as_ref()?[system];
    let segments = f64::from(page.segments);
    let deviation = page
        .shown
        .iter()
        .filter(|shown| shown.system == system)
        .map(|shown| (shown.sum - f64::from(shown.ratings) * expected) / chances.inclusion[system])
        .sum::<f64>();
    Some((page.document, segments * expected + deviation, segments))
}
