//! Pairwise accuracy of systems: how often a metric prefers the system that people prefer (Kocmi et al. 2021, "To ship or
//! not to ship").

use super::scores::Scores;

/// Pairs of systems, and those in the right order. Sums of them are those of several language pairs, as Kocmi et al. pool
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RightPairs {
    /// Pairs that people and metric order alike; two ties agree.
    pub right: u64,
    /// Pairs with scores of both.
    pub all: u64,
}

impl RightPairs {
    /// By means over the items that people and the metric scored for both systems. O(pairs items), and O(systems items)
    /// where all systems have scores on the same items.
    pub fn new(human: &Scores, metric: &Scores) -> Self {
        let mut pairs = Self::default();
        if human.is_even() && human.has_places_of(metric) {
            // The items of a pair are those of each system.
            let (human_means, metric_means) = (human.means(), metric.means());
            for (a, b) in human.pairs() {
                pairs.add(human_means[a] - human_means[b], metric_means[a] - metric_means[b]);
            }
            return pairs;
        }
        for is_right in human.pairs().filter_map(|pair| is_right(human, metric, pair)) {
            pairs.count(is_right);
        }
        pairs
    }

    /// Takes in a pair by its difference for people and for the metric, where both are known.
    pub(super) fn add(&mut self, human: f64, metric: f64) {
        if !human.is_nan() && !metric.is_nan() {
            self.count(agree(human, metric));
        }
    }

    fn count(&mut self, is_right: bool) {
        self.all += 1;
        self.right += u64::from(is_right);
    }

    /// Pooled with those of another language pair.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self { right: self.right + other.right, all: self.all + other.all }
    }

    /// Share of right pairs; `None` without pairs.
    pub fn accuracy(self) -> Option<f64> {
        (self.all > 0).then(|| self.right as f64 / self.all as f64)
    }
}

/// Whether people and metric order two systems alike, by means over the items that both scored for both; `None` without
/// such items.
pub(super) fn is_right(human: &Scores, metric: &Scores, (a, b): (usize, usize)) -> Option<bool> {
    let is_shared = |item: usize| {
        let has_both =
            |scores: &Scores| !scores.at(a, item).is_nan() && !scores.at(b, item).is_nan();
        has_both(human) && has_both(metric)
    };
    let difference =
        |scores: &Scores| Some(scores.mean(a, is_shared)? - scores.mean(b, is_shared)?);
    Some(agree(difference(human)?, difference(metric)?))
}

/// Whether two differences have the same sign.
fn agree(human: f64, metric: f64) -> bool {
    sign(human) == sign(metric)
}

fn sign(value: f64) -> i8 {
    i8::from(value > 0.0) - i8::from(value < 0.0)
}
