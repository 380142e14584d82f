//! Components of variance, and sizes planned from them, on campaigns whose components are known.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use super::components::{Components, Factor};
use super::design::{Assignment, Costs, Design, PairTest};
use super::goal::Goal;
use super::leave_out::{LeaveOut, Unit};
use super::planner::Planner;
use super::population::{Campaign, Task, generator};
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
            let values = estimates.iter().map(|found| found.estimate(factor).unwrap());
            let found = SampleMoments::of(values).unwrap();
            let error = found.standard_error().unwrap();
            println!("{task:?} {factor:?}: {:.2} +- {error:.2} of {expected}", found.mean);
            assert!((found.mean - expected).abs() < 4.0 * error, "{task:?} {factor:?} {found:?}");
        }
    }
}

/// Shares of jackknife intervals that hold the component: documents left out for what varies with texts, judges for
/// what varies with judges.
#[test]
fn print_intervals() {
    let factors = [
        (Factor::SystemDocument, Unit::Document),
        (Factor::Output, Unit::Document),
        (Factor::Residual, Unit::Document),
        (Factor::Judge, Unit::Judge),
        (Factor::SystemJudge, Unit::Judge),
    ];
    for judges in [5, 10, 20] {
        let mut held = [0.0; 5];
        let mut sizes = [0.0; 4];
        let trials = 200;
        for trial in 0..trials {
            let mut random = generator("intervals", trial);
            let ratings = campaign(Task::Together, judges, 2).drawn(&SCORES, &truth(), &mut random);
            let found = Components::new(&ratings).unwrap();
            let [documents, of_judges] =
                [Unit::Document, Unit::Judge].map(|unit| LeaveOut::new(&ratings, unit).unwrap());
            for (held, (factor, unit)) in held.iter_mut().zip(factors) {
                let left = if unit == Unit::Document { &documents } else { &of_judges };
                let interval = left.interval(&found, factor, 0.95).unwrap();
                *held += f64::from(interval.contains(truth().get(factor))) / trials as f64;
            }
            let planner = Planner {
                components: found,
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
            };
            let known = Planner { components: truth(), ..planner.clone() };
            let expected = known.required_documents(shape).unwrap();
            match planner.required_interval(shape, &[&documents, &of_judges], 0.95) {
                Some((lower, upper)) => {
                    sizes[0] += 1.0;
                    sizes[1] +=
                        f64::from(lower <= expected && upper.is_none_or(|upper| expected <= upper));
                    sizes[2] += f64::from(upper.is_none());
                    if trial < 5 {
                        println!(
                            "{expected:.1}: {:?} {lower:.1} {upper:.1?}",
                            planner.required_documents(shape)
                        );
                    }
                }
                None => sizes[3] += 1.0,
            }
        }
        println!("{judges} judges: {held:.3?}; sizes {sizes:?}");
    }
}
