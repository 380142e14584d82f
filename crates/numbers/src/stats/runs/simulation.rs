//! How often runs of two systems that are truly equal come out as different, on other texts with other runs.

use rand_pcg::Pcg64;

use super::{RunScores, RunsDifference, exact_p_value};
use crate::stats::random::{Purpose, StreamKey, uniform};
use crate::stats::special::normal_quantile;

fn normal(random: &mut Pcg64) -> f64 {
    normal_quantile(uniform(random)).unwrap()
}

/// Texts, runs, and standard deviations of runs, of systems by texts, and of what is left.
#[derive(Clone, Copy, Debug)]
struct World {
    texts: usize,
    runs: usize,
    run: f64,
    system_text: f64,
    rest: f64,
    /// Whether both systems are equal on these very texts, not on average over texts alone.
    is_equal_here: bool,
}

fn system(world: World, shared: &[f64], random: &mut Pcg64) -> RunScores {
    let mut system_texts: Vec<f64> =
        shared.iter().map(|_| world.system_text * normal(random)).collect();
    if world.is_equal_here {
        let mean = system_texts.iter().sum::<f64>() / system_texts.len() as f64;
        for value in &mut system_texts {
            *value -= mean;
        }
    }
    let runs = (0..world.runs).map(|_| {
        let run = world.run * normal(random);
        let scores = shared.iter().zip(&system_texts);
        scores
            .map(|(shared, system_texts)| shared + system_texts + run + world.rest * normal(random))
            .collect()
    });
    RunScores::new(runs.collect()).unwrap()
}

/// Shares of `trials` that reject: over texts and runs, over texts alone, and by exchanging runs at `exact_level`.
fn rejected(world: World, exact_level: f64, trials: u64) -> [f64; 3] {
    let mut counts = [0.0; 3];
    let key = StreamKey::new(1, Purpose::Runs);
    for trial in 0..trials {
        let mut random = StreamKey::new(7, Purpose::Runs)
            .number(world.texts as u64)
            .number(world.runs as u64)
            .generator(trial);
        let shared: Vec<f64> = (0..world.texts).map(|_| 20.0 * normal(&mut random)).collect();
        let sides = [(); 2].map(|()| system(world, &shared, &mut random));
        let [a, b] = &sides;
        let compared = RunsDifference::new([a, b], false, world.texts as f64 - 1.0).unwrap();
        let exact = exact_p_value(&a.scores(), &b.scores(), &key);
        let rejects = [
            compared.p_value() < 0.05,
            compared.p_value_of_texts().unwrap() < 0.05,
            exact <= exact_level,
        ];
        for (count, rejects) in counts.iter_mut().zip(rejects) {
            *count += f64::from(u8::from(rejects)) / trials as f64;
        }
    }
    counts
}

const FEW: World =
    World { texts: 200, runs: 3, run: 1.0, system_text: 8.0, rest: 6.0, is_equal_here: false };

#[track_caller]
fn assert_within(share: f64, low: f64, high: f64, what: World) {
    assert!((low..=high).contains(&share), "{share} of {what:?}");
}

/// Four standard errors of a share of .05 in 300 trials are .05.
#[test]
fn equal_systems_differ_as_rarely_as_promised() {
    let [crossed, texts, _] = rejected(FEW, 0.1, 300);
    assert_within(crossed, 0.005, 0.1, FEW);
    assert_within(texts, 0.08, 0.35, FEW);
    let here = World { is_equal_here: true, ..FEW };
    let [_, _, exact] = rejected(here, 0.1 + 1e-9, 300);
    assert_within(exact, 0.03, 0.17, here);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn equal_systems_differ_as_rarely_as_promised_in_full() {
    for world in [
        FEW,
        World { runs: 5, ..FEW },
        World { runs: 2, ..FEW },
        World { runs: 5, texts: 60, run: 2.0, ..FEW },
        World { runs: 10, ..FEW },
    ] {
        let [crossed, texts, _] = rejected(world, 0.1, 1500);
        assert_within(crossed, 0.03, 0.066, world);
        assert_within(texts, 0.06, 0.45, world);
    }
    let still = World { run: 0.0, ..FEW };
    assert_within(rejected(still, 0.1, 1500)[0], 0.015, 0.055, still);
    for (runs, level, promised) in [(3, 0.1, 0.1), (4, 0.03, 0.028_6), (5, 0.05, 0.05)] {
        let here = World { runs, is_equal_here: true, ..FEW };
        let exact = rejected(here, level + 1e-9, 1500)[2];
        assert_within(exact, promised - 0.023, promised + 0.023, here);
    }
}
