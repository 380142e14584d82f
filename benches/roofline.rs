//! What a processor can do at most: multiply-adds of a loop over a register tile that does nothing
//! else, with every instruction set, beside those of the kernel on whole resamples; then how time
//! grows over two decades of replicates, units and columns: `cargo bench --bench roofline`.
//!
//! The loop is written here once more, without lengths, remainders or sums that are put together, so
//! that it bounds what any kernel of this shape can reach.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls functions that are compiled for one instruction set")
)]
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::hint::black_box;
use std::time::Instant;

use runner::stats::columns::Columns;
use runner::stats::kernel::{BLOCK, InstructionSet, block_sums_on, chosen, sums_of_counts};
use runner::stats::random::{Purpose, StreamKey, UniformBelow};

const UNITS: usize = 2000;

/// The best of many runs, in seconds: other work on the machine only ever adds time.
fn best(work: impl FnMut()) -> f64 {
    best_of(60, work)
}

fn best_of(runs: usize, mut work: impl FnMut()) -> f64 {
    let run = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    (0..runs).map(|_| run(&mut work)).fold(f64::INFINITY, f64::min)
}

/// The operands of the loop, small enough for the nearest cache.
struct Operands {
    counts: [[[[i16; 16]; 2]; STEPS]; 6],
    values: [[[[i16; 16]; 2]; STEPS]; 4],
}

const STEPS: usize = 32;

/// Multiply-adds of one pass over the operands.
const PASS: usize = 6 * 4 * STEPS * 32;

#[cfg(target_arch = "x86_64")]
mod minimal {
    use core::arch::x86_64::{
        __m256i, __m512i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_setzero_si256, _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_loadu_si512,
        _mm512_madd_epi16, _mm512_setzero_si512,
    };
    use std::hint::black_box;

