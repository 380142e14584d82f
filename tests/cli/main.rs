//! The program from outside: what it prints, writes and returns.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

mod answers;
mod bad_input;
mod corpora;
mod determinism;
mod documentation;
mod fixture;
mod formats;
mod python;
mod resume;
mod score;
mod shared;
