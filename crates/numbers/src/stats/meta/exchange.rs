//! Which scores of two metrics are exchanged together, and in which draws.
//!
//! If two metrics are equally good, whose score is whose does not matter: exchanging the two changes nothing in
//! distribution. What has to be exchanged as a whole is what a metric errs about as a whole. Metrics err about whole
//! systems, so that measures of systems need the exchange of all outputs of a system with one coin; and alike within a
//! document, so that measures of outputs need the exchange of whole documents. These are the tests PERM-SYSTEMS and
//! PERM-INPUTS of Deutsch, Dror & Roth 2021; their PERM-BOTH exchanges each output by itself, and takes all errors for
//! independent. Each exchange is a claim of its own: that one metric is better on other systems, or on other texts.

use std::ops::Range;

use rand::Rng;

use super::scores::Scores;
use super::signs::WORD;
use crate::stats::random::StreamKey;

/// Systems whose exchanges are enumerated at most.
// Half of them are walked: 2^19 at most.
const MOST_ENUMERATED: usize = 20;

/// What has a coin of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Each output (PERM-BOTH).
    Output,
    /// All outputs of a system (PERM-SYSTEMS).
    System,
    /// All outputs of some items: of a document, or of one item (PERM-INPUTS).
    Items,
}

/// The exchanges of all draws: a coin for each unit says whether the scores of its outputs are exchanged.
#[derive(Clone, Debug)]
pub struct Exchanges {
    unit: Unit,
    units: usize,
    /// Unit of each output, system by system.
    of_output: Vec<usize>,
    draws: usize,
    /// Random coins; `None` where all exchanges are enumerated.
    key: Option<StreamKey>,
}

impl Exchanges {
    /// Each output by itself, in random draws from the stream of `key`.
    pub fn of_outputs(human: &Scores, draws: usize, key: StreamKey) -> Self {
        let outputs = human.systems() * human.items();
        let of_output = (0..outputs).collect();
        Self { unit: Unit::Output, units: outputs, of_output, draws, key: Some(key) }
    }

    /// Whole systems in random draws.
    pub fn of_systems(human: &Scores, draws: usize, key: &StreamKey) -> Self {
        let (units, items) = (human.systems(), human.items());
        let of_output = (0..units * items).map(|output| output / items).collect();
        let key = Some(key.clone().text("systems"));
        Self { unit: Unit::System, units, of_output, draws, key }
    }

    /// Documents, each a range of items, in random draws.
    ///
    /// # Panics
    ///
    /// If an item is in no document.
    pub fn of_items(
        human: &Scores,
        documents: &[Range<usize>],
        draws: usize,
        key: &StreamKey,
    ) -> Self {
        let mut unit_of_item = vec![None; human.items()];
        for (document, items) in documents.iter().enumerate() {
            unit_of_item[items.clone()].fill(Some(document));
        }
        let unit_of_item: Option<Vec<usize>> = unit_of_item.into_iter().collect();
        let of_output = unit_of_item.expect("each item is in a document").repeat(human.systems());
        let key = Some(key.clone().text("items"));
        Self { unit: Unit::Items, units: documents.len(), of_output, draws, key }
    }

    /// All exchanges instead of random ones, where they are few: those of up to 20 systems, those of documents where there
    /// are no more than draws. To exchange the other units instead turns the sign of every difference, so that half of
    /// all exchanges are enough: the first unit is never exchanged.
    #[must_use]
    pub fn enumerated_where_few(self) -> Self {
        let is_few = self.units <= MOST_ENUMERATED
            && match self.unit {
                Unit::Output => false,
                Unit::System => true,
                Unit::Items => 1 << self.units <= self.draws,
            };
        if is_few {
            Self { draws: 1 << self.units.saturating_sub(1), key: None, ..self }
        } else {
            self
        }
    }

    /// What has a coin of its own.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Number of draws; half of all exchanges where these are enumerated.
    pub fn draws(&self) -> usize {
        self.draws
    }

    /// Whether all exchanges are enumerated.
    pub fn is_complete(&self) -> bool {
        self.key.is_none()
    }

    /// Whether two outputs are always exchanged together.
    pub(super) fn are_together(&self, first: usize, other: usize) -> bool {
        self.of_output[first] == self.of_output[other]
    }

