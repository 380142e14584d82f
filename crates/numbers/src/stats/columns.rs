//! Integer columns in the form that the kernel multiplies.

use std::collections::BTreeMap;

/// Counts of two neighbouring units.
pub(super) type Pair = [i16; 2];

/// Limbs that the kernel multiplies at once with a pair of counts.
// As many 32-bit sums as a register of 512 bits holds.
pub(super) const LIMBS: usize = 16;

/// What the kernel loads at once: values of two neighbouring units, limb after limb of a group.
pub(super) type Chunk = [i16; 2 * LIMBS];

/// Bytes of a cache line: loads that cross one cost double.
const LINE: usize = 64;

/// Chunks that begin where a cache line does (a clone may not, which only costs time).
#[derive(Clone, Debug)]
struct Chunks {
    values: Vec<i16>,
    start: usize,
    count: usize,
}

impl Chunks {
    /// `count` chunks of zeros.
    fn new(count: usize) -> Self {
        let values = vec![0; count * 2 * LIMBS + LINE / size_of::<i16>()];
        // A pointer that cannot be aligned says `usize::MAX`.
        let start = values.as_ptr().align_offset(LINE).min(LINE / size_of::<i16>());
        Self { values, start, count }
    }

    fn get(&self) -> &[Chunk] {
        self.values[self.start..][..self.count * 2 * LIMBS].as_chunks().0
    }

    fn get_mut(&mut self) -> &mut [Chunk] {
        self.values[self.start..][..self.count * 2 * LIMBS].as_chunks_mut().0
    }
}

/// Statistics of resampling units, column by column, each split into 16-bit limbs.
///
/// A value is written in base 2^16 with digits from -2^15 to 2^15 - 1:
/// `value = sum of limb_k 2^(16 k)`. Limbs are summed apart and put together afterwards, which is
/// exact. A limb that several columns have is there once (metrics share lengths and totals), and one
/// whose values are all equal not at all, since its sum follows from the number of draws.
#[derive(Clone, Debug)]
pub struct Columns {
    units: usize,
    width: usize,
    /// Columns with what their limbs of equal values add to the sum with every draw, if not 0.
    constants: Vec<(usize, i64)>,
    parts: Vec<Part>,
    /// Number of different limbs.
    limb_count: usize,
    /// Group after group of [`LIMBS`] limbs, a chunk for each two units; filled up with zeros.
    chunks: Chunks,
}

/// A limb of a column: the sum of the column has that of the limb times `2^shift`. Such parts may leave
/// 64 bits, their sums do not; so it is right to let them wrap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) column: usize,
    pub(super) limb: usize,
    pub(super) shift: u32,
}

/// A column whose sums could leave 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sums of statistics as large as {largest} over {draws} units do not fit 64 bits")]
pub struct TooLarge {
    largest: u64,
    draws: usize,
}

// Multiply-and-add instructions of x86-64 and ARM take signed integers of 16 bits.
const LIMB_BITS: u32 = 16;

impl Columns {
    /// Splits `rows` (`units` rows of `columns` integers) into columns. Cost: a few passes over the
    /// values; memory: 2 bytes per unit and limb.
    ///
    /// # Errors
    ///
    /// Where `units` times the largest magnitude does not fit an `i64`, so that a resample of as
    /// many draws could overflow.
    pub fn from_rows(rows: &[i64], columns: usize) -> Result<Self, TooLarge> {
        let units = rows.len().checked_div(columns).unwrap_or(0);
        let mut all = ColumnsBuilder::new(units, units);
        for column in 0..columns {
            all.push(rows.iter().skip(column).step_by(columns).copied())?;
        }
        Ok(all.build())
    }

    /// Number of resampling units (rows).
    pub fn units(&self) -> usize {
        self.units
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.width
    }

    /// Number of limbs, which the kernel's work is proportional to.
    pub fn limb_count(&self) -> usize {
        self.limb_count
    }

    /// Number of groups of limbs.
    pub(super) fn groups(&self) -> usize {
        self.limb_count.div_ceil(LIMBS)
    }

