//! Tiles of the product of counts with statistics, one for each instruction set.
//!
//! A tile is [`ROWS`] resamples times one or two groups of [`LIMBS`] limbs. Every lane of a register
//! belongs to a limb: a pair of counts is multiplied with the values of two units of all limbs of a
//! group at once, so that no sum over lanes is left to be taken in the end.
//!
//! All of them give the same integers: a tile adds products of 16-bit integers up in 32 bits, and its
//! callers see to it that these suffice (see [`sum_that_fits`]).
//!
//! This is the only module with unsafe code, its parts included: loads of whole vectors, and calls of
//! functions that are compiled for instructions that not every processor has. It knows nothing of draws.

#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    expect(
        unsafe_code,
        reason = "vector loads, and functions for instructions that a processor may lack"
    )
)]

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::stats::columns::{Chunk, LIMBS, Pair};

/// Resamples of a tile.
// Twelve rows of two groups are 24 of 32 vector registers of AVX-512; AVX2 and Neon take six at a time.
pub(super) const ROWS: usize = 12;

/// Sums of a tile's products with a group of limbs, by resample and limb.
pub(super) type Sums = [[i32; LIMBS]; ROWS];

/// What sums begin with.
pub(super) const ZEROS: Sums = [[0; LIMBS]; ROWS];

/// Most that counts may add up to whose products go to the same sums: a limb's values lie in
/// -2^15..2^15, so sums of products lie within 65,535 * 2^15 < 2^31, as do all sums of parts of them.
const LARGEST_COUNT_SUM: u32 = 65_535;

/// What `counts` add up to, if 32-bit sums can hold their products with any limb.
///
/// # Panics
///
/// If there are more than 2^16 counts.
pub(super) fn sum_that_fits(counts: &[i16]) -> Option<u32> {
    assert!(counts.len() <= 1 << 16, "sums of as many counts stay within 32 bits");
    let (mut total, mut all) = (0, 0);
    for count in counts {
        total += u32::from(count.cast_unsigned());
        all |= *count;
    }
    (all >= 0 && total <= LARGEST_COUNT_SUM).then_some(total)
}

/// Loops that compilers vectorise, compiled once for each instruction set.
pub(in crate::stats) trait Vectorised {
    /// What they give.
    type Output;

    /// Does them. Implementations are `inline(always)`: else they would be compiled for every processor alone.
    fn run(self) -> Self::Output;
}

/// Instructions of the processor that multiply, known to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Plain loops, which compilers turn into what vector instructions every processor of the
    /// target has, such as SSE2 on x86-64.
    Portable,
    /// 256 bits, multiply and add.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits, multiply and add.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 512 bits, multiply-and-add in one instruction.
    #[cfg(target_arch = "x86_64")]
    Vnni,
    /// 128 bits of 64-bit ARM, multiply-and-add in one instruction.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl InstructionSet {
    /// All names; among those of one architecture, the widest last.
    pub const NAMES: [&str; 5] = ["portable", "avx2", "avx512", "vnni", "neon"];

    /// Those that this processor has, the widest last.
    pub fn available() -> Vec<Self> {
        Self::NAMES.iter().filter_map(|name| Self::named(name)).collect()
    }

    /// The one of this name, if this processor has it.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "portable" => Some(Self(Kind::Portable)),
            #[cfg(target_arch = "x86_64")]
            "avx2" => is_x86_feature_detected!("avx2").then_some(Self(Kind::Avx2)),
            #[cfg(target_arch = "x86_64")]
            "avx512" => (is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl"))
            .then_some(Self(Kind::Avx512)),
            #[cfg(target_arch = "x86_64")]
            "vnni" => (is_x86_feature_detected!("avx512vnni") && Self::named("avx512").is_some())
                .then_some(Self(Kind::Vnni)),
            #[cfg(target_arch = "aarch64")]
            "neon" => std::arch::is_aarch64_feature_detected!("neon").then_some(Self(Kind::Neon)),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Kind::Vnni => "vnni",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon",
        }
    }

    /// Does `work` in vectors as wide as the set's, from the same source: every operation on floats is the same, and gives
    /// the same bits.
    pub(in crate::stats) fn run<W: Vectorised>(self, work: W) -> W::Output {
        match self.0 {
            // SAFETY: a `InstructionSet` of this kind is only made where the processor has these features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::run_avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 | Kind::Vnni => unsafe { x86::run_avx512(work) },
            _ => work.run(),
        }
    }

    /// Adds to `sums` the products of all `counts` with all limbs of `groups`, over as many pairs of
    /// units as the first group has. Where the counts of all tiles that go to the same sums do not pass
    /// [`sum_that_fits`] together, sums wrap.
    ///
    /// # Panics
    ///
    /// If a slice is shorter than the first group.
    pub(super) fn tile<const GROUPS: usize>(
        self,
        counts: [&[Pair]; ROWS],
        groups: [&[Chunk]; GROUPS],
        sums: &mut [Sums; GROUPS],
    ) {
        match self.0 {
            Kind::Portable => portable(counts, groups, sums),
            // SAFETY: a `InstructionSet` of this kind is only made where the processor has these features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::avx2(counts, groups, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::avx512(counts, groups, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Vnni => unsafe { x86::vnni(counts, groups, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => unsafe { neon::neon(counts, groups, sums) },
        }
    }
}

