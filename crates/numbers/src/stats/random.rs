//! Streams of random numbers, keyed by what they are for.
//!
//! A stream is a PCG generator whose seed is a hash of an *identity*: the experiment's seed, the
//! purpose, and whatever names the thing drawn (corpus, test set, unit, repeat). Nothing else
//! enters, so adding a cell to a grid never changes another cell, and systems and metrics that
//! share a test set share its draws.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::value::words;

words! {
    /// What a stream is for. The names are part of the hash: never change one.
    pub enum Purpose {
        /// Resampling of a test set with replacement.
        Bootstrap = "bootstrap",
        /// Permutation of the documents of a corpus.
        Ordering = "ordering",
        /// Choice of one reference for each segment.
        MixedReferences = "mixed references",
        /// Choice of the segments of a test set, without replacement.
        Sample = "sample",
        /// Seeds of fresh corpora of a generator.
        Generator = "generator",
        /// Exchange of the outputs of two systems, unit by unit.
        Randomization = "randomization",
        /// Documents in random order, with replacement, along which a whole study is read again.
        Outer = "outer",
        /// True scores of systems, from what is known of them.
        TrueScores = "true scores",
        /// Signs of items in the permutations that soft pairwise accuracy is made of.
        Signs = "signs",
        /// Exchange of the scores of two metrics, unit by unit.
        MetricExchange = "metric exchange",
        /// Resampling of items and systems where metrics are judged.
        MetricBootstrap = "metric bootstrap",
        /// Exchange of all that two systems received, unit by unit, where both are made equal.
        Audit = "audit",
        /// Picks of what to have judged, with unequal probabilities.
        Picks = "picks",
        /// Exchange of runs of two systems.
        Runs = "runs",
        /// Permutation of the labels of a grouping that nobody named.
        UndeclaredCluster = "undeclared cluster",
    }
}

/// The identity of a stream. Parts are hashed with their lengths, so that different sequences of
/// parts never collide.
#[derive(Clone, Debug)]
pub struct StreamKey(blake3::Hasher);

impl StreamKey {
    /// The root of all streams of one purpose.
    pub fn new(seed: u64, purpose: Purpose) -> Self {
        // The context is part of every number, as the names of purposes are: never change it.
        let key = Self(blake3::Hasher::new_derive_key("runner 2026 random streams"));
        key.number(seed).text(purpose.name())
    }

    /// Adds a name.
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        self.0.update(&(text.len() as u64).to_le_bytes());
        self.0.update(text.as_bytes());
        self
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, number: u64) -> Self {
        self.0.update(&8_u64.to_le_bytes());
        self.0.update(&number.to_le_bytes());
        self
    }

    /// The generator of block `block` of this stream.
    pub fn generator(&self, block: u64) -> Pcg64 {
        let hash = self.clone().number(block).0.finalize();
        Pcg64::from_seed(*hash.as_bytes())
    }

    /// Seed `number` for a generator that is seeded by a number.
    pub fn seed(&self, number: u64) -> u64 {
        self.generator(number).next_u64()
    }
}

