//! sacreBLEU's own resamples, interval and p-values, for comparison with its output.
//!
//! Written from the behaviour of version 2.6.0 and of NumPy's `default_rng`, whose stream is part
//! of its numbers. Its estimators differ from those of this crate, and these functions exist to
//! give the same digits, not to be recommended: [`bootstrap_test`] takes absolute values before
//! centring and is in effect one-sided, [`randomization_test`] counts strictly greater differences
//! only. The interval is [`interval::sacrebleu`](super::interval::sacrebleu).
//!
//! Sums are exact here; sacreBLEU adds in 32-bit floats in its bootstrap, which is exact up to 2^24
//! and for scores differs from the sixth digit behind the point on.

use rand::Rng;
use rand_pcg::Pcg64;

use super::SumScore;
use super::comparison::PValue;
use super::moments::mean;
use super::random::UniformBelow;
use super::reason::{
    Estimate,
    Reason::{TooFewReplicates, TooFewUnits, UndefinedScore},
};

/// The seed that sacreBLEU uses unless told otherwise.
pub const SEED: u64 = 12345;

/// NumPy's `default_rng(seed)`: PCG64 (XSL-RR 128/64) seeded through `SeedSequence`.
///
/// The seed sequence is O'Neill's hash of the seed into a pool of four words, of which eight words
/// are derived: the first four are the state, the others the stream.
pub fn default_rng(seed: u64) -> Pcg64 {
    // `INIT_A` and `MULT_A` of `SeedSequence`.
    let mut hash = HashMix { constant: 0x43b0_d7e5, multiplier: 0x931e_8875 };
    let [low, high] = words(seed);
    let mut pool = [low, high, 0, 0].map(|word| hash.mix(word));
    for source in 0..pool.len() {
        for target in 0..pool.len() {
            if source != target {
                let hashed = hash.mix(pool[source]);
                // `MIX_MULT_L` and `MIX_MULT_R`.
                let mixed = 0xca01_f9dd_u32
                    .wrapping_mul(pool[target])
                    .wrapping_sub(0x4973_f715_u32.wrapping_mul(hashed));
                pool[target] = mixed ^ (mixed >> 16);
            }
        }
    }
    // `INIT_B` and `MULT_B`.
    let mut hash = HashMix { constant: 0x8b51_f9dd, multiplier: 0x58f3_8ded };
    let mut derived = [0_u64; 4];
    for (index, word) in pool.iter().cycle().take(8).enumerate() {
        derived[index / 2] |= u64::from(hash.mix(*word)) << (32 * (index % 2));
    }
    Pcg64::new(join(derived[0], derived[1]), join(derived[2], derived[3]))
}

