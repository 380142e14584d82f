//! Sums of statistics over bootstrap resamples: draw counts, then multiply.
//!
//! A resample of n units is a vector of n counts; the sums it selects are the product of the
//! counts with the columns. Replicates come in blocks of [`BLOCK`], each with a generator of its
//! own, so that B = 1,000 is a prefix of B = 2,000 whoever computes which block. Inside a block
//! the work goes in tiles that fit the caches; neither their size nor the unit of the processor that
//! multiplies them (`simd`) changes a number.

mod simd;

use std::array;
use std::mem;
use std::ops::Range;
use std::sync::OnceLock;

use rand_pcg::Pcg64;

pub use self::simd::Unit;
use self::simd::{ROWS, Sums};
use super::columns::{Columns, LIMBS, Pair};
use super::random::{StreamKey, UniformBelow};

/// Replicates that share a generator. Part of every number: never change it.
pub const BLOCK: usize = 256;

/// Up to this many units a count fits an `i16`, and what the counts add up to a tile.
const NARROW_UNITS: usize = i16::MAX as usize;

/// Pairs of units that a tile multiplies at once: so many counts of twelve resamples stay in the
/// nearest cache while all groups of limbs pass by.
const STRETCH: usize = 256;

/// Pairs of units in a cache line.
const LINE: usize = 16;

/// Bytes of counts that are drawn before they are multiplied, with the sums of their products, if that
/// gives no fewer resamples than [`FEWEST_DRAWN`]: they fit the second cache.
const DRAWN_BYTES: usize = 1 << 18;

/// Resamples for which statistics that lie in memory are worth being read once more.
const FEWEST_DRAWN: usize = 2 * ROWS;

static CHOSEN: OnceLock<Unit> = OnceLock::new();

/// Makes `unit` the one that all sums are computed with. Only possible before any are computed;
/// otherwise returns the unit that was chosen before.
///
/// # Errors
///
/// If another unit was chosen already.
pub fn choose_unit(unit: Unit) -> Result<(), Unit> {
    CHOSEN.set(unit).or_else(|_| if chosen_unit() == unit { Ok(()) } else { Err(chosen_unit()) })
}

/// The unit that sums are computed with: the one chosen, else the widest of this processor.
pub fn chosen_unit() -> Unit {
    *CHOSEN.get_or_init(|| *Unit::available().last().expect("one unit is everywhere"))
}

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
    block_sums_on(chosen_unit(), key, block, replicates, columns)
}

/// As [`block_sums`], on a unit of one's own choice: the sums are the same on all of them.
pub fn block_sums_on(
    unit: Unit,
    key: &StreamKey,
    block: usize,
    replicates: usize,
    columns: &Columns,
) -> Vec<i64> {
    assert!(replicates <= BLOCK, "a block has {BLOCK} replicates");
    let width = columns.columns();
    let mut sums = vec![0; replicates * width];
    if columns.units() == 0 || width == 0 {
        return sums;
    }
    let mut generator = key.generator(block as u64);
    let mut table = CountTable::new(columns, replicates);
    for sums in sums.chunks_mut(table.rows * width) {
        table.draw(&mut generator, sums.len() / width);
        table.add_up(unit, columns, sums);
    }
    sums
}

