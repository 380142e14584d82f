//! Pairwise accuracy with ties within items, and the threshold below which a metric ties (Deutsch, Foster & Freitag 2023,
//! "Ties matter: meta-evaluating modern metrics with pairwise accuracy and tie calibration").

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
    item: u32,
    systems: (u32, u32),
    human_tie: bool,
    /// Whether both order the pair alike, neither with a tie.
    alike: bool,
}

impl OutputPair {
    fn is_right(&self, threshold: f64) -> bool {
        if self.distance <= threshold { self.human_tie } else { self.alike }
    }

    /// What a tie of the metric changes in the number of right pairs.
    fn gain(&self) -> i64 {
        i64::from(self.human_tie) - i64::from(self.alike)
    }
}

/// All pairs of outputs that people and metric score, sorted by the distance of the metric's scores.
#[derive(Clone, Debug)]
pub struct OutputPairs {
    sorted: Vec<OutputPair>,
    systems: usize,
    /// Number of pairs of each item.
    of_item: Vec<u32>,
    /// Where every item has all pairs or none.
    complete: Option<CompletePairs>,
}

impl OutputPairs {
    /// O(pairs log pairs).
    ///
    /// # Panics
    ///
    /// If there are 2^32 systems or items.
    pub fn new(human: &Scores, metric: &Scores) -> Self {
        let mut sorted = Vec::new();
        let mut pairs_of_item = vec![0; human.items()];
        for (a, b) in human.pairs() {
            for (item, pairs) in pairs_of_item.iter_mut().enumerate() {
                let h = human.at(a, item) - human.at(b, item);
                let m = metric.at(a, item) - metric.at(b, item);
                if h.is_nan() || m.is_nan() {
                    continue;
                }
                *pairs += 1;
                sorted.push(OutputPair {
                    distance: m.abs(),
                    item: narrow(item),
                    systems: (narrow(a), narrow(b)),
                    human_tie: h == 0.0,
                    alike: (h > 0.0 && m > 0.0) || (h < 0.0 && m < 0.0),
                });
            }
        }
        sorted.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        let systems = human.systems();
        let all = narrow(human.pairs().count());
        let is_complete = pairs_of_item.iter().all(|count| *count == 0 || *count == all);
        let complete = is_complete.then(|| CompletePairs::new(&sorted, systems));
        Self { sorted, systems, of_item: pairs_of_item, complete }
    }

    /// Number of pairs.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// Items with a pair.
    pub fn items(&self) -> usize {
        self.of_item.iter().filter(|count| **count > 0).count()
    }

    /// Accuracy where metric scores that differ by at most `threshold` are tied; `None` without
    /// pairs. O(pairs).
    pub fn accuracy(&self, threshold: f64) -> Option<f64> {
        let mut right = Right::default();
        for pair in &self.sorted {
            right.add(self.of_item[pair.item as usize], i64::from(pair.is_right(threshold)));
        }
        let items = self.items();
        (items > 0).then(|| right.total() / items as f64)
    }

    /// The accuracy where only equal scores of the metric are ties.
    pub fn uncalibrated(&self) -> Option<Calibrated> {
        let accuracy = self.accuracy(0.0)?;
        Some(Calibrated { accuracy, threshold: 0.0, maximisers: 1 })
    }

    /// The largest accuracy over all thresholds: 0 and every distance of two scores. `None` without
    /// pairs. O(pairs).
    pub fn calibrated(&self) -> Option<Calibrated> {
        self.best(|_| 1, &self.of_item, self.items() as f64)
    }

    /// The largest accuracy in a resample that has each item and system as often as its count says;
    /// 0 leaves it out. Two copies of one system do not form a pair. O(pairs), and none of the sorting again.
    ///
    /// # Panics
    ///
    /// If there are not as many counts as items and systems.
    pub fn resampled_accuracy(&self, items: &[u32], systems: &[u32]) -> Option<f64> {
        assert_eq!(
            (items.len(), systems.len()),
            (self.of_item.len(), self.systems),
            "a count each"
        );
        match &self.complete {
            Some(complete) => {
                let with_pairs = self.of_item.iter().zip(items).filter(|(pairs, _)| **pairs > 0);
                let counted: u64 = with_pairs.map(|(_, count)| u64::from(*count)).sum();
                complete.resampled_accuracy(items, systems, counted)
            }
            None => self.resampled(items, systems).map(|best| best.accuracy),
        }
    }

