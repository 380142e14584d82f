//! Tiles of the product of counts with statistics, one for each unit of processors.
//!
//! A tile is [`ROWS`] resamples times [`LIMBS`] limbs. All units give the same integers: a tile adds
//! products of 16-bit integers up in 32 bits, and its callers see to it that these suffice (see
//! [`sum_that_fits`]).
//!
//! This is the only module with unsafe code: loads of whole vectors, and calls of functions that are
//! compiled for a unit that not every processor has. It knows nothing of draws.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "vector loads, and functions for units that a processor may lack"
    )
)]

use crate::stats::columns::{Chunk, LIMBS};

/// Resamples of a tile.
pub(super) const ROWS: usize = 6;

/// Sums of a tile, by resample and limb.
pub(super) type Sums = [[i32; LIMBS]; ROWS];

/// Most that counts of a stretch may add up to: a limb's values lie in -2^15..2^15, so sums of
/// products lie within 65,535 * 2^15 < 2^31, as do all sums of parts of them.
const LARGEST_COUNT_SUM: u32 = 65_535;

/// What `counts` add up to, if the 32-bit sums of a tile can hold their products with any limb.
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

/// A unit that multiplies, known to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Plain loops, which compilers turn into the vector instructions that every processor of the
    /// target has: SSE2 on x86-64, NEON on 64-bit ARM.
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
}

impl Unit {
    /// Names of all units, the widest last.
    pub const NAMES: [&str; 4] = ["portable", "avx2", "avx512", "vnni"];

    /// The units of this processor, the widest last.
    pub fn available() -> Vec<Self> {
        Self::NAMES.iter().filter_map(|name| Self::named(name)).collect()
    }

    /// The unit of this name, if this processor has it.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "portable" => Some(Self(Kind::Portable)),
            #[cfg(target_arch = "x86_64")]
            "avx2" => is_x86_feature_detected!("avx2").then_some(Self(Kind::Avx2)),
            #[cfg(target_arch = "x86_64")]
            "avx512" => (is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl"))
            .then_some(Self(Kind::Avx512)),
            #[cfg(target_arch = "x86_64")]
            "vnni" => (is_x86_feature_detected!("avx512vnni") && Self::named("avx512").is_some())
                .then_some(Self(Kind::Vnni)),
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
        }
    }

    /// Sums of products of all `counts` with all `limbs`, each of as many chunks as the first limb
    /// has. Where some counts do not pass [`sum_that_fits`], sums wrap.
    ///
    /// # Panics
    ///
    /// If a slice is shorter than the first limb.
    pub(super) fn tile(self, counts: [&[Chunk]; ROWS], limbs: [&[Chunk]; LIMBS]) -> Sums {
        match self.0 {
            Kind::Portable => portable(counts, limbs),
            // SAFETY: a `Unit` of this kind is only made where the processor has these features.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { x86::avx2(counts, limbs) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { x86::avx512(counts, limbs) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kind::Vnni => unsafe { x86::vnni(counts, limbs) },
        }
    }
}

