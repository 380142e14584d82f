//! Simulated campaigns with documents of 1 to 12 segments: scores by least squares on systems and documents have less bias
//! than means of own ratings, and augmented ones have none.
//!
//! Limits are four standard errors of what is tested, from the 2,000 campaigns themselves: a seed misses one once in
//! 16,000.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use super::super::components::{Components, Factor};
use super::super::population::generator;
use super::*;
use crate::stats::moments::SampleMoments;

const SYSTEMS: usize = 10;

const CAMPAIGNS: u64 = 2000;

/// Systems half a point apart.
fn population() -> Population {
    Population {
        truth: (0..SYSTEMS).map(|system| 75.0 - 0.5 * system as f64).collect(),
        components: Components::known(&[
            (Factor::Document, 64.0),
            (Factor::SystemDocument, 25.0),
            (Factor::Residual, 36.0),
        ]),
        lengths: (0..30).map(|document| 1 + (7 * document) % 12).collect(),
        judges: 1,
    }
}

/// Errors of one campaign, means over systems.
#[derive(Clone, Copy)]
struct Errors {
    plain: f64,
    adjusted: f64,
    weighted: f64,
    /// Of the numerator of augmented means, which has no bias at all; the ratio has a little.
    augmented: f64,
    /// Share of systems whose truth lies within two errors of the augmented mean.
    held: f64,
}

/// Segments that enter augmented means: of pages that could show every system, after the first.
fn weight(pages: &[Page], chances: &[Chances]) -> f64 {
    let entering = pages.iter().zip(chances).filter(|(_, chances)| {
        chances.expected.is_some() && chances.inclusion.iter().all(|p| *p > 0.0)
    });
    entering.map(|(page, _)| f64::from(page.segments)).sum()
}

fn mean_over(systems: &[usize], value: impl Fn(usize) -> f64) -> f64 {
    systems.iter().map(|system| value(*system)).sum::<f64>() / systems.len() as f64
}

/// Of all systems, and of the weaker half.
fn errors(number: u64, assignment: Assignment) -> [Errors; 2] {
    let random = &mut generator("dynamic assignment", number);
    let (setting, targets) = population().setting(random);
    let (pages, chances) = setting.dynamic(assignment, 60, random);
    let weight = weight(&pages, &chances);
    let all = estimates(&pages, &chances, SYSTEMS);
    let adjusted = adjusted(&pages, SYSTEMS).unwrap();
    [0, SYSTEMS / 2].map(|first| {
        let every: Vec<usize> = (first..SYSTEMS).collect();
        // A system that is shown in the cold start alone has no weighted mean.
        let shown = every.iter().copied().filter(|system| all[*system].weighted.is_some());
        let shown: Vec<usize> = shown.collect();
        Errors {
            plain: mean_over(&shown, |system| all[system].plain.unwrap().mean - targets[system]),
            adjusted: mean_over(&shown, |system| adjusted[system].unwrap() - targets[system]),
            weighted: mean_over(&shown, |system| {
                all[system].weighted.unwrap().mean - targets[system]
            }),
            augmented: mean_over(&every, |system| {
                weight * (all[system].augmented.unwrap().mean - targets[system])
            }),
            held: mean_over(&every, |system| {
                let MeanWithError { mean, standard_error } = all[system].augmented.unwrap();
                let is_held = (mean - targets[system]).abs() < 2.0 * standard_error.unwrap();
                f64::from(is_held)
            }),
        }
    })
}

/// The mean over campaigns, and four standard errors of it.
fn mean_and_limit(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let moments = SampleMoments::of(values).unwrap();
    (moments.mean, 4.0 * moments.standard_error().unwrap())
}

#[test]
fn adjusted_scores_have_less_bias_than_plain_ones() {
    let assignment = Assignment { shown: 3, cold_start: 8 };
    let all: Vec<[Errors; 2]> = (0..CAMPAIGNS).map(|number| errors(number, assignment)).collect();
    for part in [0, 1] {
        let errors = all.iter().map(|errors| errors[part]);
        let (plain, limit) = mean_and_limit(errors.clone().map(|one| one.plain));
        assert!(plain < -limit, "plain {plain} {limit}");
        let (augmented, limit) = mean_and_limit(errors.clone().map(|one| one.augmented));
        assert!(augmented.abs() < limit, "augmented {augmented} {limit}");
        // Closer to 0 than plain means, on either side of it.
        for sign in [1.0, -1.0] {
            let less = errors.clone().map(|one| one.plain + sign * one.adjusted);
            let (less, limit) = mean_and_limit(less);
            assert!(less < -limit, "adjusted, {part}: {less} {limit}");
            let less = errors.clone().map(|one| one.plain + sign * one.weighted);
            let (less, limit) = mean_and_limit(less);
            assert!(less < -limit, "weighted, {part}: {less} {limit}");
        }
        let (adjusted, _) = mean_and_limit(errors.clone().map(|one| one.adjusted));
        let (weighted, _) = mean_and_limit(errors.clone().map(|one| one.weighted));
        println!("{part}: plain {plain:.3}, adjusted {adjusted:.3}, weighted {weighted:.3}");
        // 95 % for normal errors that are known; of some 25 documents a little less.
        let (held, limit) = mean_and_limit(errors.map(|one| one.held));
        println!("{part}: held {held:.3}");
        assert!((0.87 - limit..0.97 + limit).contains(&held), "held {held} {limit}");
    }
}