    /// The same, whatever pairs items lack.
    fn resampled(&self, items: &[u32], systems: &[u32]) -> Option<Calibrated> {
        let copies = |pair: &OutputPair| {
            i64::from(systems[pair.systems.0 as usize])
                * i64::from(systems[pair.systems.1 as usize])
        };
        let mut pairs_of_item = vec![0_u64; items.len()];
        for pair in &self.sorted {
            pairs_of_item[pair.item as usize] += copies(pair).unsigned_abs();
        }
        let all = pairs_of_item.iter().zip(items).filter(|(pairs, _)| **pairs > 0);
        let all: u64 = all.map(|(_, count)| u64::from(*count)).sum();
        let pairs_of_item: Vec<u32> = pairs_of_item
            .iter()
            .map(|pairs| u32::try_from(*pairs).expect("fewer than 2^32 pairs of an item"))
            .collect();
        self.best(
            |pair| copies(pair) * i64::from(items[pair.item as usize]),
            &pairs_of_item,
            all as f64,
        )
    }

    /// `of_item` are numbers of pairs of items, `items` the number of items that have any.
    fn best(
        &self,
        weight: impl Fn(&OutputPair) -> i64,
        pairs_of_item: &[u32],
        items: f64,
    ) -> Option<Calibrated> {
        if items <= 0.0 {
            return None;
        }
        let mut right = Right::default();
        let add = |right: &mut Right, pair: &OutputPair, value: i64| {
            let weight = weight(pair);
            if weight > 0 && value != 0 {
                right.add(pairs_of_item[pair.item as usize], value * weight);
            }
        };
        for pair in &self.sorted {
            add(&mut right, pair, i64::from(pair.alike));
        }
        let exact = self.sorted.partition_point(|pair| pair.distance <= 0.0);
        for pair in &self.sorted[..exact] {
            add(&mut right, pair, pair.gain());
        }
        let mut best = Best { total: right.total(), threshold: 0.0, maximisers: 1 };
        for alike in self.sorted[exact..]
            .chunk_by(|one, other| one.distance.total_cmp(&other.distance).is_eq())
        {
            // A distance that the resample does not have is none of its thresholds.
            if alike.iter().all(|pair| weight(pair) == 0) {
                continue;
            }
            for pair in alike {
                add(&mut right, pair, pair.gain());
            }
            best.meet(right.total(), alike[0].distance);
        }
        let Best { total, threshold, maximisers } = best;
        Some(Calibrated { accuracy: total / items, threshold, maximisers })
    }
}

/// Pairs of items that all have the same number, in the form that resamples are fast with: a calibration of every draw
/// is most of what a meta-evaluation computes. Numbers of right pairs are whole, so that they need no shares of items.
#[derive(Clone, Debug)]
struct CompletePairs {
    /// Equal scores of the metric that people tie, too: right whatever the threshold.
    exact: Vec<Turn>,
    /// Pairs that become right or wrong where the metric ties them, by distance. Those that stay wrong are left out.
    turns: Vec<Turn>,
}

/// A pair that a threshold turns.
#[derive(Clone, Copy, Debug)]
struct Turn {
    item: u32,
    /// The pair's place in a table of systems by systems, doubled twice, and what it is: small, since a sweep waits for
    /// memory.
    pair_and_kind: u32,
}

impl Turn {
    /// A tie of the metric is right.
    const GAIN: u32 = 1;
    /// No other pair has the same distance and comes behind it.
    const LAST: u32 = 2;

    fn new(pair: &OutputPair, systems: usize) -> Self {
        let place = pair.systems.0 as usize * systems + pair.systems.1 as usize;
        let kind = if pair.human_tie { Self::GAIN } else { 0 };
        Self { item: pair.item, pair_and_kind: narrow(place << 2) | kind }
    }

    fn weight(self, items: &[u32], copies: &[i64]) -> i64 {
        copies[(self.pair_and_kind >> 2) as usize] * i64::from(items[self.item as usize])
    }
}

