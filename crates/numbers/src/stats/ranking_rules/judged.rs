//! Two systems whose ratings change owner judge by judge.
//!
//! Where several judges each saw both systems of a document, what a judge has in common over its segments is likeness, too. Then
//! everything that one judge gave of a document changes owner together, by a separate coin.

use std::collections::BTreeSet;
use std::ops::Range;

use super::null::{Draws, NullRates, count_draws};
use super::pair::{Columns, RatedPair};
use super::rules::{DocumentTest, RankingRule};
use crate::stats::moments::mean;

/// A rating of an output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedRating {
    /// Number of the judge.
    pub judge: u32,
    /// Number of the round.
    pub round: usize,
    /// The score, higher ones are better.
    pub value: f64,
}

/// What one system received: ratings of each segment, in the order in which they were given.
pub type JudgedSystem = Vec<Vec<JudgedRating>>;

/// Two systems, with who rated what.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPair {
    systems: [JudgedSystem; 2],
    rounds: usize,
    documents: Vec<Range<usize>>,
    domains: Vec<Vec<usize>>,
}

/// A document and a judge, by number.
pub type JudgedDocument = (usize, u32);

/// A rating with the system that it is of, before ratings change owner, and its place among those of the segment.
type Owned = (usize, usize, JudgedRating);

impl JudgedPair {
    /// Of systems with ratings in as many rounds, on segments of these documents and domains.
    ///
    /// # Panics
    ///
    /// If their segments are not the same.
    pub fn new(
        systems: [JudgedSystem; 2],
        rounds: usize,
        documents: Vec<Range<usize>>,
        domains: Vec<Vec<usize>>,
    ) -> Self {
        assert_eq!(systems[0].len(), systems[1].len(), "a pair has the same segments");
        Self { systems, rounds, documents, domains }
    }

    /// What changes owner together: documents with each of their judges, in order.
    pub fn units(&self) -> Vec<JudgedDocument> {
        let units = self.documents.iter().enumerate().flat_map(|(document, segments)| {
            let ratings = segments.clone().flat_map(|segment| {
                self.systems.iter().flat_map(move |system| system[segment].iter())
            });
            ratings.map(move |rating| (document, rating.judge))
        });
        units.collect::<BTreeSet<JudgedDocument>>().into_iter().collect()
    }

    /// Makes the systems equal on average, exchanges what judges gave them, and counts in how many exchanges each of the
    /// `rules` calls them different. O(draws x ratings), and what the rules take.
    pub fn different_draws(
        &self,
        draws: &Draws,
        rules: &[RankingRule],
        test: DocumentTest,
    ) -> NullRates {
        let difference = self.rated(&BTreeSet::new(), 0.0).mean_difference().unwrap_or(0.0);
        count_draws(&self.units(), draws, rules.len(), |moved| {
            let moved = moved.iter().copied().collect();
            let pair = self.rated(&moved, difference);
            rules.iter().map(|rule| rule.judge(&pair, test).is_different).collect()
        })
    }

    /// What rules read, once the ratings of `moved` have changed owner and `difference` is taken off those of the first.
    pub(super) fn rated(&self, moved: &BTreeSet<JudgedDocument>, difference: f64) -> RatedPair {
        let segments = self.systems[0].len();
        let mut cells = [vec![Vec::new(); segments], vec![Vec::new(); segments]];
        for (document, range) in self.documents.iter().enumerate() {
            for segment in range.clone() {
                for (system, ratings) in self.systems.iter().enumerate() {
                    for (place, rating) in ratings[segment].iter().enumerate() {
                        let is_moved = moved.contains(&(document, rating.judge));
                        let owner = if is_moved { 1 - system } else { system };
                        cells[owner][segment].push((place, system, *rating));
                    }
                }
                for cells in &mut cells {
                    cells[segment].sort_by_key(|(place, ..)| *place);
                }
            }
        }
        let rounds = (0..self.rounds).map(|round| {
            columns(&cells, difference, |ratings| {
                mean_and_share(ratings.iter().filter(|(.., rating)| rating.round == round))
            })
        });
        RatedPair {
            mean: columns(&cells, difference, |ratings| mean_and_share(ratings.iter())),
            last: columns(&cells, difference, |ratings| mean_and_share(ratings.last().into_iter())),
            rounds: rounds.collect(),
            documents: self.documents.clone(),
            domains: self.domains.clone(),
        }
    }
}

/// A value of each segment of both systems, with the share that was of the first; `difference` is taken off that share.
fn columns(
    cells: &[Vec<Vec<Owned>>; 2],
    difference: f64,
    value: impl Fn(&[Owned]) -> (f64, f64),
) -> Columns {
    let values = [&cells[0], &cells[1]]
        .map(|cells| cells.iter().map(|ratings| value(ratings)).collect::<Vec<(f64, f64)>>());
    Columns::without(&values, difference)
}

/// The mean of ratings, and the share that were of the first system; NaN without any.
fn mean_and_share<'a>(ratings: impl Iterator<Item = &'a Owned> + Clone) -> (f64, f64) {
    let values = mean(ratings.clone().map(|(.., rating)| rating.value));
    let shares = mean(ratings.map(|(_, system, _)| if *system == 0 { 1.0 } else { 0.0 }));
    (values.unwrap_or(f64::NAN), shares.unwrap_or(f64::NAN))
}
