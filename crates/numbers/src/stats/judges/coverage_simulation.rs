//! How often intervals hold the truth when documents and judges are both new.
//!
//! Campaigns of 60 documents of four segments, with the components of two rounds of English-German of WMT 2023
//! (`real`), rounded; beside them judges who like different systems, and judges who are all alike.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use super::components::{Components, Factor};
use super::crossed::Crossed;
use super::population::{Campaign, Task, generator, slack};
use super::two_way::{Part, TwoWay};
use crate::stats::distribution::Distribution;
use crate::stats::interval::percentile_ends;
use crate::stats::random::{Purpose, StreamKey, UniformBelow};
use crate::stats::special::student_t_quantile;

/// The units that a bootstrap draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resampled {
    /// Documents alone; judges are taken as they are.
    Documents,
    /// Documents and judges.
    DocumentsAndJudges,
}

/// Values of `replicates` resamples of documents, and of judges where `resampled` says so; NaN where a resample
/// leaves a system without ratings. Those of a block of this stream do not depend on others. O(replicates x cells).
///
/// # Panics
///
/// Without documents or judges.
pub(super) fn replicates(
    crossed: &Crossed,
    resampled: Resampled,
    key: &StreamKey,
    replicates: u64,
) -> Vec<f64> {
    let (document_key, judge_key) = (key.clone().text("documents"), key.clone().text("judges"));
    let (documents, judges) = (crossed.documents, crossed.judges);
    (0..replicates)
        .map(|replicate: u64| {
            let documents = drawn_counts(&document_key, replicate, documents);
            let judges = match resampled {
                Resampled::Documents => vec![1; judges],
                Resampled::DocumentsAndJudges => drawn_counts(&judge_key, replicate, judges),
            };
            crossed.resampled(&documents, &judges).unwrap_or(f64::NAN)
        })
        .collect()
}

fn drawn_counts(key: &StreamKey, replicate: u64, units: usize) -> Vec<u32> {
    let mut counts = vec![0_u32; units];
    let below = UniformBelow::new(u32::try_from(units).expect("units are numbered by u32"));
    below.draw(&mut key.generator(replicate), units, |unit| counts[unit as usize] += 1);
    counts
}

const LEVEL: f64 = 0.95;
const TRUTH: [f64; 2] = [80.0, 78.0];

/// Standard deviations as in the data: severity 5, liking 2.
fn usual() -> Components {
    Components::known(&[
        (Factor::Document, 40.0),
        (Factor::SystemDocument, 15.0),
        (Factor::Item, 30.0),
        (Factor::Output, 60.0),
        (Factor::Judge, 25.0),
        (Factor::SystemJudge, 4.0),
        (Factor::Residual, 200.0),
    ])
}

fn with(changes: &[(Factor, f64)]) -> Components {
    Components::known(&Factor::ALL.map(|factor| {
        let change = changes.iter().find(|(changed, _)| *changed == factor);
        (factor, change.map_or(usual().get(factor), |change| change.1))
    }))
}

/// Judges who each prefer other systems, by four points.
fn partial() -> Components {
    with(&[(Factor::SystemJudge, 16.0)])
}

fn alike() -> Components {
    with(&[(Factor::Judge, 0.0), (Factor::SystemJudge, 0.0)])
}

/// Shares of intervals that hold the truth.
#[derive(Clone, Copy, Debug, Default)]
struct Held {
    /// [`TwoWay::jackknife`].
    jackknife: f64,
    /// The same with the two-way variance even where it is below a one-way one, if it is positive.
    unbounded: f64,
    /// [`TwoWay::cluster_robust`].
    robust: f64,
    /// Leaving out documents, as without judges in the model.
    documents: f64,
    /// Percentile interval of the crossed bootstrap.
    pigeonhole: f64,
    /// Percentile interval of documents resampled alone.
    bootstrap: f64,
    /// Campaigns with an interval.
    defined: f64,
}