impl CompletePairs {
    fn new(sorted: &[OutputPair], systems: usize) -> Self {
        let (exact, above) = sorted.split_at(sorted.partition_point(|pair| pair.distance <= 0.0));
        let ties = exact.iter().filter(|pair| pair.human_tie);
        let mut turns = Vec::with_capacity(above.len());
        for alike in above.chunk_by(|one, other| one.distance.total_cmp(&other.distance).is_eq()) {
            let turning = alike.iter().filter(|pair| pair.gain() != 0);
            let start = turns.len();
            turns.extend(turning.map(|pair| Turn::new(pair, systems)));
            if let Some(last) = turns[start..].last_mut() {
                last.pair_and_kind |= Turn::LAST;
            }
        }
        Self { exact: ties.map(|pair| Turn::new(pair, systems)).collect(), turns }
    }

    /// `counted` is the number of items that have pairs.
    fn resampled_accuracy(&self, items: &[u32], systems: &[u32], counted: u64) -> Option<f64> {
        let pairs = (0..systems.len()).flat_map(|a| (a + 1..systems.len()).map(move |b| (a, b)));
        let mut copies = vec![0; systems.len() * systems.len()];
        for (a, b) in pairs {
            copies[a * systems.len() + b] = i64::from(systems[a]) * i64::from(systems[b]);
        }
        let pairs_of_item: i64 = copies.iter().sum();
        if counted == 0 || pairs_of_item == 0 {
            return None;
        }
        let mut without_ties: i64 = self.exact.iter().map(|turn| turn.weight(items, &copies)).sum();
        // 0 is what the threshold 0 gains, at which equal scores alone are ties.
        let (mut gained, mut most_gained) = (0, 0);
        for turn in &self.turns {
            let weight = turn.weight(items, &copies);
            if turn.pair_and_kind & Turn::GAIN == 0 {
                without_ties += weight;
                gained -= weight;
            } else {
                gained += weight;
            }
            if turn.pair_and_kind & Turn::LAST != 0 {
                most_gained = most_gained.max(gained);
            }
        }
        let right = without_ties + most_gained;
        Some(right as f64 / pairs_of_item as f64 / counted as f64)
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32")
}

/// The best threshold so far.
struct Best {
    total: f64,
    threshold: f64,
    maximisers: usize,
}

impl Best {
    fn meet(&mut self, total: f64, threshold: f64) {
        if total > self.total {
            *self = Self { total, threshold, maximisers: 1 };
        } else if total.total_cmp(&self.total).is_eq() {
            self.maximisers += 1;
        }
    }
}

/// Right pairs, by number of pairs in their item: sums are exact.
#[derive(Default)]
struct Right {
    /// Number of pairs, right pairs.
    counts: Vec<(u32, i64)>,
}

impl Right {
    fn add(&mut self, pairs_of_item: u32, count: i64) {
        // Items have a few different numbers of pairs, most campaigns one.
        if let Some(entry) = self.counts.iter_mut().find(|known| known.0 == pairs_of_item) {
            entry.1 += count;
        } else {
            let place = self.counts.partition_point(|entry| entry.0 < pairs_of_item);
            self.counts.insert(place, (pairs_of_item, count));
        }
    }

