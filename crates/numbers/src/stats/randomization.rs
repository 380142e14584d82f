//! Approximate randomization (Noreen 1989; Riezler & Maxwell 2005).
//!
//! If two systems are alike, exchanging their outputs of a unit changes nothing. Every one of the
//! 2^n ways of exchanging is then equally likely, and p is the share of them that give a difference
//! of scores at least as large as the observed one. Two-sided.
//!
//! Differences tie within 1e-9 of the observed one or 1e-12 of the scores, because equal sums can
//! give scores that differ in the last bits. An exchange after which a score is undefined counts as
//! extreme, which can only raise p.

use rand::Rng;

use super::SumScore;
use super::comparison::{PValue, TIE_TOLERANCE};
use super::kernel::BLOCK;
use super::random::StreamKey;
use super::reason::{
    Estimate,
    Reason::{TooFewReplicates, TooFewUnits, TooManyUnits, UndefinedScore},
};

/// Units that may differ between the systems for all exchanges to be enumerated.
// 2^19 exchanges, one of each complementary pair, are scored in about 30 ms.
pub const MOST_ENUMERATED: usize = 20;

/// Units whose exchanges are looked up together.
// 16 sums for four units take four times the memory of their rows, and a word of 64 bits has whole groups.
const GROUP: usize = 4;

/// Exchanges within a group.
const EXCHANGES: usize = 1 << GROUP;

/// Groups that the bits of one random word decide.
const GROUPS_PER_WORD: usize = 64 / GROUP;

/// Statistics of two systems, and how sums are scored.
pub struct Exchange<'a> {
    columns: usize,
    sums: [Vec<i64>; 2],
    /// B - A of the units in which the systems differ, with the unit's number.
    differences: Vec<(usize, Vec<i64>)>,
    units: usize,
    score: &'a SumScore<'a>,
    observed: f64,
    bound: f64,
}

impl<'a> Exchange<'a> {
    /// Takes the rows of both systems, `columns` integers per unit, in the same order.
    ///
    /// # Errors
    ///
    /// [`TooFewUnits`] without units, [`UndefinedScore`]
    /// where a system has no score.
    ///
    /// # Panics
    ///
    /// If the systems do not have the same number of rows.
    pub fn new(a: &[i64], b: &[i64], columns: usize, score: &'a SumScore<'a>) -> Estimate<Self> {
        assert_eq!(a.len(), b.len(), "systems are compared on the same units");
        if columns == 0 || a.is_empty() {
            return Err(TooFewUnits);
        }
        let mut sums = [vec![0; columns], vec![0; columns]];
        let mut differences = Vec::new();
        for (unit, (a, b)) in a.chunks_exact(columns).zip(b.chunks_exact(columns)).enumerate() {
            add(&mut sums[0], a);
            add(&mut sums[1], b);
            if a != b {
                differences.push((unit, b.iter().zip(a).map(|(b, a)| b - a).collect()));
            }
        }
        let scores = [score(&sums[0]), score(&sums[1])].map(|s| s.filter(|s| s.is_finite()));
        let [Some(score_a), Some(score_b)] = scores else {
            return Err(UndefinedScore);
        };
        let observed = score_a - score_b;
        let slack = (TIE_TOLERANCE * observed.abs()).max(1e-12 * score_a.abs().max(score_b.abs()));
        let (units, bound) = (a.len() / columns, observed.abs() - slack);
        Ok(Self { columns, sums, differences, units, score, observed, bound })
    }

    /// Difference A - B of the scores as they are.
    pub fn observed(&self) -> f64 {
        self.observed
    }

