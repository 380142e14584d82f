//! Components of variance, and sizes planned from them, on campaigns whose components are known.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use super::components::{Components, Factor};
use super::design::{Assignment, Costs, Design, PairTest};
use super::goal::Goal;
use super::leave_out::{LeaveOut, Unit};
use super::planner::Planner;
use super::population::{Campaign, Task, generator, slack};
use crate::stats::moments::SampleMoments;

/// In the order of [`Factor::ALL`].
const TRUTH: [f64; 7] = [18.0, 48.0, 22.0, 46.0, 27.0, 8.0, 180.0];

fn truth() -> Components {
    Components::known(&std::array::from_fn::<_, 7, _>(|index| (Factor::ALL[index], TRUTH[index])))
}

const SCORES: [f64; 5] = [85.0, 82.0, 80.0, 74.0, 60.0];

fn campaign(task: Task, judges: usize, ratings: usize) -> Campaign {
    Campaign { documents: 40, segments: 3, judges, ratings, task }
}

/// Means over campaigns are the truth, within four standard errors, however unequal the pattern of ratings, and
/// although systems are far apart: they are fixed.
#[test]
fn estimates_have_no_bias() {
    for task in [Task::Together, Task::Unequal, Task::Scattered] {
        let estimates: Vec<Components> = (0..200)
            .map(|trial| {
                let mut random = generator("bias", trial);
                let ratings = campaign(task, 8, 2).drawn(&SCORES, &truth(), &mut random);
                // A quarter is missing.
                let mut number = 0;
                let kept = ratings.filtered(|_| {
                    number += 1;
                    number * number % 7 != 1
                });
                Components::new(&kept).unwrap()
            })
            .collect();
        for (factor, expected) in Factor::ALL.into_iter().zip(TRUTH) {
            let values = estimates.iter().map(|components| components.estimate(factor).unwrap());
            let moments = SampleMoments::of(values).unwrap();
            let error = moments.standard_error().unwrap();
            println!("{task:?} {factor:?}: {:.2} +- {error:.2} of {expected}", moments.mean);
            assert!(
                (moments.mean - expected).abs() < 4.0 * error,
                "{task:?} {factor:?} {moments:?}"
            );
        }
    }
}

const FACTORS: [(Factor, Unit); 5] = [
    (Factor::SystemDocument, Unit::Document),
    (Factor::Output, Unit::Document),
    (Factor::Residual, Unit::Document),
    (Factor::Judge, Unit::Judge),
    (Factor::SystemJudge, Unit::Judge),
];

/// Shares of intervals that hold the component of [`FACTORS`], and the required documents.
fn held(judges: usize, trials: u32) -> ([f64; 5], f64) {
    let (mut held, mut size_held) = ([0.0; 5], 0.0);
    for trial in 0..trials {
        let mut random = generator("intervals", u64::from(trial));
        let ratings = campaign(Task::Together, judges, 2).drawn(&SCORES, &truth(), &mut random);
        let estimated = Components::new(&ratings).unwrap();
        let left = [Unit::Document, Unit::Judge].map(|unit| LeaveOut::new(&ratings, unit).unwrap());
        for (held, (factor, unit)) in held.iter_mut().zip(FACTORS) {
            let interval = left[unit as usize].interval(&estimated, factor, 0.95).unwrap();
            *held += f64::from(interval.contains(truth().get(factor))) / f64::from(trials);
        }
        let planner = Planner {
            components: truth(),
            assignment: Assignment::Together,
            systems: 5,
            test: PairTest { level: 0.95, pairs: 1 },
            goal: Goal::Detect { difference: 5.0, power: 0.8 },
            costs: Costs::default(),
        };
        let shape = Design {
            documents: 0.0,
            segments_per_document: 3.0,
            ratings_per_segment: 1.0,
            judges: 20.0,
            ..Design::default()
        };
        let expected = planner.required_documents(shape).unwrap();
        let planner = Planner { components: estimated, ..planner };
        // One without an upper end, or that sees no size, does not exclude the true one.
        let interval = planner.required_interval(shape, &[&left[0], &left[1]], 0.95);
        let inside = interval.is_none_or(|(lower, upper)| {
            lower <= expected && upper.is_none_or(|upper| expected <= upper)
        });
        size_held += f64::from(inside) / f64::from(trials);
    }
    println!("{judges} judges: {held:.3?}, sizes {size_held:.3}");
    (held, size_held)
}

fn check(judges: usize, trials: u32) {
    let (held, size_held) = held(judges, trials);
    let least = 0.90 - slack(0.90, trials);
    for ((factor, _), held) in FACTORS.into_iter().zip(held) {
        assert!(held >= least, "{judges}, {factor:?}: {held}");
    }
    assert!(size_held >= least, "{judges}: {size_held}");
}

/// Documents left out for what varies with texts, judges for what varies with judges.
#[test]
fn intervals_hold_components_and_sizes() {
    check(10, 40);
}

/// `cargo test -p runner-numbers component_simulation -- --ignored --nocapture`
#[test]
#[ignore = "simulation of minutes: nightly"]
fn intervals_hold_components_and_sizes_for_few_and_many_judges() {
    for judges in [5, 10, 20] {
        check(judges, 500);
    }
}