fn simulate(
    name: &str,
    campaign: Campaign,
    components: &Components,
    difference: bool,
    trials: u32,
    drawn: u64,
) -> Held {
    let truth = if difference { TRUTH[0] - TRUTH[1] } else { TRUTH[0] };
    let mut held = Held::default();
    for trial in 0..trials {
        let mut random = generator(name, u64::from(trial));
        let ratings = campaign.drawn(&TRUTH, components, &mut random);
        let crossed = if difference {
            Crossed::difference(&ratings, 0, 1)
        } else {
            Crossed::mean(&ratings, 0)
        };
        let Ok(jackknife) = TwoWay::jackknife(&crossed) else { continue };
        let Ok(robust) = TwoWay::cluster_robust(&crossed) else { continue };
        held.defined += 1.0;
        let inside = |part: Part| {
            let t = student_t_quantile(0.5 * (1.0 + LEVEL), part.degrees_of_freedom).unwrap();
            f64::from((jackknife.value - truth).abs() <= t * part.variance.sqrt())
        };
        held.jackknife += inside(jackknife.total);
        held.robust += inside(robust.total);
        held.documents += inside(jackknife.documents);
        let whole =
            jackknife.documents.variance + jackknife.judges.variance - jackknife.both.variance;
        let least = jackknife.documents.degrees_of_freedom.min(jackknife.judges.degrees_of_freedom);
        let freedom = whole * whole
            / (jackknife.documents.satterthwaite_term() + jackknife.judges.satterthwaite_term());
        held.unbounded += inside(if whole > 0.0 {
            Part { variance: whole, degrees_of_freedom: freedom.max(least) }
        } else {
            jackknife.total
        });
        if drawn > 0 {
            let key = StreamKey::new(u64::from(trial), Purpose::Bootstrap).text(name);
            for (resampled, share) in [
                (Resampled::DocumentsAndJudges, &mut held.pigeonhole),
                (Resampled::Documents, &mut held.bootstrap),
            ] {
                let values = Distribution::new(&replicates(&crossed, resampled, &key, drawn));
                let (lower, upper) = percentile_ends(&values, LEVEL).unwrap();
                *share += f64::from(lower <= truth && truth <= upper);
            }
        }
    }
    let shares = [
        &mut held.jackknife,
        &mut held.unbounded,
        &mut held.robust,
        &mut held.documents,
        &mut held.pigeonhole,
        &mut held.bootstrap,
    ];
    for share in shares {
        *share /= held.defined;
    }
    held.defined /= f64::from(trials);
    held
}

/// All designs, judges, and kinds of judges; each with whether it is a difference.
fn cases() -> Vec<(String, Campaign, Components, bool)> {
    let mut cases = Vec::new();
    for judges in [5, 10, 20] {
        let campaign =
            |task, ratings| Campaign { documents: 60, segments: 4, judges, ratings, task };
        for (design, campaign) in [
            ("together, 1 rating", campaign(Task::Together, 1)),
            ("together, 2 ratings", campaign(Task::Together, 2)),
            ("all rate all", campaign(Task::Together, judges)),
            ("unequal loads", campaign(Task::Unequal, 1)),
            ("scattered", campaign(Task::Scattered, 1)),
        ] {
            for (kind, components) in
                [("usual", usual()), ("partial", partial()), ("alike", alike())]
            {
                for difference in [true, false] {
                    let what = if difference { "difference" } else { "mean" };
                    let name = format!("{judges} judges, {design}, {kind}, {what}");
                    cases.push((name, campaign, components, difference));
                }
            }
        }
    }
    cases
}

/// Between 90 and 98 %, and four standard errors of a share of `trials`: a test that holds fails in one of ten
/// thousand.
fn check(name: &str, held: &Held, trials: u32) {
    let range = 0.90 - slack(0.90, trials)..=0.98 + slack(0.98, trials);
    assert!(range.contains(&held.jackknife), "{name}: {held:?}");
    assert!(held.defined > 0.999, "{name}: {held:?}");
}

fn print(name: &str, held: &Held) {
    println!(
        "{name:53} {:.3} unbounded {:.3} robust {:.3} documents {:.3} bootstrap {:.3}, of documents {:.3}",
        held.jackknife,
        held.unbounded,
        held.robust,
        held.documents,
        held.pigeonhole,
        held.bootstrap
    );
}

/// A selection, quickly.
#[test]
fn intervals_hold_the_truth_of_new_documents_and_judges() {
    for (name, campaign, components, difference) in cases().into_iter().step_by(7) {
        let held = simulate(&name, campaign, &components, difference, 300, 0);
        print(&name, &held);
        check(&name, &held, 300);
    }
}

/// Judges who like different systems, all of whom rate all: with documents as the only clusters intervals of a
/// difference hold the truth in 58 % of campaigns with five judges, and in 79 % with twenty.
#[test]
fn without_judges_in_the_model_intervals_are_too_narrow() {
    for (judges, range) in [(5, 0.5..=0.66), (20, 0.71..=0.86)] {
        let (ratings, task) = (judges, Task::Together);
        let campaign = Campaign { documents: 60, segments: 4, judges, ratings, task };
        let held = simulate("narrow", campaign, &partial(), true, 400, 0);
        assert!(range.contains(&held.documents), "{judges}: {held:?}");
    }
}

/// All ninety cases: `cargo test -p runner-numbers coverage_simulation -- --ignored --nocapture`. Some minutes.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn intervals_hold_the_truth_in_all_cases() {
    for (name, campaign, components, difference) in cases() {
        let held = simulate(&name, campaign, &components, difference, 1_000, 0);
        print(&name, &held);
        check(&name, &held, 1_000);
    }
}

/// What percentile intervals of bootstraps hold, with and without judges.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn bootstraps_without_judges_are_too_narrow() {
    for (name, campaign, components, difference) in cases() {
        if difference && name.contains("partial") && !name.contains("2 ratings") {
            let held = simulate(&name, campaign, &components, difference, 400, 400);
            print(&name, &held);
            assert!(held.bootstrap < held.pigeonhole, "{name}: {held:?}");
        }
    }
}
