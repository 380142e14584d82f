//! Tiles in the vector registers of 64-bit ARM.

use core::arch::aarch64::{
    int16x4_t, int16x8x2_t, int32x4_t, vdup_n_s32, vdupq_n_s32, vget_low_s16, vld1q_s32, vld2q_s16,
    vmlal_high_lane_s16, vmlal_lane_s16, vreinterpret_s16_s32, vst1q_s32,
};

use super::{ROWS, Sums, same_length};
use crate::stats::columns::{Chunk, LIMBS, Pair};

/// Sums of a register.
const WIDTH: usize = 4;

/// Values of half the limbs: of the first unit of a pair, and of the second.
#[inline]
#[target_feature(enable = "neon")]
fn load(half: &[i16; LIMBS]) -> int16x8x2_t {
    // SAFETY: 16 values are 32 bytes long, and this load needs no more alignment than theirs.
    unsafe { vld2q_s16(half.as_ptr()) }
}

/// A pair of counts, twice.
#[inline]
#[target_feature(enable = "neon")]
fn load_pair(pair: &Pair) -> int16x4_t {
    // SAFETY: a pair is four bytes long, and this read needs no alignment.
    let number = unsafe { pair.as_ptr().cast::<i32>().read_unaligned() };
    vreinterpret_s16_s32(vdup_n_s32(number))
}

#[inline]
#[target_feature(enable = "neon")]
fn load_sums(sums: &[i32; WIDTH]) -> int32x4_t {
    // SAFETY: four integers are 16 bytes long, and this load needs no more alignment than theirs.
    unsafe { vld1q_s32(sums.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(sums: &mut [i32; WIDTH], from: int32x4_t) {
    // SAFETY: four integers are 16 bytes long, and this store needs no more alignment than theirs.
    unsafe { vst1q_s32(sums.as_mut_ptr(), from) };
}

/// Adds the products of a pair of counts with half the limbs.
#[inline]
#[target_feature(enable = "neon")]
fn multiply_add(sums: [int32x4_t; 2], counts: int16x4_t, values: int16x8x2_t) -> [int32x4_t; 2] {
    let ([low, high], int16x8x2_t(first, second)) = (sums, values);
    let low = vmlal_lane_s16::<0>(low, vget_low_s16(first), counts);
    let high = vmlal_high_lane_s16::<0>(high, first, counts);
    let low = vmlal_lane_s16::<1>(low, vget_low_s16(second), counts);
    let high = vmlal_high_lane_s16::<1>(high, second, counts);
    [low, high]
}

/// Six rows and one group at a time: 6 x 4 sums of 32 registers, four for values, one for counts.
#[target_feature(enable = "neon")]
pub(super) fn neon<const GROUPS: usize>(
    counts: [&[Pair]; ROWS],
    groups: [&[Chunk]; GROUPS],
    totals: &mut [Sums; GROUPS],
) {
    const STEP: usize = 6;
    let (counts, groups) = same_length(counts, groups);
    for (group, chunks) in groups.into_iter().enumerate() {
        for first in (0..ROWS).step_by(STEP) {
            let counts: &[&[Pair]; STEP] =
                counts[first..].first_chunk().expect("a multiple of six");
            // Once more, since compilers forget it in these loops.
            let counts = counts.map(|counts| &counts[..chunks.len()]);
            let totals = &mut totals[group][first..first + STEP];
            let mut sums = [[[vdupq_n_s32(0); 2]; 2]; STEP];
            for row in 0..STEP {
                let (sums, quarters) = (sums[row].as_flattened_mut(), totals[row].as_chunks().0);
                sums.iter_mut().zip(quarters).for_each(|(sum, quarter)| *sum = load_sums(quarter));
            }
            for at in 0..chunks.len() {
                let [low, high] = chunks[at].as_chunks().0 else {
                    unreachable!("a chunk has two halves")
                };
                let values = [load(low), load(high)];
                for row in 0..STEP {
                    let count = load_pair(&counts[row][at]);
                    for half in 0..2 {
                        sums[row][half] = multiply_add(sums[row][half], count, values[half]);
                    }
                }
            }
            for row in 0..STEP {
                let quarters = totals[row].as_chunks_mut().0;
                let sums = sums[row].as_flattened();
                quarters.iter_mut().zip(sums).for_each(|(quarter, sum)| store(quarter, *sum));
            }
        }
    }
}
