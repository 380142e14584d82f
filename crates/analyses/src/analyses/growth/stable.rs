//! From which size on scores and deviations stay near those of the largest test set, order by order.
//!
//! Where every set of documents was run, all orders count: those that come to a set through near ones alone are
//! counted from the set of all documents down, so that no order has to be walked.

use super::options::{ScoreTolerance, StableSize};
use super::outcomes::ScoringOutcomes;
use crate::analyses::common::moments::Spread;
use crate::analyses::{GridResults, GrowthRow, Outcome, document_count};
use crate::plan::Placement;

/// Orders between whose stable sizes lower and upper end are: a tenth of them lies below, a tenth above.
const TAIL: f64 = 0.1;

/// Numbers that are equal but for rounding are within a tolerance.
const ROUNDING: f64 = 1e-9;

/// The orders of a study that asks for stable sizes.
pub(super) struct Orders<'a> {
    on_corpus: &'a GridResults<'a>,
    options: &'a StableSize,
    /// Where every set of documents was run: the test set of each, by its documents as bits. Empty elsewhere.
    sets: Vec<usize>,
}

/// What is compared of a test set.
#[derive(Clone, Copy, Default)]
struct Measured {
    score: Option<f64>,
    stdev: Option<f64>,
    half_width: Option<f64>,
}

/// Stable sizes in documents, over orders.
#[derive(Clone, Copy, Default)]
struct OverOrders {
    mean: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
}

impl<'a> Orders<'a> {
    /// Those of a study; none where it does not ask.
    pub(super) fn new(on_corpus: &'a GridResults<'a>) -> Option<Self> {
        let options = on_corpus.study.analyses.get::<StableSize>()?;
        let mut sets = Vec::new();
        if on_corpus.study.orderings.exhaustive {
            sets = vec![usize::MAX; 1 << on_corpus.corpus.corpus.documents.len()];
            for placement in &on_corpus.grid.placements {
                let documents = &on_corpus.corpus.test_sets[placement.test_set].documents;
                let bits: usize = documents.iter().map(|document| 1 << document).sum();
                sets[bits] = placement.test_set;
            }
        }
        Some(Self { on_corpus, options, sets })
    }

    /// The columns that all sizes of a scoring share.
    pub(super) fn over_sizes(&self, outcomes: &ScoringOutcomes<'_>) -> GrowthRow {
        let scores = self.stable_from(outcomes, |part, end| {
            let tolerance = self.tolerance(outcomes, end)?;
            Some(is_within((part.score? - end.score?).abs(), tolerance))
        });
        let stdev = self.stable_from(outcomes, |part, end| {
            let change = 100.0 * (part.stdev? / positive(end.stdev)? - 1.0).abs();
            Some(is_within(change, self.options.stdev.0))
        });
        let tolerances = self
            .ends()
            .into_iter()
            .map(|end| self.tolerance(outcomes, Measured::new(outcomes.on(end))));
        let tolerances: Option<Vec<f64>> = tolerances.collect();
        GrowthRow {
            score_tolerance: Spread::new(tolerances.as_deref(), 0.0, true).mean,
            scores_stable_from: scores.mean,
            scores_stable_from_lower: scores.lower,
            scores_stable_from_upper: scores.upper,
            stdev_tolerance: Some(self.options.stdev.0),
            stdev_stable_from: stdev.mean,
            stdev_stable_from_lower: stdev.lower,
            stdev_stable_from_upper: stdev.upper,
            ..GrowthRow::default()
        }
    }

    /// The columns of one size, whose test sets are `placements`, beside those of all sizes.
    pub(super) fn at_size(
        &self,
        outcomes: &ScoringOutcomes<'_>,
        placements: &[&Placement],
        over_sizes: &GrowthRow,
    ) -> GrowthRow {
        let (mut changes, mut ratios) = (Vec::new(), Vec::new());
        for placement in placements {
            let part = Measured::new(outcomes.on(placement.test_set));
            let end = Measured::new(outcomes.on(self.end(placement)));
            changes.push(part.score.zip(end.score).map(|(part, end)| (part - end).abs()));
            ratios.push(part.stdev.zip(positive(end.stdev)).map(|(part, end)| part / end));
        }
        GrowthRow {
            score_change_mean: mean(changes),
            stdev_ratio: mean(ratios),
            ..over_sizes.clone()
        }
    }

    /// How far scores may be from that of the largest test set, in the unit of the metric.
    fn tolerance(&self, outcomes: &ScoringOutcomes<'_>, end: Measured) -> Option<f64> {
        let metric = &self.on_corpus.names.scorings[outcomes.scoring].metric;
        match &self.options.score {
            ScoreTolerance::Margin => end.half_width,
            ScoreTolerance::Distance(wanted) => wanted.of(metric)?.in_unit(end.score?),
        }
    }

    /// The largest test set of each order.
    fn ends(&self) -> Vec<usize> {
        match self.sets.last() {
            Some(all) => vec![*all],
            None => self
                .on_corpus
                .grid
                .paths
                .iter()
                .filter_map(|path| path.test_sets.last().copied())
                .collect(),
        }
    }

    /// That of the order of a placement.
    fn end(&self, placement: &Placement) -> usize {
        if let Some(all) = self.sets.last() {
            return *all;
        }
        let path =
            self.on_corpus.grid.paths.iter().find(|path| path.ordering == placement.ordering);
        let end = path.and_then(|path| path.test_sets.last());
        *end.expect("a placement stands in an order, which has a largest test set")
    }

