//! The variance of differences of systems in a campaign as it was: with the ratings that it has, however unequal.

use std::collections::BTreeMap;

use super::components::{Components, Factor};
use super::ratings::Ratings;

/// Weights of a system's ratings in its score, the mean over items of the mean of their ratings; by level of each factor.
struct Weights([BTreeMap<(u32, u32), f64>; 7]);

impl Weights {
    fn new(ratings: &Ratings, system: u32) -> Self {
        let mut item_weights: BTreeMap<u32, f64> = BTreeMap::new();
        let ratings_of_system =
            || (0..ratings.len()).filter(|index| ratings.system()[*index] == system);
        for index in ratings_of_system() {
            *item_weights.entry(ratings.item()[index]).or_default() += 1.0;
        }
        let items = item_weights.len() as f64;
        // In order, since squares of weights are added up in it.
        let mut weights: [BTreeMap<(u32, u32), f64>; 7] = Default::default();
        for index in ratings_of_system() {
            let (item, judge) = (ratings.item()[index], ratings.judge()[index]);
            let document = ratings.document_of_item()[item as usize];
            let weight = 1.0 / (items * item_weights[&item]);
            // Levels of a system's own factors differ from those of any other system.
            let other = system + 1;
            for (factor, level) in [
                (Factor::Document, (document, 0)),
                (Factor::SystemDocument, (document, other)),
                (Factor::Item, (item, 0)),
                (Factor::Output, (item, other)),
                (Factor::Judge, (judge, 0)),
                (Factor::SystemJudge, (judge, other)),
            ] {
                *weights[factor as usize].entry(level).or_default() += weight;
            }
            let rating = u32::try_from(index).unwrap_or(u32::MAX);
            weights[Factor::Residual as usize].insert((rating, other), weight);
        }
        Self(weights)
    }

    /// Sum of the squares of the differences of the weights, by factor.
    fn squares(&self, other: &Self, factor: Factor) -> f64 {
        let (a, b) = (&self.0[factor as usize], &other.0[factor as usize]);
        let squares_a = a.iter().map(|(level, weight)| {
            let difference = weight - b.get(level).copied().unwrap_or(0.0);
            difference * difference
        });
        let only_b =
            b.iter().filter(|(level, _)| !a.contains_key(level)).map(|(_, weight)| weight * weight);
        squares_a.sum::<f64>() + only_b.sum::<f64>()
    }
}

/// Mean over pairs of systems of the variance of the difference of their scores (means over items of the means of their ratings),
/// for these components: `sum v sum (w_a - w_b)^2` over the levels of each factor. `None` below two systems with ratings. O(pairs
/// ratings log ratings).
pub fn mean_variance(ratings: &Ratings, components: &Components) -> Option<f64> {
    let means = ratings.system_means();
    let systems = (0..).zip(&means).filter(|(_, mean)| mean.is_some());
    let weights: Vec<Weights> = systems.map(|(system, _)| Weights::new(ratings, system)).collect();
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (index, a) in weights.iter().enumerate() {
        for b in &weights[index + 1..] {
            sum += Factor::ALL
                .iter()
                .map(|factor| components.get(*factor) * a.squares(b, *factor))
                .sum::<f64>();
            pairs += 1.0;
        }
    }
    (pairs > 0.0).then(|| sum / pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::design::{Assignment, Design};
    use crate::stats::judges::ratings::Rating;

    fn components() -> Components {
        let values = [7.0, 3.0, 11.0, 16.0, 25.0, 2.0, 36.0];
        Components::known(&std::array::from_fn::<_, 7, _>(|index| {
            (Factor::ALL[index], values[index])
        }))
    }

    /// Six documents of two items, each read by one of three judges for both systems: the formula of designs.
    #[test]
    fn balanced_campaigns_have_the_formula_of_designs() {
        let mut rows = Vec::new();
        for item in 0..12 {
            for system in 0..2 {
                rows.push(Rating { system, item, judge: item / 2 % 3, score: 1.0 });
            }
        }
        let documents = (0..12).map(|item| item / 2).collect();
        let ratings = Ratings::new(2, 3, documents, rows).unwrap();
        let design = Design {
            documents: 6.0,
            segments_per_document: 2.0,
            ratings_per_segment: 1.0,
            judges: 3.0,
            ..Design::default()
        };
        let expected = design.difference(&components(), Assignment::Together).variance;
        assert!((mean_variance(&ratings, &components()).unwrap() - expected).abs() < 1e-12);
    }

    /// By hand: one item by two judges for a, another item by one of them for b.
    #[test]
    fn any_pattern_has_its_sum() {
        let rating = |system, item, judge| Rating { system, item, judge, score: 1.0 };
        let rows = [rating(0, 0, 0), rating(0, 0, 1), rating(1, 1, 1)];
        let ratings = Ratings::new(2, 2, vec![0, 0], rows).unwrap();
        // Document 0; its systems 2; items 2; outputs 2; judges (1/2)^2 + (1/2 - 1)^2; likings 1/4 + 1/4 + 1; ratings the same.
        let expected = 3.0 * 2.0 + 11.0 * 2.0 + 16.0 * 2.0 + 25.0 * 0.5 + 2.0 * 1.5 + 36.0 * 1.5;
        assert!((mean_variance(&ratings, &components()).unwrap() - expected).abs() < 1e-12);
        let one = ratings.filtered(|rating| rating.system == 0);
        assert_eq!(mean_variance(&one, &components()), None);
    }
}
