//! Simulations on made-up campaigns: the level of PERM-BOTH where two metrics are alike, and how often intervals
//! hold the truth. `cargo test -p runner-numbers meta::simulation -- --ignored --nocapture`

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]

use super::exchange::Exchanges;
use super::judged::{JudgedMetrics, Population, Resampling, by_metric};
use super::measure::{Grouping, Measure, PValues};
use super::pair_tests::PairTests;
use super::population::{Campaign, Noise, Population as Made, rounded};
use super::signs::Signs;
use crate::stats::correlation::Coefficient;
use crate::stats::distribution::Distribution;
use crate::stats::interval::{basic, percentile_ends};
use crate::stats::random::{Purpose, StreamKey};

const MEASURES: [Measure; 7] = [
    Measure::Spa(PValues::Permutations),
    Measure::AccEq { is_calibrated: false },
    Measure::AccEq { is_calibrated: true },
    Measure::Pdp,
    Measure::Pearson(Grouping::None),
    Measure::PairwiseAccuracy,
    Measure::Systems(Coefficient::Pearson),
];

/// Shares of campaigns with p up to .05, two-sided and one-sided, in which two metrics are alike.
fn level(
    measure: Measure,
    systems: usize,
    noise: Noise,
    (campaigns, draws): (u64, usize),
) -> (f64, f64) {
    let made = Made { systems, items: 100, spread: 0.15, of_people: 0.5 };
    let signs = Signs::new(100, 128, &StreamKey::new(1, Purpose::Signs));
    let (mut two_sided, mut one_sided) = (0_u32, 0_u32);
    for number in 0..campaigns {
        let campaign = made.campaign("level", number, &[noise; 2]);
        // People give whole numbers, so that a calibration has ties to find.
        let human = rounded(&campaign.human, 1.0);
        let key = StreamKey::new(number, Purpose::MetricExchange);
        let exchanges = Exchanges::of_outputs(&human, draws, key);
        let test = PairTests::new(&human, &campaign.metrics, measure, &signs, exchanges).unwrap();
        let outcome = test.all().remove(0).outcome.unwrap();
        two_sided += u32::from(outcome.differ().p <= 0.05);
        one_sided += u32::from(outcome.second_is_better().p <= 0.05);
    }
    let campaigns = campaigns as f64;
    (f64::from(two_sided) / campaigns, f64::from(one_sided) / campaigns)
}

const PLAIN: Noise = Noise { about_systems: 0.0, about_outputs: 1.5 };

/// Where scores of outputs are exchangeable, the test is exact. Standard error .015.
#[test]
fn level_of_exchangeable_outputs() {
    for measure in [MEASURES[0], MEASURES[2]] {
        let (two_sided, one_sided) = level(measure, 5, PLAIN, (200, 59));
        println!("{measure:?}: {two_sided} {one_sided}");
        assert!((two_sided - 0.05).abs() < 0.05, "{measure:?}: {two_sided}");
        assert!((one_sided - 0.05).abs() < 0.05, "{measure:?}: {one_sided}");
    }
}

/// Prints levels, and asserts them to lie `within` of .05 where outputs are exchangeable.
fn levels(systems: usize, about_systems: f64, trials: (u64, usize), within: Option<f64>) {
    for measure in MEASURES {
        let noise = Noise { about_systems, ..PLAIN };
        let (two_sided, one_sided) = level(measure, systems, noise, trials);
        println!(
            "{systems} systems, shift {about_systems}, {measure:?}: two-sided {two_sided:.4}, one-sided \
             {one_sided:.4}"
        );
        if let Some(within) = within {
            assert!(two_sided.max(one_sided) < 0.05 + within);
            // Accuracies of few pairs of systems are often equal, which makes p larger.
            let is_coarse = measure == Measure::PairwiseAccuracy;
            assert!(is_coarse || two_sided.min(one_sided) > 0.05 - within);
        }
    }
}

/// Standard error .005.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn level_of_eight_systems() {
    levels(8, 0.0, (2000, 199), Some(0.016));
}

