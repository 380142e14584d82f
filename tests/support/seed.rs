//! Seeds of random input. `RUNNER_FUZZ_SEED` sets them; a test that fails has printed which it was.

use std::hash::{BuildHasher, Hasher, RandomState};

use proptest::test_runner::{Config, RngSeed};

/// The seed that is asked for, if any.
///
/// # Panics
///
/// If it is no number.
pub(crate) fn wanted() -> Option<u64> {
    let seed = std::env::var("RUNNER_FUZZ_SEED").ok()?;
    Some(seed.parse().expect("RUNNER_FUZZ_SEED is a number"))
}

/// Another seed each time.
pub(crate) fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// How properties are tested: on so many inputs, which follow from a seed.
#[expect(clippy::print_stdout, reason = "shown where the test fails")]
pub(crate) fn properties(cases: u32) -> Config {
    let seed = wanted().unwrap_or_else(random);
    println!("RUNNER_FUZZ_SEED={seed} makes these inputs again");
    Config { cases, rng_seed: RngSeed::Fixed(seed), ..Config::default() }
}
