//! The program from outside: what it prints, writes and returns.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(clippy::print_stdout, reason = "a test that is skipped says so")]

mod answers;
mod bad_input;
#[cfg(unix)]
mod cluster;
mod corpora;
mod determinism;
mod diff;
mod documentation;
mod estimates;
#[cfg(target_os = "linux")]
mod faults;
mod fixture;
mod formats;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod interruption;
#[cfg(unix)]
mod killed_writers;
mod limits;
mod own_files;
#[cfg(unix)]
mod played;
mod python;
mod report;
mod resume;
mod score;
mod shared;
#[cfg(unix)]
mod submissions;
