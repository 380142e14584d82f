//! What options of several analyses default to, and their limits.

/// Confidence level where none is written.
pub const LEVEL: f64 = 0.95;

/// More replicates or trials than this take longer than anyone waits.
pub const MOST_REPLICATES: i64 = 10_000_000;

/// Seeds that an experiment can have.
pub const MOST_SEEDS: i64 = 1_000;
