//! Pairwise accuracy with ties within items, and the threshold below which a metric ties (Deutsch, Foster & Freitag 2023,
//! "Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie calibration").

use std::collections::BTreeMap;

use super::scores::Scores;

/// Accuracy with the threshold that gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibrated {
    /// Mean over items of the share of pairs on which metric and people agree.
    pub accuracy: f64,
    /// The smallest threshold with this accuracy: metric scores that differ by at most as much are tied.
    pub threshold: f64,
    /// Thresholds that have it.
    pub maximisers: usize,
}

/// A pair of outputs of an item.
#[derive(Clone, Copy, Debug)]
struct OutputPair {
    /// How far the metric's scores are apart.
    distance: f64,
    /// Pairs of the item.
    of_item: u32,
    human_tie: bool,
    /// Whether both order the pair alike.
    alike: bool,
}

/// Pairs of outputs that both score, and how many items have any.
fn pairs(human: &Scores, metric: &Scores) -> (Vec<OutputPair>, usize) {
    let (mut all, mut items) = (Vec::new(), 0);
    for item in 0..human.items() {
        let start = all.len();
        for (a, b) in human.pairs() {
            let h = human.at(a, item) - human.at(b, item);
            let m = metric.at(a, item) - metric.at(b, item);
            if h.is_nan() || m.is_nan() {
                continue;
            }
            let (human_tie, alike) =
                (h == 0.0, h * m > 0.0 || (h > 0.0 && m > 0.0) || (h < 0.0 && m < 0.0));
            all.push(OutputPair { distance: m.abs(), of_item: 0, human_tie, alike });
        }
        let count = u32::try_from(all.len() - start).unwrap_or(u32::MAX);
        all[start..].iter_mut().for_each(|pair| pair.of_item = count);
        items += usize::from(count > 0);
    }
    (all, items)
}

/// Right pairs, by number of pairs in their item: sums are exact.
#[derive(Default)]
struct Right(BTreeMap<u32, i64>);

impl Right {
    fn add(&mut self, pair: &OutputPair, count: i64) {
        *self.0.entry(pair.of_item).or_default() += count;
    }

    fn accuracy(&self, items: usize) -> f64 {
        let shares = self.0.iter().map(|(of_item, right)| *right as f64 / f64::from(*of_item));
        shares.sum::<f64>() / items as f64
    }
}

/// Accuracy where metric scores that differ by at most `threshold` are tied; `None` without pairs. O(pairs).
pub fn accuracy(human: &Scores, metric: &Scores, threshold: f64) -> Option<f64> {
    let (pairs, items) = pairs(human, metric);
    let mut right = Right::default();
    for pair in &pairs {
        let is_tie = pair.distance <= threshold;
        right.add(
            pair,
            i64::from(if is_tie { pair.human_tie } else { pair.alike && !pair.human_tie }),
        );
    }
    (items > 0).then(|| right.accuracy(items))
}

/// The largest accuracy over all thresholds: 0 and every distance of two scores. `None` without pairs. O(pairs log pairs).
pub fn calibrated(human: &Scores, metric: &Scores) -> Option<Calibrated> {
    let (mut pairs, items) = pairs(human, metric);
    if items == 0 {
        return None;
    }
    pairs.sort_by(|one, other| one.distance.total_cmp(&other.distance));
    let mut right = Right::default();
    for pair in &pairs {
        right.add(pair, i64::from(pair.alike && !pair.human_tie));
    }
    let tie = |right: &mut Right, pair: &OutputPair| {
        right.add(pair, i64::from(pair.human_tie) - i64::from(pair.alike && !pair.human_tie));
    };
    let exact = pairs.partition_point(|pair| pair.distance <= 0.0);
    for pair in &pairs[..exact] {
        tie(&mut right, pair);
    }
    let mut best = Calibrated { accuracy: right.accuracy(items), threshold: 0.0, maximisers: 1 };
    for alike in
        pairs[exact..].chunk_by(|one, other| one.distance.total_cmp(&other.distance).is_eq())
    {
        for pair in alike {
            tie(&mut right, pair);
        }
        let accuracy = right.accuracy(items);
        if accuracy > best.accuracy {
            best = Calibrated { accuracy, threshold: alike[0].distance, maximisers: 1 };
        } else if accuracy.total_cmp(&best.accuracy).is_eq() {
            best.maximisers += 1;
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// mt-metrics-eval's own case.
    #[test]
    fn five_outputs_of_one_item() {
        let column = |values: [f64; 5]| Scores::new(&values.map(|value| vec![value]));
        let human = column([1.0, 2.0, 2.0, 3.0, 4.0]);
        let metric = column([2.0, 1.0, 1.5, 5.0, 3.0]);
        assert_eq!(accuracy(&human, &metric, 0.0), Some(0.6));
        assert_eq!(accuracy(&human, &metric, 2.0), Some(0.4));
        let best = calibrated(&human, &metric).unwrap();
        assert!((best.accuracy - 0.7).abs() < 1e-15);
        assert_eq!(accuracy(&human, &metric, best.threshold), Some(best.accuracy));
    }

    /// The sweep against all thresholds one by one, with gaps.
    #[test]
    fn calibration_is_the_best_of_all_thresholds() {
        let value = |a: usize, b: usize| ((a * 37 + b * 101 + a * b * 13) % 17) as f64 / 4.0;
        let gap =
            |a: usize, b: usize, v: f64| if (a + 3 * b).is_multiple_of(7) { f64::NAN } else { v };
        let human: Vec<Vec<f64>> =
            (0..6).map(|a| (0..20).map(|b| gap(a, b, value(a, b).floor())).collect()).collect();
        let metric: Vec<Vec<f64>> = (0..6)
            .map(|a| (0..20).map(|b| value(a, b + 5) + value(a, b).floor()).collect())
            .collect();
        let (human, metric) = (Scores::new(&human), Scores::new(&metric));
        let best = calibrated(&human, &metric).unwrap();
        let mut thresholds = vec![0.0];
        for item in 0..20 {
            let distances = human.pairs().filter_map(|(a, b)| {
                let known = !(human.at(a, item) - human.at(b, item)).is_nan();
                known.then(|| (metric.at(a, item) - metric.at(b, item)).abs())
            });
            thresholds.extend(distances);
        }
        thresholds.sort_by(f64::total_cmp);
        thresholds.dedup();
        let all: Vec<f64> =
            thresholds.iter().map(|own| accuracy(&human, &metric, *own).unwrap()).collect();
        let most = all.iter().copied().fold(0.0, f64::max);
        let is_best = |own: &f64| own.total_cmp(&most).is_eq();
        assert!(is_best(&best.accuracy));
        let first = all.iter().position(is_best).unwrap();
        assert!((best.threshold - thresholds[first]).abs() < 1e-15);
        assert_eq!(best.maximisers, all.iter().filter(|own| is_best(own)).count());
    }
}
