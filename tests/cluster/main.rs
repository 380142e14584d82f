//! Runs on a real Slurm of several nodes on loopback: whatever happens there, the bytes are those of a run
//! on one machine.
//!
//! `RUNNER_TEST_SLURM=1 cargo test --test cluster` starts clusters with `slurm-test-cluster.sh`, which
//! installs Debian's packages of Slurm if it may; without the variable the tests say that they cannot run.
//! `-- --ignored` runs those that take minutes.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod folders;
mod harness;
mod quick;
mod slow;
#[path = "../support/mod.rs"]
#[expect(dead_code, reason = "each program of tests uses a part")]
mod support;
