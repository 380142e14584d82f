//! Picks by enumeration, and what they gain on a population whose truth is known.

use rand_pcg::Pcg64;

use super::super::control_variate::{PickedUnit, of_picks};
use super::super::ordering::permutation;
pub(super) use super::super::random::uniform;
use super::super::random::{Purpose, StreamKey};
use super::super::special::{normal_quantile, student_t_quantile};
use super::*;

pub(super) fn key(name: &str) -> StreamKey {
    StreamKey::new(1, Purpose::Sample).text(name)
}

pub(super) fn normal(random: &mut Pcg64) -> f64 {
    normal_quantile(uniform(random)).unwrap()
}

/// What `value` of the picks is on average over all starts, exactly: between two starts at which a sum of probabilities
/// passes a whole number, picks are the same.
pub(super) fn over_starts(
    probabilities: &[f64],
    order: &[usize],
    value: &mut dyn FnMut(&[usize], f64),
) {
    let mut sum = 0.0;
    let mut ends: Vec<f64> = order
        .iter()
        .map(|unit| {
            sum += probabilities[*unit];
            sum - f64::floor(sum)
        })
        .chain([0.0, 1.0])
        .collect();
    ends.sort_by(f64::total_cmp);
    for ends in ends.windows(2) {
        // Narrower ones are rounding of whole sums.
        if ends[1] - ends[0] > 1e-12 {
            let start = f64::midpoint(ends[0], ends[1]);
            value(&systematic(probabilities, order, start), ends[1] - ends[0]);
        }
    }
}

/// All orders of `count` units.
pub(super) fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    orders(count - 1)
        .into_iter()
        .flat_map(|order| {
            (0..count).map(move |place| {
                let mut order = order.clone();
                order.insert(place, count - 1);
                order
            })
        })
        .collect()
}

fn unit(unit: usize, probability: f64, judged: &[f64], metric: &[f64]) -> PickedUnit {
    PickedUnit {
        document: unit,
        weight: 1.0 / probability,
        size: 1.0,
        judged: judged[unit],
        metric: metric[unit],
    }
}

/// Inclusion, and means over all orders and starts of the weighted sums over N of differences, and of residuals with a given
/// lambda put back.
fn enumerated(
    probabilities: &[f64],
    orders: &[Vec<usize>],
    (judged, metric): (&[f64], &[f64]),
    lambda: f64,
) -> (Vec<f64>, f64, f64, f64) {
    let count = probabilities.len() as f64;
    let mut inclusion = vec![0.0; probabilities.len()];
    let (mut plain, mut controlled, mut ratio) = (0.0, 0.0, 0.0);
    let population = metric.iter().sum::<f64>() / count;
    for order in orders {
        over_starts(probabilities, order, &mut |picks, share| {
            let share = share / orders.len() as f64;
            for unit in picks {
                inclusion[*unit] += share;
            }
            let (mut weights, mut people, mut seen) = (0.0, 0.0, 0.0);
            for unit in picks {
                let weight = 1.0 / probabilities[*unit];
                weights += weight;
                people += weight * judged[*unit];
                seen += weight * metric[*unit];
            }
            plain += share * people / count;
            controlled += share * (people / count + lambda * (population - seen / count));
            ratio += share * people / weights;
        });
    }
    (inclusion, plain, controlled, ratio)
}

fn close(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() < tolerance, "{value} is not {expected}");
}

/// All 120 orders of five units, and all starts. The ratio to the sum of weights is biased where picks are two.
#[test]
fn five_units_enumerated() {
    let (judged, metric) = ([6.0, 1.0, -2.0, 0.0, 4.0], [5.0, 1.5, -1.0, 0.5, 2.5]);
    let shares = probabilities(&[4.0, 1.0, 2.0, 0.5, 3.0], 2.0);
    let (inclusion, plain, controlled, ratio) =
        enumerated(&shares, &orders(5), (&judged, &metric), 0.7);
    for (inclusion, share) in inclusion.iter().zip(&shares) {
        close(*inclusion, *share, 1e-12);
    }
    close(plain, 1.8, 1e-12);
    close(controlled, 1.8, 1e-12);
    close(ratio, 2.498, 5e-4);
}

/// Twelve units: all starts of 3,000 of their orders, each of which has the right inclusion by itself.
#[test]
fn twelve_units_enumerated() {
    let spreads = [8.0, 2.0, 2.0, 1.0, 5.0, 0.2, 3.0, 2.6, 7.5, 0.4, 1.3, 6.0];
    let judged = [6.0, 1.0, -2.0, 0.0, 4.0, 1.0, -3.0, 2.0, 5.0, 0.5, 1.0, -4.0];
    let metric = [5.0, 1.5, -1.0, 0.5, 2.5, 0.5, -2.0, 2.0, 6.0, 0.0, 1.0, -3.5];
    let costs = [4.0, 1.0, 1.0, 1.0, 4.0, 1.0, 1.0, 1.0, 2.0, 3.0, 1.0, 2.0];
    let truth = judged.iter().sum::<f64>() / 12.0;
    for count in [2.0, 5.0, 9.0] {
        let shares = probabilities(&sizes(&spreads, &costs, 0.5), count);
        let orders: Vec<Vec<usize>> =
            (0..3000).map(|index| permutation(&key("orders"), index, 12)).collect();
        for order in &orders[..50] {
            let (inclusion, plain, controlled, _) =
                enumerated(&shares, std::slice::from_ref(order), (&judged, &metric), 0.7);
            for (inclusion, share) in inclusion.iter().zip(&shares) {
                close(*inclusion, *share, 1e-12);
            }
            close(plain, truth, 1e-12);
            close(controlled, truth, 1e-12);
        }
        let (_, plain, controlled, _) = enumerated(&shares, &orders, (&judged, &metric), 0.7);
        close(plain, truth, 1e-12);
        close(controlled, truth, 1e-12);
    }
}

