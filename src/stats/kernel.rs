//! Sums of statistics over bootstrap resamples: draw counts, then multiply.
//!
//! A resample of n units is a vector of n counts; the sums it selects are the product of the
//! counts with the columns. Replicates come in blocks of [`BLOCK`], each with a generator of its
//! own, so that B = 1,000 is a prefix of B = 2,000 whoever computes which block. Inside a block
//! the work goes in tiles that fit the cache; their size changes no number.

use rand_pcg::Pcg64;

use super::columns::Columns;
use super::random::{StreamKey, UniformBelow};

/// Replicates that share a generator. Part of every number: never change it.
pub const BLOCK: usize = 256;

/// Up to this many units a count fits an `i16`, and a sum of counts times an `i16` an `i32`:
/// counts add up to n, so |sum| <= n 2^15 <= (2^15 - 1) 2^15 < 2^31.
const NARROW_UNITS: usize = i16::MAX as usize;

/// Bytes of counts that a tile may take.
const TILE_BYTES: usize = 48 * 1024;

/// Number of blocks that hold `replicates` replicates.
pub fn block_count(replicates: usize) -> usize {
    replicates.div_ceil(BLOCK)
}

/// Sums of every column over the resamples of block `block`: the first `replicates` (at most
/// [`BLOCK`]) of them, as rows of `columns.columns()` integers.
///
/// Draws cost O(units) each, products O(units x limbs). Without units all sums are 0.
///
/// # Panics
///
/// If there are more than `u32::MAX` units.
pub fn block_sums(key: &StreamKey, block: usize, replicates: usize, columns: &Columns) -> Vec<i64> {
    assert!(replicates <= BLOCK, "a block has {BLOCK} replicates");
    let mut sums = vec![0; replicates * columns.columns()];
    if columns.units() == 0 || columns.columns() == 0 {
        return sums;
    }
    let mut generator = key.generator(block as u64);
    if columns.units() <= NARROW_UNITS {
        tiles::<i16>(&mut generator, replicates, columns, &mut sums);
    } else {
        tiles::<u32>(&mut generator, replicates, columns, &mut sums);
    }
    sums
}

/// Calls `each` with how often each of `units` units is drawn in the resamples of block `block`, one
/// resample after the other: those whose sums [`block_sums`] gives, for scores that do not follow
/// from sums. Without units it is called with empty slices.
///
/// # Panics
///
/// If there are more than `u32::MAX` units.
pub fn block_counts(
    key: &StreamKey,
    block: usize,
    replicates: usize,
    units: usize,
    mut each: impl FnMut(&[u32]),
) {
    assert!(replicates <= BLOCK, "a block has {BLOCK} replicates");
    let mut generator = key.generator(block as u64);
    let mut counts = vec![0; units];
    let bound = u32::try_from(units).expect("fewer than 2^32 units");
    for _ in 0..replicates {
        if bound > 0 {
            counts.fill(0);
            let uniform = UniformBelow::new(bound);
            uniform.draw(&mut generator, units, |unit| counts[unit as usize] += 1);
        }
        each(&counts);
    }
}

/// A type that holds how often a unit was drawn.
trait Count: Copy + Default {
    fn increment(&mut self);
    /// Sum of a limb over a resample with these counts.
    fn product(counts: &[Self], limb: &[i16]) -> i64;
}

impl Count for i16 {
    #[inline]
    fn increment(&mut self) {
        *self += 1;
    }

    /// Plain loops over chunks of fixed size, which compile to multiply-add instructions.
    #[inline]
    fn product(counts: &[Self], limb: &[i16]) -> i64 {
        const LANES: usize = 16;
        let (count_chunks, count_rest) = counts.as_chunks::<LANES>();
        let (limb_chunks, limb_rest) = limb.as_chunks::<LANES>();
        let mut lanes = [0_i32; LANES];
        for (count, value) in count_chunks.iter().zip(limb_chunks) {
            for lane in 0..LANES {
                lanes[lane] += i32::from(count[lane]) * i32::from(value[lane]);
            }
        }
        let mut sum: i32 = lanes.iter().sum();
        for (count, value) in count_rest.iter().zip(limb_rest) {
            sum += i32::from(*count) * i32::from(*value);
        }
        i64::from(sum)
    }
}

impl Count for u32 {
    #[inline]
    fn increment(&mut self) {
        *self += 1;
    }

    #[inline]
    fn product(counts: &[Self], limb: &[i16]) -> i64 {
        let pairs = counts.iter().zip(limb);
        pairs.map(|(count, value)| i64::from(*count) * i64::from(*value)).sum()
    }
}

