//! How targets run, for how long, and with how much memory.

use std::time::{Duration, Instant};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseError, TestRunner};

/// Bytes that the whole process may have had resident at its peak. The files that are damaged have a
/// few kilobytes, the hostile ones a few megabytes.
const MOST_RESIDENT: u64 = 1 << 29;

/// Runs `test` on 200 values of `strategy`, or on as many as fit in `RUNNER_FUZZ_SECONDS`.
#[expect(clippy::print_stdout, reason = "how many cases there were is the result")]
pub(crate) fn fuzz<S: Strategy>(strategy: S, test: impl Fn(S::Value)) {
    let seconds = std::env::var("RUNNER_FUZZ_SECONDS").ok();
    let seconds = seconds.map(|seconds| seconds.parse().expect("a number of seconds"));
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(0));
    let mut cases = 0;
    loop {
        // Every runner begins elsewhere.
        let config = Config { cases: 200, failure_persistence: None, ..Config::default() };
        let outcome = TestRunner::new(config).run(&strategy, |value| {
            test(value);
            Ok::<(), TestCaseError>(())
        });
        if let Err(failure) = outcome {
            panic!("{failure}");
        }
        cases += 200;
        check_memory();
        if Instant::now() >= end {
            break;
        }
    }
    if seconds.is_some() {
        println!("{cases} cases");
    }
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
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let Some(kilobytes) = line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok())
    else {
        return;
    };
    assert!(kilobytes << 10 <= MOST_RESIDENT, "{kilobytes} kB were resident at the peak");
}