/// The slices, cut to the length of the first limb where compilers see it.
#[expect(clippy::inline_always, reason = "what it tells the compiler must reach the loops")]
#[inline(always)]
fn same_length<'a>(
    [a, b, c, d, e, f]: [&'a [Chunk]; ROWS],
    [p, q, r, s]: [&'a [Chunk]; LIMBS],
) -> ([&'a [Chunk]; ROWS], [&'a [Chunk]; LIMBS]) {
    let n = p.len();
    ([&a[..n], &b[..n], &c[..n], &d[..n], &e[..n], &f[..n]], [p, &q[..n], &r[..n], &s[..n]])
}

/// The definition, in a form that compilers vectorise.
fn portable(counts: [&[Chunk]; ROWS], limbs: [&[Chunk]; LIMBS]) -> Sums {
    const WIDTH: usize = 8;
    let (counts, limbs) = same_length(counts, limbs);
    let mut sums = [[0; LIMBS]; ROWS];
    for (row, counts) in sums.iter_mut().zip(counts) {
        for (sum, limb) in row.iter_mut().zip(limbs) {
            let mut lanes = [0_i32; WIDTH];
            let (counts, _) = counts.as_flattened().as_chunks::<WIDTH>();
            let (values, _) = limb.as_flattened().as_chunks::<WIDTH>();
            for (counts, values) in counts.iter().zip(values) {
                for lane in 0..WIDTH {
                    let product = i32::from(counts[lane]) * i32::from(values[lane]);
                    lanes[lane] = lanes[lane].wrapping_add(product);
                }
            }
            *sum = lanes.iter().fold(0, |sum: i32, lane| sum.wrapping_add(*lane));
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_add_epi32, _mm_storeu_si128, _mm_unpackhi_epi32,
        _mm_unpackhi_epi64, _mm_unpacklo_epi32, _mm_unpacklo_epi64, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_setzero_si256, _mm512_add_epi32, _mm512_castsi512_si256, _mm512_dpwssd_epi32,
        _mm512_extracti64x4_epi64, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_setzero_si512,
    };

    use super::{ROWS, Sums, same_length};
    use crate::stats::columns::{Chunk, LIMBS};

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load512(chunk: &Chunk) -> __m512i {
        // SAFETY: a chunk is 64 bytes long, and this load needs no alignment.
        unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load256(half: &[i16; 16]) -> __m256i {
        // SAFETY: half a chunk is 32 bytes long, and this load needs no alignment.
        unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
    }

    /// Sums of the lanes of four vectors.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn lane_sums(of: [__m128i; LIMBS]) -> [i32; LIMBS] {
        let first =
            _mm_add_epi32(_mm_unpacklo_epi32(of[0], of[1]), _mm_unpackhi_epi32(of[0], of[1]));
        let last =
            _mm_add_epi32(_mm_unpacklo_epi32(of[2], of[3]), _mm_unpackhi_epi32(of[2], of[3]));
        let sums = _mm_add_epi32(_mm_unpacklo_epi64(first, last), _mm_unpackhi_epi64(first, last));
        let mut lanes = [0; LIMBS];
        // SAFETY: four integers are 16 bytes long, and this store needs no alignment.
        unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast(), sums) };
        lanes
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn halved256(vector: __m256i) -> __m128i {
        let high = _mm256_extracti128_si256::<1>(vector);
        _mm_add_epi32(_mm256_castsi256_si128(vector), high)
    }

    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512vl")]
    fn halved512(vector: __m512i) -> __m128i {
        let high = _mm512_extracti64x4_epi64::<1>(vector);
        halved256(_mm256_add_epi32(_mm512_castsi512_si256(vector), high))
    }

    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
    fn multiply_add(sum: __m512i, counts: __m512i, values: __m512i) -> __m512i {
        _mm512_add_epi32(sum, _mm512_madd_epi16(counts, values))
    }

    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl,avx512vnni")]
    fn dot_product(sum: __m512i, counts: __m512i, values: __m512i) -> __m512i {
        _mm512_dpwssd_epi32(sum, counts, values)
    }

    /// All 24 sums of a tile stay in registers: 6 x 4 of 32, one for a count, four for values. (The
    /// sums are halved to 256 bits at last; without `avx512vl` only half of the registers could.)
    macro_rules! wide_tile {
        ($name:ident, $features:literal, $step:ident) => {
            #[target_feature(enable = $features)]
            pub(super) fn $name(counts: [&[Chunk]; ROWS], limbs: [&[Chunk]; LIMBS]) -> Sums {
                let (counts, limbs) = same_length(counts, limbs);
                let mut sums = [[_mm512_setzero_si512(); LIMBS]; ROWS];
                for at in 0..limbs[0].len() {
                    let values = [
                        load512(&limbs[0][at]),
                        load512(&limbs[1][at]),
                        load512(&limbs[2][at]),
                        load512(&limbs[3][at]),
                    ];
                    for row in 0..ROWS {
                        let count = load512(&counts[row][at]);
                        for limb in 0..LIMBS {
                            sums[row][limb] = $step(sums[row][limb], count, values[limb]);
                        }
                    }
                }
                let mut totals = [[0; LIMBS]; ROWS];
                for row in 0..ROWS {
                    let [a, b, c, d] = sums[row];
                    totals[row] =
                        lane_sums([halved512(a), halved512(b), halved512(c), halved512(d)]);
                }
                totals
            }
        };
    }

    wide_tile!(avx512, "avx2,avx512f,avx512bw,avx512vl", multiply_add);
    wide_tile!(vnni, "avx2,avx512f,avx512bw,avx512vl,avx512vnni", dot_product);

    /// Three rows at a time: 3 x 4 sums of 16 registers, three for counts, one for the product.
    #[target_feature(enable = "avx2")]
    pub(super) fn avx2(counts: [&[Chunk]; ROWS], limbs: [&[Chunk]; LIMBS]) -> Sums {
        const STEP: usize = 3;
        let (counts, limbs) = same_length(counts, limbs);
        let mut totals = [[0; LIMBS]; ROWS];
        for first in (0..ROWS).step_by(STEP) {
            let counts = [counts[first], counts[first + 1], counts[first + 2]];
            let mut sums = [[_mm256_setzero_si256(); LIMBS]; STEP];
            for at in 0..limbs[0].len() {
                for half in 0..2 {
                    let part = |chunk: &Chunk| load256(&chunk.as_chunks::<16>().0[half]);
                    let counts = [part(&counts[0][at]), part(&counts[1][at]), part(&counts[2][at])];
                    for limb in 0..LIMBS {
                        let values = part(&limbs[limb][at]);
                        for row in 0..STEP {
                            let products = _mm256_madd_epi16(counts[row], values);
                            sums[row][limb] = _mm256_add_epi32(sums[row][limb], products);
                        }
                    }
                }
            }
            for row in 0..STEP {
                let [a, b, c, d] = sums[row];
                totals[first + row] =
                    lane_sums([halved256(a), halved256(b), halved256(c), halved256(d)]);
            }
        }
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::columns::LANES;
    use proptest::prelude::*;

    fn plain(counts: &[Vec<Chunk>], limbs: &[Vec<Chunk>]) -> Vec<Vec<i64>> {
        let product = |row: &Vec<Chunk>, limb: &Vec<Chunk>| {
            let pairs = row.as_flattened().iter().zip(limb.as_flattened());
            pairs.map(|(count, value)| i64::from(*count) * i64::from(*value)).sum()
        };
        counts.iter().map(|row| limbs.iter().map(|limb| product(row, limb)).collect()).collect()
    }

    fn agrees(counts: &[Vec<Chunk>], limbs: &[Vec<Chunk>]) {
        let expected = plain(counts, limbs);
        for unit in Unit::available() {
            let rows = std::array::from_fn(|row| counts[row].as_slice());
            let columns = std::array::from_fn(|limb| limbs[limb].as_slice());
            let sums = unit.tile(rows, columns);
            for (row, expected) in sums.iter().zip(&expected) {
                let row: Vec<i64> = row.iter().map(|sum| i64::from(*sum)).collect();
                assert_eq!(&row, expected, "{}", unit.name());
            }
        }
    }

    fn value() -> impl Strategy<Value = i16> {
        prop_oneof![Just(i16::MIN), Just(i16::MAX), Just(0), any::<i16>()]
    }

    fn chunks(
        value: impl Strategy<Value = i16> + Clone + 'static,
        length: usize,
    ) -> impl Strategy<Value = Vec<Chunk>> {
        let values = prop::collection::vec(value, length * LANES);
        values.prop_map(|values| values.as_chunks::<LANES>().0.to_vec())
    }

    fn tile() -> impl Strategy<Value = (Vec<Vec<Chunk>>, Vec<Vec<Chunk>>)> {
        (0..5_usize).prop_flat_map(|length| {
            // At most 5 * 32 counts: with up to 400 each, they fit.
            let counts = prop::collection::vec(chunks((0..400_i16).boxed(), length), ROWS);
            (counts, prop::collection::vec(chunks(value().boxed(), length), LIMBS))
        })
    }

    proptest! {
        #[test]
        fn all_units_equal_the_plain_loop((counts, limbs) in tile()) {
            prop_assert!(counts.iter().all(|row| sum_that_fits(row.as_flattened()).is_some()));
            agrees(&counts, &limbs);
        }
    }

    /// The extremes that the bound of [`sum_that_fits`] is made for: all draws on one unit, or in one pair of
    /// lanes, with the most negative and the largest values.
    #[test]
    fn the_largest_sums_fit() {
        for places in [[0, 1], [0, 33], [31, 95]] {
            let mut row = vec![[0; LANES]; 3];
            row.as_flattened_mut()[places[0]] = i16::MAX;
            row.as_flattened_mut()[places[1]] = i16::MAX;
            row.as_flattened_mut()[64] = 1;
            assert_eq!(sum_that_fits(row.as_flattened()), Some(LARGEST_COUNT_SUM));
            let limbs: Vec<Vec<Chunk>> = [i16::MIN, i16::MAX, -1, i16::MIN]
                .iter()
                .map(|value| vec![[*value; LANES]; 3])
                .collect();
            agrees(&vec![row; ROWS], &limbs);
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
    fn units_have_their_names() {
        assert_eq!(Unit::available()[0].name(), "portable");
        for unit in Unit::available() {
            assert_eq!(Unit::named(unit.name()), Some(unit));
        }
        assert_eq!(Unit::named("abacus"), None);
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn short_slices_are_refused() {
        let (one, two) = ([[0; LANES]; 1], [[0; LANES]; 2]);
        Unit::available()[0].tile([&one; ROWS], [&two; LIMBS]);
    }
}
