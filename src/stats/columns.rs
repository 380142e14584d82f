//! Integer columns in the form that the kernel multiplies.

/// Statistics of resampling units, column by column, each split into 16-bit limbs.
///
/// A column whose values fit an `i16` is one limb. Larger values are split in base 2^15: all limbs
/// but the last lie in `0..2^15`, the last is signed, and `value = sum of limb_k 2^(15 k)`. Limbs
/// are summed apart and put together afterwards, which is exact.
#[derive(Clone, Debug)]
pub struct Columns {
    units: usize,
    width: usize,
    /// Limb l belongs to column `places[l].0` with weight `2^places[l].1`.
    places: Vec<(usize, u32)>,
    /// Limb after limb, `units` values each.
    limbs: Vec<i16>,
}

/// A column whose sums could leave 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sums of statistics as large as {largest} over {units} units do not fit 64 bits")]
pub struct TooLarge {
    largest: u64,
    units: usize,
}

const LIMB_BITS: u32 = 15;

impl Columns {
    /// Splits `rows` (`units` rows of `columns` integers) into columns.
    ///
    /// # Errors
    ///
    /// Where `units` times the largest magnitude does not fit an `i64`, so that a resample of as
    /// many draws could overflow.
    pub fn from_rows(rows: &[i64], columns: usize) -> Result<Self, TooLarge> {
        let units = rows.len().checked_div(columns).unwrap_or(0);
        let mut all = Self { units, width: columns, places: Vec::new(), limbs: Vec::new() };
        for column in 0..columns {
            let values = || rows.iter().skip(column).step_by(columns).copied();
            let largest = values().map(i64::unsigned_abs).max().unwrap_or(0);
            let bound = u128::from(largest) * units as u128;
            if bound > i64::MAX as u128 {
                return Err(TooLarge { largest, units });
            }
            all.push_column(column, values);
        }
        Ok(all)
    }

    fn push_column<I: Iterator<Item = i64>>(&mut self, column: usize, values: impl Fn() -> I) {
        let mut shift = 0;
        while values().any(|value| i16::try_from(value >> shift).is_err()) {
            self.places.push((column, shift));
            let mask = (1_i64 << LIMB_BITS) - 1;
            let low = values().map(|value| i16::try_from((value >> shift) & mask));
            self.limbs.extend(low.map(|limb| limb.expect("15 bits fit an i16")));
            shift += LIMB_BITS;
        }
        self.places.push((column, shift));
        let top = values().map(|value| i16::try_from(value >> shift));
        self.limbs.extend(top.map(|limb| limb.expect("checked above")));
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
        self.places.len()
    }

    /// The values of limb `limb`, one per unit.
    pub(super) fn limb(&self, limb: usize) -> &[i16] {
        &self.limbs[limb * self.units..(limb + 1) * self.units]
    }

    /// The column of limb `limb` and the power of two that its sum is multiplied by.
    pub(super) fn place(&self, limb: usize) -> (usize, u32) {
        self.places[limb]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn limbs_add_up_to_the_values(rows in prop::collection::vec(-(1_i64 << 55)..(1_i64 << 55), 1..40)) {
            let columns = Columns::from_rows(&rows, 1).unwrap();
            for (unit, value) in rows.iter().enumerate() {
                let sum: i64 = (0..columns.limb_count())
                    .map(|limb| i64::from(columns.limb(limb)[unit]) << columns.place(limb).1)
                    .sum();
                prop_assert_eq!(sum, *value);
            }
        }
    }

    #[test]
    fn small_values_take_one_limb_and_huge_ones_are_refused() {
        let small = Columns::from_rows(&[-32768, 0, 32767, 5], 2).unwrap();
        assert_eq!((small.units(), small.columns(), small.limb_count()), (2, 2, 2));
        assert_eq!(Columns::from_rows(&[32768], 1).unwrap().limb_count(), 2);
        assert_eq!(Columns::from_rows(&[-32769], 1).unwrap().limb_count(), 2);
        assert!(Columns::from_rows(&[i64::MIN], 1).is_err());
        assert!(Columns::from_rows(&[i64::MAX, 0], 1).is_err());
    }
}
