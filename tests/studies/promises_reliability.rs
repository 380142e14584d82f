//! Reliability of the probabilities about new test sets that are printed: of all claims of about 60 %, about 60 % come true.
//!
//! Campaigns are documents of a population, real or of log-normal lengths, drawn with replacement; what comes true is counted
//! on other test sets that are drawn in the same way. Claims are put together in ten bins over all populations and sizes; a
//! bin of few claims is joined with its neighbour. A few campaigns run always; many run nightly, and ten times as many with
//! `RUNNER_THOROUGH=1`.

#![expect(clippy::print_stdout, reason = "figures for people, shown with --nocapture")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;

use rand_pcg::Pcg64;
use rayon::prelude::*;
use runner::stats::direction::Direction;
use runner::stats::new_ranking::NewRankings;
use runner::stats::random::{Purpose, StreamKey, UniformBelow};

use super::promises::{Mean, Population, TestSet, as_drawn, normal, real_ones, thorough};

const SIZES: [usize; 3] = [8, 15, 30];

/// Claims of a bin, at least.
const LEAST: usize = 400;

/// How many campaigns of which sizes are made.
#[derive(Clone, Copy)]
struct Effort {
    sizes: &'static [usize],
    campaigns: u64,
}

impl Effort {
    fn few(campaigns: u64) -> Self {
        Self { sizes: &[15], campaigns }
    }

    fn many(campaigns: u64) -> Self {
        Self { sizes: &SIZES, campaigns: thorough(campaigns) }
    }
}

/// Replicates of a campaign.
const REPLICATES: usize = 300;

/// Test sets that claims are compared with.
const NEW: u64 = 400;

/// A claim, and how often it comes true.
type Claim = (f64, f64);

/// Systems whose scores are `distance` apart on 200 documents of log-normal lengths; each has effects on documents of its own.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]
fn made_up(distance: f64) -> Population {
    let name = format!("made up, {distance} apart");
    let mut random = StreamKey::new(33, Purpose::Sample).text(&name).generator(0);
    let length = |_| libm::exp(1.9 + 0.95 * normal(&mut random)).round().clamp(2.0, 90.0) as usize;
    let lengths: Vec<usize> = (0..200).map(length).collect();
    let rows = (0..6).map(|system| {
        let document = |length: &usize| {
            let effect = 0.3 * normal(&mut random);
            (0..*length).map(|_| effect + 0.7 * normal(&mut random)).collect::<Vec<f64>>()
        };
        let documents: Vec<Vec<f64>> = lengths.iter().map(document).collect();
        let all: Vec<f64> = documents.concat();
        // The score of the population to the last digit that counts.
        let shift = distance * f64::from(system) - all.iter().sum::<f64>() / all.len() as f64;
        let fixed = |score: &f64| [(1e6 * (score + shift)).round() as i64, 1_000_000];
        documents.iter().map(|own| own.iter().flat_map(fixed).collect()).collect()
    });
    let rows = rows.collect();
    Population { name, columns: 2, rows, scorer: Arc::new(Mean) }
}

fn populations() -> Vec<Population> {
    let made = [0.0, 0.05, 0.1, 0.2].map(made_up);
    real_ones().into_iter().chain(made).collect()
}

fn scores(population: &Population, test_set: &TestSet) -> Vec<f64> {
    test_set.rows.iter().map(|rows| population.score(rows)).collect()
}

/// Scores of a campaign, of its replicates by system, and what deviations of these are multiplied by.
struct Campaign {
    scores: Vec<f64>,
    replicates: Vec<Vec<f64>>,
    factor: f64,
}

impl Campaign {
    fn new(population: &Population, test_set: &TestSet, random: &mut Pcg64) -> Self {
        let lengths = &test_set.lengths;
        let columns = population.columns;
        // Sums by system and document.
        let of_system = |rows: &Vec<i64>| -> Vec<Vec<i64>> {
            let mut rest = rows.as_slice();
            let document = |length: &u32| {
                let (own, others) = rest.split_at(columns * *length as usize);
                rest = others;
                (0..columns).map(|at| own.iter().skip(at).step_by(columns).sum()).collect()
            };
            lengths.iter().map(document).collect()
        };
        let sums: Vec<Vec<Vec<i64>>> = test_set.rows.iter().map(of_system).collect();
        let below = UniformBelow::new(u32::try_from(lengths.len()).unwrap());
        let mut replicates = vec![Vec::with_capacity(REPLICATES); sums.len()];
        for _ in 0..REPLICATES {
            let mut drawn = Vec::with_capacity(lengths.len());
            below.draw(random, lengths.len(), |document| drawn.push(document as usize));
            for (column, documents) in replicates.iter_mut().zip(&sums) {
                let rows: Vec<i64> = drawn.iter().flat_map(|at| documents[*at].clone()).collect();
                column.push(population.score(&rows));
            }
        }
        let all: f64 = lengths.iter().copied().map(f64::from).sum();
        let squares: f64 = lengths.iter().map(|own| f64::from(*own) * f64::from(*own)).sum();
        let effective = all * all / squares;
        let factor = (effective / (effective - 1.0)).sqrt();
        Self { scores: scores(population, test_set), replicates, factor }
    }

