//! Scores of systems on items.

use crate::stats::moments::{mean, squares_about};
use crate::stats::reason::{
    Estimate,
    Reason::{NoVariation, TooFewUnits},
};

/// Scores of systems on items, by a metric or by people; NaN where there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    items: usize,
    values: Vec<f64>,
    /// The system that each is a copy of, where systems are resampled.
    originals: Option<Vec<usize>>,
}

impl Scores {
    /// From one row of items for each system.
    ///
    /// # Panics
    ///
    /// If rows differ in length.
    pub fn new(rows: &[Vec<f64>]) -> Self {
        let items = rows.first().map_or(0, Vec::len);
        assert!(rows.iter().all(|row| row.len() == items), "a score for each item");
        Self { items, values: rows.concat(), originals: None }
    }

    /// Number of systems.
    pub fn systems(&self) -> usize {
        self.values.len().checked_div(self.items).unwrap_or(0)
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.items
    }

    /// Scores of a system, by item.
    ///
    /// # Panics
    ///
    /// If there is no such system.
    pub fn of(&self, system: usize) -> &[f64] {
        &self.values[system * self.items..(system + 1) * self.items]
    }

    /// The score of a system on an item.
    ///
    /// # Panics
    ///
    /// If there is no such system or item.
    pub fn at(&self, system: usize, item: usize) -> f64 {
        self.of(system)[item]
    }

    /// These scores where `other` has one, too.
    ///
    /// # Panics
    ///
    /// If the two differ in shape.
    #[must_use]
    pub fn where_known(&self, other: &Self) -> Self {
        assert_eq!((self.items, self.values.len()), (other.items, other.values.len()), "one shape");
        let pairs = self.values.iter().zip(&other.values);
        let values =
            pairs.map(|(score, other_score)| if other_score.is_nan() { f64::NAN } else { *score });
        self.with(values.collect())
    }

    fn with(&self, values: Vec<f64>) -> Self {
        Self { items: self.items, values, originals: self.originals.clone() }
    }

    /// All pairs of systems, the first below the second. Two copies of one system in a resample
    /// are no pair: people and metric agree on them whatever the metric.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let systems = self.systems();
        let originals = self.originals.clone();
        (0..systems).flat_map(move |a| (a + 1..systems).map(move |b| (a, b))).filter(move |pair| {
            originals.as_ref().is_none_or(|originals| originals[pair.0] != originals[pair.1])
        })
    }

    /// Scores of these systems on these items, each as often as it is listed. O(systems items).
    ///
    /// # Panics
    ///
    /// If there is no such system or item.
    #[must_use]
    pub fn select(&self, systems: &[usize], items: &[usize]) -> Self {
        let rows = systems.iter().map(|system| self.of(*system));
        let values = rows.flat_map(|row| items.iter().map(|item| row[*item])).collect();
        let originals: Vec<usize> = systems
            .iter()
            .map(|system| self.originals.as_ref().map_or(*system, |of| of[*system]))
            .collect();
        Self { items: items.len(), values, originals: Some(originals) }
    }

    /// Divided by their standard deviation (divisor n) after their mean is taken away, both over
    /// all scores that there are.
    ///
    /// # Errors
    ///
    /// [`NoVariation`] where all are equal, [`TooFewUnits`] without scores.
    pub fn standardized(&self) -> Estimate<Self> {
        let mean = mean(self.known()).ok_or(TooFewUnits)?;
        let first = self.known().next().ok_or(TooFewUnits)?;
        let deviation = (squares_about(mean, self.known()) / self.known().count() as f64).sqrt();
        // A rounded mean of equal values can leave a deviation above 0.
        if self.known().all(|value| value.total_cmp(&first).is_eq()) || deviation <= 0.0 {
            return Err(NoVariation);
        }
        Ok(self.with(self.values.iter().map(|value| (value - mean) / deviation).collect()))
    }

    /// Whether all systems have scores on the same items.
    pub fn is_even(&self) -> bool {
        let mut rows = (0..self.systems()).map(|system| self.of(system));
        let Some(first) = rows.next() else { return true };
        rows.all(|row| {
            row.iter().zip(first).all(|(score, first_score)| score.is_nan() == first_score.is_nan())
        })
    }

    /// Whether both have scores in the same places.
    pub fn has_places_of(&self, other: &Self) -> bool {
        let pairs = self.values.iter().zip(&other.values);
        self.values.len() == other.values.len()
            && pairs.into_iter().all(|(score, other_score)| score.is_nan() == other_score.is_nan())
    }

    /// Whether a system has a score at all.
    pub fn has_any(&self, system: usize) -> bool {
        self.of(system).iter().any(|score| !score.is_nan())
    }

    /// Whether a system has a score on an item.
    pub fn is_judged(&self, item: usize) -> bool {
        (0..self.systems()).any(|system| !self.at(system, item).is_nan())
    }

    /// All scores that there are, system by system.
    pub fn known(&self) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().copied().filter(|value| !value.is_nan())
    }

    /// Mean of each system over all its items; NaN where it has no score.
    pub fn means(&self) -> Vec<f64> {
        (0..self.systems()).map(|system| self.mean(system, |_| true).unwrap_or(f64::NAN)).collect()
    }

    /// Mean over the items that `counts` says; `None` where none has a score.
    pub fn mean(&self, system: usize, counts: impl Fn(usize) -> bool) -> Option<f64> {
        let values = self.of(system).iter().enumerate();
        let counted = values.filter(|(item, value)| !value.is_nan() && counts(*item));
        let (mut sum, mut count) = (0.0, 0.0);
        counted.for_each(|(_, value)| {
            sum += value;
            count += 1.0;
        });
        (count > 0.0).then(|| sum / count)
    }
}