/// The slices, cut to the length of the first group where compilers see it.
#[expect(clippy::inline_always, reason = "what it tells the compiler must reach the loops")]
#[inline(always)]
fn same_length<'a, const GROUPS: usize>(
    counts: [&'a [Pair]; ROWS],
    groups: [&'a [Chunk]; GROUPS],
) -> ([&'a [Pair]; ROWS], [&'a [Chunk]; GROUPS]) {
    let pairs = groups[0].len();
    (counts.map(|counts| &counts[..pairs]), groups.map(|group| &group[..pairs]))
}

/// The definition, in a form that compilers vectorise.
fn portable<const GROUPS: usize>(
    counts: [&[Pair]; ROWS],
    groups: [&[Chunk]; GROUPS],
    sums: &mut [Sums; GROUPS],
) {
    // 16-bit values in 128 bits, the vectors that every processor of the target has.
    const WIDTH: usize = 8;
    let (counts, groups) = same_length(counts, groups);
    for (group, chunks) in groups.into_iter().enumerate() {
        for (row, counts) in counts.into_iter().enumerate() {
            for part in 0..2 * LIMBS / WIDTH {
                let mut lanes = [0_i32; WIDTH];
                for (pair, chunk) in counts.iter().zip(chunks) {
                    let counts = [*pair; WIDTH / 2];
                    let (counts, values) = (counts.as_flattened(), &chunk[part * WIDTH..][..WIDTH]);
                    for lane in 0..WIDTH {
                        let product = i32::from(counts[lane]) * i32::from(values[lane]);
                        lanes[lane] = lanes[lane].wrapping_add(product);
                    }
                }
                let sums = &mut sums[group][row][part * WIDTH / 2..][..WIDTH / 2];
                for (sum, [first, second]) in sums.iter_mut().zip(lanes.as_chunks().0) {
                    *sum = sum.wrapping_add(*first).wrapping_add(*second);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::array::from_fn;

    use super::*;
    use proptest::prelude::*;

    fn plain<const GROUPS: usize>(
        counts: [&[Pair]; ROWS],
        groups: [&[Chunk]; GROUPS],
    ) -> [[[i64; LIMBS]; ROWS]; GROUPS] {
        from_fn(|group| {
            from_fn(|row| {
                from_fn(|limb| {
                    let pairs = counts[row].iter().zip(groups[group]);
                    let products = pairs.flat_map(|(count, chunk)| {
                        [0, 1]
                            .map(|unit| i64::from(count[unit]) * i64::from(chunk[2 * limb + unit]))
                    });
                    products.sum()
                })
            })
        })
    }

    fn agrees<const GROUPS: usize>(counts: [&[Pair]; ROWS], groups: [&[Chunk]; GROUPS]) {
        let expected = plain(counts, groups);
        for set in InstructionSet::available() {
            let mut sums = [ZEROS; GROUPS];
            set.tile(counts, groups, &mut sums);
            let wide = sums.map(|group| group.map(|limbs| limbs.map(i64::from)));
            assert_eq!(wide, expected, "{}", set.name());
            // Once more takes nothing away, and adds the same again.
            let twice = sums.map(|group| group.map(|limbs| limbs.map(|sum| sum.wrapping_mul(2))));
            set.tile(counts, groups, &mut sums);
            assert_eq!(sums, twice, "{}", set.name());
        }
    }

    fn value() -> impl Strategy<Value = i16> {
        prop_oneof![Just(i16::MIN), Just(i16::MAX), Just(0), any::<i16>()]
    }

    /// Twelve rows of counts and two groups, of up to five pairs of units.
    fn tile() -> impl Strategy<Value = (Vec<Vec<Pair>>, Vec<Vec<Chunk>>)> {
        (0..6_usize).prop_flat_map(|pairs| {
            // With up to 6,000 each, at most ten counts fit.
            let row = prop::collection::vec([0..6000_i16, 0..6000_i16], pairs);
            let chunk = prop::collection::vec(value(), 2 * LIMBS);
            let chunk = chunk.prop_map(|values| values.try_into().unwrap());
            let group = prop::collection::vec(chunk, pairs);
            (prop::collection::vec(row, ROWS), prop::collection::vec(group, 2))
        })
    }

    proptest! {
        #[test]
        fn all_sets_equal_the_plain_loop((counts, groups) in tile()) {
            prop_assert!(counts.iter().all(|row| sum_that_fits(row.as_flattened()).is_some()));
            let counts = from_fn(|row| counts[row].as_slice());
            agrees(counts, [&groups[0], &groups[1]]);
            agrees(counts, [&groups[1]]);
        }
    }

    struct Sum<'a>(&'a [f64]);

    impl Vectorised for Sum<'_> {
        type Output = [f64; 8];

        #[expect(clippy::inline_always, reason = "compiled for each instruction set")]
        #[inline(always)]
        fn run(self) -> [f64; 8] {
            let mut sums = [0.0; 8];
            for values in self.0.as_chunks::<8>().0 {
                (0..8).for_each(|lane| sums[lane] += values[lane] * 0.1);
            }
            sums
        }
    }

    /// A product and a sum are rounded one after the other on all of them.
    #[test]
    fn all_sets_round_alike() {
        let values: Vec<f64> = (0..800).map(|i| f64::from(i) / 7.0).collect();
        let expected = Sum(&values).run().map(f64::to_bits);
        for set in InstructionSet::available() {
            assert_eq!(set.run(Sum(&values)).map(f64::to_bits), expected, "{}", set.name());
        }
    }

    /// The extremes that the bound of [`sum_that_fits`] is made for: all draws on two units, of one
    /// pair or of two, with the most negative and the largest values.
    #[test]
    fn the_largest_sums_fit() {
        for places in [[0, 1], [0, 33], [31, 95]] {
            let mut row = [[0; 2]; 48];
            row.as_flattened_mut()[places[0]] = i16::MAX;
            row.as_flattened_mut()[places[1]] = i16::MAX;
            row.as_flattened_mut()[64] = 1;
            assert_eq!(sum_that_fits(row.as_flattened()), Some(LARGEST_COUNT_SUM));
            for value in [i16::MIN, i16::MAX, -1] {
                let group = [[value; 2 * LIMBS]; 48];
                agrees([&row; ROWS], [&group, &group]);
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_noticed() {
        assert_eq!(sum_that_fits(&[i16::MAX, i16::MAX, 1]), Some(65_535));
        assert_eq!(sum_that_fits(&[i16::MAX, i16::MAX, 2]), None);
        assert_eq!(sum_that_fits(&[5, -1]), None);
        assert_eq!(sum_that_fits(&[]), Some(0));
    }

    #[test]
    fn sets_have_their_names() {
        assert_eq!(InstructionSet::available()[0].name(), "portable");
        for set in InstructionSet::available() {
            assert_eq!(InstructionSet::named(set.name()), Some(set));
            assert!(InstructionSet::NAMES.contains(&set.name()));
        }
        if cfg!(target_arch = "aarch64") {
            assert_eq!(InstructionSet::available().last().map(|set| set.name()), Some("neon"));
        }
        assert_eq!(InstructionSet::named("abacus"), None);
    }

    #[test]
    fn short_slices_are_refused() {
        let (one, two) = ([[0; 2 * LIMBS]; 1], [[0; 2 * LIMBS]; 2]);
        let mut rows = [[[0; 2]; 2].as_slice(); ROWS];
        for set in InstructionSet::available() {
            let refused =
                std::panic::catch_unwind(|| set.tile(rows, [&two, &one], &mut [ZEROS; 2]));
            assert!(refused.is_err(), "{}", set.name());
        }
        rows[ROWS - 1] = &rows[0][..1];
        for set in InstructionSet::available() {
            let refused = std::panic::catch_unwind(|| set.tile(rows, [&two], &mut [ZEROS; 1]));
            assert!(refused.is_err(), "{}", set.name());
        }
    }
}