fn join(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

#[expect(clippy::cast_possible_truncation, reason = "splits a word into its halves")]
fn words(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

struct HashMix {
    constant: u32,
    multiplier: u32,
}

impl HashMix {
    fn mix(&mut self, word: u32) -> u32 {
        let word = word ^ self.constant;
        self.constant = self.constant.wrapping_mul(self.multiplier);
        let word = word.wrapping_mul(self.constant);
        word ^ (word >> 16)
    }
}

/// Sums of `rows` (segments of `columns` integers) over sacreBLEU's resamples: `replicates` rows of
/// sums.
///
/// The indices are those of `default_rng(seed).choice(n, size=(B, n))`: Lemire's draws from
/// half-words, low half first, one resample after the other without a break. They depend on the
/// number of segments alone, so that calls for several systems and metrics give pairs. Time O(B n
/// columns).
///
/// # Panics
///
/// If there are more than `u32::MAX` segments.
pub fn resampled_sums(rows: &[i64], columns: usize, seed: u64, replicates: usize) -> Vec<i64> {
    let mut sums = vec![0; replicates * columns];
    let units = rows.len().checked_div(columns).unwrap_or(0);
    if units == 0 {
        return sums;
    }
    let bound = u32::try_from(units).expect("fewer than 2^32 segments");
    let mut drawn = 0;
    UniformBelow::new(bound).draw(&mut default_rng(seed), replicates * units, |unit| {
        let replicate = drawn / units;
        let row = &rows[unit as usize * columns..(unit as usize + 1) * columns];
        for (sum, value) in sums[replicate * columns..(replicate + 1) * columns].iter_mut().zip(row)
        {
            *sum += value;
        }
        drawn += 1;
    });
    sums
}

/// Its paired bootstrap test: with `d_b = |system_b - baseline_b|` and their mean,
/// `(#{d_b - mean > |system - baseline|} + 1) / (B + 1)`.
///
/// # Errors
///
/// [`TooFewReplicates`] without replicates,
/// [`UndefinedScore`] where a score or replicate is not finite.
///
/// # Panics
///
/// If the systems do not have the same number of replicates.
pub fn bootstrap_test(scores: [f64; 2], replicates: [&[f64]; 2]) -> Estimate<PValue> {
    let [baseline, system] = replicates;
    assert_eq!(baseline.len(), system.len(), "replicates come in pairs");
    let observed = (scores[1] - scores[0]).abs();
    let differences: Vec<f64> = baseline.iter().zip(system).map(|(b, s)| (s - b).abs()).collect();
    let mean = mean(differences.iter().copied()).ok_or(TooFewReplicates)?;
    if !observed.is_finite() || !mean.is_finite() {
        return Err(UndefinedScore);
    }
    let extreme = differences.iter().filter(|d| *d - mean > observed).count() as u64;
    Ok(PValue::with_observed(extreme, differences.len() as u64))
}

/// Its approximate randomization: the outputs of a segment are exchanged where a bit of
/// `default_rng(seed).integers(2, size=(R, n), dtype=bool)` is set, and
/// `p = (#{|difference| > |observed|} + 1) / (R + 1)`. Default R is 10,000. O(R n columns).
///
/// # Errors
///
/// [`TooFewUnits`] without segments, [`TooFewReplicates`]
/// without trials, [`UndefinedScore`] where a system has no score, with or
/// without exchanges.
///
/// # Panics
///
/// If the systems do not have the same number of rows.
pub fn randomization_test(
    rows: [&[i64]; 2],
    columns: usize,
    seed: u64,
    trials: u64,
    score: &SumScore<'_>,
) -> Estimate<PValue> {
    let [baseline, system] = rows;
    assert_eq!(baseline.len(), system.len(), "systems are compared on the same segments");
    if columns == 0 || baseline.is_empty() {
        return Err(TooFewUnits);
    }
    if trials == 0 {
        return Err(TooFewReplicates);
    }
    let mut total = vec![0; columns];
    let mut baseline_sums = vec![0; columns];
    for (b, s) in baseline.chunks_exact(columns).zip(system.chunks_exact(columns)) {
        for column in 0..columns {
            baseline_sums[column] += b[column];
            total[column] += b[column] + s[column];
        }
    }
    // Of the sums of either system, and those of the other.
    let difference = |part: &[i64]| -> Estimate<f64> {
        let rest: Vec<i64> = total.iter().zip(part).map(|(t, p)| t - p).collect();
        let difference = score(part).zip(score(&rest)).map(|(a, b)| (a - b).abs());
        difference.filter(|d| d.is_finite()).ok_or(UndefinedScore)
    };
    let observed = difference(&baseline_sums)?;
    let mut bits = Bits { generator: default_rng(seed), word: 0, left: 0 };
    let mut extreme = 0;
    for _ in 0..trials {
        let mut one = vec![0; columns];
        for (b, s) in baseline.chunks_exact(columns).zip(system.chunks_exact(columns)) {
            let row = if bits.next() { b } else { s };
            for (sum, value) in one.iter_mut().zip(row) {
                *sum += value;
            }
        }
        extreme += u64::from(difference(&one)? > observed);
    }
    Ok(PValue::with_observed(extreme, trials))
}

/// NumPy's random Booleans: the bits of half-words, lowest first, low half of an output first.
struct Bits {
    generator: Pcg64,
    word: u64,
    left: u32,
}

impl Bits {
    fn next(&mut self) -> bool {
        // Both halves in order are the 64 bits of the output in order.
        if self.left == 0 {
            self.word = self.generator.next_u64();
            self.left = u64::BITS;
        }
        let bit = self.word & 1 == 1;
        self.word >>= 1;
        self.left -= 1;
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `numpy.random.default_rng(12345)` (NumPy 2.4.6): choices, Booleans and the first raw
    /// outputs.
    #[test]
    fn the_stream_is_that_of_numpy() {
        for (n, expected) in [
            (50, &[34, 11, 39, 15, 10, 39, 32, 33][..]),
            (3004, &[2100, 682, 2369, 951, 613, 2395]),
        ] {
            let mut drawn = Vec::new();
            let random = &mut default_rng(SEED);
            UniformBelow::new(n).draw(random, expected.len(), |i| drawn.push(i));
            assert_eq!(drawn, expected);
        }
        let mut bits = Bits { generator: default_rng(SEED), word: 0, left: 0 };
        let drawn: Vec<u8> = (0..12).map(|_| u8::from(bits.next())).collect();
        assert_eq!(drawn, [1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0]);
        for (seed, outputs) in RAW {
            let mut generator = default_rng(seed);
            assert_eq!([generator.next_u64(), generator.next_u64()], outputs, "seed {seed}");
        }
    }

    const RAW: [(u64, [u64; 2]); 3] = [
        (12345, [4_193_609_425_186_963_869, 5_843_160_025_838_961_886]),
        (0, [11_749_869_230_777_074_271, 4_976_686_463_289_251_617]),
        (9_223_372_036_854_775_815, [790_917_050_550_771_822, 10_468_876_198_099_517_906]),
    ];

    fn test(rows: [&[i64]; 2], trials: u64) -> Estimate<PValue> {
        randomization_test(rows, 2, SEED, trials, &|sums: &[i64]| {
            (sums[1] != 0).then(|| sums[0] as f64 / sums[1] as f64)
        })
    }

    #[test]
    fn degenerate_tests() {
        assert_eq!(test([&[], &[]], 9), Err(TooFewUnits));
        assert_eq!(test([&[1, 1], &[2, 1]], 0), Err(TooFewReplicates));
        assert_eq!(test([&[0, 0], &[2, 1]], 9), Err(UndefinedScore));
        // Equal systems: no difference is strictly greater than none.
        assert!(test([&[1, 1], &[1, 1]], 9).unwrap().p < 0.11);
        assert_eq!(bootstrap_test([1.0, 2.0], [&[], &[]]), Err(TooFewReplicates));
        let undefined = bootstrap_test([1.0, 2.0], [&[f64::NAN], &[1.0]]);
        assert_eq!(undefined, Err(UndefinedScore));
        assert_eq!(resampled_sums(&[], 2, SEED, 3), [0; 6]);
    }
}
