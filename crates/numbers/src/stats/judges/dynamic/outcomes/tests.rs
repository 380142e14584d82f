//! Simulated campaigns against closed forms, the replay of logs, and what holds without any noise.

use super::super::super::components::{Components, Factor};
use super::super::super::design::{Assignment as Rating, Design};
use super::super::super::population::generator;
use super::super::{Phase, failure, replay};
use super::*;
use crate::stats::random::Purpose;

/// In the order of [`Factor::ALL`].
const USUAL: [f64; 7] = [18.0, 12.0, 22.0, 46.0, 27.0, 8.0, 180.0];

fn campaigns(values: [f64; 7], lengths: Vec<u32>, systems: usize, lines: &[usize]) -> Campaigns {
    let components = Components::known(&std::array::from_fn::<_, 7, _>(|index| {
        (Factor::ALL[index], values[index])
    }));
    Campaigns {
        population: Population {
            truth: (0..systems).map(|system| 80.0 - 0.7 * system as f64).collect(),
            components,
            lengths,
            judges: 6,
        },
        assignment: Assignment { shown: 3, cold_start: 20 },
        lines: lines.to_vec(),
        top: 3,
        key: StreamKey::new(1, Purpose::Assignment),
    }
}

/// 40 documents of 1 to 12 segments.
fn unequal() -> Vec<u32> {
    (0..40).map(|document| 1 + (7 * document) % 12).collect()
}

fn all(campaigns: &Campaigns, count: u64) -> Vec<Outcomes> {
    (0..count).map(|number| campaigns.outcomes(number).remove(0)).collect()
}

/// Within four Monte Carlo errors, which a seed misses once in 16,000.
#[track_caller]
fn near(value: Option<MeanWithError>, expected: f64) {
    let MeanWithError { mean, standard_error } = value.unwrap();
    let error = standard_error.unwrap();
    assert!(error > 0.0 && (mean - expected).abs() < 4.0 * error, "{value:?}, not {expected}");
}

/// All systems on each of 24 equal documents, rated by six judges with four of them each: then the error of a score is
/// half the variance of a difference, by the formula that designs are planned with.
#[test]
fn complete_campaigns_have_the_error_of_designs() {
    let complete = Campaigns {
        assignment: Assignment { shown: 5, cold_start: 20 },
        ..campaigns(USUAL, vec![3; 24], 5, &[24])
    };
    let design = Design {
        documents: 24.0,
        segments_per_document: 3.0,
        ratings_per_segment: 1.0,
        judges: 6.0,
        ..Design::default()
    };
    let part = design.difference(&complete.population.components, Rating::Together);
    let outcomes = all(&complete, 800);
    let sizes = outcomes.iter().map(|one| [one.pages, one.ratings]);
    assert!(sizes.eq(vec![[24.0, 360.0]; 800]));
    let dynamic: Vec<Outcome> = outcomes.iter().map(|one| one.dynamic[0]).collect();
    let in_turn: Vec<Outcome> = outcomes.iter().map(|one| one.adjusted_in_turn).collect();
    for Summary { bias, rmse, .. } in [Summary::new(&dynamic), Summary::new(&in_turn)] {
        for part_of_systems in [0, 1] {
            near(bias[part_of_systems], 0.0);
            near(rmse[part_of_systems], (0.5 * part.variance).sqrt());
        }
    }
    // Without choice of systems all estimates of the same ratings are one.
    for Outcomes { dynamic, .. } in &outcomes {
        let [adjusted, weighted, plain, _] = dynamic.map(|outcome| outcome.bias[0].unwrap());
        assert!((adjusted - plain).abs() < 1e-9 && (weighted - plain).abs() < 1e-9);
    }
}

/// The pages are those of a server: a replay of them has the same probabilities, and no page misfits.
#[test]
fn pages_are_those_of_the_server_that_logs_are_replayed_by() {
    let planned = campaigns(USUAL, unequal(), 10, &[120]);
    let Campaigns { population, assignment, .. } = &planned;
    for number in 0..20 {
        let random = &mut generator("pages", number);
        let (setting, targets) = population.setting(random);
        assert!(targets.windows(2).all(|pair| (pair[0] - pair[1] - 0.7).abs() < 1e-9));
        let (pages, chances) = setting.dynamic(*assignment, 120, random);
        assert_eq!(replay(&pages, 10, *assignment).chances, chances);
        assert_eq!(failure(&pages, &chances, 10, *assignment), None);
        let mut segments = [0; 10];
        for (page, chances) in pages.iter().zip(&chances) {
            let is_cold = segments.map(|segments| segments < 20);
            assert_eq!(chances.phase == Phase::Cold, is_cold.contains(&true));
            assert_eq!(page.shown.len(), 3);
            let cold = page.shown.iter().filter(|shown| is_cold[shown.system]).count();
            assert_eq!(cold, is_cold.iter().filter(|is_cold| **is_cold).count().min(3));
            assert!(page.shown.iter().all(|shown| shown.ratings == page.segments));
            for shown in &page.shown {
                segments[shown.system] += page.segments;
            }
        }
        assert!(segments.iter().all(|segments| *segments >= 20), "{segments:?}");
        let in_turn = setting.in_turn(&pages, 3, random);
        let mut counts = [0_u32; 10];
        for (page, other) in in_turn.iter().zip(&pages) {
            assert_eq!((page.document, page.shown.len()), (other.document, 3));
            for shown in &page.shown {
                counts[shown.system] += 1;
            }
        }
        assert_eq!((counts.iter().sum::<u32>(), in_turn.len()), (360, 120));
        assert_eq!(counts, [36; 10]);
    }
}

