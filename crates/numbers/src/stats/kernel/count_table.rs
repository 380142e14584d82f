//! Resamples as rows of counts, and their products with columns.
//!
//! Counts are 16 bits wide, and what they add up to is summed in 32 bits over a span of units before
//! it goes to the sums of columns. A resample so extreme that these could not hold it goes another,
//! slow way; this module decides which. It knows neither blocks nor what the columns mean.

use std::array;
use std::mem;
use std::ops::Range;

use rand_pcg::Pcg64;

use super::simd::{self, InstructionSet, ROWS, Sums};
use crate::stats::columns::{Columns, LIMBS, Pair};
use crate::stats::random::UniformBelow;

/// Up to this many units, the counts of as many draws fit an `i16`, and their products with a limb add
/// up to less than 2^31.
const NARROW_UNITS: usize = i16::MAX as usize;

/// Pairs of units whose products are added up in 32 bits. Of as many units a resample has 8,192 draws
/// on average, and eight times as many fit.
const SPAN: usize = 16 * STRETCH;

/// Pairs of units that a tile multiplies at once: their counts in twelve resamples stay in the
/// nearest cache while all groups of limbs pass by.
const STRETCH: usize = 256;

/// Pairs of units in a cache line.
const LINE: usize = 16;

/// Bytes of counts that are drawn before they are multiplied, with the sums of their products, if that
/// gives no fewer resamples than [`FEWEST_DRAWN`]: they fit the second cache.
const DRAWN_BYTES: usize = 1 << 18;

/// Resamples for which statistics that lie in memory are worth being read once more.
const FEWEST_DRAWN: usize = 2 * ROWS;

/// Counts of some resamples, row by row, filled up with rows of zeros to whole tiles.
pub(super) struct CountTable {
    units: usize,
    rows: usize,
    /// Pairs of a row, an odd number of cache lines: rows that lie a power of two apart would drive
    /// each other out of the cache.
    stride: usize,
    counts: Vec<i16>,
    /// Draws of each row.
    draws: Vec<u64>,
    /// Sums of products over a span: tile after tile of rows, all groups of limbs of each.
    limb_sums: Vec<Sums>,
    /// Which of them go to which column.
    places: Vec<ColumnPart>,
    /// Sums of columns.
    sums: Vec<i64>,
    /// Counts of more than [`NARROW_UNITS`] units before they are narrowed.
    scratch: Vec<u32>,
    /// Rows that are too extreme for a tile.
    wide: Vec<WideRow>,
}

/// A part of a column, and where its sums are.
struct ColumnPart {
    column: u32,
    /// Place in the sums of a tile, for the first row.
    sum: u32,
    shift: u32,
}

/// A resample that no tile can hold, which is possible but will not happen: a count beyond 2^15, or
/// 2^16 draws in a span. Its row in the table is all zero.
struct WideRow {
    row: usize,
    counts: Vec<u32>,
}

impl CountTable {
    /// Room for as many of `replicates` resamples as are multiplied with `columns` at once.
    pub(super) fn new(columns: &Columns, replicates: usize) -> Self {
        let (units, groups) = (columns.units(), columns.groups());
        let stride = (units.div_ceil(2).div_ceil(LINE) | 1) * LINE;
        let bytes = stride * size_of::<Pair>() + groups * LIMBS * size_of::<i32>();
        // One tile, all in the nearest cache, where the statistics of all units stay near, too; else as
        // many as make it worth reading these once more.
        let rows = if units <= 2 * STRETCH {
            ROWS
        } else {
            (DRAWN_BYTES / bytes).max(FEWEST_DRAWN).min(replicates).next_multiple_of(ROWS)
        };
        let counts = vec![0; rows * stride * 2];
        let scratch = vec![0; if units > NARROW_UNITS { units } else { 0 }];
        let draws = vec![units as u64; rows];
        let small = |number| u32::try_from(number).expect("fewer than 2^32 limbs");
        let places = columns.parts().iter().map(|part| ColumnPart {
            column: small(part.column),
            sum: small(part.limb / LIMBS * ROWS * LIMBS + part.limb % LIMBS),
            shift: part.shift,
        });
        Self {
            units,
            rows,
            stride,
            counts,
            draws,
            limb_sums: vec![simd::ZEROS; rows / ROWS * groups],
            places: places.collect(),
            sums: vec![0; rows * columns.columns()],
            scratch,
            wide: Vec::new(),
        }
    }

