//! Ratings as data: who rated which output of which item, and how.

use std::collections::BTreeMap;

/// A rating: its system, item and judge by number, and the score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// System.
    pub system: u32,
    /// Item, a segment.
    pub item: u32,
    /// Judge.
    pub judge: u32,
    /// Score, in the unit of the scale.
    pub score: f64,
}

/// Why ratings are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingsError {
    /// A system, item or judge that is not among those announced.
    #[error("rating {0} names a system, item or judge that there is not")]
    OutOfRange(usize),
    /// A score that is NaN or infinite.
    #[error("rating {0} has no finite score")]
    NotFinite(usize),
}

/// Ratings of the outputs of systems: any number of them for each output, none included.
///
/// A rating takes 20 bytes. Numbers of systems, items, documents and judges are dense, from 0 on; those
/// without a rating are allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    systems: usize,
    judges: usize,
    documents: usize,
    document_of_item: Vec<u32>,
    system: Vec<u32>,
    item: Vec<u32>,
    judge: Vec<u32>,
    score: Vec<f64>,
}

impl Ratings {
    /// Ratings of items that lie in the documents `document_of_item`. O(ratings).
    ///
    /// # Errors
    ///
    /// [`RatingsError`], with the position of the first rating that is refused.
    pub fn new(
        systems: usize,
        judges: usize,
        document_of_item: Vec<u32>,
        ratings: impl IntoIterator<Item = Rating>,
    ) -> Result<Self, RatingsError> {
        let documents = document_of_item.iter().max().map_or(0, |last| *last as usize + 1);
        let mut all = Self {
            systems,
            judges,
            documents,
            document_of_item,
            system: Vec::new(),
            item: Vec::new(),
            judge: Vec::new(),
            score: Vec::new(),
        };
        for (position, Rating { system, item, judge, score }) in ratings.into_iter().enumerate() {
            let within = (system as usize) < systems
                && (judge as usize) < judges
                && (item as usize) < all.document_of_item.len();
            if !within {
                return Err(RatingsError::OutOfRange(position));
            }
            if !score.is_finite() {
                return Err(RatingsError::NotFinite(position));
            }
            all.system.push(system);
            all.item.push(item);
            all.judge.push(judge);
            all.score.push(score);
        }
        Ok(all)
    }

    /// Number of ratings.
    pub fn len(&self) -> usize {
        self.score.len()
    }

    /// Returns `true` if there is no rating.
    pub fn is_empty(&self) -> bool {
        self.score.is_empty()
    }

    /// Returns the number of documents.
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Number of systems.
    pub fn systems(&self) -> usize {
        self.systems
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.document_of_item.len()
    }

    /// Number of judges.
    pub fn judges(&self) -> usize {
        self.judges
    }

    /// System of each rating.
    pub fn system(&self) -> &[u32] {
        &self.system
    }

    /// Item of each rating.
    pub fn item(&self) -> &[u32] {
        &self.item
    }

    /// Judge of each rating.
    pub fn judge(&self) -> &[u32] {
        &self.judge
    }

    /// Score of each rating.
    pub fn score(&self) -> &[f64] {
        &self.score
    }

    /// Document of each item.
    pub fn document_of_item(&self) -> &[u32] {
        &self.document_of_item
    }

    /// Document of each rating.
    pub fn document(&self) -> Vec<u32> {
        self.item.iter().map(|item| self.document_of_item[*item as usize]).collect()
    }

