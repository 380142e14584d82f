//! The log of a run.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::Serialize;

use crate::plan::Plan;

/// What was special about this run: not part of the results.
#[derive(Debug, Serialize)]
pub(super) struct RunLog {
    runner: &'static str,
    host: String,
    /// Seconds since 1970.
    finished: u64,
    seconds: f64,
    threads: usize,
    results_reused: usize,
    results_computed: usize,
    damaged_parts: Vec<String>,
}

impl RunLog {
    /// The log of a run of `plan` that is over now, having `reused` results.
    pub(super) fn new(plan: &Plan, start: Instant, reused: usize, damaged: Vec<String>) -> Self {
        Self {
            runner: env!("CARGO_PKG_VERSION"),
            host: gethostname::gethostname().to_string_lossy().into_owned(),
            finished: unix_time(),
            seconds: start.elapsed().as_secs_f64(),
            threads: rayon::current_num_threads(),
            results_reused: reused,
            results_computed: plan.result_count() - reused,
            damaged_parts: damaged,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the log says when the run was, no result does")]
fn unix_time() -> u64 {
    // A clock that stands before 1970 spoils the log alone.
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
