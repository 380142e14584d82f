//! What a campaign is to reach.

use super::design::power_within;
use super::two_way::Part;
use crate::stats::special::{normal_cdf, normal_pdf};

/// Standard deviations beyond which nothing is left of a normal distribution.
const REACH: f64 = 8.0;

/// Smallest standard deviation: beyond it systems are ordered for certain.
const LEAST: f64 = 1e-150;

/// Steps of the trapezoidal rule in a standard deviation: errors below 1e-9 for best-is-best.
const STEPS: f64 = 32.0;

/// A goal of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// A true difference is significant with a probability.
    Detect {
        /// The difference, in the unit of the score.
        difference: f64,
        /// The probability, in (0, 1).
        power: f64,
    },
    /// Differences have at most this margin of error.
    Margin(f64),
    /// The observed order of all systems is the true one with a probability.
    RankingHolds {
        /// The probability, in (0, 1).
        probability: f64,
        /// True scores.
        truth: Vec<f64>,
    },
    /// The system with the best observed score is the truly best with a probability.
    BestIsBest {
        /// The probability, in (0, 1).
        probability: f64,
        /// True scores; higher is better.
        truth: Vec<f64>,
    },
}

impl Goal {
    /// What a design attains: a probability, or a margin. `margin` is the margin of error of a difference.
    pub(super) fn attained(&self, part: Part, margin: f64) -> f64 {
        match self {
            Self::Detect { difference, .. } => power_within(margin, part, *difference),
            Self::Margin(_) => margin,
            Self::RankingHolds { truth, .. } => order_holds(truth, part.variance),
            Self::BestIsBest { truth, .. } => best_is_best(truth, part.variance),
        }
    }

    /// Whether that is enough.
    pub fn is_reached(&self, attained: f64) -> bool {
        match self {
            Self::Margin(margin) => attained <= *margin,
            Self::Detect { power: wanted, .. }
            | Self::RankingHolds { probability: wanted, .. }
            | Self::BestIsBest { probability: wanted, .. } => attained >= *wanted,
        }
    }
}

/// Probability that the system with the highest true score has the highest observed one, where differences have the
/// `variance` and errors of scores are normal and independent. O(systems), some 500 steps.
pub fn best_is_best(truth: &[f64], variance: f64) -> f64 {
    let Some((best, top)) =
        truth.iter().copied().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b))
    else {
        return 1.0;
    };
    // Of a single score: a difference of two has twice its variance.
    let deviation = (0.5 * variance).sqrt().max(LEAST);
    let step = 1.0 / STEPS;
    (0..=steps(2.0 * REACH, step))
        .map(|index| f64::from(index) * step - REACH)
        .map(|z| {
            let others = truth.iter().enumerate().filter(|(system, _)| *system != best);
            let below = others.map(|(_, other)| normal_cdf(z + (top - other) / deviation));
            step * normal_pdf(z) * below.product::<f64>()
        })
        .sum()
}

/// Probability that all observed scores are in the order of the true ones, as in [`best_is_best`]. Systems that are
/// farther apart than any error do not enter each other's integrals. O(systems^2), some 1,000 steps each.
pub fn order_holds(truth: &[f64], variance: f64) -> f64 {
    let deviation = (0.5 * variance).sqrt().max(LEAST);
    if !deviation.is_finite() {
        return 0.0;
    }
    let mut places: Vec<f64> = truth.iter().map(|score| score / deviation).collect();
    places.sort_by(f64::total_cmp);
    let groups = places.chunk_by(|low, high| high - low < 2.0 * REACH);
    groups.map(order_of_group).product()
}

/// Of ascending places in standard deviations: densities are integrated up to each place in turn, the lowest system
/// first.
fn order_of_group(places: &[f64]) -> f64 {
    let (Some(first), Some(last)) = (places.first(), places.last()) else { return 1.0 };
    let step = 1.0 / STEPS;
    let grid: Vec<f64> = (0..=steps(last - first + 2.0 * REACH, step))
        .map(|index| first - REACH + f64::from(index) * step)
        .collect();
    // Probability that all systems so far are in order and the last of them is below each place of the grid.
    let mut below: Vec<f64> = vec![1.0; grid.len()];
    for place in places {
        let density: Vec<f64> =
            grid.iter().zip(&below).map(|(x, below)| normal_pdf(x - place) * below).collect();
        below[0] = 0.0;
        for index in 1..grid.len() {
            below[index] = below[index - 1] + 0.5 * step * (density[index - 1] + density[index]);
        }
    }
    below[grid.len() - 1].min(1.0)
}

fn steps(reach: f64, step: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some thousands")]
    let count = (reach / step).ceil() as u32;
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_systems_have_the_normal_distribution() {
        for (difference, variance) in [(1.0, 1.0), (0.3, 4.0), (5.0, 1.0), (40.0, 1.0)] {
            let expected = normal_cdf(difference / f64::sqrt(variance));
            assert!((best_is_best(&[0.0, difference], variance) - expected).abs() < 1e-9);
            assert!((order_holds(&[difference, 0.0], variance) - expected).abs() < 1e-4);
        }
    }

    /// Against 40,000 simulated test sets of four systems: four Monte-Carlo errors.
    #[test]
    fn unequal_systems_agree_with_simulation() {
        use crate::stats::judges::population::{generator, normal};
        let (truth, variance) = ([3.0, 2.0, 1.7, 0.0], 0.8);
        let (mut best, mut order) = (0.0, 0.0);
        let trials = 40_000_u32;
        let mut random = generator("ranking", 0);
        for _ in 0..trials {
            let scores = truth.map(|score| score + f64::sqrt(0.5 * variance) * normal(&mut random));
            let top = scores[1..].iter().all(|score| *score < scores[0]);
            best += f64::from(top) / f64::from(trials);
            order += f64::from(scores.windows(2).all(|pair| pair[0] > pair[1])) / f64::from(trials);
        }
        for (computed, simulated) in
            [(best_is_best(&truth, variance), best), (order_holds(&truth, variance), order)]
        {
            let error = (computed * (1.0 - computed) / f64::from(trials)).sqrt();
            assert!((computed - simulated).abs() < 4.0 * error, "{computed} {simulated}");
        }
    }

    /// Of equal systems each order and each best is as probable as the others.
    #[test]
    fn equal_systems_take_turns() {
        assert!((best_is_best(&[3.0; 5], 2.0) - 0.2).abs() < 1e-9);
        assert!((order_holds(&[3.0; 4], 2.0) - 1.0 / 24.0).abs() < 1e-4);
        // Without any error.
        assert!((best_is_best(&[3.0, 3.0, 1.0], 0.0) - 0.5).abs() < 1e-9);
        assert!((order_holds(&[3.0, 2.0, 1.0], 0.0) - 1.0).abs() < 1e-4);
        // Two pairs far apart: 1/2 each.
        assert!((order_holds(&[0.0, 0.0, 90.0, 90.0], 2.0) - 0.25).abs() < 1e-4);
    }
}
