//! Picks from strata by enumeration, and intervals where domains and lengths of documents differ.

use super::super::control_variate::{PairedMeans, PickedUnit, document_sums, of_picks};
use super::super::special::student_t_quantile;
use super::simulation::{key, normal, orders, over_starts, uniform};
use super::*;

/// Picks of a stratum, each with the share of all orders and starts that make them.
fn picks_of(units: &[usize], shares: &[f64]) -> Vec<(Vec<usize>, f64)> {
    let here: Vec<f64> = units.iter().map(|unit| shares[*unit]).collect();
    let orders = orders(units.len());
    let mut all = Vec::new();
    for order in &orders {
        over_starts(&here, order, &mut |picks, share| {
            let picks: Vec<usize> = picks.iter().map(|place| units[*place]).collect();
            assert_eq!(picks.len(), 2);
            all.push((picks, share / orders.len() as f64));
        });
    }
    all
}

/// Two strata of three and four units, two picks of each: over all orders and starts of both every unit is picked with its
/// probability, and the weighted sum over N is the mean of all units.
#[test]
fn means_are_unbiased_over_all_picks_from_strata() {
    let spreads = [4.0, 1.0, 2.0, 0.5, 3.0, 6.0, 1.5];
    let judged = [6.0, 1.0, -2.0, 0.0, 4.0, 9.0, -3.0];
    let strata = [vec![0, 1, 2], vec![3, 4, 5, 6]];
    let shares = probabilities_by_stratum(&sizes(&spreads, &[1.0; 7], 0.1), &strata, 4);
    assert_eq!(allotment(&spreads, &strata, 4), [2, 2]);
    let (mut inclusion, mut mean) = ([0.0; 7], 0.0);
    for (first, share_of_first) in picks_of(&strata[0], &shares) {
        for (second, share_of_second) in picks_of(&strata[1], &shares) {
            let share = share_of_first * share_of_second;
            for unit in first.iter().chain(&second) {
                inclusion[*unit] += share;
                mean += share * judged[*unit] / shares[*unit] / 7.0;
            }
        }
    }
    for (inclusion, share) in inclusion.iter().zip(&shares) {
        assert!((inclusion - share).abs() < 1e-12, "{inclusion} is not {share}");
    }
    let truth = judged.iter().sum::<f64>() / 7.0;
    assert!((mean - truth).abs() < 1e-12, "{mean} is not {truth}");
}

/// Segments of documents of a test set of WMT, of four domains with documents of their own lengths.
const LENGTHS: [&[usize]; 4] = [
    &[5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 10, 11, 12, 13, 15, 16, 18, 21, 24, 29],
    &[1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 9, 11],
    &[10, 14, 19, 25, 31, 34, 40, 48],
    &[2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 12],
];

/// Segments with their document, domain, spread by the metric, and what people and the metric say of a pair of systems,
/// whose difference is another in each domain, and in each document.
struct Texts {
    documents: Vec<usize>,
    strata: Vec<Vec<usize>>,
    spreads: Vec<f64>,
    judged: Vec<f64>,
    metric: Vec<f64>,
}

fn texts() -> Texts {
    let mut random = key("texts of domains").generator(0);
    let (mut documents, mut strata) = (Vec::new(), Vec::new());
    let (mut spreads, mut judged, mut metric) = (Vec::new(), Vec::new(), Vec::new());
    let mut document = 0;
    for (domain, lengths) in LENGTHS.iter().enumerate() {
        let start = documents.len();
        let level = [1.5, -1.0, 0.2, 3.0][domain];
        for length in *lengths {
            let here = level + 0.4 * normal(&mut random);
            for _ in 0..*length {
                let spread = 0.2 + 2.0 * uniform(&mut random) * uniform(&mut random);
                let seen = spread * normal(&mut random);
                documents.push(document);
                spreads.push(spread);
                metric.push(seen);
                judged.push(here + 0.8 * seen + (0.3 + spread) * normal(&mut random));
            }
            document += 1;
        }
        strata.push((start..documents.len()).collect());
    }
    Texts { documents, strata, spreads, judged, metric }
}

/// What 95 % intervals of weighted means and of those with the control variate held, the mean squared error of the former,
/// and the mean of what their squared standard error says of it.
struct Held {
    plain: f64,
    controlled: f64,
    error: f64,
    variance: f64,
}

fn held(texts: &Texts, strata: &[Vec<usize>], count: usize, draws: u64) -> Held {
    let units = texts.documents.len();
    let shares =
        probabilities_by_stratum(&sizes(&texts.spreads, &vec![1.0; units], 0.5), strata, count);
    let [truth, metric] =
        [&texts.judged, &texts.metric].map(|column| column.iter().sum::<f64>() / units as f64);
    let mut sums = Held { plain: 0.0, controlled: 0.0, error: 0.0, variance: 0.0 };
    for draw in 0..draws {
        let mut picks: Vec<usize> = Vec::new();
        for (place, units) in (0..).zip(strata) {
            let here: Vec<f64> = units.iter().map(|unit| shares[*unit]).collect();
            let stream = key("picks from strata").number(place).number(draw);
            picks.extend(random_picks(&here, &stream).iter().map(|at| units[*at]));
        }
        let picked: Vec<PickedUnit> = picks
            .into_iter()
            .map(|unit| PickedUnit {
                document: texts.documents[unit],
                weight: 1.0 / shares[unit],
                size: 1.0,
                judged: texts.judged[unit],
                metric: texts.metric[unit],
            })
            .collect();
        let means = PairedMeans::new(&document_sums(&picked)).unwrap();
        let controlled = of_picks(&picked, metric).unwrap();
        let multiple = student_t_quantile(0.975, means.documents as f64 - 1.0).unwrap();
        let error = means.judged - truth;
        sums.plain += is_held(error, means.judged_variance, multiple);
        sums.controlled += is_held(controlled.estimate - truth, controlled.variance, multiple);
        sums.error += error * error;
        sums.variance += means.judged_variance;
    }
    let draws = draws as f64;
    Held {
        plain: sums.plain / draws,
        controlled: sums.controlled / draws,
        error: sums.error / draws,
        variance: sums.variance / draws,
    }
}

/// 1 where an interval of `multiple` standard errors holds the truth.
fn is_held(error: f64, variance: f64, multiple: f64) -> f64 {
    f64::from(u8::from(error.abs() <= multiple * variance.sqrt()))
}

/// Errors by sums of documents know nothing of strata: where domains differ, picks from each are more precise than these
/// errors say, and intervals hold the truth more often, not less.
#[test]
fn intervals_hold_with_documents_of_unequal_lengths() {
    let texts = texts();
    let whole = [(0..texts.documents.len()).collect::<Vec<usize>>()];
    for count in [60, 120, 200] {
        let from_strata = held(&texts, &texts.strata, count, 2000);
        let together = held(&texts, &whole, count, 2000);
        for (name, share) in [
            ("strata", from_strata.plain),
            ("strata, control variate", from_strata.controlled),
            ("together", together.plain),
        ] {
            assert!(share >= 0.93, "{count} picks, {name}: {share}");
        }
        assert!(from_strata.error < 0.9 * together.error, "{count} picks");
        assert!(from_strata.variance > from_strata.error, "{count} picks");
    }
}