/// Values of NumPy.
#[test]
fn an_estimate_from_picks() {
    let spreads = [8.0, 2.0, 2.0, 1.0, 5.0, 0.2, 3.0, 2.6];
    let (judged, metric) =
        ([6.0, 1.0, -2.0, 0.0, 4.0, 1.0, -3.0, 2.0], [5.0, 1.5, -1.0, 0.5, 2.5, 0.5, -2.0, 2.0]);
    let shares = probabilities(&sizes(&spreads, &[1.0; 8], 0.5), 4.0);
    let picked: Vec<PickedUnit> = systematic(&shares, &[2, 0, 5, 7, 1, 3, 6, 4], 0.3)
        .into_iter()
        .map(|index| PickedUnit {
            document: index / 2,
            ..unit(index, shares[index], &judged, &metric)
        })
        .collect();
    let population = metric.iter().sum::<f64>() / 8.0;
    let estimated = of_picks(&picked, population).unwrap();
    close(estimated.lambda, 1.390_235_792, 1e-8);
    close(estimated.estimate, 0.903_737_872, 1e-8);
    close(estimated.variance.sqrt(), 0.316_567_255, 1e-8);
    let documents = super::super::control_variate::document_sums(&picked);
    let means = super::super::control_variate::PairedMeans::new(&documents).unwrap();
    close(means.judged, 0.966_064_757, 1e-8);
    close(means.judged_variance.sqrt(), 1.631_837_529, 1e-8);
}

/// 400 segments in documents of 1 to 9. Systems differ most where the metric sees them differ, in part.
fn generated() -> Population {
    let mut random = key("population").generator(0);
    let mut population =
        Population { pairs: vec![EarlierPairs::default(); 3], ..Population::default() };
    for segment in 0..400_usize {
        let spread = 0.2 + 2.0 * uniform(&mut random) * uniform(&mut random);
        population.documents.push(segment / (1 + segment % 9).max(4));
        population.segments.push(1.0);
        population.spreads.push(spread);
        population.costs.push(1.0);
        for pair in &mut population.pairs {
            let seen = spread * normal(&mut random);
            pair.metric.push(seen);
            pair.judged.push(0.3 + 0.8 * seen + (0.3 + spread) * normal(&mut random));
        }
    }
    population.documents.sort_unstable();
    population
}

/// The promised gain is the one that picks have on the same population, within 15 %, and intervals by documents hold the truth.
#[test]
fn gains_are_real() {
    const DRAWS: u64 = 2000;
    const COUNT: usize = 100;
    let population = generated();
    let units = population.documents.len();
    let rate = COUNT as f64 / units as f64;
    let promised = population.gains(rate, 0.5, 0.95).unwrap();
    let shares = probabilities(&sizes(&population.spreads, &population.costs, 0.5), COUNT as f64);
    let (mut errors, mut held) = ([0.0; 4], 0);
    for draw in 0..DRAWS {
        let order = permutation(&key("picks"), draw, units);
        let start = uniform(&mut key("starts").generator(draw));
        let picks = systematic(&shares, &order, start);
        let mut random = order[..COUNT].to_vec();
        random.sort_unstable();
        for pair in &population.pairs {
            let [truth, metric] = [&pair.judged, &pair.metric]
                .map(|column| column.iter().sum::<f64>() / units as f64);
            let samples = [(&random, None), (&picks, Some(&shares))];
            for (place, (sample, shares)) in samples.into_iter().enumerate() {
                let taken: Vec<PickedUnit> = sample
                    .iter()
                    .map(|index| PickedUnit {
                        document: population.documents[*index],
                        ..unit(
                            *index,
                            shares.map_or(1.0, |shares: &Vec<f64>| shares[*index]),
                            &pair.judged,
                            &pair.metric,
                        )
                    })
                    .collect();
                let weights: f64 = taken.iter().map(|unit| unit.weight).sum();
                let plain =
                    taken.iter().map(|unit| unit.weight * unit.judged).sum::<f64>() / weights;
                let controlled = of_picks(&taken, metric).unwrap();
                errors[2 * place] += (plain - truth) * (plain - truth);
                let error = controlled.estimate - truth;
                errors[2 * place + 1] += error * error;
                let mut documents: Vec<usize> = taken.iter().map(|unit| unit.document).collect();
                documents.dedup();
                let multiple = student_t_quantile(0.975, documents.len() as f64 - 1.0).unwrap();
                held +=
                    u32::from(place == 1 && error.abs() <= multiple * controlled.variance.sqrt());
            }
        }
    }
    let promised = [promised.control.gain, promised.picks.gain, promised.both.gain];
    for (gain, squares) in promised.iter().zip(&errors[1..]) {
        let real = errors[0] / squares;
        assert!((gain / real - 1.0).abs() < 0.15, "{gain} is promised, {real} comes true");
    }
    assert!(promised[2] > promised[0] && promised[2] > promised[1], "{promised:?}");
    // No finite-population factor: a quarter of the units is judged, and intervals are a little wide.
    let held = f64::from(held) / (3 * DRAWS) as f64;
    assert!((0.94..0.995).contains(&held), "{held}");
}