    /// Number of resamples it has room for.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Draws the next `drawn` resamples.
    pub(super) fn draw(&mut self, generator: &mut Pcg64, drawn: usize) {
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
    pub(super) fn take(&mut self, counts: &[u32]) {
        self.clear();
        for (row, counts) in counts.chunks_exact(self.units).enumerate() {
            self.set(row, counts);
        }
    }

    fn clear(&mut self) {
        self.counts.fill(0);
        self.wide.clear();
    }

    fn row(&self, row: usize, stretch: &Range<usize>) -> &[Pair] {
        &self.counts.as_chunks().0[row * self.stride..(row + 1) * self.stride][stretch.clone()]
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

    /// Calls `use_sums` with the sums of all columns over the first `drawn` resamples, row by row.
    pub(super) fn add_up(
        &mut self,
        set: InstructionSet,
        columns: &Columns,
        drawn: usize,
        use_sums: impl FnOnce(&[i64]),
    ) {
        let width = columns.columns();
        let mut limb_sums = mem::take(&mut self.limb_sums);
        let mut sums = mem::take(&mut self.sums);
        sums.fill(0);
        for (sums, draws) in sums.chunks_exact_mut(width).zip(&self.draws[..drawn]) {
            columns.add_constants(draws.cast_signed(), sums);
        }
        // Where all limbs have equal values, there is nothing to multiply.
        let pairs = if limb_sums.is_empty() { 0 } else { self.units.div_ceil(2) };
        for start in (0..pairs).step_by(SPAN) {
            limb_sums.fill(simd::ZEROS);
            self.multiply(set, columns, start..pairs.min(start + SPAN), &mut limb_sums);
            self.put_together(columns, &limb_sums, &mut sums);
        }
        for wide in &self.wide {
            let sums = &mut sums[wide.row * width..][..width];
            for part in columns.parts() {
                let product = wide_product(&wide.counts, columns.limb(part.limb));
                sums[part.column] = sums[part.column].wrapping_add(product << part.shift);
            }
        }
        use_sums(&sums[..drawn * width]);
        (self.limb_sums, self.sums) = (limb_sums, sums);
    }

    /// Adds sums of limbs to those of columns, tile by tile.
    fn put_together(&self, columns: &Columns, limb_sums: &[Sums], sums: &mut [i64]) {
        let (width, groups) = (columns.columns(), columns.groups());
        for (tile, sums) in limb_sums.chunks_exact(groups).zip(sums.chunks_mut(ROWS * width)) {
            let tile = tile.as_flattened().as_flattened();
            for place in &self.places {
                // The sums of a limb, row by row, in a piece of known length.
                let parts: &[i32; (ROWS - 1) * LIMBS + 1] =
                    tile[place.sum as usize..].first_chunk().expect("a tile has all rows");
                let sums = &mut sums[place.column as usize..][..=(ROWS - 1) * width];
                for row in 0..ROWS {
                    let part = i64::from(parts[row * LIMBS]) << place.shift;
                    sums[row * width] = sums[row * width].wrapping_add(part);
                }
            }
        }
    }

    /// Adds the products of all rows with all limbs over a span.
    fn multiply(
        &self,
        set: InstructionSet,
        columns: &Columns,
        span: Range<usize>,
        limb_sums: &mut [Sums],
    ) {
        let groups = columns.groups();
        for start in span.clone().step_by(STRETCH) {
            let stretch = start..span.end.min(start + STRETCH);
            let limbs_of_group = |group: usize| &columns.group(group)[stretch.clone()];
            let firsts = (0..self.rows).step_by(ROWS);
            for (first, limb_sums) in firsts.zip(limb_sums.chunks_mut(groups)) {
                let rows = array::from_fn(|row| self.row(first + row, &stretch));
                // Two groups at a time, as many as registers hold, and one that is left.
                let (twos, one) = limb_sums.as_chunks_mut();
                for (two, sums) in twos.iter_mut().enumerate() {
                    set.tile(rows, [limbs_of_group(2 * two), limbs_of_group(2 * two + 1)], sums);
                }
                if let [sums] = one {
                    set.tile(rows, [limbs_of_group(groups - 1)], array::from_mut(sums));
                }
            }
        }
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
    let spans = narrow.chunks(2 * SPAN);
    let sum = spans.map(|span| simd::sum_that_fits(span).map(u64::from)).sum();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The extreme that counts are sized for: one unit drawn every time.
    #[test]
    fn the_largest_narrow_count_fits() {
        let mut counts = vec![0; NARROW_UNITS];
        counts[7] = u32::try_from(NARROW_UNITS).unwrap();
        let mut narrowed = vec![0; NARROW_UNITS];
        assert_eq!(narrow(&counts, &mut narrowed), Some(32_767));
        assert_eq!(narrowed[7], i16::MAX);
    }

    /// What spans of as many draws as units add up to fits, and twice as much at a boundary of spans.
    #[test]
    fn what_a_span_holds_is_noticed() {
        let units = 5 * SPAN;
        let mut counts = vec![0; units];
        counts[2 * SPAN - 3..2 * SPAN + 3].fill(20_000);
        assert_eq!(narrow(&counts, &mut vec![0; units]), Some(120_000));
        counts[2 * SPAN - 4] = 5_535;
        assert_eq!(narrow(&counts, &mut vec![0; units]), Some(125_535));
        counts[0] = 1;
        assert_eq!(narrow(&counts, &mut vec![0; units]), None);
    }
}