    /// Sum over items of their share of right pairs.
    fn total(&self) -> f64 {
        self.counts.iter().map(|(pairs, right)| *right as f64 / f64::from(*pairs)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::judged::occurrences;
    use super::*;

    /// mt-metrics-eval's own case.
    #[test]
    fn five_outputs_of_one_item() {
        let human = column([1.0, 2.0, 2.0, 3.0, 4.0]);
        let metric = column([2.0, 1.0, 1.5, 5.0, 3.0]);
        let pairs = OutputPairs::new(&human, &metric);
        assert_eq!(pairs.accuracy(0.0), Some(0.6));
        assert_eq!(pairs.accuracy(2.0), Some(0.4));
        let best = pairs.calibrated().unwrap();
        assert!((best.accuracy - 0.7).abs() < 1e-15);
        assert_eq!(pairs.accuracy(best.threshold), Some(best.accuracy));
    }

    fn column(values: [f64; 5]) -> Scores {
        Scores::new(&values.map(|value| vec![value]))
    }

    /// The sweep against all thresholds one by one, with gaps.
    #[test]
    fn calibration_is_the_best_of_all_thresholds() {
        let human: Vec<Vec<f64>> = (0..6)
            .map(|a| (0..20).map(|b| with_gap(a, b, made_value(a, b).floor())).collect())
            .collect();
        let metric: Vec<Vec<f64>> = (0..6)
            .map(|a| (0..20).map(|b| made_value(a, b + 5) + made_value(a, b).floor()).collect())
            .collect();
        let (human, metric) = (Scores::new(&human), Scores::new(&metric));
        let pairs = OutputPairs::new(&human, &metric);
        let best = pairs.calibrated().unwrap();
        let mut thresholds = vec![0.0];
        for item in 0..20 {
            let distances = human.pairs().filter_map(|(a, b)| {
                let is_judged = !(human.at(a, item) - human.at(b, item)).is_nan();
                is_judged.then(|| (metric.at(a, item) - metric.at(b, item)).abs())
            });
            thresholds.extend(distances);
        }
        thresholds.sort_by(f64::total_cmp);
        thresholds.dedup();
        let all: Vec<f64> =
            thresholds.iter().map(|threshold| pairs.accuracy(*threshold).unwrap()).collect();
        let most = all.iter().copied().fold(0.0, f64::max);
        let is_best = |accuracy: &f64| accuracy.total_cmp(&most).is_eq();
        assert!(is_best(&best.accuracy));
        let first = all.iter().position(is_best).unwrap();
        assert!((best.threshold - thresholds[first]).abs() < 1e-15);
        assert_eq!(best.maximisers, all.iter().filter(|own| is_best(own)).count());
    }

    /// With gaps and without, resamples have the accuracy of their outputs written out.
    #[test]
    fn a_resample_is_calibrated_as_its_outputs_written_out() {
        resamples_are_their_outputs(|a, b| made_value(a, b).floor(), true);
        resamples_are_their_outputs(
            |a, b| if b == 3 { f64::NAN } else { made_value(a, b).floor() },
            true,
        );
        resamples_are_their_outputs(|a, b| with_gap(a, b, made_value(a, b).floor()), false);
    }

    fn resamples_are_their_outputs(human: impl Fn(usize, usize) -> f64, is_complete: bool) {
        let human = scores(human);
        let metric = scores(|a, b| made_value(a, b + 5) + made_value(a, b).floor());
        let pairs = OutputPairs::new(&human, &metric);
        assert_eq!(pairs.complete.is_some(), is_complete);
        for draw in 0..50 {
            let items: Vec<usize> = (0..20).map(|i| (i * i * 7 + draw * (i + 3)) % 20).collect();
            let systems: Vec<usize> = (0..6).map(|i| (i * 5 + draw * (i + 1)) % 6).collect();
            let written_out =
                OutputPairs::new(&human.select(&systems, &items), &metric.select(&systems, &items));
            let resampled =
                pairs.resampled_accuracy(&occurrences(&items, 20), &occurrences(&systems, 6));
            match (resampled, written_out.calibrated()) {
                (Some(resampled), Some(best)) => {
                    assert!((resampled - best.accuracy).abs() < 1e-12);
                }
                (resampled, best) => assert!(resampled.is_none() && best.is_none()),
            }
        }
    }

    fn scores(value: impl Fn(usize, usize) -> f64) -> Scores {
        let rows: Vec<Vec<f64>> = (0..6).map(|a| (0..20).map(|b| value(a, b)).collect()).collect();
        Scores::new(&rows)
    }

    fn with_gap(a: usize, b: usize, v: f64) -> f64 {
        if (a + 3 * b).is_multiple_of(7) { f64::NAN } else { v }
    }

    fn made_value(a: usize, b: usize) -> f64 {
        ((a * 37 + b * 101 + a * b * 13) % 17) as f64 / 4.0
    }

    impl OutputPairs {
        /// Whether the metric is right about each pair, in the order of systems and items.
        pub(in crate::stats) fn verdicts(&self, threshold: f64) -> Vec<bool> {
            let mut verdicts: Vec<((u32, u32), u32, bool)> = self
                .sorted
                .iter()
                .map(|pair| (pair.systems, pair.item, pair.is_right(threshold)))
                .collect();
            verdicts.sort_unstable();
            verdicts.into_iter().map(|(.., is_right)| is_right).collect()
        }
    }
}