    /// p from `trials` random exchanges, `(extreme + 1) / (trials + 1)`.
    ///
    /// Trials come in blocks of [`BLOCK`] with a generator each; a trial reads one bit per unit,
    /// lowest bit first, from fresh words. All metrics that share `key` and units share the
    /// exchanges, and fewer trials are a prefix of more. Cost O(trials x (units x columns / 4 + one
    /// score of each system)), memory four times that of the rows. Identical systems get 1.
    ///
    /// # Errors
    ///
    /// [`TooFewReplicates`] without trials.
    pub fn random(&self, key: &StreamKey, trials: u64) -> Estimate<PValue> {
        if trials == 0 {
            return Err(TooFewReplicates);
        }
        let table = self.sums_of_groups();
        let mut moved = vec![0; self.columns];
        let mut extreme = 0;
        for block in 0..trials.div_ceil(BLOCK as u64) {
            let mut generator = key.generator(block);
            for _ in 0..(trials - block * BLOCK as u64).min(BLOCK as u64) {
                moved.fill(0);
                for groups in table.chunks(GROUPS_PER_WORD * EXCHANGES * self.columns) {
                    let mut word = generator.next_u64();
                    for group in groups.chunks_exact(EXCHANGES * self.columns) {
                        #[expect(clippy::cast_possible_truncation, reason = "less than 16")]
                        let exchange = (word % EXCHANGES as u64) as usize;
                        add(&mut moved, &group[exchange * self.columns..][..self.columns]);
                        word /= EXCHANGES as u64;
                    }
                }
                extreme += u64::from(self.is_extreme(&moved));
            }
        }
        Ok(PValue::with_observed(extreme, trials))
    }

    /// What each of the 16 exchanges within each group of four units moves from B to A: group by
    /// group, exchange by exchange, `columns` integers. One lookup then does the work of four
    /// units.
    fn sums_of_groups(&self) -> Vec<i64> {
        let mut table = vec![0; self.units.div_ceil(GROUP) * EXCHANGES * self.columns];
        for (unit, difference) in &self.differences {
            for exchange in (0..EXCHANGES).filter(|exchange| exchange >> (unit % GROUP) & 1 == 1) {
                let place = (unit / GROUP * EXCHANGES + exchange) * self.columns;
                add(&mut table[place..place + self.columns], difference);
            }
        }
        table
    }

    /// p over all exchanges: the share of the 2^m ways, m differing units, that are extreme. Units
    /// that do not differ double both counts and are left out, and so is one exchange of each
    /// complementary pair. In the order of a Gray code: 2^(m-1) steps of one unit each.
    ///
    /// # Errors
    ///
    /// [`TooManyUnits`] where more than [`MOST_ENUMERATED`] units differ.
    pub fn exact(&self) -> Estimate<PValue> {
        let differing = self.differences.len();
        if differing > MOST_ENUMERATED {
            return Err(TooManyUnits);
        }
        if differing == 0 {
            return Ok(PValue { p: 1.0, extreme: 1, trials: 1, error: None });
        }
        // The last unit is never exchanged: that would give the complement.
        let half = 1_u64 << (differing - 1);
        let mut moved = vec![0; self.columns];
        let mut extreme = u64::from(self.is_extreme(&moved));
        for step in 1..half {
            let flipped = step.trailing_zeros();
            let (_, difference) = &self.differences[flipped as usize];
            // Bit `flipped` of the Gray code of this step.
            if (step ^ (step >> 1)) >> flipped & 1 == 1 {
                add(&mut moved, difference);
            } else {
                subtract(&mut moved, difference);
            }
            extreme += u64::from(self.is_extreme(&moved));
        }
        let p = extreme as f64 / half as f64;
        Ok(PValue { p, extreme: 2 * extreme, trials: 2 * half, error: None })
    }

    /// Whether exchanges that move `moved` from B to A are at least as extreme as none.
    fn is_extreme(&self, moved: &[i64]) -> bool {
        let mut sums = self.sums.clone();
        add(&mut sums[0], moved);
        subtract(&mut sums[1], moved);
        match ((self.score)(&sums[0]), (self.score)(&sums[1])) {
            (Some(a), Some(b)) if a.is_finite() && b.is_finite() => (a - b).abs() >= self.bound,
            _ => true,
        }
    }
}

fn add(sums: &mut [i64], row: &[i64]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value;
    }
}

