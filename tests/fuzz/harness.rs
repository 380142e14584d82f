//! How targets run: for how long, from which seed, and what is kept of a failure.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use crate::support::{root, seed};

/// Longest time that one input may take.
const SLOWEST: Duration = Duration::from_secs(20);

/// Bytes that the process may have had resident at its peak. The files that are damaged have a few kilobytes,
/// the hostile ones a few megabytes.
const MOST_RESIDENT: u64 = 1 << 29;

/// Numbers from a seed (`SplitMix64`).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.roll() % end as u64).expect("it is below a usize")
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Calls `test` with the numbers of cases: 300 from 1 on, or, with `RUNNER_FUZZ_SECONDS`, as many as fit, from a
/// random one on. A case follows from its number alone: one that fails has printed it, and `RUNNER_FUZZ_SEED`
/// makes that case again, alone.
#[expect(clippy::print_stdout, reason = "how many cases there were is the result")]
fn cases(target: &str, test: impl Fn(u64)) {
    let seconds = std::env::var("RUNNER_FUZZ_SECONDS").ok();
    let seconds: Option<u64> = seconds.map(|seconds| seconds.parse().expect("a number"));
    let only = seed::wanted();
    let start = Instant::now();
    let end = start + Duration::from_secs(seconds.unwrap_or(0));
    let first = only.unwrap_or_else(|| if seconds.is_some() { seed::random() } else { 1 });
    let mut slowest = (Duration::ZERO, 0);
    let mut count = 0;
    loop {
        let number = first.wrapping_add(count);
        let began = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| test(number)));
        let took = began.elapsed();
        slowest = slowest.max((took, number));
        if outcome.is_err() || took > SLOWEST {
            println!("{target} failed after {took:?}: RUNNER_FUZZ_SEED={number} makes it again");
        }
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
        assert!(took <= SLOWEST, "one input took {took:?}");
        count += 1;
        if only.is_some() || (count >= 300 && Instant::now() >= end) {
            break;
        }
    }
    check_memory();
    if seconds.is_some() {
        println!(
            "{target}: {count} cases from {first} on in {:?}, slowest {slowest:?}",
            start.elapsed()
        );
    }
}

/// Calls `test` with inputs that `make` derives from numbers. The input of a failure is kept in `target/fuzz`.
pub(crate) fn fuzz(
    target: &str,
    make: impl Fn(&mut Dice) -> Vec<u8>,
    test: impl Fn(&[u8], &mut Dice),
) {
    cases(target, |number| {
        let mut dice = Dice(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let input = make(&mut dice);
        let outcome = catch_unwind(AssertUnwindSafe(|| test(&input, &mut dice)));
        if let Err(panic) = outcome {
            let folder = root().join("target/fuzz");
            fs::create_dir_all(&folder).expect("can be made");
            fs::write(folder.join(format!("{target}-{number}")), &input).expect("can be written");
            resume_unwind(panic);
        }
    });
}

/// Calls `test` with values of `strategy`; the message of a failure has the smallest value that still fails.
pub(crate) fn fuzz_values<S: Strategy>(target: &str, strategy: S, test: impl Fn(S::Value)) {
    cases(target, |number| {
        let rng_seed = RngSeed::Fixed(number);
        let config = Config { cases: 1, rng_seed, failure_persistence: None, ..Config::default() };
        let outcome = TestRunner::new(config).run(&strategy, |value| {
            test(value);
            Ok(())
        });
        outcome.unwrap_or_else(|failure| panic!("{failure}"));
    });
}

/// Runs `action`, which must be done within so many seconds.
pub(crate) fn within(seconds: f64, action: impl FnOnce()) {
    let start = Instant::now();
    action();
    let took = start.elapsed().as_secs_f64();
    assert!(took < seconds, "it took {took} s");
}

/// The largest resident size so far is within bounds, where the system tells it.
pub(crate) fn check_memory() {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok());
    if let Some(kilobytes) = kilobytes {
        assert!(kilobytes << 10 <= MOST_RESIDENT, "{kilobytes} kB were resident at the peak");
    }
}

/// What parsers stumble over.
const PIECES: [&str; 48] = [
    "",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\\",
    "\\u{0}",
    "\\uD800",
    "#",
    "=",
    "==",
    ".",
    ",",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "{}",
    "[]",
    "[[[[[[[[[[[[[[[[",
    "null",
    "true",
    "false",
    "nan",
    "inf",
    "-inf",
    "-1",
    "0",
    "-0.0",
    "1e308",
    "1e999",
    "9223372036854775807",
    "18446744073709551616",
    "-9223372036854775808",
    "0x7fffffffffffffff",
    "1979-05-27",
    "\u{feff}",
    "\u{0}",
    "\u{1F600}",
    "é",
    "../../etc",
    "999999",
];

/// A mixture of `seeds`, damaged at some places; half of the time gently, so that much of it is still
/// understood.
pub(crate) fn damaged(dice: &mut Dice, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = dice.pick(seeds).clone();
    let gentle = dice.below(2) == 0;
    for _ in 0..=dice.below(if gentle { 2 } else { 6 }) {
        let length = bytes.len();
        let at = dice.below(length + 1);
        let stretch = |dice: &mut Dice, most: usize| at..length.min(at + dice.below(most) + 1);
        match if gentle { 6 + dice.below(2) } else { dice.below(9) } {
            0 if at < length => bytes[at] = dice.roll().to_le_bytes()[0],
            1 if at < length => bytes[at] ^= 1 << dice.below(8),
            2 => drop(bytes.drain(stretch(dice, 40))),
            3 => {
                let copy = bytes[stretch(dice, 60)].to_vec();
                let to = dice.below(length + 1);
                bytes.splice(to..to, copy);
            }
            4 => bytes.truncate(at),
            5 => {
                let other = dice.pick(seeds);
                let from = dice.below(other.len() + 1);
                let until = other.len().min(from + dice.below(200) + 1);
                bytes.splice(at..at, other[from..until].iter().copied());
            }
            6 => replace_word(&mut bytes, at, dice),
            7 => swap_lines(&mut bytes, dice),
            _ => drop(bytes.splice(at..at, dice.pick(&PIECES).bytes())),
        }
    }
    bytes
}

/// Puts a piece in the place of the word or number at `at`.
fn replace_word(bytes: &mut Vec<u8>, at: usize, dice: &mut Dice) {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let before = bytes[..at].iter().rev().take_while(|byte| is_word(byte)).count();
    let after = bytes[at..].iter().take_while(|byte| is_word(byte)).count();
    bytes.splice(at - before..at + after, dice.pick(&PIECES).bytes());
}

/// Exchanges two lines, or repeats one in the place of another.
fn swap_lines(bytes: &mut Vec<u8>, dice: &mut Dice) {
    let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
    if dice.below(2) == 0 {
        lines.swap(one, other);
    } else {
        let copy = lines[other].clone();
        lines[one] = copy;
    }
    *bytes = lines.join(&b'\n');
}