fn tiles<C: Count>(generator: &mut Pcg64, replicates: usize, columns: &Columns, sums: &mut [i64]) {
    let units = columns.units();
    let uniform = UniformBelow::new(u32::try_from(units).expect("fewer than 2^32 units"));
    let tile = (TILE_BYTES / (units * size_of::<C>())).clamp(4, BLOCK);
    let mut counts = vec![C::default(); tile.min(replicates) * units];
    for rows in sums.chunks_mut(tile * columns.columns()) {
        let drawn = rows.len() / columns.columns();
        let counts = &mut counts[..drawn * units];
        counts.fill(C::default());
        for resample in counts.chunks_exact_mut(units) {
            uniform.draw(generator, units, |unit| resample[unit as usize].increment());
        }
        multiply(counts, columns, rows);
    }
}

/// Adds the products of all limbs to the rows of sums, limb by limb so that a limb stays in the
/// nearest cache while all resamples of the tile pass by.
fn multiply<C: Count>(counts: &[C], columns: &Columns, sums: &mut [i64]) {
    let width = columns.columns();
    for limb in 0..columns.limb_count() {
        let (column, shift) = columns.place(limb);
        let values = columns.limb(limb);
        let resamples = counts.chunks_exact(columns.units());
        for (resample, row) in resamples.zip(sums.chunks_exact_mut(width)) {
            row[column] += C::product(resample, values) << shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::random::Purpose;

    fn key() -> StreamKey {
        StreamKey::new(1, Purpose::Bootstrap)
    }

    /// The same sums by the definition: draw indices one after the other and add their rows.
    fn plain(rows: &[i64], width: usize, block: u64, replicates: usize) -> Vec<i64> {
        let units = rows.len() / width;
        let mut generator = key().generator(block);
        let uniform = UniformBelow::new(u32::try_from(units).unwrap());
        let mut sums = vec![0; replicates * width];
        for resample in sums.chunks_exact_mut(width) {
            uniform.draw(&mut generator, units, |unit| {
                for column in 0..width {
                    resample[column] += rows[unit as usize * width + column];
                }
            });
        }
        sums
    }

    fn statistics(units: usize, width: usize) -> Vec<i64> {
        let mut state = 88_172_645_463_325_252_u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..units * width)
            .map(|index| {
                let bits = [6, 15, 16, 33][index % width % 4];
                i64::try_from(next() >> (64 - bits)).unwrap() - (1 << (bits - 2))
            })
            .collect()
    }

    #[test]
    fn the_kernel_equals_the_plain_loop() {
        for (units, width, replicates) in
            [(1, 1, 3), (2, 4, 256), (17, 5, 31), (790, 8, 256), (3000, 3, 40), (32767, 2, 5)]
        {
            let rows = statistics(units, width);
            let columns = Columns::from_rows(&rows, width).unwrap();
            let sums = block_sums(&key(), 2, replicates, &columns);
            assert_eq!(sums, plain(&rows, width, 2, replicates), "{units} units");
        }
    }

    #[test]
    fn beyond_16_bit_counts_too() {
        let rows = statistics(40_000, 2);
        let columns = Columns::from_rows(&rows, 2).unwrap();
        assert_eq!(block_sums(&key(), 0, 3, &columns), plain(&rows, 2, 0, 3));
    }

    /// The extreme that counts and sums are sized for: one unit drawn every time.
    #[test]
    fn the_largest_count_and_sum_fit() {
        let mut counts = vec![0; NARROW_UNITS];
        counts[7] = i16::MAX;
        let values = vec![i16::MIN; NARROW_UNITS];
        assert_eq!(i16::product(&counts, &values), -(32767 * 32768));
    }

    #[test]
    fn counts_are_those_of_the_sums() {
        for (units, replicates) in [(1, 3), (2, 256), (790, 256), (40_000, 5)] {
            let rows = statistics(units, 3);
            let mut sums = Vec::new();
            block_counts(&key(), 1, replicates, units, |counts| {
                for column in 0..3 {
                    let values = rows.iter().skip(column).step_by(3);
                    sums.push(values.zip(counts).map(|(v, n)| v * i64::from(*n)).sum::<i64>());
                }
            });
            let columns = Columns::from_rows(&rows, 3).unwrap();
            assert_eq!(sums, block_sums(&key(), 1, replicates, &columns), "{units} units");
        }
        let mut calls = 0;
        block_counts(&key(), 0, 2, 0, |counts| calls += 1 + counts.len());
        assert_eq!(calls, 2);
    }

    #[test]
    fn a_shorter_block_is_a_prefix() {
        let rows = statistics(50, 3);
        let columns = Columns::from_rows(&rows, 3).unwrap();
        let long = block_sums(&key(), 0, 256, &columns);
        assert_eq!(block_sums(&key(), 0, 100, &columns), long[..300]);
    }

    #[test]
    fn no_units_no_columns() {
        assert_eq!(block_sums(&key(), 0, 2, &Columns::from_rows(&[], 3).unwrap()), vec![0; 6]);
        assert!(block_sums(&key(), 0, 2, &Columns::from_rows(&[], 0).unwrap()).is_empty());
    }
}
