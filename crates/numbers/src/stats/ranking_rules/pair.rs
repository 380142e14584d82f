//! What two systems received, segment by segment, in the forms that rules read.

use std::ops::Range;

use crate::stats::design_effect::{Clustering, clustering};
use crate::stats::moments::mean;

/// A value of each segment for both systems.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// Of each system; NaN where there is none.
    own: [Vec<f64>; 2],
    /// First less second; NaN where one is missing. Kept by itself, so that differences that tie still do when the
    /// mean difference is taken off.
    differences: Vec<f64>,
}

impl Columns {
    /// From the values of both, higher ones are better.
    ///
    /// # Panics
    ///
    /// If they are not as many.
    pub fn new(own: [Vec<f64>; 2]) -> Self {
        assert_eq!(own[0].len(), own[1].len(), "a pair has the same segments");
        let differences = own[0].iter().zip(&own[1]).map(|(a, b)| a - b).collect();
        Self { own, differences }
    }

    /// From values of both, of each of which a share was the first system's: `difference` is taken off that share. What is taken
    /// off both alike does not touch the differences.
    pub(super) fn without(values: &[Vec<(f64, f64)>; 2], difference: f64) -> Self {
        let less = [&values[0], &values[1]].map(|values| {
            values.iter().map(|(value, share)| value - difference * share).collect::<Vec<f64>>()
        });
        let differences = values[0].iter().zip(&values[1]).map(
            |((first, share_of_first), (second, share_of_second))| {
                first - second - difference * (share_of_first - share_of_second)
            },
        );
        Self { differences: differences.collect(), own: less }
    }

    /// Differences of the segments that both have, in order.
    pub fn common(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        self.differences.iter().copied().filter(|difference| !difference.is_nan())
    }

    /// The same of some segments.
    pub(super) fn common_of(&self, segments: &[usize]) -> Vec<f64> {
        let differences = segments.iter().map(|segment| self.differences[*segment]);
        differences.filter(|difference| !difference.is_nan()).collect()
    }

    /// Values of a system, where it has any.
    pub(super) fn values(&self, system: usize) -> impl Iterator<Item = f64> + Clone + '_ {
        self.own[system].iter().copied().filter(|value| !value.is_nan())
    }

    /// The same of some segments.
    pub(super) fn values_of(&self, system: usize, segments: &[usize]) -> impl Iterator<Item = f64> {
        let values = segments.iter().map(move |segment| self.own[system][*segment]);
        values.filter(|value| !value.is_nan())
    }

    /// Without the mean difference, which is taken off the first system.
    fn centred(&self, mean: f64) -> Self {
        let first = self.own[0].iter().map(|value| value - mean).collect();
        let differences = self.differences.iter().map(|difference| difference - mean).collect();
        Self { own: [first, self.own[1].clone()], differences }
    }

    /// Exchanges the values of a segment.
    fn exchange(&mut self, segment: usize) {
        let [first, second] = &mut self.own;
        std::mem::swap(&mut first[segment], &mut second[segment]);
        self.differences[segment] = -self.differences[segment];
    }
}

/// What one system received.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatedSystem {
    /// Mean of the ratings of each segment; NaN where there is none.
    pub mean: Vec<f64>,
    /// Its last rating, likewise.
    pub last: Vec<f64>,
    /// The ratings of each round.
    pub rounds: Vec<Vec<f64>>,
}

impl RatedSystem {
    /// From the ratings of each segment in the order in which they were given, and those of each round; higher ones are
    /// better.
    pub fn new(ratings: &[Vec<f64>], rounds: Vec<Vec<f64>>) -> Self {
        let means = ratings.iter().map(|ratings| mean(ratings.iter().copied()));
        let last = ratings.iter().map(|ratings| ratings.last().copied());
        Self {
            mean: means.map(|mean| mean.unwrap_or(f64::NAN)).collect(),
            last: last.map(|last| last.unwrap_or(f64::NAN)).collect(),
            rounds,
        }
    }
}

/// Two systems.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedPair {
    /// Mean of the ratings of a segment.
    pub mean: Columns,
    /// Its last rating.
    pub last: Columns,
    /// Ratings of each round.
    pub rounds: Vec<Columns>,
    /// Segments of each document, in order.
    pub documents: Vec<Range<usize>>,
    /// Segments of each domain.
    pub domains: Vec<Vec<usize>>,
}

impl RatedPair {
    /// Of systems with as many rounds, on segments of these documents and domains.
    pub fn new(
        [first, second]: [&RatedSystem; 2],
        documents: Vec<Range<usize>>,
        domains: Vec<Vec<usize>>,
    ) -> Self {
        let columns =
            |first: &Vec<f64>, second: &Vec<f64>| Columns::new([first.clone(), second.clone()]);
        let rounds = first.rounds.iter().zip(&second.rounds);
        Self {
            mean: columns(&first.mean, &second.mean),
            last: columns(&first.last, &second.last),
            rounds: rounds.map(|(first, second)| columns(first, second)).collect(),
            documents,
            domains,
        }
    }

    /// Mean difference of the segments that both have; `None` where there is none.
    pub fn mean_difference(&self) -> Option<f64> {
        mean(self.mean.common())
    }

    /// Segments that both have.
    pub fn common_segments(&self) -> usize {
        self.mean.common().count()
    }

    /// How alike differences of one document are, and the number of documents that have any.
    pub fn clustering(&self) -> (Clustering, usize) {
        let (mut differences, mut documents) = (Vec::new(), Vec::new());
        for document in &self.documents {
            let start = differences.len();
            differences.extend(document.clone().filter_map(|segment| {
                let difference = self.mean.differences[segment];
                (!difference.is_nan()).then_some(difference)
            }));
            documents.extend((differences.len() > start).then_some(start..differences.len()));
        }
        (clustering(&differences, &documents), documents.len())
    }

    /// The same systems, equal on average.
    pub(super) fn centred(&self) -> Self {
        let mean = self.mean_difference().unwrap_or(0.0);
        Self {
            mean: self.mean.centred(mean),
            last: self.last.centred(mean),
            rounds: self.rounds.iter().map(|round| round.centred(mean)).collect(),
            documents: self.documents.clone(),
            domains: self.domains.clone(),
        }
    }

    /// Gives everything of these segments to the other system.
    pub(super) fn exchange(&mut self, segments: Range<usize>) {
        for segment in segments {
            self.mean.exchange(segment);
            self.last.exchange(segment);
            self.rounds.iter_mut().for_each(|round| round.exchange(segment));
        }
    }
}