    use super::{Operands, STEPS};

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load512(chunk: &[[i16; 16]; 2]) -> __m512i {
        // SAFETY: 32 integers are 64 bytes, and this load needs no alignment.
        unsafe { _mm512_loadu_si512(chunk.as_ptr().cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load256(half: &[i16; 16]) -> __m256i {
        // SAFETY: 16 integers are 32 bytes, and this load needs no alignment.
        unsafe { _mm256_loadu_si256(half.as_ptr().cast()) }
    }

    macro_rules! minimal_512 {
        ($name:ident, $features:literal, $sum:ident, $count:ident, $value:ident, $step:expr) => {
            #[target_feature(enable = $features)]
            pub(super) fn $name(operands: &Operands, passes: usize) {
                let mut sums = [[_mm512_setzero_si512(); 4]; 6];
                for _ in 0..passes {
                    let operands = black_box(operands);
                    for step in 0..STEPS {
                        for row in 0..6 {
                            let $count = load512(&operands.counts[row][step]);
                            for limb in 0..4 {
                                let $value = load512(&operands.values[limb][step]);
                                let $sum = sums[row][limb];
                                sums[row][limb] = $step;
                            }
                        }
                    }
                }
                black_box(sums);
            }
        };
    }

    minimal_512!(avx512, "avx512f,avx512bw", sum, count, value, {
        _mm512_add_epi32(sum, _mm512_madd_epi16(count, value))
    });
    minimal_512!(vnni, "avx512f,avx512bw,avx512vnni", sum, count, value, {
        _mm512_dpwssd_epi32(sum, count, value)
    });

    /// With 16 registers, three rows at a time.
    #[target_feature(enable = "avx2")]
    pub(super) fn avx2(operands: &Operands, passes: usize) {
        for rows in [0, 3] {
            let mut sums = [[_mm256_setzero_si256(); 4]; 3];
            for _ in 0..passes {
                let operands = black_box(operands);
                for (step, half) in (0..STEPS).flat_map(|step| [(step, 0), (step, 1)]) {
                    let counts = [
                        load256(&operands.counts[rows][step][half]),
                        load256(&operands.counts[rows + 1][step][half]),
                        load256(&operands.counts[rows + 2][step][half]),
                    ];
                    for (limb, values) in operands.values.iter().enumerate() {
                        let value = load256(&values[step][half]);
                        for (sums, count) in sums.iter_mut().zip(counts) {
                            let products = _mm256_madd_epi16(count, value);
                            sums[limb] = _mm256_add_epi32(sums[limb], products);
                        }
                    }
                }
            }
            black_box(sums);
        }
    }
}

/// Multiply-adds a second of the minimal loop, if there is one for this instruction set.
#[cfg(target_arch = "x86_64")]
fn minimal(set: InstructionSet) -> Option<f64> {
    const PASSES: usize = 200;
    let operands = black_box(Operands {
        counts: [[[[3; 16]; 2]; STEPS]; 6],
        values: [[[[-7; 16]; 2]; STEPS]; 4],
    });
    let seconds = best(|| match set.name() {
        // SAFETY: an `InstructionSet` of this name proves that the processor has its features.
        "avx2" => unsafe { minimal::avx2(&operands, PASSES) },
        // SAFETY: as above.
        "avx512" => unsafe { minimal::avx512(&operands, PASSES) },
        // SAFETY: as above.
        "vnni" => unsafe { minimal::vnni(&operands, PASSES) },
        _ => (),
    });
    (set.name() != "portable").then_some((PASS * PASSES) as f64 / seconds)
}

#[cfg(not(target_arch = "x86_64"))]
fn minimal(_: InstructionSet) -> Option<f64> {
    let _ = (
        Operands { counts: [[[[3; 16]; 2]; STEPS]; 6], values: [[[[-7; 16]; 2]; STEPS]; 4] },
        PASS,
    );
    None
}

/// Small statistics, all columns different.
fn columns(units: usize, width: usize) -> Columns {
    let cells = i64::try_from(units * width).expect("few");
    let rows: Vec<i64> = (0..cells).map(|cell| cell * cell % 8191 % 61).collect();
    Columns::from_rows(&rows, width).expect("small")
}

fn key() -> StreamKey {
    StreamKey::new(1, Purpose::Bootstrap)
}

/// What is done with the sums of resamples: they must be made.
fn used(sums: &[i64]) {
    black_box(sums);
}

/// Counts of a block, and the seconds that it took to draw them.
fn draw() -> (Vec<u32>, f64) {
    let uniform = UniformBelow::new(u32::try_from(UNITS).expect("few"));
    let mut counts = vec![0; BLOCK * UNITS];
    let seconds = best(|| {
        counts.fill(0);
        let mut generator = key().generator(0);
        for counts in counts.chunks_exact_mut(UNITS) {
            uniform.draw(&mut generator, UNITS, |unit| counts[unit as usize] += 1_u32);
        }
    });
    (counts, seconds)
}

fn main() {
    let (counts, drawing) = draw();
    println!("{UNITS} units, {BLOCK} resamples, one thread, best of 60 runs");
    println!("draws: {:.2} ns each", drawing * 1e9 / (BLOCK * UNITS) as f64);
    println!("billion multiply-adds a second: products; draws and products; the minimal loop");
    for set in InstructionSet::available() {
        let most = minimal(set);
        for width in [100, 400] {
            let columns = columns(UNITS, width);
            let rate = |seconds: f64| (BLOCK * UNITS * columns.limb_count()) as f64 / seconds / 1e9;
            let products = rate(best(|| sums_of_counts(set, &counts, &columns, used)));
            let all = rate(best(|| block_sums_on(set, &key(), 0, BLOCK, &columns, used)));
            let share = most.map_or(String::new(), |most| {
                format!("{:6.1}, products {:3.0} % of it", most / 1e9, 1e11 * products / most)
            });
            println!("{:9} {width} columns: {products:6.1} {all:6.1}  {share}", set.name());
        }
    }
    scaling();
}

/// Milliseconds of draws and products, by replicates, units and columns.
fn scaling() {
    println!("replicates x units x columns: milliseconds, and times those of the line before");
    let decades = [
        [[256, 2000, 100], [2560, 2000, 100], [25_600, 2000, 100]],
        [[256, 300, 100], [256, 3000, 100], [256, 30_000, 100]],
        [[256, 2000, 10], [256, 2000, 100], [256, 2000, 1000]],
    ];
    for sizes in decades {
        let mut before = None;
        for [replicates, units, width] in sizes {
            let columns = columns(units, width);
            // Block by block, so that each has a run that nothing interrupts.
            let block = |block| {
                best_of(30, || block_sums_on(chosen(), &key(), block, BLOCK, &columns, used))
            };
            let seconds: f64 = (0..replicates / BLOCK).map(block).sum();
            let times = before.map_or(String::new(), |before| format!("{:.1}", seconds / before));
            println!("{replicates:6} x {units:6} x {width:5}: {:8.2} {times}", seconds * 1e3);
            before = Some(seconds);
        }
    }
}
