//! Random streams keyed by identity, and the draws that the generator needs.
//!
//! A stream is named by what it is for (seed, preset, purpose, document, translator, ...), hashed
//! with BLAKE3 into the state of a PCG64. Nothing is drawn from a shared generator, so texts do
//! not depend on the order in which they are made, and a new system leaves the others as they are.
//! All draws are written out here on 64-bit outputs: ranges and distributions of `rand` may change
//! with its version.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// One part of the name of a stream.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// A name.
    Name(&'a str),
    /// A number: a seed or an index.
    Number(u64),
}

/// A sequence of independent draws.
pub(super) struct Stream(Pcg64);

impl Stream {
    /// The stream of this name. Parts are length-prefixed, so no two names collide.
    pub(super) fn new(parts: &[Part<'_>]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("runner synthetic corpus stream 1");
        for part in parts {
            match *part {
                Part::Name(name) => {
                    hasher.update(b"n");
                    hasher.update(&(name.len() as u64).to_le_bytes());
                    hasher.update(name.as_bytes());
                }
                Part::Number(number) => {
                    hasher.update(b"#");
                    hasher.update(&number.to_le_bytes());
                }
            }
        }
        Self(Pcg64::from_seed(*hasher.finalize().as_bytes()))
    }

    /// 64 random bits.
    pub(super) fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    pub(super) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
    }

    /// Uniform among 0, ..., `count` - 1, without bias (multiply-shift with rejection).
    pub(super) fn below(&mut self, count: usize) -> usize {
        debug_assert!(count > 0, "a draw needs something to draw from");
        let count = count as u64;
        // 2^64 modulo `count`: without that many low halves, each number has equally many (Lemire 2019).
        let limit = count.wrapping_neg() % count;
        loop {
            let (low, high) = self.bits().carrying_mul(count, 0);
            if low >= limit {
                return index(high);
            }
        }
    }

    /// Standard normal (Box-Muller, the cosine half); always takes two outputs.
    pub(super) fn normal(&mut self) -> f64 {
        // `1 - unit` is never 0, which has no logarithm.
        let radius = (-2.0 * libm::log(1.0 - self.unit())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.unit())
    }

    /// Log-normal with mean 1, `deviation` being that of the logarithm.
    pub(super) fn factor(&mut self, deviation: f64) -> f64 {
        libm::exp(deviation * self.normal() - 0.5 * deviation * deviation)
    }
}

/// A draw below a length is an index.
fn index(value: u64) -> usize {
    usize::try_from(value).expect("a value below a length fits")
}

/// A probability, ready to be compared with 64 random bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chance(u64);

impl Chance {
    /// One half.
    pub(super) const HALF: Self = Self(1 << 63);
    /// Nothing is as certain as this: it fails once in 2^64 draws.
    pub(super) const CERTAIN: Self = Self(u64::MAX);

    /// Probability `p`, clamped to [0, 1].
    pub(super) fn new(p: f64) -> Self {
        // The cast saturates: 1 becomes the largest threshold, 2^-64 short of certainty.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
        Self((p.clamp(0.0, 1.0) * 18_446_744_073_709_551_616.0) as u64)
    }

    /// Whether the event happens.
    pub(super) fn hits(self, bits: u64) -> bool {
        bits < self.0
    }
}

/// Draws from a fixed discrete distribution in constant time (Walker's alias method).
#[derive(Clone, Debug)]
pub(super) struct Table {
    keep: Vec<u64>,
    alias: Vec<u32>,
}

