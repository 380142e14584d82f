//! Sums of statistics over bootstrap resamples: draw counts, then multiply.
//!
//! A resample of n units is a vector of n counts; the sums it selects are the product of the
//! counts with the columns. Replicates come in blocks of [`BLOCK`], each with a generator of its
//! own, so that B = 1,000 is a prefix of B = 2,000 whichever thread or machine computes a block. Inside a block
//! the work goes in tables of counts that fit the caches (`count_table`); neither their size nor the
//! instruction set that multiplies them (`simd`) changes a number.

mod count_table;
mod simd;

use std::sync::OnceLock;

use self::count_table::CountTable;
pub use self::simd::InstructionSet;
pub(super) use self::simd::Vectorised;
use super::columns::Columns;
use super::random::{StreamKey, UniformBelow};

/// Replicates that share a generator. Part of every number: never change it.
pub const BLOCK: usize = 256;

static CHOSEN: OnceLock<InstructionSet> = OnceLock::new();

/// Makes `set` the one that all sums are computed with. Only possible before any are computed;
/// otherwise returns the one that was chosen before.
///
/// # Errors
///
/// If another one was chosen already.
pub fn choose(set: InstructionSet) -> Result<(), InstructionSet> {
    CHOSEN.set(set).or_else(|_| if chosen() == set { Ok(()) } else { Err(chosen()) })
}

/// The instruction set that sums are computed with: the one chosen, else the widest of this processor.
pub fn chosen() -> InstructionSet {
    *CHOSEN.get_or_init(|| *InstructionSet::available().last().expect("one is everywhere"))
}

/// Number of blocks that hold `replicates` replicates.
pub fn block_count(replicates: usize) -> usize {
    replicates.div_ceil(BLOCK)
}

/// Calls `use_sums` with the sums of every column over the resamples of block `block`, the first
/// `replicates` (at most [`BLOCK`]) of them: a few resamples at a time, one row for each, while their
/// sums lie in the nearest cache.
///
/// Draws cost O(units) each, products O(units x limbs). Without units all sums are 0.
///
/// # Panics
///
/// If there are more than `u32::MAX` units.
pub fn block_sums(
    key: &StreamKey,
    block: usize,
    replicates: usize,
    columns: &Columns,
    use_sums: impl FnMut(&[i64]),
) {
    block_sums_on(chosen(), key, block, replicates, columns, use_sums);
}

/// As [`block_sums`], with the instruction set `set`: the sums are the same with all of them.
pub fn block_sums_on(
    set: InstructionSet,
    key: &StreamKey,
    block: usize,
    replicates: usize,
    columns: &Columns,
    mut use_sums: impl FnMut(&[i64]),
) {
    assert!(replicates <= BLOCK, "a block has {BLOCK} replicates");
    if columns.units() == 0 || columns.columns() == 0 {
        use_sums(&vec![0; replicates * columns.columns()]);
        return;
    }
    let mut generator = key.generator(block as u64);
    let mut table = CountTable::new(columns, replicates);
    let mut left = replicates;
    while left > 0 {
        let drawn = left.min(table.rows());
        table.draw(&mut generator, drawn);
        table.add_up(set, columns, drawn, &mut use_sums);
        left -= drawn;
    }
}