    /// Over orders, the smallest size from which on `is_near` holds at every size; nothing where it is not known at the
    /// largest.
    fn stable_from(
        &self,
        outcomes: &ScoringOutcomes<'_>,
        is_near: impl Fn(Measured, Measured) -> Option<bool>,
    ) -> OverOrders {
        let Some(all) = self.sets.last() else {
            let orders = self.on_corpus.grid.paths.iter().map(|path| {
                let end = Measured::new(outcomes.on(*path.test_sets.last()?));
                let near = path.test_sets.iter().rev().take_while(|test_set| {
                    is_near(Measured::new(outcomes.on(**test_set)), end) == Some(true)
                });
                Some((outcomes.counted_documents(*near.last()?), 1))
            });
            let orders: Option<Vec<(usize, u64)>> = orders.collect();
            return orders.map_or_else(OverOrders::default, OverOrders::new);
        };
        let end = Measured::new(outcomes.on(*all));
        let mut near = vec![false; self.sets.len()];
        for (bits, test_set) in self.sets.iter().enumerate().skip(1) {
            near[bits] = is_near(Measured::new(outcomes.on(*test_set)), end) == Some(true);
        }
        if near.last() != Some(&true) {
            return OverOrders::default();
        }
        let starts = orders_by_start(&near).into_iter();
        let orders =
            starts.map(|(bits, orders)| (outcomes.counted_documents(self.sets[bits]), orders));
        OverOrders::new(orders.collect())
    }
}

impl Measured {
    fn new(outcome: &Outcome) -> Self {
        let Some(result) = outcome.result else { return Self::default() };
        Self { score: result.score, stdev: result.stdev, half_width: result.margin() }
    }
}

/// Of all orders of documents, how many are near from a set on and not with one document less: sets as bits. The set
/// of all documents must be near.
fn orders_by_start(near: &[bool]) -> Vec<(usize, u64)> {
    let documents = near.len().trailing_zeros();
    // In how many orders the documents that a set lacks can follow it, all sets on the way near.
    let mut ways = vec![0_u64; near.len()];
    let mut starts = Vec::new();
    ways[near.len() - 1] = 1;
    for bits in (1..near.len()).rev().filter(|bits| near[*bits]) {
        let members = (0..documents).filter(|document| bits & (1 << document) != 0);
        let mut ends_here = 0;
        for document in members {
            let before = bits & !(1 << document);
            if before > 0 && near[before] {
                ways[before] += ways[bits];
            } else {
                ends_here += 1;
            }
        }
        // The documents before the last one of the set may come in any order.
        let orders = ways[bits] * ends_here * (1..u64::from(bits.count_ones())).product::<u64>();
        if orders > 0 {
            starts.push((bits, orders));
        }
    }
    starts
}

impl OverOrders {
    /// Of sizes, each with the number of its orders.
    fn new(mut orders: Vec<(usize, u64)>) -> Self {
        orders.sort_unstable();
        let total: u64 = orders.iter().map(|(_, count)| count).sum();
        let count = total as f64;
        let sum: f64 = orders.iter().map(|(size, count)| *size as f64 * *count as f64).sum();
        Self {
            mean: (total > 0).then(|| sum / count),
            lower: quantile(&orders, total, TAIL),
            upper: quantile(&orders, total, 1.0 - TAIL),
        }
    }
}

/// The smallest of ascending sizes that a share of the orders reaches at most; none of one order, which has no spread.
fn quantile(orders: &[(usize, u64)], total: u64, share: f64) -> Option<f64> {
    let mut below = 0;
    let reached = orders.iter().find(|(_, count)| {
        below += count;
        below as f64 >= share * (1.0 - ROUNDING) * total as f64
    });
    reached.filter(|_| total > 1).map(|(size, _)| f64::from(document_count(*size)))
}

/// The mean of values, if there are all.
fn mean(values: Vec<Option<f64>>) -> Option<f64> {
    let values: Option<Vec<f64>> = values.into_iter().collect();
    Spread::new(values.as_deref(), 0.0, true).mean
}

fn is_within(change: f64, tolerance: f64) -> bool {
    change <= tolerance * (1.0 + ROUNDING)
}

fn positive(value: Option<f64>) -> Option<f64> {
    value.filter(|value| *value > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All orders of three documents, where all sets but those of the first alone, and of the last two, are near.
    #[test]
    fn orders_are_counted_and_not_walked() {
        let mut near = vec![true; 8];
        (near[0], near[0b001], near[0b110]) = (false, false, false);
        let sizes =
            orders_by_start(&near).into_iter().map(|(bits, orders)| (bits.count_ones(), orders));
        let mut by_size = [0; 4];
        for (size, orders) in sizes {
            by_size[size as usize] += orders;
        }
        // 1 2 3 and 1 3 2 from two on; 2 3 1 and 3 2 1 from three on; 2 1 3 and 3 1 2 from the first.
        assert_eq!(by_size, [0, 2, 2, 2]);
    }

    #[test]
    fn a_tenth_of_the_orders_lies_below() {
        let ten = OverOrders::new(vec![(7, 8), (2, 1), (9, 1)]);
        assert_eq!((ten.mean, ten.lower, ten.upper), (Some(6.7), Some(2.0), Some(7.0)));
        let one = OverOrders::new(vec![(4, 1)]);
        assert_eq!((one.mean, one.lower, one.upper), (Some(4.0), None, None));
    }

    #[test]
    fn rounding_is_no_difference() {
        assert!(is_within(0.1 + 0.2, 0.3) && !is_within(0.300_001, 0.3));
    }
}