    /// All ratings, in order.
    pub fn iter(&self) -> impl Iterator<Item = Rating> + '_ {
        (0..self.len()).map(|index| Rating {
            system: self.system[index],
            item: self.item[index],
            judge: self.judge[index],
            score: self.score[index],
        })
    }

    /// The ratings for which `keep` holds, with the same numbers of systems, items and judges. O(ratings).
    #[must_use]
    pub fn filtered(&self, mut keep: impl FnMut(&Rating) -> bool) -> Self {
        let mut kept = Self {
            system: Vec::new(),
            item: Vec::new(),
            judge: Vec::new(),
            score: Vec::new(),
            document_of_item: self.document_of_item.clone(),
            ..*self
        };
        for rating in self.iter().filter(|rating| keep(rating)) {
            kept.system.push(rating.system);
            kept.item.push(rating.item);
            kept.judge.push(rating.judge);
            kept.score.push(rating.score);
        }
        kept
    }

    /// The same ratings with other scores, one for each in order.
    ///
    /// # Panics
    ///
    /// If there are not as many scores as ratings.
    #[must_use]
    pub fn with_scores(&self, score: Vec<f64>) -> Self {
        assert_eq!(score.len(), self.len(), "a score for each rating");
        Self { score, ..self.clone() }
    }

    /// Number of ratings that each judge gave.
    pub fn loads(&self) -> Vec<usize> {
        let mut loads = vec![0; self.judges];
        self.judge.iter().for_each(|judge| loads[*judge as usize] += 1);
        loads
    }

    /// Mean score of each system over its ratings; `None` for one without any.
    pub fn system_means(&self) -> Vec<Option<f64>> {
        means(&self.system, &self.score, self.systems)
    }

    /// Score of each system: the mean over items of the mean of their ratings; `None` for one without any. O(ratings log
    /// ratings).
    pub fn scores(&self) -> Vec<Option<f64>> {
        let mut sums = vec![(0.0, 0.0); self.systems];
        for ((system, _), positions) in self.outputs() {
            let ratings = positions.iter().map(|position| self.score[*position]);
            let (sum, items) = &mut sums[system as usize];
            *sum += ratings.sum::<f64>() / positions.len() as f64;
            *items += 1.0;
        }
        sums.into_iter().map(|(sum, items)| (items > 0.0).then(|| sum / items)).collect()
    }

    /// Rated items of each document that has any. O(ratings + items).
    pub fn document_sizes(&self) -> Vec<f64> {
        let mut is_rated = vec![false; self.items()];
        self.item.iter().for_each(|item| is_rated[*item as usize] = true);
        let mut sizes = vec![0.0; self.documents];
        for (document, rated) in self.document_of_item.iter().zip(is_rated) {
            sizes[*document as usize] += f64::from(u8::from(rated));
        }
        sizes.retain(|size| *size > 0.0);
        sizes
    }

    /// Positions of the ratings of each output, by system and item. O(ratings log ratings).
    pub fn outputs(&self) -> BTreeMap<(u32, u32), Vec<usize>> {
        let mut outputs: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (position, output) in self.system.iter().zip(&self.item).enumerate() {
            outputs.entry((*output.0, *output.1)).or_default().push(position);
        }
        outputs
    }
}

/// Mean score at each of `levels`; `None` where there is none.
pub(super) fn means(level: &[u32], score: &[f64], levels: usize) -> Vec<Option<f64>> {
    let mut sums = vec![(0.0, 0_usize); levels];
    for (level, score) in level.iter().zip(score) {
        sums[*level as usize].0 += score;
        sums[*level as usize].1 += 1;
    }
    sums.into_iter().map(|(sum, count)| (count > 0).then(|| sum / count as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(system: u32, item: u32, judge: u32, score: f64) -> Rating {
        Rating { system, item, judge, score }
    }

    fn of_one(rating: Rating) -> Result<(), RatingsError> {
        Ratings::new(2, 2, vec![0, 0, 1], [rating]).map(|_| ())
    }

    #[test]
    fn ratings_outside_are_refused() {
        assert_eq!(of_one(rating(1, 2, 1, 0.0)), Ok(()));
        assert_eq!(of_one(rating(2, 0, 0, 0.0)), Err(RatingsError::OutOfRange(0)));
        assert_eq!(of_one(rating(0, 3, 0, 0.0)), Err(RatingsError::OutOfRange(0)));
        assert_eq!(of_one(rating(0, 0, 2, 0.0)), Err(RatingsError::OutOfRange(0)));
        assert_eq!(of_one(rating(0, 0, 0, f64::NAN)), Err(RatingsError::NotFinite(0)));
    }

    #[test]
    fn what_is_missing_stays_missing() {
        let all = [rating(0, 0, 1, 3.0), rating(0, 2, 1, 4.0), rating(0, 2, 0, 6.0)];
        let all = Ratings::new(2, 3, vec![0, 0, 1], all).unwrap();
        assert_eq!((all.len(), all.documents(), all.loads()), (3, 2, vec![1, 2, 0]));
        assert_eq!(all.document(), [0, 1, 1]);
        assert_eq!(all.system_means(), [Some(13.0 / 3.0), None]);
        assert_eq!(all.scores(), [Some(4.0), None]);
        assert_eq!(all.document_sizes(), [1.0, 1.0]);
        let once = all.filtered(|rating| rating.judge == 1);
        assert_eq!((once.len(), once.judges()), (2, 3));
    }

    impl Ratings {
        /// Makes ratings of two systems on two items, each a document of its own, from system, item, judge and score.
        pub(in crate::stats) fn of_two(rows: &[(u32, u32, u32, f64)]) -> Self {
            let rows = rows.iter().map(|&(system, item, judge, score)| Rating {
                system,
                item,
                judge,
                score,
            });
            Self::new(2, 2, vec![0, 1], rows).expect("ratings of two systems")
        }
    }
}