    fn replicates(&self) -> Vec<&[f64]> {
        self.replicates.iter().map(Vec::as_slice).collect()
    }
}

fn first(scores: &[f64]) -> usize {
    (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap()
}

/// How often each system is the first by the values of numbered test sets.
fn shares_of_first(systems: usize, values: impl Fn(u64) -> Vec<f64> + Sync + Send) -> Vec<f64> {
    let firsts: Vec<usize> =
        (0..NEW).into_par_iter().map(|number| first(&values(number))).collect();
    let share = |system| firsts.iter().filter(|own| **own == system).count() as f64 / NEW as f64;
    (0..systems).map(share).collect()
}

/// Of rankings: how probably the first is the best again, and the same of each system.
fn of_rankings(Effort { sizes, campaigns }: Effort) -> [Vec<Claim>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for population in populations() {
        for &size in sizes {
            let number = |number: u64| 1_000_000 * size as u64 + number;
            let drawn = |random: &mut Pcg64| population.sample(random, size, as_drawn);
            let real = shares_of_first(population.rows.len(), |at| {
                scores(&population, &drawn(&mut population.random("new", number(at))))
            });
            let claims = |at: u64| {
                let mut random = population.random("campaigns", number(at));
                let campaign = Campaign::new(&population, &drawn(&mut random), &mut random);
                let Campaign { scores, factor, .. } = &campaign;
                let direction = Direction::HigherIsBetter;
                let new = NewRankings::new(scores, &campaign.replicates(), *factor, direction);
                (first(scores), new.unwrap().best_probabilities(1.0))
            };
            let all: Vec<(usize, Vec<f64>)> = (0..campaigns).into_par_iter().map(claims).collect();
            for (best, claims) in all {
                found[0].push((claims[best], real[best]));
                found[1].extend(claims.into_iter().zip(real.iter().copied()));
            }
        }
    }
    found
}

/// Bins of claims, each with the mean claim, what comes true of it, and the number of claims.
fn bins(claims: &[Claim]) -> Vec<(f64, f64, usize)> {
    let mut bins: Vec<Vec<Claim>> = vec![Vec::new(); 10];
    for claim in claims {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 9")]
        let bin = (10.0 * claim.0).floor().clamp(0.0, 9.0) as usize;
        bins[bin].push(*claim);
    }
    while bins.len() > 1 {
        let thinnest = (0..bins.len()).min_by_key(|bin| bins[*bin].len()).unwrap();
        if bins[thinnest].len() >= LEAST {
            break;
        }
        let size = |bin: usize| bins.get(bin).map_or(usize::MAX, Vec::len);
        let before = thinnest.checked_sub(1).map_or(usize::MAX, size);
        let first = if before < size(thinnest + 1) { thinnest - 1 } else { thinnest };
        let joined = bins.remove(first + 1);
        bins[first].extend(joined);
    }
    let mean =
        |own: &[Claim], of: fn(&Claim) -> f64| own.iter().map(of).sum::<f64>() / own.len() as f64;
    bins.iter().map(|own| (mean(own, |one| one.0), mean(own, |one| one.1), own.len())).collect()
}

/// A claim may be too low by `too_low` and too high by .08.
#[track_caller]
fn check(about: &str, claims: &[Claim], too_low: f64) {
    println!("{about}: {} claims", claims.len());
    let bins = bins(claims);
    for (claim, real, count) in &bins {
        println!("  claimed {claim:.3}, true {real:.3}, of {count}");
    }
    for (claim, real, _) in bins {
        assert!((-too_low..=0.08).contains(&(claim - real)), "{about}: {claim:.3}, not {real:.3}");
    }
}

/// The same of few campaigns, in two halves of the claims: the lower and the higher ones. Up to `together` claims are of one
/// campaign and depend on each other, so that the mean of n of them has at most the standard error of n/`together`; three of
/// these are allowed.
#[track_caller]
fn check_halves(about: &str, mut claims: Vec<Claim>, too_low: f64, together: usize) {
    claims.sort_by(|one, other| one.0.total_cmp(&other.0));
    for half in claims.chunks(claims.len().div_ceil(2)) {
        let count = half.len() as f64;
        let mean = half.iter().map(|(claim, real)| claim - real).sum::<f64>() / count;
        let errors = half.iter().map(|(claim, real)| claim - real - mean);
        let squares = errors.map(|error| error * error).sum::<f64>();
        let error = (squares / count * together as f64 / count).sqrt();
        println!("{about}: claims exceed shares by {mean:.3} +- {error:.3}, {count} claims");
        let allowed = -too_low - 3.0 * error..=0.08 + 3.0 * error;
        assert!(allowed.contains(&mean), "{about}: {mean} +- {error}");
        assert!(error < 0.1, "{about}: {error} is too uncertain to say anything");
    }
}

#[test]
fn probabilities_of_rankings_are_reliable() {
    let [again, best] = of_rankings(Effort::few(10));
    check_halves("best again", again, 0.08, 1);
    check_halves("best of a new test set", best, 0.08, 6);
}

#[test]
#[ignore = "simulation of minutes: nightly"]
fn probabilities_of_rankings_are_reliable_in_many_trials() {
    let [again, best] = of_rankings(Effort::many(40));
    check("best again", &again, 0.08);
    check("best of a new test set", &best, 0.08);
}
