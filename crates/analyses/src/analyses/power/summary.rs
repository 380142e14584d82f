//! What the pairs of a metric need: the pair in the middle, which stands for all, and the hardest.

use crate::analyses::common::largest::largest_test_set;
use crate::analyses::{PowerRow, comparison};
use crate::presentation::{MetricRows, StudySection};
use crate::stats::reason::Reason;

/// A pair with its effects, ascending.
#[derive(Clone, Debug)]
pub(crate) struct PairPower<'a> {
    pub(crate) rows: Vec<&'a PowerRow>,
}

/// The pairs of a metric on the largest test set.
pub(crate) struct MetricPower<'a> {
    /// What the metric is called.
    pub(crate) title: String,
    /// Any of the rows, for what all have in common.
    pub(crate) first: &'a PowerRow,
    /// Pairs that sizes can be planned for, by the size that the leading effect takes, ascending; those that take the same,
    /// by the standard deviation of their difference, and then by name.
    pub(crate) pairs: Vec<PairPower<'a>>,
    leading_effect: Option<f64>,
    /// The reasons of those that none can be planned for, with their number.
    pub(crate) without: Vec<(Reason, usize)>,
}

impl<'a> PairPower<'a> {
    pub(crate) fn first(&self) -> &'a PowerRow {
        self.rows[0]
    }

    pub(crate) fn name(&self) -> String {
        let row = self.first();
        format!("{} and {}", row.system_a, row.system_b)
    }

    /// What it takes to find an effect, among all pairs where there are several; infinitely much where no size is named.
    fn required_units(&self, effect: f64) -> f64 {
        let row = self.of_effect(effect);
        let units = row.and_then(|row| row.required_units_any_pair.or(row.required_units));
        units.unwrap_or(f64::INFINITY)
    }

    /// The row of an effect.
    pub(crate) fn of_effect(&self, effect: f64) -> Option<&'a PowerRow> {
        self.rows
            .iter()
            .find(|row: &&&PowerRow| {
                row.effect.is_some_and(|own| (own / effect - 1.0).abs() < 1e-9)
            })
            .copied()
    }
}

impl<'a> MetricPower<'a> {
    /// The pair in the middle, the lower of two.
    pub(crate) fn typical(&self) -> Option<&PairPower<'a>> {
        self.pairs.get(self.pairs.len().checked_sub(1)? / 2)
    }

    /// The pair that takes most data, if it is not the typical one.
    pub(crate) fn hardest(&self) -> Option<&PairPower<'a>> {
        self.pairs.last().filter(|_| self.pairs.len() > 1)
    }

    /// The effect to lead with: of those that the spec names, or of round ones, the nearest to what the pair in the middle
    /// can show here.
    pub(crate) fn leading_effect(&self) -> Option<f64> {
        self.leading_effect
    }
}

/// Of pairs by their smallest effects, ascending.
fn leading_effect(pairs: &[PairPower<'_>]) -> Option<f64> {
    // Of an even number the lower of both in the middle: it is to be a pair that there is.
    let middle = pairs.get(pairs.len().checked_sub(1)? / 2)?;
    let smallest = middle.first().smallest_detectable_effect?;
    let effects = middle.rows.iter().filter_map(|row| row.effect);
    effects.min_by(|one, other| {
        // By logarithms half as large is as far off as twice as large.
        let [one, other] = [one, other].map(|effect| libm::fabs(libm::log(effect / smallest)));
        one.total_cmp(&other)
    })
}

/// Those of all metrics.
pub(crate) fn summaries<'a>(section: &StudySection<'a>) -> Vec<MetricPower<'a>> {
    let rows = largest_test_set(&section.rows::<PowerRow>(), |row| &row.cell);
    // Only these pairs are tested: the hardest of all others would be of no interest.
    let baseline = comparison::baseline(section);
    let rows = rows.keep(|row| {
        baseline.is_none_or(|system| [&*row.system_a, &*row.system_b].contains(&system))
    });
    rows.by_metric().iter().filter_map(summary).collect()
}

fn summary<'a>(metric: &MetricRows<'a, PowerRow>) -> Option<MetricPower<'a>> {
    let first = metric.rows.first()?;
    let mut pairs = Vec::new();
    let mut without: Vec<(Reason, usize)> = Vec::new();
    for (_, rows) in metric.rows.groups(|row| (&*row.system_a, &*row.system_b)) {
        let mut rows: Vec<&PowerRow> = rows.iter().collect();
        let Some(row) = rows.first().copied() else { continue };
        if row.smallest_detectable_effect.is_some() {
            rows.sort_by(|one, other| {
                one.effect.unwrap_or(0.0).total_cmp(&other.effect.unwrap_or(0.0))
            });
            pairs.push(PairPower { rows });
        } else {
            let reason = row.cell.status.reason().unwrap_or(Reason::Undefined);
            match without.iter_mut().find(|(other, _)| *other == reason) {
                Some((_, count)) => *count += 1,
                None => without.push((reason, 1)),
            }
        }
    }
    pairs.sort_by(|one, other| {
        let [one, other] = [one, other]
            .map(|pair: &PairPower<'_>| pair.first().smallest_detectable_effect.unwrap_or(0.0));
        one.total_cmp(&other)
    });
    let leading_effect = leading_effect(&pairs);
    // By size only now: the effect whose size counts is known from the first order alone.
    pairs.sort_by(|one, other| {
        let [one, other] = [one, other].map(|pair| {
            let units = leading_effect.map_or(f64::INFINITY, |effect| pair.required_units(effect));
            let row = pair.first();
            (units, row.stdev.unwrap_or(f64::INFINITY), &*row.system_a, &*row.system_b)
        });
        let by_size = one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1));
        by_size.then_with(|| (one.2, one.3).cmp(&(other.2, other.3)))
    });
    Some(MetricPower { title: metric.title.clone(), first, pairs, leading_effect, without })
}
