//! How long the tests of a large campaign take: `cargo test -p runner-numbers --release --lib meta::speed -- --ignored
//! --nocapture`.

#![expect(clippy::print_stdout, reason = "figures for people")]

use std::time::Instant;

use super::exchange::Exchanges;
use super::measure::{Measure, PValues};
use super::pair_tests::PairTests;
use super::population::{Noise, Population};
use super::signs::Signs;
use crate::stats::random::{Purpose, StreamKey};

/// 15 systems, 1,200 items, 11 metrics, 1,000 draws, on one thread.
#[test]
#[ignore = "measures time: by hand"]
fn speed_of_tests_of_eleven_metrics() {
    let population = Population { systems: 15, items: 1200, spread: 0.2, of_people: 0.5 };
    let noise = Noise { about_systems: 0.1, about_outputs: 1.0 };
    let campaign = population.campaign("speed", 0, &[noise; 11]);
    let key = StreamKey::new(1, Purpose::Signs);
    let signs = Signs::new(1200, 1000, &key);
    let measure = |measure: Measure| {
        for metric in &campaign.metrics {
            measure.of(&campaign.human, metric, &signs).unwrap();
        }
    };
    time("signs", || drop(Signs::new(1200, 1000, &key)));
    time("SPA of all", || measure(Measure::Spa(PValues::Permutations)));
    time("calibration of all", || measure(Measure::AccEq { is_calibrated: true }));
    let test = |measure: Measure, draws: usize| {
        let key = StreamKey::new(1, Purpose::MetricExchange);
        let exchanges = Exchanges::of_outputs(&campaign.human, draws, key);
        let tests = PairTests::new(&campaign.human, &campaign.metrics, measure, &signs, exchanges);
        assert_eq!(tests.unwrap().all().len(), 55);
    };
    time("PERM-BOTH, SPA", || test(Measure::Spa(PValues::Permutations), 1000));
    for is_calibrated in [false, true] {
        let measure = Measure::AccEq { is_calibrated };
        time(&format!("PERM-BOTH, acc-eq, {is_calibrated}"), || test(measure, 1000));
    }
    time("PERM-BOTH, pairwise accuracy", || test(Measure::PairwiseAccuracy, 1000));
    time("PERM-BOTH, PDP, 64 draws", || test(Measure::Pdp, 64));
    let grouped = Measure::Pearson(super::measure::Grouping::Item);
    time("PERM-BOTH, Pearson by item, 64 draws", || test(grouped, 64));
}

fn time(name: &str, work: impl Fn()) {
    let start = Instant::now();
    work();
    println!("{name}: {:.3} s", start.elapsed().as_secs_f64());
}
