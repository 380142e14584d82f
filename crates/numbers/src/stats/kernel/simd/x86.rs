//! Tiles in the vector registers of x86-64.

use core::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm512_add_epi32, _mm512_dpwssd_epi32,
    _mm512_loadu_si512, _mm512_madd_epi16, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_storeu_si512,
};

use super::{ROWS, Sums, Vectorised, same_length};
use crate::stats::columns::{Chunk, LIMBS, Pair};

/// In vectors of 256 bits.
#[target_feature(enable = "avx2")]
pub(super) fn run_avx2<W: Vectorised>(work: W) -> W::Output {
    work.run()
}

/// In vectors of 512 bits where compilers take them.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512dq,avx512vl")]
pub(super) fn run_avx512<W: Vectorised>(work: W) -> W::Output {
    work.run()
}

/// A pair of counts as one number, as it lies in memory.
#[inline]
fn number(pair: &Pair) -> i32 {
    // SAFETY: a pair is four bytes long, and this read needs no alignment.
    unsafe { pair.as_ptr().cast::<i32>().read_unaligned() }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load512(chunk: &Chunk) -> __m512i {
    // SAFETY: a chunk is 64 bytes long, and this load needs no alignment.
    unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_sums512(sums: &[i32; LIMBS]) -> __m512i {
    // SAFETY: 16 integers are 64 bytes long, and this load needs no alignment.
    unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store512(sums: &mut [i32; LIMBS], from: __m512i) {
    // SAFETY: 16 integers are 64 bytes long, and this store needs no alignment.
    unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), from) };
}

#[inline]
#[target_feature(enable = "avx2")]
fn load256(half: &[i16; LIMBS]) -> __m256i {
    // SAFETY: half a chunk is 32 bytes long, and this load needs no alignment.
    unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_sums256(sums: &[i32; LIMBS / 2]) -> __m256i {
    // SAFETY: eight integers are 32 bytes long, and this load needs no alignment.
    unsafe { _mm256_loadu_si256(sums.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store256(sums: &mut [i32; LIMBS / 2], from: __m256i) {
    // SAFETY: eight integers are 32 bytes long, and this store needs no alignment.
    unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), from) };
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn multiply_add(sum: __m512i, counts: __m512i, values: __m512i) -> __m512i {
    _mm512_add_epi32(sum, _mm512_madd_epi16(counts, values))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn dot_product(sum: __m512i, counts: __m512i, values: __m512i) -> __m512i {
    _mm512_dpwssd_epi32(sum, counts, values)
}

/// Two groups make 12 x 2 sums of 32 registers, two for values, one for counts.
macro_rules! wide_tile {
    ($name:ident, $features:literal, $step:ident) => {
        #[target_feature(enable = $features)]
        pub(super) fn $name<const GROUPS: usize>(
            counts: [&[Pair]; ROWS],
            groups: [&[Chunk]; GROUPS],
            totals: &mut [Sums; GROUPS],
        ) {
            let (counts, groups) = same_length(counts, groups);
            let mut sums = [[_mm512_setzero_si512(); GROUPS]; ROWS];
            for row in 0..ROWS {
                for group in 0..GROUPS {
                    sums[row][group] = load_sums512(&totals[group][row]);
                }
            }
            for at in 0..groups[0].len() {
                let values = groups.map(|group| load512(&group[at]));
                for row in 0..ROWS {
                    let count = _mm512_set1_epi32(number(&counts[row][at]));
                    for group in 0..GROUPS {
                        sums[row][group] = $step(sums[row][group], count, values[group]);
                    }
                }
            }
            for row in 0..ROWS {
                for group in 0..GROUPS {
                    store512(&mut totals[group][row], sums[row][group]);
                }
            }
        }
    };
}

wide_tile!(avx512, "avx512f,avx512bw", multiply_add);
wide_tile!(vnni, "avx512f,avx512bw,avx512vnni", dot_product);

/// Six rows and one group at a time: 6 x 2 sums of 16 registers, two for values, one for counts, one
/// for the product.
#[target_feature(enable = "avx2")]
pub(super) fn avx2<const GROUPS: usize>(
    counts: [&[Pair]; ROWS],
    groups: [&[Chunk]; GROUPS],
    totals: &mut [Sums; GROUPS],
) {
    const STEP: usize = 6;
    let (counts, groups) = same_length(counts, groups);
    for (group, chunks) in groups.iter().enumerate() {
        for first in (0..ROWS).step_by(STEP) {
            let counts: &[&[Pair]; STEP] =
                counts[first..].first_chunk().expect("a multiple of six");
            let totals = &mut totals[group][first..first + STEP];
            let mut sums = [[_mm256_setzero_si256(); 2]; STEP];
            for row in 0..STEP {
                let halves = totals[row].as_chunks().0;
                sums[row].iter_mut().zip(halves).for_each(|(sum, half)| *sum = load_sums256(half));
            }
            for (at, chunk) in chunks.iter().enumerate() {
                let [low, high] = chunk.as_chunks().0 else {
                    unreachable!("a chunk has two halves")
                };
                let values = [load256(low), load256(high)];
                for row in 0..STEP {
                    let count = _mm256_set1_epi32(number(&counts[row][at]));
                    for half in 0..2 {
                        let products = _mm256_madd_epi16(count, values[half]);
                        sums[row][half] = _mm256_add_epi32(sums[row][half], products);
                    }
                }
            }
            for row in 0..STEP {
                let halves = totals[row].as_chunks_mut().0;
                halves.iter_mut().zip(sums[row]).for_each(|(half, sum)| store256(half, sum));
            }
        }
    }
}