fn subtract(sums: &mut [i64], row: &[i64]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum -= value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::Purpose;
    use crate::stats::ratio_of_sums::{mean, rows};

    /// Fisher's example of a mean: all sign changes of the differences, enumerated naively.
    #[test]
    fn enumeration_agrees_with_all_sign_changes() {
        let a = [49, 16, 23, 28, 41, 14, 29, 56, 24, 75, 60, 10];
        let b = [0, 83, 15, 22, 13, 0, 0, 0, 0, 0, 108, 10];
        let differences: Vec<i64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
        let observed = differences.iter().sum::<i64>().abs();
        let extreme = (0..1 << 12).filter(|mask| {
            let signed = differences.iter().enumerate();
            signed.map(|(i, d)| if mask >> i & 1 == 1 { -d } else { *d }).sum::<i64>().abs()
                >= observed
        });
        let expected = extreme.count() as f64 / 4096.0;
        let (a, b) = (rows(&a), rows(&b));
        let exchange = Exchange::new(&a, &b, 2, &mean).unwrap();
        assert_eq!(exchange.differences.len(), 11);
        assert!((exchange.exact().unwrap().p - expected).abs() < 1e-15);
        let random = exchange.random(&StreamKey::new(1, Purpose::Randomization), 20_000).unwrap();
        assert!((random.p - expected).abs() < 4.0 * random.error.unwrap(), "{}", random.p);
    }

    /// Exchanges are the bits of the stream in the order of the units, whatever is looked up
    /// together.
    #[test]
    fn trials_follow_the_bits() {
        let (a, b) = (rows(&made_values(7)), rows(&made_values(11)));
        let exchange = Exchange::new(&a, &b, 2, &mean).unwrap();
        let key = StreamKey::new(4, Purpose::Randomization);
        let mut extreme = 0;
        for block in 0..2 {
            let mut generator = key.generator(block);
            for _ in 0..BLOCK as u64 / (block + 1) {
                let words: Vec<u64> = (0..3).map(|_| generator.next_u64()).collect();
                let mut moved = [0; 2];
                for unit in (0..150).filter(|unit| words[unit / 64] >> (unit % 64) & 1 == 1) {
                    moved[0] += b[2 * unit] - a[2 * unit];
                }
                extreme += u64::from(exchange.is_extreme(&moved));
            }
        }
        assert!(extreme > 0);
        let trials = BLOCK as u64 + BLOCK as u64 / 2;
        assert_eq!(exchange.random(&key, trials), Ok(PValue::with_observed(extreme, trials)));
    }

    fn made_values(factor: i64) -> Vec<i64> {
        (0..150).map(|i| (i * i * factor) % 97).collect::<Vec<i64>>()
    }

    #[test]
    fn fewer_trials_are_a_prefix() {
        let (a, b) = (rows(&[3, 1, 4, 1, 5]), rows(&[2, 7, 1, 8, 2]));
        let exchange = Exchange::new(&a, &b, 2, &mean).unwrap();
        let key = StreamKey::new(9, Purpose::Randomization);
        let steps: Vec<u64> =
            (1..700).map(|trials| exchange.random(&key, trials).unwrap().extreme).collect();
        assert!(steps.windows(2).all(|pair| pair[1] - pair[0] <= 1));
        assert_eq!(exchange.random(&key, 0), Err(TooFewReplicates));
    }

    #[test]
    fn identical_systems_and_undefined_scores() {
        let a = rows(&[3, 1, 4]);
        let same = Exchange::new(&a, &a, 2, &mean).unwrap();
        assert_eq!(same.differences.len(), 0);
        assert!(same.exact().unwrap().p >= 1.0);
        assert!(same.random(&StreamKey::new(1, Purpose::Randomization), 9).unwrap().p >= 1.0);
        assert_eq!(Exchange::new(&[], &[], 2, &mean).err(), Some(TooFewUnits));
        let none = Exchange::new(&[0, 0], &[1, 1], 2, &mean);
        assert_eq!(none.err(), Some(UndefinedScore));
        // Exchanging the first unit leaves A without anything to score: counted as extreme.
        let (a, b) = ([5, 1, 0, 0], [0, 0, 4, 1]);
        let p = Exchange::new(&a, &b, 2, &mean).unwrap().exact().unwrap();
        assert!(p.p >= 1.0);
        let many = Exchange::new(&rows(&[1; 21]), &rows(&[2; 21]), 2, &mean).unwrap().exact();
        assert_eq!(many, Err(TooManyUnits));
    }
}