/// As [`block_sums`], over resamples that are given by how often they have each unit: rows of
/// `columns.units()` counts. Rows may differ in their number of draws, up to that which the columns
/// were made for. Without units there are no resamples.
pub fn sums_of_counts(
    set: InstructionSet,
    counts: &[u32],
    columns: &Columns,
    mut use_sums: impl FnMut(&[i64]),
) {
    let units = columns.units();
    if units == 0 || columns.columns() == 0 {
        return;
    }
    let mut table = CountTable::new(columns, counts.len() / units);
    for counts in counts.chunks(table.rows() * units) {
        table.take(counts);
        table.add_up(set, columns, counts.len() / units, &mut use_sums);
    }
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
    each: &mut dyn FnMut(&[u32]),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::columns::ColumnsBuilder;
    use crate::stats::random::Purpose;

    fn key() -> StreamKey {
        StreamKey::new(1, Purpose::Bootstrap)
    }

    fn sums_on(
        set: InstructionSet,
        block: usize,
        replicates: usize,
        columns: &Columns,
    ) -> Vec<i64> {
        let mut sums = Vec::new();
        block_sums_on(set, &key(), block, replicates, columns, |row| sums.extend(row));
        sums
    }

    fn sums(block: usize, replicates: usize, columns: &Columns) -> Vec<i64> {
        sums_on(chosen(), block, replicates, columns)
    }

    fn of_counts(set: InstructionSet, counts: &[u32], columns: &Columns) -> Vec<i64> {
        let mut sums = Vec::new();
        sums_of_counts(set, counts, columns, |row| sums.extend(row));
        sums
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
            assert_eq!(
                sums(2, replicates, &columns),
                plain(&rows, width, 2, replicates),
                "{units} units"
            );
        }
    }

    #[test]
    fn beyond_16_bit_counts_too() {
        let rows = statistics(40_000, 2);
        let columns = Columns::from_rows(&rows, 2).unwrap();
        assert_eq!(sums(0, 3, &columns), plain(&rows, 2, 0, 3));
    }

    #[test]
    fn all_units_give_the_same_sums() {
        for (units, width, replicates) in
            [(1, 2, 1), (31, 3, 7), (33, 130, 12), (2049, 9, 40), (5000, 2, 256), (40_000, 3, 30)]
        {
            let columns = Columns::from_rows(&statistics(units, width), width).unwrap();
            let expected = sums_on(InstructionSet::available()[0], 1, replicates, &columns);
            for set in InstructionSet::available() {
                let sums = sums_on(set, 1, replicates, &columns);
                assert_eq!(sums, expected, "{} of {units} units", set.name());
            }
        }
    }

    #[test]
    fn extreme_resamples_go_the_wide_way() {
        let units = 70_000;
        let statistics = statistics(units, 3);
        let columns = Columns::from_rows(&statistics, 3).unwrap();
        let mut one_unit = vec![0; units];
        one_unit[69_999] = 70_000;
        // Each fits 16 bits, but a span has 2^16 of them; the other spans hold what is left.
        let mut neighbours = vec![0; units];
        neighbours[..3].copy_from_slice(&[30_000, 32_767, 2_769]);
        neighbours[69_999] = 70_000 - 65_536;
        // Nearly as many as 32 bits hold on one side of a boundary of spans, the rest on the other.
        let mut full = vec![0; units];
        full[8_190..8_194].copy_from_slice(&[32_767, 32_767, 1, 4_465]);
        for counts in [one_unit, neighbours, full] {
            let all_once = vec![1; units];
            let resamples = [all_once.as_slice(), &counts, &all_once].concat();
            for set in InstructionSet::available() {
                let sums = of_counts(set, &resamples, &columns);
                for (resample, sums) in resamples.chunks(units).zip(sums.chunks(3)) {
                    for (column, sum) in sums.iter().enumerate() {
                        let values = statistics.iter().skip(column).step_by(3).zip(resample);
                        let expected: i64 = values.map(|(v, n)| v * i64::from(*n)).sum();
                        assert_eq!(*sum, expected, "{}", set.name());
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
        for set in InstructionSet::available() {
            let sums = of_counts(set, &[4, 5, 0, 1, 0, 0], &columns);
            assert_eq!(sums, [-279_985, 63, 14, 3, 7, 2, 0, 0, 0], "{}", set.name());
            assert!(of_counts(set, &[], &Columns::from_rows(&[], 3).unwrap()).is_empty());
        }
    }

    #[test]
    fn an_instruction_set_is_chosen_once() {
        let chosen = chosen();
        assert_eq!(choose(chosen), Ok(()));
        for other in InstructionSet::available().into_iter().filter(|set| *set != chosen) {
            assert_eq!(choose(other), Err(chosen));
        }
    }

    #[test]
    fn counts_are_those_of_the_sums() {
        for (units, replicates) in [(1, 3), (2, 256), (790, 256), (40_000, 5)] {
            let rows = statistics(units, 3);
            let mut expected = Vec::new();
            block_counts(&key(), 1, replicates, units, &mut |counts| {
                for column in 0..3 {
                    let values = rows.iter().skip(column).step_by(3);
                    expected.push(values.zip(counts).map(|(v, n)| v * i64::from(*n)).sum::<i64>());
                }
            });
            let columns = Columns::from_rows(&rows, 3).unwrap();
            assert_eq!(sums(1, replicates, &columns), expected, "{units} units");
        }
        let mut calls = 0;
        block_counts(&key(), 0, 2, 0, &mut |counts| calls += 1 + counts.len());
        assert_eq!(calls, 2);
    }

    #[test]
    fn a_shorter_block_is_a_prefix() {
        let rows = statistics(50, 3);
        let columns = Columns::from_rows(&rows, 3).unwrap();
        assert_eq!(sums(0, 100, &columns), sums(0, 256, &columns)[..300]);
    }

    #[test]
    fn no_units_no_columns() {
        assert_eq!(sums(0, 2, &Columns::from_rows(&[], 3).unwrap()), [0; 6]);
        assert!(sums(0, 2, &Columns::from_rows(&[], 0).unwrap()).is_empty());
        // Equal values have no limb.
        let constant = Columns::from_rows(&[70_000; 30], 3).unwrap();
        assert_eq!(sums(0, 2, &constant), [700_000; 6]);
        for set in InstructionSet::available() {
            assert_eq!(of_counts(set, &[2; 10], &constant), [1_400_000; 3]);
        }
    }
}
