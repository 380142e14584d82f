//! Integer columns in the form that the kernel multiplies.

use std::collections::BTreeMap;

/// Values that the kernel loads at once.
pub(super) const LANES: usize = 32;

/// Consecutive counts, or consecutive values of a limb.
pub(super) type Chunk = [i16; LANES];

/// Limbs that the kernel multiplies at once.
pub(super) const LIMBS: usize = 4;

/// Bytes of a cache line: loads that cross one cost double.
const LINE: usize = 64;

/// Chunks that begin where a cache line does (a clone may not, which only costs time).
#[derive(Clone, Debug)]
pub(super) struct Chunks {
    values: Vec<i16>,
    start: usize,
    count: usize,
}

impl Chunks {
    /// `count` chunks of zeros.
    pub(super) fn new(count: usize) -> Self {
        let values = vec![0; count * LANES + LINE / size_of::<i16>()];
        // A pointer that cannot be aligned says `usize::MAX`.
        let start = values.as_ptr().align_offset(LINE).min(LINE / size_of::<i16>());
        Self { values, start, count }
    }

    /// All of them.
    pub(super) fn get(&self) -> &[Chunk] {
        self.values[self.start..][..self.count * LANES].as_chunks().0
    }

    /// All of them, value by value.
    pub(super) fn values_mut(&mut self) -> &mut [i16] {
        &mut self.values[self.start..][..self.count * LANES]
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
    /// What limbs of equal values add to the sum of each column with every draw.
    constants: Vec<i64>,
    places: Vec<Place>,
    /// Number of different limbs.
    limb_count: usize,
    /// Limb after limb, `stride` chunks each, filled up with zeros; filled up with limbs of zeros to
    /// a multiple of [`LIMBS`].
    limbs: Chunks,
    stride: usize,
}

/// A limb of a column: the column's sum has that of the limb times `2^shift`.
#[derive(Clone, Copy, Debug)]
struct Place {
    column: usize,
    limb: usize,
    shift: u32,
}

/// A column whose sums could leave 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sums of statistics as large as {largest} over {draws} units do not fit 64 bits")]
pub struct TooLarge {
    largest: u64,
    draws: usize,
}

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
        Self::for_draws(rows, columns, units)
    }

    /// As [`from_rows`](Self::from_rows), for resamples of up to `draws` draws.
    ///
    /// # Errors
    ///
    /// Where `draws` times the largest magnitude does not fit an `i64`.
    pub fn for_draws(rows: &[i64], columns: usize, draws: usize) -> Result<Self, TooLarge> {
        let units = rows.len().checked_div(columns).unwrap_or(0);
        let mut all = Self {
            units,
            constants: vec![0; columns],
            places: Vec::new(),
            limb_count: 0,
            limbs: Chunks::new(0),
            stride: units.div_ceil(LANES),
        };
        let mut known = BTreeMap::new();
        let mut values = Vec::with_capacity(units);
        for column in 0..columns {
            values.clear();
            values.extend(rows.iter().skip(column).step_by(columns));
            let largest = values.iter().copied().map(i64::unsigned_abs).max().unwrap_or(0);
            let bound = u128::from(largest) * draws as u128;
            if bound > i64::MAX as u128 {
                return Err(TooLarge { largest, draws });
            }
            all.push_column(column, &mut values, &mut known);
        }
        all.limb_count = known.len();
        all.limbs = Chunks::new(all.full_limb_count() * all.stride);
        for (values, limb) in known {
            let start = limb * all.stride * LANES;
            all.limbs.values_mut()[start..][..units].copy_from_slice(&values);
        }
        Ok(all)
    }

    /// Takes a column apart from its lowest limb on, until nothing is left in `values`.
    fn push_column(
        &mut self,
        column: usize,
        values: &mut [i64],
        known: &mut BTreeMap<Vec<i16>, usize>,
    ) {
        let mut shift = 0;
        // A carry beyond 64 bits changes nothing: sums are right modulo 2^64, and fit.
        while shift < i64::BITS && values.iter().any(|value| *value != 0) {
            let limb: Vec<i16> = values.iter().map(|value| lowest_limb(*value)).collect();
            for value in &mut *values {
                // The rest of a negative digit carries, so that both add up to the value.
                *value = (*value >> LIMB_BITS) + i64::from(lowest_limb(*value) < 0);
            }
            self.push_limb(column, shift, limb, known);
            shift += LIMB_BITS;
        }
    }

    fn push_limb(
        &mut self,
        column: usize,
        shift: u32,
        limb: Vec<i16>,
        known: &mut BTreeMap<Vec<i16>, usize>,
    ) {
        if limb.iter().all(|value| *value == limb[0]) {
            let value = i64::from(limb[0]) << shift;
            self.constants[column] = self.constants[column].wrapping_add(value);
            return;
        }
        let next = known.len();
        let limb = *known.entry(limb).or_insert(next);
        self.places.push(Place { column, limb, shift });
    }

    /// Number of resampling units (rows).
    pub fn units(&self) -> usize {
        self.units
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.constants.len()
    }

    /// Number of limbs, which the kernel's work is proportional to.
    pub fn limb_count(&self) -> usize {
        self.limb_count
    }

    /// Number of limbs with those that fill a tile up.
    pub(super) fn full_limb_count(&self) -> usize {
        self.limb_count.next_multiple_of(LIMBS)
    }

    /// The values of limb `limb`, one per unit, then zeros.
    pub(super) fn limb(&self, limb: usize) -> &[Chunk] {
        &self.limbs.get()[limb * self.stride..(limb + 1) * self.stride]
    }

    /// Sums of all columns over `draws` draws, from those of all limbs.
    ///
    /// Parts may leave 64 bits, the sums do not; so it is right to let them wrap.
    pub(super) fn assemble(&self, limb_sums: &[i64], draws: i64, sums: &mut [i64]) {
        let constants = sums.iter_mut().zip(&self.constants);
        constants.for_each(|(sum, constant)| *sum = constant.wrapping_mul(draws));
        for place in &self.places {
            let part = limb_sums[place.limb] << place.shift;
            sums[place.column] = sums[place.column].wrapping_add(part);
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
        let limbs = (0..columns.limb_count()).map(|limb| columns.limb(limb).as_flattened());
        let limb_sums: Vec<i64> =
            limbs.map(|limb| limb.iter().map(|value| i64::from(*value)).sum()).collect();
        let mut sums = vec![0; columns.columns()];
        columns.assemble(&limb_sums, i64::try_from(columns.units).unwrap(), &mut sums);
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
