//! How often a rule calls two systems different that are equal.

use std::ops::Range;

use rand::Rng;

use super::pair::RatedPair;
use super::rules::{DocumentTest, RankingRule};
use crate::stats::random::StreamKey;
use crate::value::words;

/// Most units of which all exchanges are taken.
pub const MOST_ENUMERATED: usize = 12;

words! {
    /// What changes owner together.
    #[derive(Default)]
    pub enum Exchange {
        #[default]
        /// Everything of a document.
        Documents = "documents",
        /// Everything that one judge gave of a document, by a separate coin: where each judge of a document judged both
        /// systems.
        DocumentsAndJudges = "documents-and-judges",
        /// Everything of a segment.
        Segments = "segments",
    }
}

/// Which exchanges are taken.
#[derive(Clone, Debug)]
pub enum Draws {
    /// As many random ones.
    Random(u32, Box<StreamKey>),
    /// All.
    Exact,
}

/// How often each of several rules found a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NullRates {
    /// Exchanges.
    pub draws: u64,
    /// Of these, those with a difference in either direction, by rule.
    pub different: Vec<u64>,
}

impl Exchange {
    /// Segments that change owner together.
    ///
    /// # Panics
    ///
    /// If what judges gave does: scores do not say whose they are ([`JudgedPair`](super::JudgedPair) does).
    pub(super) fn units(self, documents: &[Range<usize>]) -> Vec<Range<usize>> {
        match self {
            Self::DocumentsAndJudges => panic!("scores do not say which judge gave them"),
            Self::Documents => documents.to_vec(),
            Self::Segments => {
                documents.iter().cloned().flatten().map(|segment| segment..segment + 1).collect()
            }
        }
    }
}

/// Exchanges the values of two systems that are made equal on average, and counts in how many exchanges each of the
/// `rules` calls them different. Blocks of random exchanges are keyed, so that fewer are a prefix of more.
///
/// # Panics
///
/// If all exchanges of more than [`MOST_ENUMERATED`] units are wanted, or those of judges.
pub fn different_draws(
    pair: &RatedPair,
    exchange: Exchange,
    draws: &Draws,
    rules: &[RankingRule],
    test: DocumentTest,
) -> NullRates {
    let equal = pair.centred();
    count_draws(&exchange.units(&pair.documents), draws, rules.len(), |moved| {
        let mut drawn = equal.clone();
        for unit in moved {
            drawn.exchange(unit.clone());
        }
        rules.iter().map(|rule| rule.judge(&drawn, test).is_different).collect()
    })
}

/// Counts `verdicts` of as many rules on the units that change owner, over all draws.
pub(super) fn count_draws<T: Clone>(
    units: &[T],
    draws: &Draws,
    rules: usize,
    verdicts: impl Fn(&[T]) -> Vec<bool>,
) -> NullRates {
    let mut rates = NullRates { draws: 0, different: vec![0; rules] };
    let mut count = |moves: &mut dyn FnMut() -> bool| {
        let moved: Vec<T> = units.iter().filter(|_| moves()).cloned().collect();
        rates.draws += 1;
        for (different, is_different) in rates.different.iter_mut().zip(verdicts(&moved)) {
            *different += u64::from(is_different);
        }
    };
    match draws {
        Draws::Exact => {
            assert!(units.len() <= MOST_ENUMERATED, "all exchanges of at most 12 units");
            for exchanges in 0..1_u64 << units.len() {
                let mut bits = exchanges;
                count(&mut || {
                    let moves = bits & 1 == 1;
                    bits >>= 1;
                    moves
                });
            }
        }
        Draws::Random(number, key) => {
            for draw in 0..u64::from(*number) {
                let mut generator = key.generator(draw);
                let (mut word, mut left) = (0, 0);
                count(&mut || {
                    if left == 0 {
                        (word, left) = (generator.next_u64(), 64);
                    }
                    let moves = word & 1 == 1;
                    (word, left) = (word >> 1, left - 1);
                    moves
                });
            }
        }
    }
    rates
}