impl Table {
    /// The distribution proportional to `weights` (positive, not empty).
    pub(super) fn new(weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let mut share: Vec<f64> =
            weights.iter().map(|w| w * weights.len() as f64 / total).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) =
            (0..weights.len()).partition(|&outcome| share[outcome] < 1.0);
        let mut keep = vec![u64::MAX; weights.len()];
        let mut alias: Vec<u32> = (0..weights.len()).map(id).collect();
        // What is left in one list at the end is off from 1 only by rounding: it keeps `u64::MAX`.
        while let (Some(&under), Some(&over)) = (small.last(), large.last()) {
            small.pop();
            keep[under] = Chance::new(share[under]).0;
            alias[under] = id(over);
            share[over] -= 1.0 - share[under];
            if share[over] < 1.0 {
                large.pop();
                small.push(over);
            }
        }
        Self { keep, alias }
    }

    /// Weights of Zipf and Mandelbrot: 1 / (rank + shift)^exponent for ranks 1, ..., `count`.
    pub(super) fn zipf(count: usize, exponent: f64, shift: f64) -> Self {
        Self::new(
            &(1..=count).map(|rank| libm::pow(rank as f64 + shift, -exponent)).collect::<Vec<_>>(),
        )
    }

    /// The outcome that 64 random bits stand for.
    pub(super) fn pick(&self, bits: u64) -> usize {
        // One product gives both: its high half is the column, and its low half is even within the column.
        let (rest, column) = bits.carrying_mul(self.keep.len() as u64, 0);
        let column = index(column);
        if rest < self.keep[column] { column } else { self.alias[column] as usize }
    }
}

/// Positions in tables of words and outcomes are kept in 32 bits.
pub(super) fn id(position: usize) -> u32 {
    u32::try_from(position).expect("vocabularies are far below 2^32")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(name: &str) -> Stream {
        Stream::new(&[Part::Name("test"), Part::Name(name)])
    }

    #[test]
    fn names_are_told_apart() {
        let joined = Stream::new(&[Part::Name("ab"), Part::Name("c")]).bits();
        assert_ne!(joined, Stream::new(&[Part::Name("a"), Part::Name("bc")]).bits());
        assert_ne!(
            Stream::new(&[Part::Number(1)]).bits(),
            Stream::new(&[Part::Name("\u{1}\0\0\0\0\0\0\0")]).bits()
        );
        assert_eq!(stream("x").bits(), stream("x").bits());
    }

    #[test]
    fn draws_have_their_moments() {
        let mut stream = stream("moments");
        let draws = 100_000;
        let normals: Vec<f64> = (0..draws).map(|_| stream.normal()).collect();
        let mean = normals.iter().sum::<f64>() / f64::from(draws);
        let variance = normals.iter().map(|z| z * z).sum::<f64>() / f64::from(draws) - mean * mean;
        assert!(mean.abs() < 0.015, "{mean}");
        assert!((variance - 1.0).abs() < 0.02, "{variance}");
        let factors = (0..draws).map(|_| stream.factor(0.5)).sum::<f64>() / f64::from(draws);
        assert!((factors - 1.0).abs() < 0.01, "{factors}");
        let unit = (0..draws).map(|_| stream.unit()).sum::<f64>() / f64::from(draws);
        assert!((unit - 0.5).abs() < 0.005, "{unit}");
    }

    #[test]
    fn tables_follow_their_weights() {
        let weights = [5.0, 1.0, 0.0001, 3.0, 0.9999];
        let table = Table::new(&weights);
        let mut stream = stream("table");
        let mut counts = [0u32; 5];
        for _ in 0..200_000 {
            counts[table.pick(stream.bits())] += 1;
        }
        for (count, weight) in counts.iter().zip(weights) {
            let share = f64::from(*count) / 200_000.0;
            assert!((share - weight / 10.0).abs() < 0.004, "{counts:?}");
        }
        assert_eq!(Table::new(&[2.5]).pick(u64::MAX), 0);
    }

    #[test]
    fn below_covers_its_range_evenly() {
        let mut stream = stream("below");
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[stream.below(7)] += 1;
        }
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 400), "{counts:?}");
    }

    #[test]
    fn chances_are_thresholds() {
        assert!(!Chance::new(0.0).hits(0));
        assert!(!Chance::new(f64::NAN).hits(0));
        assert!(Chance::new(1.0).hits(u64::MAX - 1));
        assert!(Chance::new(0.25).hits(u64::MAX / 4) && !Chance::new(0.25).hits(u64::MAX / 4 + 1));
    }
}
