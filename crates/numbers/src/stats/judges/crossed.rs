//! A mean, or a difference of two means, over ratings that documents cross with judges.

use std::collections::BTreeMap;

use super::ratings::Ratings;

/// Number and sum of ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sum {
    pub(super) count: f64,
    pub(super) total: f64,
}

impl Sum {
    pub(super) fn add(&mut self, other: Self, weight: f64) {
        self.count += weight * other.count;
        self.total += weight * other.total;
    }
}

/// The ratings that one judge gave to one document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) document: u32,
    pub(super) judge: u32,
    /// Of either system.
    pub(super) sums: [Sum; 2],
}

/// What the ratings that one judge gave to one document add to one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellSum {
    /// Document.
    pub document: u32,
    /// Judge.
    pub judge: u32,
    /// 0 for the first system, 1 for the one whose mean is taken off.
    pub side: usize,
    /// Sum of the weights of its ratings: their number, where all weigh the same.
    pub weight: f64,
    /// Sum of the weighted scores.
    pub total: f64,
}

/// What a mean or a difference of means follows from when documents and judges are resampled or left out: sums by
/// document and judge. The score is the mean over outputs, each the mean of its ratings: one that was rated twice counts
/// no more than others.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossed {
    pub(super) documents: usize,
    pub(super) judges: usize,
    /// One for a mean, two for a difference.
    pub(super) sides: usize,
    /// In the order of documents, then judges; none is empty.
    pub(super) cells: Vec<Cell>,
}

impl Crossed {
    /// The mean of `system`. O(ratings log ratings).
    pub fn mean(ratings: &Ratings, system: u32) -> Self {
        Self::of_systems(ratings, &[system])
    }

    /// The mean of `a` less that of `b`. Items that only one of them has enter its mean: filter them out first where
    /// that is not wanted. O(ratings log ratings).
    pub fn difference(ratings: &Ratings, a: u32, b: u32) -> Self {
        Self::of_systems(ratings, &[a, b])
    }

    fn of_systems(ratings: &Ratings, systems: &[u32]) -> Self {
        let rated = || {
            ratings.iter().filter_map(move |rating| {
                Some((systems.iter().position(|other| *other == rating.system)?, rating))
            })
        };
        // Ratings of an item share a weight of 1: an output that was rated twice counts no more than others.
        let mut counts: BTreeMap<(usize, u32), f64> = BTreeMap::new();
        for (side, rating) in rated() {
            *counts.entry((side, rating.item)).or_default() += 1.0;
        }
        // Ordered: sums over cells are of floats, and their order must be the same in every run.
        let mut cells: BTreeMap<(u32, u32), [Sum; 2]> = BTreeMap::new();
        for (side, rating) in rated() {
            let document = ratings.document_of_item()[rating.item as usize];
            let weight = 1.0 / counts[&(side, rating.item)];
            let sum = &mut cells.entry((document, rating.judge)).or_default()[side];
            sum.add(Sum { count: weight, total: weight * rating.score }, 1.0);
        }
        Self {
            documents: ratings.documents(),
            judges: ratings.judges(),
            sides: systems.len(),
            cells: cells
                .into_iter()
                .map(|((document, judge), sums)| Cell { document, judge, sums })
                .collect(),
        }
    }

    /// The same from sums by cell: ratings may have weights, so that a cell holds the sum of the weights and that of
    /// the weighted scores of its ratings. `sides` is 1 for a mean, 2 for a difference. O(cells log cells).
    ///
    /// # Panics
    ///
    /// If a document or judge is not below the number of those.
    pub fn of_sums(
        documents: usize,
        judges: usize,
        sides: usize,
        sums: impl IntoIterator<Item = CellSum>,
    ) -> Self {
        let mut cells: BTreeMap<(u32, u32), [Sum; 2]> = BTreeMap::new();
        for CellSum { document, judge, side, weight, total } in sums {
            let is_known = (document as usize) < documents && (judge as usize) < judges;
            assert!(is_known && side < sides, "documents, judges and sides are numbered");
            let sum = &mut cells.entry((document, judge)).or_default()[side];
            sum.add(Sum { count: weight, total }, 1.0);
        }
        Self {
            documents,
            judges,
            sides,
            cells: cells
                .into_iter()
                .map(|((document, judge), sums)| Cell { document, judge, sums })
                .collect(),
        }
    }

    /// The mean, or the difference of means; `None` where a system has no rating.
    pub fn value(&self) -> Option<f64> {
        self.value_of(&self.total())
    }

    pub(super) fn total(&self) -> [Sum; 2] {
        self.weighted(|_| 1.0)
    }

    pub(super) fn weighted(&self, weight: impl Fn(&Cell) -> f64) -> [Sum; 2] {
        let mut sums = [Sum::default(); 2];
        for cell in &self.cells {
            let weight = weight(cell);
            sums.iter_mut().zip(cell.sums).for_each(|(sum, added)| sum.add(added, weight));
        }
        sums
    }

    /// The value that sums have; `None` where a side is empty.
    pub(super) fn value_of(&self, sums: &[Sum; 2]) -> Option<f64> {
        let first = mean_of(sums[0])?;
        if self.sides == 1 { Some(first) } else { Some(first - mean_of(sums[1])?) }
    }

    /// Weights for each cell in a crossed resample: the count of its document times that of its judge, also called
    /// pigeonhole bootstrap (Owen 2007, *Annals of Applied Statistics* 1, 386-411). The value of such a resample;
    /// `None` where it leaves a system without ratings.
    ///
    /// # Panics
    ///
    /// If there is not a count for each document and judge.
    pub fn resampled(&self, documents: &[u32], judges: &[u32]) -> Option<f64> {
        assert_eq!(documents.len(), self.documents, "a count for each document");
        assert_eq!(judges.len(), self.judges, "a count for each judge");
        self.value_of(&self.weighted(|cell| {
            f64::from(documents[cell.document as usize]) * f64::from(judges[cell.judge as usize])
        }))
    }
}

fn mean_of(sum: Sum) -> Option<f64> {
    (sum.count > 0.0).then(|| sum.total / sum.count)
}