    /// Items of each unit, where units consist of some of the `items` items.
    pub(super) fn items_of_units(&self, items: usize) -> Vec<Vec<usize>> {
        let mut items_of_unit = vec![Vec::new(); self.units];
        for (item, unit) in self.of_output[..items].iter().enumerate() {
            items_of_unit[*unit].push(item);
        }
        items_of_unit
    }

    /// Coins of each unit: a bit for each of 64 draws.
    pub(super) fn coins(&self, block: usize) -> Vec<u64> {
        if let Some(key) = &self.key {
            let mut random = key.generator(block as u64);
            return (0..self.units).map(|_| random.next_u64()).collect();
        }
        // Of unit u + 1 digit u of the number of the draw.
        (0..self.units)
            .map(|unit| match unit.checked_sub(1) {
                None => 0,
                Some(digit) => (0..WORD).fold(0, |coins, lane| {
                    let draw = block * WORD + lane;
                    coins | ((draw >> digit & 1) as u64) << lane
                }),
            })
            .collect()
    }

    /// The same of each output.
    pub(super) fn of_outputs_in(&self, block: usize) -> Vec<u64> {
        let coins = self.coins(block);
        self.of_output.iter().map(|unit| coins[*unit]).collect()
    }

    /// Calls `each` for every draw with the coins of the units, one after the other.
    pub(super) fn for_each_draw(&self, mut each: impl FnMut(&[usize])) {
        let mut exchanged = vec![0; self.units];
        for block in 0..self.draws.div_ceil(WORD) {
            let coins = self.coins(block);
            for lane in 0..WORD.min(self.draws - block * WORD) {
                for (unit_coins, coins) in exchanged.iter_mut().zip(&coins) {
                    *unit_coins = usize::from(coins >> lane & 1 == 1);
                }
                each(&exchanged);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::Purpose;

    fn key() -> StreamKey {
        StreamKey::new(6, Purpose::MetricExchange).text("test")
    }

    /// Every exchange once, but for those of the others instead.
    #[test]
    fn enumerations_are_complete() {
        for systems in [1, 2, 4, 9] {
            let human = Scores::new(&vec![vec![0.0; 3]; systems]);
            let exchanges = Exchanges::of_systems(&human, 10, &key()).enumerated_where_few();
            assert!(exchanges.is_complete());
            let mut seen = std::collections::BTreeSet::new();
            exchanges.for_each_draw(|coins| {
                let complement: Vec<usize> = coins.iter().map(|coin| 1 - coin).collect();
                assert!(seen.insert(coins.to_vec()) && seen.insert(complement));
            });
            assert_eq!(seen.len(), 1 << systems);
        }
        let many = Scores::new(&vec![vec![0.0; 3]; 21]);
        let exchanges = Exchanges::of_systems(&many, 10, &key()).enumerated_where_few();
        assert!(!exchanges.is_complete() && exchanges.draws() == 10);
    }

    /// Outputs of a unit have one coin, and others others.
    #[test]
    fn outputs_follow_the_coin_of_their_unit() {
        let human = Scores::new(&vec![vec![0.0; 5]; 3]);
        let documents = [0..2, 2..3, 3..5];
        let by_documents = |draws| Exchanges::of_items(&human, &documents, draws, &key());
        let all = by_documents(100).enumerated_where_few();
        assert!(all.is_complete() && all.draws() == 4);
        assert!(!by_documents(7).enumerated_where_few().is_complete());
        let cases = [
            (Exchanges::of_outputs(&human, 100, key()), 15),
            (Exchanges::of_systems(&human, 100, &key()), 3),
            (by_documents(100), 3),
        ];
        for (exchanges, units) in cases {
            assert_eq!((exchanges.units, exchanges.draws()), (units, 100));
            let (coins, bits) = (exchanges.coins(1), exchanges.of_outputs_in(1));
            for first in 0..15 {
                for second in 0..15 {
                    assert_eq!(bits[first] == bits[second], exchanges.are_together(first, second));
                }
            }
            assert!(bits.iter().all(|bits| coins.contains(bits)));
            let mut draws = 0;
            exchanges.for_each_draw(|draw| {
                let coins = exchanges.coins(draws / WORD);
                let expected = coins.iter().map(|coins| (coins >> (draws % WORD) & 1) as usize);
                assert!(expected.eq(draw.iter().copied()));
                draws += 1;
            });
            assert_eq!(draws, 100);
        }
        let items = by_documents(1).items_of_units(5);
        assert_eq!(items, [vec![0, 1], vec![2], vec![3, 4]]);
    }
}