    /// The values of a group of limbs, a chunk for each two units.
    pub(super) fn group(&self, group: usize) -> &[Chunk] {
        let pairs = self.units.div_ceil(2);
        &self.chunks.get()[group * pairs..(group + 1) * pairs]
    }

    /// The values of a limb, one per unit, and a zero where the number of units is odd.
    pub(super) fn limb(&self, limb: usize) -> impl Iterator<Item = i16> {
        let at = limb % LIMBS * 2;
        self.group(limb / LIMBS).iter().flat_map(move |chunk| [chunk[at], chunk[at + 1]])
    }

    /// Adds to the sums of all columns what limbs of equal values add up to over `draws` draws.
    pub(super) fn add_constants(&self, draws: i64, sums: &mut [i64]) {
        for (column, constant) in &self.constants {
            sums[*column] = sums[*column].wrapping_add(constant.wrapping_mul(draws));
        }
    }

    /// The limbs of all columns, in the order of shifts and columns.
    pub(super) fn parts(&self) -> &[Part] {
        &self.parts
    }
}

/// Takes columns one after the other.
#[derive(Debug, Default)]
pub struct ColumnsBuilder {
    units: usize,
    draws: usize,
    columns: usize,
    constants: Vec<(usize, i64)>,
    parts: Vec<Part>,
    /// Different limbs, in the order in which they were met.
    known: BTreeMap<Vec<i16>, usize>,
    /// The current column.
    values: Vec<i64>,
}

impl ColumnsBuilder {
    /// For columns of `units` values, and resamples of up to `draws` draws.
    pub fn new(units: usize, draws: usize) -> Self {
        Self { units, draws, values: Vec::with_capacity(units), ..Self::default() }
    }

    /// Adds a column. Cost: a few passes over its values.
    ///
    /// # Errors
    ///
    /// Where draws times the largest magnitude do not fit an `i64`.
    ///
    /// # Panics
    ///
    /// If the column has not as many values as there are units.
    pub fn push(&mut self, values: impl Iterator<Item = i64>) -> Result<(), TooLarge> {
        self.values.clear();
        self.values.extend(values);
        assert_eq!(self.values.len(), self.units, "a column has a value for each unit");
        // All bits of all magnitudes: at least the largest, and no longer than that.
        let bits = self.values.iter().fold(0, |bits, value| bits | value.unsigned_abs());
        let fits = |largest| u128::from(largest) * self.draws as u128 <= i64::MAX as u128;
        if !fits(bits) {
            let largest = self.values.iter().map(|value| value.unsigned_abs()).max().unwrap_or(0);
            if !fits(largest) {
                return Err(TooLarge { largest, draws: self.draws });
            }
        }
        let column = self.columns;
        self.columns += 1;
        // Digits from the lowest on, until nothing is left. A carry beyond 64 bits changes nothing:
        // sums are right modulo 2^64, and fit.
        let mut left = bits;
        let mut shift = 0;
        while left > 0 && shift < i64::BITS {
            let limb: Vec<i16> = self.values.iter().map(|value| lowest_limb(*value)).collect();
            if left > i16::MAX as u64 {
                left = 0;
                for value in &mut self.values {
                    // The rest of a negative digit carries, so that both add up to the value.
                    *value = (*value >> LIMB_BITS) + i64::from(lowest_limb(*value) < 0);
                    left |= value.unsigned_abs();
                }
            } else {
                left = 0;
            }
            self.push_limb(column, shift, limb);
            shift += LIMB_BITS;
        }
        Ok(())
    }

    fn push_limb(&mut self, column: usize, shift: u32, limb: Vec<i16>) {
        if limb.iter().all(|value| *value == limb[0]) {
            let value = i64::from(limb[0]) << shift;
            match self.constants.last_mut().filter(|(last, _)| *last == column) {
                Some((_, constant)) => *constant = constant.wrapping_add(value),
                None if value != 0 => self.constants.push((column, value)),
                None => (),
            }
            return;
        }
        let next = self.known.len();
        let limb = *self.known.entry(limb).or_insert(next);
        self.parts.push(Part { column, limb, shift });
    }

