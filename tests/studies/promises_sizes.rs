//! What planned sizes promise, kept for new documents of real lengths, of the populations of `promises.rs`.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use rand_pcg::Pcg64;
use rayon::prelude::*;
use runner::stats::goal::Goal;
use runner::stats::margin::Precision;
use runner::stats::power::{PairedDeviation, Sides, Test};
use runner::stats::size_interval::{log_variance_error, variance_freedom};

use super::promises::{LEVEL, Population, as_drawn, between, made_up_pair, real_ones, thorough};

/// What became of a size that was planned from a pilot.
struct Planned {
    /// Over the size that the population asks for.
    ratio: f64,
    /// Whether its interval holds that size.
    holds: bool,
    /// Whether new documents of the assured size reach the wanted margin; nothing where it is not named.
    reaches: Option<bool>,
}

/// For half of the margin that so many documents are expected to have.
fn planned(population: &Population, system: usize, count: usize, trial: u64) -> Option<Planned> {
    let whole = population.precision(&population.whole(), system);
    let wanted = 0.5 * whole.margin_at(count as f64).unwrap();
    let n = population.documents() as f64;
    // The population is all there is of it: its variance has the divisor n.
    let standard_error = whole.standard_error * ((n - 1.0) / n).sqrt();
    let true_size = Precision { standard_error, ..whole }.required_units(wanted).unwrap();
    let mut random = population.random("sizes", 1000 * count as u64 + trial);
    let pilot = population.sample(&mut random, count, as_drawn);
    let found = population.precision(&pilot, system);
    let size = found.required_units(wanted).ok()?;
    let (lower, upper) = found.required_interval(wanted).unwrap();
    let influence = population.jackknife(&pilot, system).influence();
    let known = variance_freedom(log_variance_error(&influence).ok()?, found.freedom.degrees);
    let assured = found.assured_units(wanted, known, 0.8).ok();
    let reaches = assured.map(|assured| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
        let new = population.sample(&mut random, assured.ceil() as usize, as_drawn);
        population.precision(&new, system).margin().unwrap() <= wanted
    });
    let holds = (lower..=upper).contains(&true_size);
    Some(Planned { ratio: size / true_size, holds, reaches })
}