/// Sums of every column over resamples that are given by how often they have each unit: rows of
/// `columns.units()` counts give rows of `columns.columns()` sums. Rows may differ in their number of
/// draws, up to that which the columns were made for. Without units or columns there are no sums.
pub fn sums_of_counts(unit: Unit, counts: &[u32], columns: &Columns) -> Vec<i64> {
    let (units, width) = (columns.units(), columns.columns());
    if units == 0 || width == 0 {
        return Vec::new();
    }
    let mut sums = vec![0; counts.len() / units * width];
    let mut table = CountTable::new(columns, counts.len() / units);
    let parts = counts.chunks(table.rows * units);
    for (counts, sums) in parts.zip(sums.chunks_mut(table.rows * width)) {
        table.take(counts);
        table.add_up(unit, columns, sums);
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

/// Counts of some resamples, row by row, filled up with rows of zeros to whole tiles.
struct CountTable {
    units: usize,
    rows: usize,
    /// Pairs of a row, an odd number of cache lines: rows that lie a power of two apart would drive
    /// each other out of the cache.
    stride: usize,
    counts: Vec<i16>,
    /// Draws of each row.
    draws: Vec<u64>,
    /// Sums of products by row and limb.
    limb_sums: Vec<i64>,
    /// Counts of more than [`NARROW_UNITS`] units before they are narrowed.
    scratch: Vec<u32>,
    /// Rows that are too extreme for a tile.
    wide: Vec<WideRow>,
}

/// A resample that no tile can hold, which is possible but will not happen: a count beyond 2^15, or
/// 512 neighbours with 2^16 draws between them. Its row in the table is all zero.
struct WideRow {
    row: usize,
    counts: Vec<u32>,
}

impl CountTable {
    /// Room for as many of `replicates` resamples as are multiplied with `columns` at once.
    fn new(columns: &Columns, replicates: usize) -> Self {
        let units = columns.units();
        let limbs = columns.groups() * LIMBS;
        let stride = (units.div_ceil(2).div_ceil(LINE) | 1) * LINE;
        let bytes = stride * size_of::<Pair>() + limbs * size_of::<i64>();
        let rows = (DRAWN_BYTES / bytes).max(FEWEST_DRAWN).min(replicates);
        let rows = rows.next_multiple_of(ROWS);
        let counts = vec![0; rows * stride * 2];
        let scratch = vec![0; if units > NARROW_UNITS { units } else { 0 }];
        let draws = vec![units as u64; rows];
        let limb_sums = vec![0; rows * limbs];
        Self { units, rows, stride, counts, draws, limb_sums, scratch, wide: Vec::new() }
    }

    fn row(&self, row: usize, stretch: &Range<usize>) -> &[Pair] {
        &self.counts.as_chunks().0[row * self.stride..(row + 1) * self.stride][stretch.clone()]
    }

    /// Draws the next `drawn` resamples.
    fn draw(&mut self, generator: &mut Pcg64, drawn: usize) {
        let uniform = UniformBelow::new(u32::try_from(self.units).expect("fewer than 2^32 units"));
        self.clear();
        for row in 0..drawn {
            if self.units <= NARROW_UNITS {
                let counts = self.row_mut(row);
                uniform.draw(generator, counts.len(), |unit| counts[unit as usize] += 1);
            } else {
                let mut counts = mem::take(&mut self.scratch);
                counts.fill(0);
                uniform.draw(generator, counts.len(), |unit| counts[unit as usize] += 1);
                self.set(row, &counts);
                self.scratch = counts;
            }
        }
    }

    /// Takes over resamples, row by row.
    fn take(&mut self, counts: &[u32]) {
        self.clear();
        for (row, counts) in counts.chunks_exact(self.units).enumerate() {
            self.set(row, counts);
        }
    }

    fn clear(&mut self) {
        self.counts.fill(0);
        self.wide.clear();
    }

    fn row_mut(&mut self, row: usize) -> &mut [i16] {
        &mut self.counts[row * self.stride * 2..][..self.units]
    }

    /// Takes over a resample.
    fn set(&mut self, row: usize, counts: &[u32]) {
        self.draws[row] = narrow(counts, self.row_mut(row)).unwrap_or_else(|| {
            self.wide.push(WideRow { row, counts: counts.to_vec() });
            counts.iter().map(|count| u64::from(*count)).sum()
        });
    }

    /// Sums of all columns over the first resamples, as many as `sums` has rows.
    fn add_up(&mut self, unit: Unit, columns: &Columns, sums: &mut [i64]) {
        let limbs = columns.groups() * LIMBS;
        let mut limb_sums = mem::take(&mut self.limb_sums);
        limb_sums.fill(0);
        multiply(unit, self, columns, &mut limb_sums);
        for wide in &self.wide {
            let sums = &mut limb_sums[wide.row * limbs..][..columns.limb_count()];
            for (limb, sum) in sums.iter_mut().enumerate() {
                *sum = wide_product(&wide.counts, columns.limb(limb));
            }
        }
        for (row, sums) in sums.chunks_exact_mut(columns.columns()).enumerate() {
            let draws = self.draws[row].cast_signed();
            columns.assemble(&limb_sums[row * limbs..(row + 1) * limbs], draws, sums);
        }
        self.limb_sums = limb_sums;
    }
}

/// Copies counts to a narrower type and returns their sum; if that type or a tile cannot hold them,
/// leaves zeros.
fn narrow(wide: &[u32], narrow: &mut [i16]) -> Option<u64> {
    let mut all = 0;
    for (narrow, wide) in narrow.iter_mut().zip(wide) {
        all |= *wide;
        *narrow = low_bits(*wide);
    }
    let stretches = narrow.chunks(2 * STRETCH);
    let sum = stretches.map(|stretch| simd::sum_that_fits(stretch).map(u64::from)).sum();
    let sum = if all < 1 << 15 { sum } else { None };
    if sum.is_none() {
        narrow.fill(0);
    }
    sum
}

fn low_bits(count: u32) -> i16 {
    (count & 0x7fff) as i16
}

/// Sum of a limb over a resample with any counts.
fn wide_product(counts: &[u32], limb: impl Iterator<Item = i16>) -> i64 {
    counts.iter().zip(limb).map(|(count, value)| i64::from(*count) * i64::from(value)).sum()
}

/// Adds the products of all rows of counts with all limbs to `limb_sums`, by row and limb.
fn multiply(unit: Unit, counts: &CountTable, columns: &Columns, limb_sums: &mut [i64]) {
    let (pairs, groups) = (columns.units().div_ceil(2), columns.groups());
    let (mut two, mut one): (Sums<2>, Sums<1>) = ([[[0; LIMBS]; 2]; ROWS], [[[0; LIMBS]; 1]; ROWS]);
    for start in (0..pairs).step_by(STRETCH) {
        let stretch = start..pairs.min(start + STRETCH);
        let of_group = |group: usize| &columns.group(group)[stretch.clone()];
        for first in (0..counts.rows).step_by(ROWS) {
            let rows = array::from_fn(|row| counts.row(first + row, &stretch));
            let limb_sums = &mut limb_sums[first * groups * LIMBS..][..ROWS * groups * LIMBS];
            // Two groups at a time, as many as registers hold, and one that is left.
            for group in (0..groups / 2).map(|half| 2 * half) {
                unit.tile(rows, [of_group(group), of_group(group + 1)], &mut two);
                add(&two, group, limb_sums);
            }
            if groups % 2 == 1 {
                unit.tile(rows, [of_group(groups - 1)], &mut one);
                add(&one, groups - 1, limb_sums);
            }
        }
    }
}

/// Adds the sums of a tile to those of its rows, from group `group` on.
fn add<const GROUPS: usize>(tile: &Sums<GROUPS>, group: usize, limb_sums: &mut [i64]) {
    let limbs = limb_sums.len() / ROWS;
    for (tile, sums) in tile.iter().zip(limb_sums.chunks_exact_mut(limbs)) {
        let sums = &mut sums[group * LIMBS..][..GROUPS * LIMBS];
        sums.iter_mut().zip(tile.as_flattened()).for_each(|(sum, new)| *sum += i64::from(*new));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::columns::ColumnsBuilder;
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

    #[test]
    fn all_units_give_the_same_sums() {
        for (units, width, replicates) in
            [(1, 2, 1), (31, 3, 7), (33, 130, 12), (2049, 9, 40), (5000, 2, 256), (40_000, 3, 30)]
        {
            let columns = Columns::from_rows(&statistics(units, width), width).unwrap();
            let sums = |unit| block_sums_on(unit, &key(), 1, replicates, &columns);
            let expected = sums(Unit::available()[0]);
            for unit in Unit::available() {
                assert_eq!(sums(unit), expected, "{} of {units} units", unit.name());
            }
        }
    }

    /// The extreme that counts are sized for: one unit drawn every time.
    #[test]
    fn the_largest_narrow_count_fits() {
        let mut counts = vec![0; NARROW_UNITS];
        counts[7] = u32::try_from(NARROW_UNITS).unwrap();
        let mut narrowed = vec![0; NARROW_UNITS];
        assert_eq!(narrow(&counts, &mut narrowed), Some(32_767));
        assert_eq!(narrowed[7], i16::MAX);
    }

    #[test]
    fn extreme_resamples_go_the_wide_way() {
        let units = 70_000;
        let statistics = statistics(units, 3);
        let columns = Columns::from_rows(&statistics, 3).unwrap();
        let mut one_unit = vec![0; units];
        one_unit[69_999] = 70_000;
        // Each fits 16 bits, but a stretch has 2^16 of them.
        let mut neighbours = vec![0; units];
        neighbours[..3].copy_from_slice(&[30_000, 32_767, 2_769]);
        neighbours[69_999] = 70_000 - 65_536;
        for counts in [one_unit, neighbours] {
            assert_eq!(narrow(&counts, &mut vec![0; units]), None);
            let all_once = vec![1; units];
            let resamples = [all_once.as_slice(), &counts, &all_once].concat();
            for unit in Unit::available() {
                let sums = sums_of_counts(unit, &resamples, &columns);
                for (resample, sums) in resamples.chunks(units).zip(sums.chunks(3)) {
                    for (column, sum) in sums.iter().enumerate() {
                        let values = statistics.iter().skip(column).step_by(3).zip(resample);
                        let expected: i64 = values.map(|(v, n)| v * i64::from(*n)).sum();
                        assert_eq!(*sum, expected, "{}", unit.name());
                    }
                }
            }
        }
    }

    #[test]
    fn any_number_of_draws() {
        // The second column is constant, the first large, the third small.
        let mut columns = ColumnsBuilder::new(2, 9);
        for column in [[-70_000, 3], [7, 7], [1, 2]] {
            columns.push(column.into_iter()).unwrap();
        }
        let columns = columns.build();
        for unit in Unit::available() {
            let sums = sums_of_counts(unit, &[4, 5, 0, 1, 0, 0], &columns);
            assert_eq!(sums, [-279_985, 63, 14, 3, 7, 2, 0, 0, 0], "{}", unit.name());
            assert!(sums_of_counts(unit, &[], &Columns::from_rows(&[], 3).unwrap()).is_empty());
        }
    }

    #[test]
    fn a_unit_is_chosen_once() {
        let chosen = chosen_unit();
        assert_eq!(choose_unit(chosen), Ok(()));
        for other in Unit::available().into_iter().filter(|unit| *unit != chosen) {
            assert_eq!(choose_unit(other), Err(chosen));
        }
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
