//! What a second round finds again of what a first one found: from two rounds, or from halves of one. From
//! one round alone: [`found_again`](crate::stats::found_again).
//!
//! The unit is the pair of systems that the first round finds significantly different. It is found *again* where the
//! second finds it significantly different in the same direction, and *reversed* where the second has the opposite
//! sign, significantly or not. Sizes of differences that were found because they are significant are too large
//! on average: by the factor that Gelman & Carlin (2014, *Perspectives on Psychological Science* 9, 641-651)
//! call the type M error.

use super::crossed::Crossed;
use super::ratings::Ratings;
use super::two_way::{Part, TwoWay, by_documents};
use crate::stats::multiplicity::holm;
use crate::stats::random::StreamKey;
use crate::value::words;
use rand::Rng;

words! {
    /// Which texts and judges a verdict is to hold for.
    #[derive(Default)]
    #[schemars(rename = "VerdictScope")]
    pub enum Scope {
        /// Other segments, as if those of a document were not alike, and the same judges.
        Segments = "segments",
        /// Other documents, and the same judges.
        Documents = "documents",
        /// Other documents and other judges.
        #[default]
        DocumentsAndJudges = "documents-and-judges",
    }
}

/// What a round says of a pair of systems.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Difference of the first and the second system.
    pub difference: f64,
    /// Whether it is significant.
    pub significant: bool,
}

/// Verdicts over all pairs of systems, in the order (0, 1), (0, 2), ..., (1, 2), ... at `level`; with Holm's
/// adjustment over all of them where `adjusted`. A pair without a standard error is not significant; one without
/// ratings has a difference of 0. Cost that of [`TwoWay::jackknife`] for each pair.
pub fn verdicts(ratings: &Ratings, scope: Scope, level: f64, adjusted: bool) -> Vec<Verdict> {
    let adjust = if adjusted { holm } else { <[Option<f64>]>::to_vec };
    judged(&tests(ratings, scope), level, adjust)
}

/// Difference and p-value of each pair of systems, in the order of [`verdicts`]; no p-value where there is no standard
/// error.
pub fn tests(ratings: &Ratings, scope: Scope) -> Vec<(f64, Option<f64>)> {
    differences(ratings, scope)
        .into_iter()
        .map(|(value, part)| (value, part.map(|part| part.p_value(value))))
        .collect()
}

/// Difference of each pair of systems with its variance, in the order of [`verdicts`]; none where there is no standard error.
pub fn differences(ratings: &Ratings, scope: Scope) -> Vec<(f64, Option<Part>)> {
    let of_segments;
    let ratings = if scope == Scope::Segments {
        // Every segment as a document to itself.
        let items =
            (0..u32::try_from(ratings.items()).expect("items are numbered by u32")).collect();
        let all = Ratings::new(ratings.systems(), ratings.judges(), items, ratings.iter());
        of_segments = all.expect("the same ratings are in range");
        &of_segments
    } else {
        ratings
    };
    let systems = u32::try_from(ratings.systems()).expect("systems are numbered by u32");
    let pairs = (0..systems).flat_map(|a| (a + 1..systems).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| {
            let crossed = Crossed::difference(ratings, a, b);
            let part = match scope {
                Scope::DocumentsAndJudges => {
                    TwoWay::jackknife(&crossed).ok().map(|comparison| comparison.total)
                }
                _ => by_documents(&crossed).ok().map(|(_, part)| part),
            };
            (crossed.value().unwrap_or(0.0), part)
        })
        .collect()
}

/// What differences with their p-values say at `level`, p-values adjusted by `adjust`.
pub fn judged(
    tests: &[(f64, Option<f64>)],
    level: f64,
    adjust: impl FnOnce(&[Option<f64>]) -> Vec<Option<f64>>,
) -> Vec<Verdict> {
    let p_values: Vec<Option<f64>> = tests.iter().map(|(_, p)| *p).collect();
    tests
        .iter()
        .zip(adjust(&p_values))
        .map(|((difference, _), p)| Verdict {
            difference: *difference,
            significant: p.is_some_and(|p| p <= 1.0 - level),
        })
        .collect()
}

/// What comparisons of two rounds add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Replication {
    /// Comparisons of two rounds: 1, or the number of divisions into halves.
    pub comparisons: usize,
    /// Pairs that the first finds significantly different.
    pub found: usize,
    /// Of these, pairs that the second finds significantly different in the same direction.
    pub again: usize,
    /// Of these, pairs of which the second has the opposite sign.
    pub reversed: usize,
    /// Of these, significantly.
    pub reversed_significantly: usize,
    /// Comparisons in which none of the pairs found comes out reversed.
    pub none_reversed: usize,
    /// Sum of the sizes of differences found, in the first round.
    first: f64,
    /// Sum of the differences of the same pairs in the second, in the direction of the first.
    second: f64,
}