/// Where systems differ by the same on all texts and for all judges, least squares know them exactly; plain means do not.
#[test]
fn adjusted_scores_are_exact_without_noise() {
    let exact = campaigns([18.0, 0.0, 22.0, 0.0, 0.0, 0.0, 0.0], unequal(), 10, &[120]);
    for Outcomes { dynamic, adjusted_in_turn, plain_in_turn, .. } in all(&exact, 50) {
        // What is off is off for all: documents that no page showed.
        for outcome in [dynamic[0], adjusted_in_turn] {
            let [top, rest] = outcome.bias.map(Option::unwrap);
            assert!((top - rest).abs() < 1e-9, "{outcome:?}");
            assert!((outcome.squares[0].unwrap() - top * top).abs() < 1e-9);
            assert_eq!((outcome.best_found, outcome.top_found), (1.0, 1.0));
        }
        let [top, rest] = plain_in_turn.bias.map(Option::unwrap);
        assert!((top - rest).abs() > 1e-6);
    }
}

/// Which systems a static campaign shows does not depend on ratings: least squares have no bias, whatever the lengths.
#[test]
fn adjusted_scores_of_systems_in_turn_have_no_bias() {
    let outcomes = all(&campaigns(USUAL, unequal(), 10, &[90]), 600);
    let in_turn: Vec<Outcome> = outcomes.iter().map(|one| one.adjusted_in_turn).collect();
    for bias in Summary::new(&in_turn).bias {
        near(bias, 0.0);
    }
}

#[test]
fn longer_campaigns_continue_shorter_ones() {
    let both = campaigns(USUAL, unequal(), 10, &[40, 80]);
    let [first, second] = [&both.lines[..1], &both.lines[1..]]
        .map(|lines| Campaigns { lines: lines.to_vec(), ..both.clone() });
    for number in 0..3 {
        let [one, other] = [&first, &second].map(|campaigns| campaigns.outcomes(number));
        assert_eq!(both.outcomes(number), [one, other].concat());
    }
    assert_ne!(both.outcomes(0), both.outcomes(1));
}

/// Four documents have ratings of all four systems after two pages each at the earliest.
#[test]
fn campaigns_end_when_all_is_rated() {
    let few = Campaigns { top: 1, ..campaigns(USUAL, vec![5; 4], 4, &[500]) };
    for Outcomes { pages, ratings, .. } in all(&few, 20) {
        assert!((8.0..400.0).contains(&pages), "{pages}");
        assert!((ratings - 15.0 * pages).abs() < 1e-9);
    }
}

/// The best is 9, and the two best are 9 and 8: of the two highest scores one is of these.
#[test]
fn outcomes_by_hand() {
    let truth = Truth::new(vec![8.0, 9.0, 5.0, 7.0], 2);
    let outcome = truth.outcome(&[Some(7.0), Some(10.0), None, Some(8.5)]);
    let expected = Outcome {
        best_found: 1.0,
        top_found: 0.5,
        bias: [Some(0.0), Some(1.5)],
        squares: [Some(1.0), Some(2.25)],
    };
    assert_eq!(outcome, expected);
    let none = truth.outcome(&[None; 4]);
    assert_eq!(none, Outcome::default());
    let wrong = truth.outcome(&[Some(9.0), None, None, None]);
    assert_eq!((wrong.best_found, wrong.top_found), (0.0, 0.5));

    let other = Outcome { best_found: 0.0, squares: [Some(4.0), None], ..expected };
    let all = [expected, expected, other, other];
    let summary = Summary::new(&all);
    let share = summary.best_found.unwrap();
    // Two of four, after a uniform prior.
    assert!((share.mean - 0.5).abs() < 1e-12);
    assert!((share.standard_error.unwrap() - (1.0_f64 / 28.0).sqrt()).abs() < 1e-12);
    // Squares of 1, 1, 4, 4.
    let rmse = summary.rmse[0].unwrap();
    assert!((rmse.mean - 2.5_f64.sqrt()).abs() < 1e-12);
    let error = (3.0_f64 / 4.0).sqrt() * 0.5 / 2.5_f64.sqrt();
    assert!((rmse.standard_error.unwrap() - error).abs() < 1e-12);
    assert!((summary.rmse[1].unwrap().mean - 1.5).abs() < 1e-12);
    // Where too few campaigns have scores nothing is said of the others.
    let nine = [[expected; 9].as_slice(), &[none]].concat();
    assert!(Summary::new(&nine).best_found.is_some());
    let eight = [[expected; 8].as_slice(), &[none; 2]].concat();
    assert_eq!(Summary::new(&eight), Summary::default());
    assert_eq!(Summary::difference(&[expected; 10], &eight), Summary::default());
    let difference = Summary::difference(&all, &[expected; 4]);
    assert!((difference.best_found.unwrap().mean + 0.5).abs() < 1e-12);
    assert!((difference.rmse[0].unwrap().mean - (2.5_f64.sqrt() - 1.0)).abs() < 1e-12);
    assert_eq!(Summary::new(&[]), Summary::default());
}
