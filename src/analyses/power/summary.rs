//! What the pairs of a metric need: the pair in the middle, which stands for all, and the hardest.

use super::PowerRow;
use crate::analyses::common::largest::largest_test_set;
use crate::presentation::{MetricRows, StudySection};

/// A pair with its effects, ascending.
#[derive(Clone, Debug)]
pub(super) struct PairPower<'a> {
    pub(super) rows: Vec<&'a PowerRow>,
}

/// The pairs of a metric on the largest test set.
pub(super) struct MetricPower<'a> {
    /// What the metric is called.
    pub(super) title: String,
    /// Any of the rows, for what all have in common.
    pub(super) first: &'a PowerRow,
    /// Pairs that sizes can be planned for, by the standard deviation of their difference, ascending.
    pub(super) pairs: Vec<PairPower<'a>>,
    /// The reasons of those that none can be planned for, with their number.
    pub(super) without: Vec<(&'a str, usize)>,
}

impl<'a> PairPower<'a> {
    pub(super) fn first(&self) -> &'a PowerRow {
        self.rows[0]
    }

    pub(super) fn name(&self) -> String {
        let row = self.first();
        format!("{} and {}", row.system_a, row.system_b)
    }

    /// The row of an effect.
    pub(super) fn of_effect(&self, effect: f64) -> Option<&'a PowerRow> {
        let is = |row: &&&PowerRow| row.effect.is_some_and(|own| (own / effect - 1.0).abs() < 1e-9);
        self.rows.iter().find(is).copied()
    }
}

impl<'a> MetricPower<'a> {
    /// The pair in the middle by standard deviation, the lower of two.
    pub(super) fn typical(&self) -> Option<&PairPower<'a>> {
        self.pairs.get(self.pairs.len().checked_sub(1)? / 2)
    }

    /// The pair that takes most data, if it is not the typical one.
    pub(super) fn hardest(&self) -> Option<&PairPower<'a>> {
        self.pairs.last().filter(|_| self.pairs.len() > 1)
    }

    /// The effect to lead with: the first that the spec names, or the round one nearest to what the
    /// typical pair can show here.
    pub(super) fn leading_effect(&self) -> Option<f64> {
        let typical = self.typical()?;
        let smallest = typical.first().smallest_detectable_effect?;
        let distance = |effect: &f64| libm::fabs(libm::log(effect / smallest));
        let effects = typical.rows.iter().filter_map(|row| row.effect);
        effects.min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }
}

/// Those of all metrics.
pub(super) fn summaries<'a>(section: &StudySection<'a>) -> Vec<MetricPower<'a>> {
    let rows = largest_test_set(&section.rows::<PowerRow>(), |row| &row.cell);
    rows.by_metric().iter().filter_map(summary).collect()
}

fn summary<'a>(metric: &MetricRows<'a, PowerRow>) -> Option<MetricPower<'a>> {
    let first = metric.rows.first()?;
    let mut pairs = Vec::new();
    let mut without: Vec<(&str, usize)> = Vec::new();
    for (_, rows) in metric.rows.groups(|row| (&*row.system_a, &*row.system_b)) {
        let mut rows: Vec<&PowerRow> = rows.iter().collect();
        let Some(row) = rows.first().copied() else { continue };
        if row.smallest_detectable_effect.is_some() {
            rows.sort_by(|one, other| {
                one.effect.unwrap_or(0.0).total_cmp(&other.effect.unwrap_or(0.0))
            });
            pairs.push(PairPower { rows });
        } else {
            match without.iter_mut().find(|(status, _)| *status == &*row.cell.status) {
                Some((_, count)) => *count += 1,
                None => without.push((&row.cell.status, 1)),
            }
        }
    }
    let stdev = |pair: &PairPower<'_>| pair.first().stdev.unwrap_or(f64::INFINITY);
    pairs.sort_by(|one, other| stdev(one).total_cmp(&stdev(other)));
    Some(MetricPower { title: metric.title.clone(), first, pairs, without })
}