impl Replication {
    /// Of two rounds of one design.
    ///
    /// # Panics
    ///
    /// If the rounds do not have the same pairs.
    pub fn of(first: &[Verdict], second: &[Verdict]) -> Self {
        assert_eq!(first.len(), second.len(), "both rounds have the same pairs");
        let mut sum = Self { comparisons: 1, ..Self::default() };
        for (one, other) in first.iter().zip(second).filter(|(one, _)| one.significant) {
            let in_direction = other.difference * one.difference.signum();
            sum.found += 1;
            sum.again += usize::from(other.significant && in_direction > 0.0);
            sum.reversed += usize::from(in_direction < 0.0);
            sum.reversed_significantly += usize::from(other.significant && in_direction < 0.0);
            sum.first += one.difference.abs();
            sum.second += in_direction;
        }
        sum.none_reversed = usize::from(sum.reversed == 0);
        sum
    }

    /// Adds the counts of other comparisons.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            comparisons: self.comparisons + other.comparisons,
            found: self.found + other.found,
            again: self.again + other.again,
            reversed: self.reversed + other.reversed,
            reversed_significantly: self.reversed_significantly + other.reversed_significantly,
            none_reversed: self.none_reversed + other.none_reversed,
            first: self.first + other.first,
            second: self.second + other.second,
        }
    }

    fn share(self, count: usize) -> Option<f64> {
        (self.found > 0).then(|| count as f64 / self.found as f64)
    }

    /// Of the pairs found, the share found again; `None` where none was found.
    pub fn again_share(self) -> Option<f64> {
        self.share(self.again)
    }

    /// Of the pairs found, the share reversed.
    pub fn reversed_share(self) -> Option<f64> {
        self.share(self.reversed)
    }

    /// Sizes of the pairs found in the first round over those of the second, in the direction of the first: how much
    /// too large significant differences are. `None` where the second has none in that direction.
    pub fn exaggeration(self) -> Option<f64> {
        (self.found > 0 && self.second > 0.0).then(|| self.first / self.second)
    }
}

/// What ratings are divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halves {
    /// Either half has other documents. Judges are the same.
    Documents,
    /// Either half has other judges. Documents are the same.
    Judges,
}

/// Two random halves of `units` documents or judges each; fewer where `units` is `Some`, for the replication of
/// smaller rounds. `None` where there are not as many. Divisions are numbered, and do not depend on each other.
/// O(ratings).
pub fn halves(
    ratings: &Ratings,
    by: Halves,
    units: Option<usize>,
    key: &StreamKey,
    number: u64,
) -> Option<[Ratings; 2]> {
    let unit_of_rating = match by {
        Halves::Documents => ratings.document(),
        Halves::Judges => ratings.judge().to_vec(),
    };
    let mut all = unit_of_rating.clone();
    all.sort_unstable();
    all.dedup();
    let units = units.unwrap_or(all.len() / 2);
    if units == 0 || 2 * units > all.len() {
        return None;
    }
    shuffle(&mut all, 2 * units, key, number);
    Some([&all[..units], &all[units..2 * units]].map(|members| {
        let mut members = members.to_vec();
        members.sort_unstable();
        let mut unit_of_rating = unit_of_rating.iter();
        let kept =
            |unit: Option<&u32>| unit.is_some_and(|unit| members.binary_search(unit).is_ok());
        ratings.filtered(|_| kept(unit_of_rating.next()))
    }))
}

