//! Simulated campaigns: scores by least squares on systems and documents have less bias than means of own ratings.

use rand_pcg::Pcg64;

use super::super::population::{generator, normal, uniform};
use super::*;
use crate::stats::least_squares_means::{LeastSquaresMeans, Observation};

/// Segments of a document.
const SEGMENTS: u32 = 4;

const DOCUMENTS: usize = 30;
const SYSTEMS: usize = 10;

/// What each system gets on each document: systems half a point apart.
fn values(random: &mut Pcg64) -> Vec<Vec<f64>> {
    let documents: Vec<f64> = (0..DOCUMENTS).map(|_| 8.0 * normal(random)).collect();
    (0..SYSTEMS)
        .map(|system| {
            let quality = 75.0 - 0.5 * system as f64;
            documents.iter().map(|document| quality + document + 5.0 * normal(random)).collect()
        })
        .collect()
}

/// One of those with a weight, in proportion to it.
fn pick(weights: &[f64], random: &mut Pcg64) -> usize {
    let mut left = uniform(random) * weights.iter().sum::<f64>();
    let index = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    index.unwrap_or(weights.len() - 1)
}

/// A campaign of `lines` pages, one after the other.
fn campaign(
    values: &[Vec<f64>],
    assignment: Assignment,
    lines: usize,
    random: &mut Pcg64,
) -> Vec<Page> {
    let mut state = State::new(SYSTEMS);
    let mut has_rating = [[false; SYSTEMS]; DOCUMENTS];
    let mut pages = Vec::new();
    while pages.len() < lines {
        let (mut weights, mut further) = match state.choice(&state.ranks(), assignment) {
            Choice::Ranked(weights) => (weights, Vec::new()),
            Choice::Cold(is_cold) => (
                is_cold.iter().map(|is_cold| f64::from(u8::from(*is_cold))).collect(),
                is_cold.iter().map(|is_cold| f64::from(u8::from(!*is_cold))).collect(),
            ),
        };
        let mut systems = Vec::new();
        for _ in 0..assignment.shown {
            if weights.iter().all(|weight| *weight == 0.0) {
                weights = std::mem::take(&mut further);
            }
            let system = pick(&weights, random);
            weights[system] = 0.0;
            systems.push(system);
        }
        let is_open: Vec<f64> = has_rating
            .iter()
            .map(|systems| f64::from(u8::from(systems.contains(&false))))
            .collect();
        let document = pick(&is_open, random);
        let shown = systems.into_iter().map(|system| {
            has_rating[document][system] = true;
            let noise = 6.0 * f64::from(SEGMENTS).sqrt() * normal(random);
            let sum = f64::from(SEGMENTS) * values[system][document] + noise;
            Shown { system, segments: SEGMENTS, ratings: SEGMENTS, sum }
        });
        let page = Page {
            shown: shown.collect(),
            document: u32::try_from(document).unwrap(),
            segments: SEGMENTS,
            times: None,
            void_from: None,
        };
        state.add(pages.len(), &page);
        pages.push(page);
    }
    pages
}

/// Scores by least squares on systems and documents.
fn adjusted(pages: &[Page]) -> Vec<f64> {
    let mut items = vec![Vec::new(); DOCUMENTS];
    for page in pages {
        items[page.document as usize].extend(page.shown.iter().map(|shown| Observation {
            system: u32::try_from(shown.system).unwrap(),
            judge: None,
            score: shown.sum / f64::from(shown.ratings),
            weight: 1.0,
        }));
    }
    let items: Vec<&[Observation]> = items.iter().map(Vec::as_slice).collect();
    let fit = LeastSquaresMeans::new(&items, SYSTEMS, 0).unwrap();
    (0..SYSTEMS).map(|system| fit.score(system).unwrap()).collect()
}

/// Mean deviations from what each system would get on all documents, over campaigns: of the weaker half of systems and of all.
#[test]
fn adjusted_scores_have_less_bias_than_plain_ones() {
    let assignment = Assignment { shown: 3, cold_start: 8 };
    let campaigns = 2000;
    // By estimate: sums over all systems and over the weaker half, and how many are in them.
    let mut sums = [[0.0; 2]; 4];
    let (mut counts, mut held) = ([0.0; 2], 0.0);
    for number in 0..campaigns {
        let random = &mut generator("dynamic assignment", number);
        let values = values(random);
        let pages = campaign(&values, assignment, 60, random);
        let chances = replay(&pages, SYSTEMS, assignment).chances;
        assert_eq!(failure(&pages, &chances, SYSTEMS, assignment), None);
        let (all, adjusted) = (estimates(&pages, &chances, SYSTEMS), adjusted(&pages));
        for (system, values) in values.iter().enumerate() {
            let Estimates { plain, weighted, augmented, .. } = all[system];
            // A system that is shown in the cold start alone has none.
            let Some(weighted) = weighted else { continue };
            let truth = values.iter().sum::<f64>() / DOCUMENTS as f64;
            let augmented = augmented.unwrap();
            let means = [plain.unwrap().mean, adjusted[system], weighted.mean, augmented.mean];
            let parts = [true, system >= SYSTEMS / 2].map(|counts| f64::from(u8::from(counts)));
            for (part, counted) in parts.into_iter().enumerate() {
                counts[part] += counted;
                for (sums, mean) in sums.iter_mut().zip(means) {
                    sums[part] += counted * (mean - truth);
                }
            }
            let error = augmented.standard_error.unwrap();
            held += f64::from(u8::from((augmented.mean - truth).abs() < 2.0 * error));
        }
    }
    let biases = sums.map(|sums| [sums[0] / counts[0], sums[1] / counts[1]]);
    let [plain, adjusted, weighted, augmented] = biases;
    assert!(plain.iter().all(|bias| *bias < -0.3), "{biases:?}");
    for (part, plain) in plain.into_iter().enumerate() {
        assert!(adjusted[part].abs() < 0.75 * plain.abs(), "{biases:?}");
        assert!(weighted[part].abs() < 0.5 * plain.abs(), "{biases:?}");
        assert!(augmented[part].abs() < 0.5 * plain.abs(), "{biases:?}");
    }
    assert!((0.85..=0.98).contains(&(held / counts[0])), "{}", held / counts[0]);
}