/// Uniform in (0, 1), an odd multiple of 2^-54.
pub fn uniform(random: &mut Pcg64) -> f64 {
    // In the middle of one of 2^53 equal parts: neither 0 nor 1.
    ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// Uniform draws below a bound, without bias, two from each 64-bit output.
///
/// A half-word `h` yields `floor(h n / 2^32)` unless the low word of the product falls below
/// `2^32 mod n`, when the next half-word takes its place (Lemire 2019). The low half of an output
/// comes first.
#[derive(Clone, Copy, Debug)]
pub struct UniformBelow {
    bound: u32,
    threshold: u32,
}

impl UniformBelow {
    /// Draws from `0..bound`.
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn new(bound: u32) -> Self {
        assert!(bound > 0, "a draw needs something to draw from");
        Self { bound, threshold: bound.wrapping_neg() % bound }
    }

    #[inline]
    fn accept(self, half: u32) -> Option<u32> {
        let product = u64::from(half) * u64::from(self.bound);
        #[expect(clippy::cast_possible_truncation, reason = "splits the product into its words")]
        let (index, low) = ((product >> 32) as u32, product as u32);
        (low >= self.threshold).then_some(index)
    }

    /// Calls `each` with `count` draws. A half-word left over at the end is dropped, so the next
    /// call starts at a fresh output.
    #[inline]
    pub fn draw(self, generator: &mut Pcg64, count: usize, mut each: impl FnMut(u32)) {
        let mut remaining = count;
        while remaining > 0 {
            let (low, high) = halves(generator.next_u64());
            if let Some(index) = self.accept(low) {
                each(index);
                remaining -= 1;
            }
            if remaining == 0 {
                break;
            }
            if let Some(index) = self.accept(high) {
                each(index);
                remaining -= 1;
            }
        }
    }
}

/// One number below `bound`, the first of an output of its generator.
///
/// # Panics
///
/// If `bound` is 0 or does not fit 32 bits.
pub fn below(bound: usize, random: &mut Pcg64) -> usize {
    let mut number = 0;
    let bound = u32::try_from(bound).expect("bounds are far below 2^32");
    UniformBelow::new(bound).draw(random, 1, |index| number = index as usize);
    number
}

#[expect(clippy::cast_possible_truncation, reason = "splits a word into its halves")]
fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> StreamKey {
        StreamKey::new(2007, Purpose::Bootstrap).text("corpus")
    }

    fn first(key: &StreamKey, block: u64) -> u64 {
        key.generator(block).next_u64()
    }

    #[test]
    fn streams_differ_in_every_part_of_their_identity() {
        let base = first(&key(), 0);
        assert_eq!(base, first(&key(), 0));
        assert_ne!(base, first(&key(), 1));
        assert_ne!(base, first(&key().number(0), 0));
        assert_ne!(base, first(&StreamKey::new(2008, Purpose::Bootstrap).text("corpus"), 0));
        assert_ne!(base, first(&StreamKey::new(2007, Purpose::Ordering).text("corpus"), 0));
        let split = StreamKey::new(2007, Purpose::Bootstrap).text("cor").text("pus");
        assert_ne!(base, first(&split, 0));
    }

    /// PCG64 is the generator of numpy.random.PCG64; the stream is pinned so that no number of any
    /// experiment moves unnoticed. The value was made with NumPy, see `tests/golden/streams.py`.
    #[test]
    fn draws_are_pinned() {
        let mut drawn = Vec::new();
        UniformBelow::new(790).draw(&mut key().generator(0), 9, |index| drawn.push(index));
        let mut again = Vec::new();
        let mut generator = key().generator(0);
        UniformBelow::new(790).draw(&mut generator, 9, |index| again.push(index));
        assert_eq!(drawn, again);
        assert_eq!(drawn, PINNED);
    }

    const PINNED: [u32; 9] = [287, 132, 390, 496, 713, 361, 114, 629, 464];

    /// With a bound close to 2^32 almost half of the half-words are rejected; what is left must
    /// still be uniform: the mean of 20,000 draws lies within 4 standard errors of the middle.
    #[test]
    fn rejection_leaves_no_bias() {
        let bound = (1_u32 << 31) + 1;
        let mut sum = 0.0;
        let mut generator = key().generator(7);
        let count = 20_000;
        UniformBelow::new(bound).draw(&mut generator, count, |index| sum += f64::from(index));
        let mean = sum / f64::from(bound) / count as f64;
        assert!((mean - 0.5).abs() < 4.0 * (1.0_f64 / 12.0 / count as f64).sqrt(), "{mean}");
    }

    /// Chi-square of 100,000 draws below 10 against its 0.9999 quantile with 9 degrees of freedom.
    #[test]
    fn small_bounds_are_uniform() {
        let mut counts = [0.0_f64; 10];
        let mut generator = key().generator(3);
        UniformBelow::new(10).draw(&mut generator, 100_000, |index| counts[index as usize] += 1.0);
        let chi_square: f64 = counts.iter().map(|n| (n - 1e4) * (n - 1e4) / 1e4).sum();
        assert!(chi_square < 33.72, "{chi_square}");
    }
}