/// Puts a random choice of `all` in random order into the first `count` places (Fisher & Yates), all of them where there
/// are no more. Choices are numbered, and do not depend on each other; a smaller one of the same number is the beginning of a
/// larger one.
pub fn shuffle<T>(all: &mut [T], count: usize, key: &StreamKey, number: u64) {
    let mut random = key.generator(number);
    for place in 0..count.min(all.len()) {
        // No rejection: of 64 random bits the bias is below units/2^64.
        let rest = (all.len() - place) as u64;
        #[expect(clippy::cast_possible_truncation, reason = "below the number of units")]
        let other = place + ((u128::from(random.next_u64()) * u128::from(rest)) >> 64) as usize;
        all.swap(place, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::judges::ratings::Rating;
    use crate::stats::random::Purpose;

    fn verdict(difference: f64, significant: bool) -> Verdict {
        Verdict { difference, significant }
    }

    #[test]
    fn counts_of_two_rounds() {
        let first =
            [verdict(4.0, true), verdict(-2.0, true), verdict(1.0, false), verdict(3.0, true)];
        let second =
            [verdict(3.0, true), verdict(0.5, false), verdict(-9.0, true), verdict(-1.0, true)];
        let replication = Replication::of(&first, &second);
        assert_eq!((replication.found, replication.again, replication.reversed), (3, 1, 2));
        assert_eq!((replication.reversed_significantly, replication.none_reversed), (1, 0));
        // 4 + 2 + 3 over 3 - 0.5 - 1.
        assert!((replication.exaggeration().unwrap() - 6.0).abs() < 1e-12);
        assert_eq!(replication.again_share(), Some(1.0 / 3.0));
        let nothing = Replication::of(&first[2..3], &second[2..3]);
        assert_eq!((nothing.again_share(), nothing.exaggeration()), (None, None));
        assert_eq!((nothing.comparisons, nothing.none_reversed), (1, 1));
        let both = replication.and(nothing);
        assert_eq!((both.comparisons, both.none_reversed), (2, 1));
    }

    /// Replication over `divisions` random [`halves`]; those that cannot be divided give none. Each division counts both
    /// ways: either half is the first once. Cost twice that of [`verdicts`], times the divisions.
    fn over_halves(
        ratings: &Ratings,
        (by, units): (Halves, Option<usize>),
        test: impl Fn(&Ratings) -> Vec<Verdict>,
        key: &StreamKey,
        divisions: u64,
    ) -> Replication {
        (0..divisions)
            .filter_map(|number| halves(ratings, by, units, key, number))
            .map(|parts| parts.map(|part| test(&part)))
            .flat_map(|[a, b]| [Replication::of(&a, &b), Replication::of(&b, &a)])
            .fold(Replication::default(), Replication::and)
    }

    /// Of four documents there are three divisions, each of which counts both ways.
    #[test]
    fn halves_agree_with_enumeration() {
        // Differences of the first system and the others, by document.
        let document_differences = [[4.0, 1.0], [3.0, -2.0], [-1.0, 2.5], [5.0, 1.0]];
        let rows = (0..12_u32).map(|index| {
            let (item, system) = (index / 3, index % 3);
            let score = match system {
                0 => 0.0,
                other => -document_differences[item as usize][other as usize - 1],
            };
            Rating { system, item, judge: 0, score }
        });
        let ratings = Ratings::new(3, 1, (0..4).collect(), rows).unwrap();
        // Significant beyond 1.5.
        let test = |half: &Ratings| {
            let means: Vec<f64> = half.system_means().into_iter().flatten().collect();
            [(0, 1), (0, 2), (1, 2)]
                .map(|(a, b)| verdict(means[a] - means[b], (means[a] - means[b]).abs() > 1.5))
                .to_vec()
        };
        let all = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]];
        let expected = all
            .iter()
            .flat_map(|halves| {
                let [a, b] = halves.map(|documents| {
                    test(&ratings.filtered(|rating| documents.contains(&rating.item)))
                });
                [Replication::of(&a, &b), Replication::of(&b, &a)]
            })
            .fold(Replication::default(), Replication::and);
        let key = StreamKey::new(1, Purpose::Sample);
        let replication = over_halves(&ratings, (Halves::Documents, None), test, &key, 3_000);
        assert_eq!(replication.comparisons, 6_000);
        assert!(expected.found > 0 && expected.again < expected.found, "{expected:?}");
        // Shares of 6,000 comparisons, of which each division has a third.
        for (count, expected) in [
            (replication.found, expected.found),
            (replication.again, expected.again),
            (replication.reversed, expected.reversed),
            (replication.none_reversed, expected.none_reversed),
        ] {
            let (share, expected) = (count as f64 / 6_000.0, expected as f64 / 6.0);
            assert!((share - expected).abs() < 0.1, "{share} {expected}");
        }
    }

    #[test]
    fn halves_share_no_unit() {
        let rows = (0..60_u32).map(|index| Rating {
            system: index % 2,
            item: index / 6,
            judge: index / 2 % 3,
            score: f64::from(index * index % 13),
        });
        let ratings = Ratings::new(2, 3, (0..10).map(|item| item / 2).collect(), rows).unwrap();
        let key = StreamKey::new(1, Purpose::Sample);
        let mut seen = [0; 5];
        for number in 0..50 {
            let [a, b] = halves(&ratings, Halves::Documents, None, &key, number).unwrap();
            let (a, b) = (distinct_documents(&a), distinct_documents(&b));
            assert_eq!((a.len(), b.len()), (2, 2));
            assert!(a.iter().all(|document| !b.contains(document)));
            for document in a {
                seen[document as usize] += 1;
            }
        }
        assert!(seen.iter().all(|count| (8..=32).contains(count)), "{seen:?}");
        let [a, b] = halves(&ratings, Halves::Judges, Some(1), &key, 0).unwrap();
        assert!(a.judge()[0] != b.judge()[0] && a.len() == 20 && b.len() == 20);
        assert_eq!(halves(&ratings, Halves::Judges, Some(2), &key, 0), None);
    }

    fn distinct_documents(ratings: &Ratings) -> Vec<u32> {
        let mut documents = ratings.document();
        documents.dedup();
        documents
    }
}