    /// All columns. Limbs lie in the order in which sums need them.
    pub fn build(mut self) -> Columns {
        self.parts.sort_by_key(|part| (part.shift, part.column));
        let mut order = vec![None; self.known.len()];
        let mut placed = 0;
        for part in &mut self.parts {
            part.limb = *order[part.limb].get_or_insert_with(|| {
                placed += 1;
                placed - 1
            });
        }
        let pairs = self.units.div_ceil(2);
        let mut chunks = Chunks::new(placed.div_ceil(LIMBS) * pairs);
        for (values, limb) in self.known {
            let limb = order[limb].expect("every limb has a place");
            let group = &mut chunks.get_mut()[limb / LIMBS * pairs..][..pairs];
            let at = limb % LIMBS * 2;
            let (of_two, single) = values.as_chunks();
            for (chunk, [first, second]) in group.iter_mut().zip(of_two) {
                (chunk[at], chunk[at + 1]) = (*first, *second);
            }
            if let [last] = single {
                group[pairs - 1][at] = *last;
            }
        }
        Columns {
            units: self.units,
            width: self.columns,
            constants: self.constants,
            parts: self.parts,
            limb_count: placed,
            chunks,
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "takes the lowest 16 bits, with their sign")]
fn lowest_limb(value: i64) -> i16 {
    value as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Sums where every unit is drawn once.
    fn sums(columns: &Columns) -> Vec<i64> {
        let mut sums = vec![0; columns.columns()];
        columns.add_constants(i64::try_from(columns.units).unwrap(), &mut sums);
        for part in columns.parts() {
            sums[part.column] = sums[part.column]
                .wrapping_add(columns.limb(part.limb).map(i64::from).sum::<i64>() << part.shift);
        }
        sums
    }

    proptest! {
        #[test]
        fn limbs_add_up_to_the_values(
            rows in prop::collection::vec(
                prop_oneof![-(1_i64 << 57)..(1_i64 << 57), -40_000_i64..40_000], 2..40,
            )
        ) {
            let rows = &rows[..rows.len() / 2 * 2];
            let columns = Columns::from_rows(rows, 2).unwrap();
            let expected = [0, 1].map(|column| rows.iter().skip(column).step_by(2).sum::<i64>());
            prop_assert_eq!(sums(&columns), expected);
        }
    }

    #[test]
    fn small_values_take_one_limb_and_huge_ones_are_refused() {
        let small = Columns::from_rows(&[-32768, 0, 32767, 5], 2).unwrap();
        assert_eq!((small.units(), small.columns(), small.limb_count()), (2, 2, 2));
        assert_eq!(Columns::from_rows(&[32768, 1], 1).unwrap().limb_count(), 2);
        assert_eq!(Columns::from_rows(&[-32769, 1], 1).unwrap().limb_count(), 2);
        assert!(Columns::from_rows(&[i64::MIN], 1).is_err());
        assert!(Columns::from_rows(&[i64::MAX, 0], 1).is_err());
    }

    #[test]
    fn extremes_survive() {
        for extreme in [i64::MAX, i64::MIN + 3] {
            let columns = Columns::from_rows(&[extreme], 1).unwrap();
            assert_eq!((sums(&columns), columns.limb_count()), (vec![extreme], 0));
            let half = extreme / 2;
            assert_eq!(sums(&Columns::from_rows(&[half, 1 - half], 1).unwrap()), [1]);
        }
    }

    #[test]
    fn equal_limbs_are_there_once_and_constant_ones_not_at_all() {
        let rows = [3, 9, 3, 1, 70_000, 4, 9, 4, 1, 70_000];
        let columns = Columns::from_rows(&rows, 5).unwrap();
        assert_eq!(columns.limb_count(), 1);
        assert_eq!(sums(&columns), [7, 18, 7, 2, 140_000]);
    }
}