/// Needs real corpora. Sizes planned from documents, of all systems, over those that the population asks for; intervals hold
/// them.
#[test]
fn sizes_are_those_of_the_population() {
    // The median of few pilots is uncertain by three standard errors of their ranks, .5/sqrt(trials) each.
    check_sizes(&[15], 40, 1.5 / f64::sqrt(40.0));
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn sizes_are_those_of_the_population_in_many_trials() {
    check_sizes(&[8, 15, 30], thorough(100), 0.0);
}

/// The median lies within its limits up to `slack`, a share of the pilots.
fn check_sizes(counts: &[usize], trials: u64, slack: f64) {
    for population in real_ones() {
        let systems = population.rows.len();
        for &count in counts {
            let of_trial = |trial: u64| -> Vec<Planned> {
                let of_system = |system| planned(&population, system, count, trial);
                (0..systems).filter_map(of_system).collect()
            };
            let all: Vec<Planned> = (0..trials).into_par_iter().flat_map(of_trial).collect();
            let mut ratios: Vec<f64> = all.iter().map(|own| own.ratio).collect();
            ratios.sort_by(f64::total_cmp);
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rank")]
            let quantile = |share: f64| ratios[(share * ratios.len() as f64) as usize];
            let median = quantile(0.5);
            let share = |is: &dyn Fn(&Planned) -> bool| {
                all.iter().filter(|own| is(own)).count() as f64 / all.len() as f64
            };
            let about = format!("{}, {count} documents", population.name);
            println!("{about}: median size {median:.3}");
            // Where lengths differ most, eight documents miss a little: .846 of 1,000 pilots of five systems.
            let misses = population.name == "wmt23/he-en" && count == 8;
            let least = if misses { 0.8 } else { 0.85 };
            let (low, high) = (quantile(0.5 - slack), quantile(0.5 + slack));
            assert!(least <= high && low <= 1.1, "{about}: {median} ({low} to {high})");
            let held = share(&|own| own.holds);
            between(held, 0.9, 0.98, trials, &format!("{about}, interval of the size"));
            let reached = share(&|own| own.reaches != Some(false));
            between(
                reached,
                0.76,
                0.9,
                trials,
                &format!("{about}, assured sizes reach the margin"),
            );
        }
    }
}

/// Whether new documents of the size that is planned from a pilot of `count` to find the true difference of a pair do find it,
/// and that size over the effective documents of the pilot; nothing where none is named.
fn planned_power(
    population: &Population,
    goal: &Goal,
    (pair, count): ([usize; 2], usize),
    random: &mut Pcg64,
) -> Option<(bool, f64)> {
    let truth = population.truth(pair[0]) - population.truth(pair[1]);
    let pilot = population.sample(random, count, as_drawn);
    let paired = population.paired(&pilot, pair)?;
    let known = variance_freedom(paired.log_variance_error().ok()?, paired.freedom().degrees);
    let deviation = PairedDeviation {
        stdev: paired.standard_error(),
        units: count as f64,
        freedom_share: paired.freedom().share(),
    };
    let units = goal.planned_units(deviation, truth, known).ok()?;
    let farthest = paired.freedom().farthest();
    if units > farthest {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
    let new = population.sample(random, units.ceil() as usize, as_drawn);
    let paired = population.paired(&new, pair)?;
    Some((paired.p_value() <= 1.0 - LEVEL && paired.difference() * truth > 0.0, units / farthest))
}

/// Needs real corpora. Sizes planned from fifteen documents for a power of .80, of all pairs that take 12 to 150 documents.
#[test]
fn plans_of_power_are_kept_on_real_documents() {
    check_plans_of_power(40);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn plans_of_power_are_kept_on_real_documents_in_many_trials() {
    check_plans_of_power(thorough(100));
}

fn check_plans_of_power(trials: u64) {
    let goal = Goal::new(Test { level: LEVEL, sides: Sides::Two }, 0.8).unwrap();
    for population in real_ones().into_iter().chain([made_up_pair()]) {
        let systems = population.rows.len();
        let pairs = (0..systems).flat_map(|a| (a + 1..systems).map(move |b| [a, b]));
        let whole = population.whole();
        let takes = |pair: &[usize; 2]| {
            let paired = population.paired(&whole, *pair)?;
            let units = population.documents() as f64;
            let deviation =
                PairedDeviation { stdev: paired.standard_error(), units, freedom_share: 1.0 };
            goal.required_units(deviation, paired.difference()).ok()
        };
        let is_plannable =
            |pair: &[usize; 2]| takes(pair).is_some_and(|units| (12.0..=150.0).contains(&units));
        let pairs: Vec<[usize; 2]> = pairs.filter(is_plannable).collect();
        assert!(!pairs.is_empty(), "{}", population.name);
        let of_trial = |trial: u64| -> Vec<(bool, f64)> {
            let mut random = population.random("power", trial);
            let of_pair =
                |pair: &[usize; 2]| planned_power(&population, &goal, (*pair, 15), &mut random);
            pairs.iter().filter_map(of_pair).collect()
        };
        let all: Vec<(bool, f64)> = (0..trials).into_par_iter().flat_map(of_trial).collect();
        let share = all.iter().filter(|(is_found, _)| *is_found).count() as f64 / all.len() as f64;
        let about = format!("{}, power of {} pairs", population.name, pairs.len());
        between(share, 0.76, 0.88, trials, &about);
        assert!(
            all.iter().all(|(_, size)| *size <= 1.0),
            "no size beyond fifty times what is here"
        );
    }
}