/// Standard error .009.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn level_of_fifteen_systems() {
    levels(15, 0.0, (600, 99), Some(0.03));
}

/// Metrics that err about systems, each in its own way: as good as each other, but an output's two scores are not
/// exchangeable.
#[test]
#[ignore = "simulation of minutes: nightly"]
fn level_where_metrics_err_about_systems() {
    for about_systems in [0.1, 0.3] {
        levels(8, about_systems, (300, 99), None);
    }
}

/// With scores of people that are whole numbers.
fn in_whole_numbers(campaign: Campaign) -> Campaign {
    Campaign { human: rounded(&campaign.human, 1.0), ..campaign }
}

fn value_of_first(campaign: &Campaign, measure: Measure, signs: &Signs) -> f64 {
    measure.of(&campaign.human, &campaign.metrics[0], signs).unwrap().value
}

/// What intervals of a measure do over many campaigns.
#[derive(Debug, Default)]
struct Coverage {
    truth: f64,
    /// Percentile interval, and the one that mirrors it about the value.
    percentile: f64,
    basic: f64,
    /// Mean of replicates less the value.
    bias: f64,
    /// Mean standard deviation of replicates over the standard deviation of values.
    ratio: f64,
}

fn coverage(
    measure: Measure,
    resampling: Resampling,
    made: Made,
    (campaigns, draws): (u64, u64),
) -> Coverage {
    let signs = Signs::new(made.items, 128, &StreamKey::new(1, Purpose::Signs));
    let noise = [Noise { about_systems: 0.1, about_outputs: 1.5 }];
    // The truth is the mean over new items, and over new systems where those are resampled.
    let campaign = |number: u64| {
        in_whole_numbers(match resampling {
            Resampling::Inputs => made.campaign_of("coverage", 7, number, &noise),
            Resampling::Systems | Resampling::Both => made.campaign("coverage", number, &noise),
        })
    };
    let values: Vec<f64> = (100_000..100_000 + 5 * campaigns)
        .map(|number| value_of_first(&campaign(number), measure, &signs))
        .collect();
    let values = Distribution::new(&values);
    let mut tally = Coverage { truth: values.mean().unwrap(), ..Coverage::default() };
    for number in 0..campaigns {
        let campaign = campaign(number);
        let judged = JudgedMetrics::new(&campaign.human, &campaign.metrics, measure, &signs);
        let population = Population::of_items(&campaign.human).unwrap();
        let key = StreamKey::new(number, Purpose::MetricBootstrap);
        let samples: Vec<Vec<f64>> = (0..draws)
            .map(|draw| judged.on(&population.resample(resampling, &key, draw)))
            .collect();
        let replicates = Distribution::new(&by_metric(&samples, 1)[0]);
        let value = judged.values()[0].unwrap().value;
        let (lower, upper) = percentile_ends(&replicates, 0.95).unwrap();
        let mirrored = basic(&replicates, value, 0.95).unwrap();
        tally.percentile += f64::from(u8::from(lower <= tally.truth && tally.truth <= upper));
        tally.basic += f64::from(u8::from(mirrored.contains(tally.truth)));
        tally.bias += replicates.mean().unwrap() - value;
        tally.ratio += replicates.stdev().unwrap() / values.stdev().unwrap();
    }
    let count = campaigns as f64;
    tally.percentile /= count;
    tally.basic /= count;
    tally.bias /= count;
    tally.ratio /= count;
    tally
}

/// Standard error .013, of intervals from few replicates.
#[test]
fn intervals_of_accuracy_for_new_items() {
    let made = Made { systems: 6, items: 60, spread: 0.15, of_people: 0.5 };
    let tally = coverage(Measure::Pdp, Resampling::Inputs, made, (300, 100));
    println!("{tally:?}");
    assert!(
        (tally.percentile - 0.93).abs() < 0.05 && (tally.ratio - 1.0).abs() < 0.12,
        "{tally:?}"
    );
}
