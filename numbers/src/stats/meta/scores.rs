//! Scores of systems on items.

/// Scores of systems on items, by a metric or by people; NaN where there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    items: usize,
    values: Vec<f64>,
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
        Self { items, values: rows.concat() }
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
        let values = pairs.map(|(own, other)| if other.is_nan() { f64::NAN } else { *own });
        Self { items: self.items, values: values.collect() }
    }

    /// All pairs of systems, the first below the second.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let systems = self.systems();
        (0..systems).flat_map(move |a| (a + 1..systems).map(move |b| (a, b)))
    }

    /// All scores that there are, system by system.
    pub fn known(&self) -> impl Iterator<Item = f64> + '_ {
        self.values.iter().copied().filter(|value| !value.is_nan())
    }

    /// Mean over the items that `counts` says; `None` where none has a score.
    pub fn mean(&self, system: usize, counts: impl Fn(usize) -> bool) -> Option<f64> {
        let own = self.of(system).iter().enumerate();
        let own = own.filter(|(item, value)| !value.is_nan() && counts(*item));
        let (mut sum, mut count) = (0.0, 0.0);
        own.for_each(|(_, value)| {
            sum += value;
            count += 1.0;
        });
        (count > 0.0).then(|| sum / count)
    }
}
