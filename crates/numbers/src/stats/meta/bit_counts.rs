//! Counts of bits in many lanes at once: lane i of every word counts for itself.

/// Words that are counted side by side.
pub(super) const WIDTH: usize = 4;

/// Lanes.
pub(super) const LANES: usize = WIDTH * 64;

/// A bit of each lane.
pub(super) type Bits = [u64; WIDTH];

/// Words that are added at once.
const BATCH: usize = 8;

/// Digits of a count beyond the three that a batch adds up.
// Together 32: counts are `u32`.
const DIGITS: usize = 29;

/// How often the bit of each lane was set, as binary digits of all lanes: eight words at a time are
/// added up by carry-save adders (Harley and Seal; Warren 2012, "Hacker's delight", section 5-1).
pub(super) struct BitCounts {
    pending: [Bits; BATCH],
    is_pending: usize,
    low: [Bits; 3],
    high: [Bits; DIGITS],
    /// Digits of `high` that any lane may have.
    digits: usize,
    batches: u32,
}

impl BitCounts {
    pub(super) fn new() -> Self {
        Self {
            pending: [[0; WIDTH]; BATCH],
            is_pending: 0,
            low: [[0; WIDTH]; 3],
            high: [[0; WIDTH]; DIGITS],
            digits: 0,
            batches: 0,
        }
    }

    /// Counts a bit of each lane.
    #[inline]
    pub(super) fn add(&mut self, bits: Bits) {
        self.pending[self.is_pending] = bits;
        self.is_pending += 1;
        if self.is_pending == BATCH {
            self.add_batch();
        }
    }

    fn add_batch(&mut self) {
        let [ones, twos, fours] = &mut self.low;
        let words = &self.pending;
        let first = carry(ones, &words[0], &words[1]);
        let second = carry(ones, &words[2], &words[3]);
        let low_four = carry(twos, &first, &second);
        let first = carry(ones, &words[4], &words[5]);
        let second = carry(ones, &words[6], &words[7]);
        let high_four = carry(twos, &first, &second);
        let mut eight = carry(fours, &low_four, &high_four);
        self.batches += 1;
        // No lane has more eights than there were batches.
        self.digits = (u32::BITS - self.batches.leading_zeros()) as usize;
        for digit in &mut self.high[..self.digits] {
            for lane in 0..WIDTH {
                let sum = digit[lane] ^ eight[lane];
                eight[lane] &= digit[lane];
                digit[lane] = sum;
            }
        }
        self.is_pending = 0;
    }

    /// Calls `each` with the count of each lane, and starts again from 0.
    pub(super) fn take(&mut self, mut each: impl FnMut(usize, u32)) {
        if self.is_pending > 0 {
            self.pending[self.is_pending..].fill([0; WIDTH]);
            self.add_batch();
        }
        for word in 0..WIDTH {
            let mut counts = [0_u32; 64];
            let digits = self.low.iter().chain(&self.high[..self.digits]);
            for (place, digit) in digits.enumerate() {
                for (lane, count) in counts.iter_mut().enumerate() {
                    let bit = (digit[word] >> lane & 1) as u32;
                    *count |= bit << place;
                }
            }
            for (lane, count) in counts.iter().enumerate() {
                each(word * 64 + lane, *count);
            }
        }
        self.low = [[0; WIDTH]; 3];
        self.high[..self.digits].fill([0; WIDTH]);
        self.digits = 0;
        self.batches = 0;
    }
}

/// Adds two words to the digit `sum`; the carries.
#[inline]
fn carry(sum: &mut Bits, first: &Bits, other: &Bits) -> Bits {
    let mut carries = [0; WIDTH];
    for lane in 0..WIDTH {
        let half = sum[lane] ^ first[lane];
        carries[lane] = (sum[lane] & first[lane]) | (half & other[lane]);
        sum[lane] = half ^ other[lane];
    }
    carries
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::stats::random::{Purpose, StreamKey};

    #[test]
    fn counts_are_those_of_each_lane() {
        let mut random = StreamKey::new(5, Purpose::Generator).generator(0);
        let mut counts = BitCounts::new();
        for words in [0, 1, 7, 8, 9, 64, 1000] {
            let mut expected = [0_u32; LANES];
            for _ in 0..words {
                let bits: Bits = std::array::from_fn(|_| random.next_u64() | random.next_u64());
                for (lane, count) in expected.iter_mut().enumerate() {
                    *count += u32::from(bits[lane / 64] >> (lane % 64) & 1 == 1);
                }
                counts.add(bits);
            }
            let mut counted = [0; LANES];
            counts.take(|lane, count| counted[lane] = count);
            assert_eq!(counted, expected, "{words}");
        }
    }
}
